type Elsewhere = {
  readonly test: string
  /** Text in that test which shows that it runs this page. */
  readonly by: string
}

const packed = (name: string): Elsewhere => ({ test: 'test/packed-packages.test.ts', by: `'${name}'` })

/** Pages whose commands and programs another test runs. */
export const RUN_ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  // In a fresh clone without installed packages.
  'README.md': { test: 'test/readme.test.ts', by: "'README.md'" },
  // In an empty project with the packed packages.
  'packages/core/README.md': packed('core'),
  'packages/testing/README.md': packed('testing'),
  'packages/adapter-chain/README.md': packed('adapter-chain'),
  'packages/adapter-graphql/README.md': packed('adapter-graphql'),
  'packages/adapter-storage/README.md': packed('adapter-storage'),
  'packages/adapter-webhook/README.md': packed('adapter-webhook'),
  'packages/adapter-beacon/README.md': packed('adapter-beacon'),
  'packages/client/README.md': packed('client'),
  // In a browser, and with other programming languages.
  'docs/other-sites.md': { test: 'test/client/recipes.ts', by: `'docs/other-sites.md'` },
  'apps/server/README.md': packed('server'),
}
