type Elsewhere = {
  readonly test: string
  /** What stands in that test if it holds this page. */
  readonly by: string
}

const packed = (name: string): Elsewhere => ({ test: 'test/packed-packages.test.ts', by: `'${name}'` })

/** Pages whose commands and programs a test of their own runs. */
export const RUN_ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  // In a fresh clone, with nothing installed.
  'README.md': { test: 'test/readme.test.ts', by: "'README.md'" },
  // In an empty project, from what is published.
  'packages/core/README.md': packed('core'),
  'packages/testing/README.md': packed('testing'),
  'packages/adapter-chain/README.md': packed('adapter-chain'),
  'packages/adapter-graphql/README.md': packed('adapter-graphql'),
  'packages/adapter-storage/README.md': packed('adapter-storage'),
  'packages/adapter-webhook/README.md': packed('adapter-webhook'),
  'packages/adapter-beacon/README.md': packed('adapter-beacon'),
  'packages/client/README.md': packed('client'),
  // In a browser, and by the programs of other languages.
  'docs/other-sites.md': { test: 'test/client/recipes.ts', by: `'docs/other-sites.md'` },
  'apps/server/README.md': packed('server'),
}
