// The tests of one area, or those in MUTATION_TESTS. Stryker runs them in a copy of the repository.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { messageCatalogs } from '../../apps/web/vite-plugins.ts'
import { LONG_TESTS } from '../../test/support/long-tests.ts'

const root = process.cwd()

/**
 * Maps every entry point of Dropkit's packages to its source in the copy. Otherwise node_modules would lead to the original
 * sources.
 */
const alias = globSync('{packages,apps}/*/package.json', { cwd: root }).flatMap((path) => {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
  return Object.entries(exports).flatMap(([entry, target]) =>
    target['@dropkit/source'] === undefined
      ? []
      : [
          {
            find: new RegExp(`^${name}${entry.slice(1)}$`),
            replacement: join(root, path, '..', target['@dropkit/source']),
          },
        ],
  )
})

const area = process.env['MUTATED_AREA'] ?? 'packages/core'
const tests =
  process.env['MUTATION_TESTS'] ?? `${area}/{src,test}/**/*.test.ts test/${basename(area)}/*.test.ts`
const conditions = ['@dropkit/source', 'node']

process.env['LC_ALL'] = 'en_US.UTF-8'

/** The shortest files first, because a mutant's run ends at the first test that fails. */
class ShortestFirst extends BaseSequencer {
  async sort(files) {
    const durationOf = (file) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    return files.toSorted((one, other) => durationOf(one) - durationOf(other))
  }
}

export default {
  plugins: [messageCatalogs()],
  resolve: {
    conditions,
    alias: [
      ...alias,
      { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
      { find: /^playwright-core$/, replacement: join(import.meta.dirname, 'browsers.mjs') },
    ],
  },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: tests.split(' '),
    // Exploring schedules and mutating Move sources take too long to repeat for every mutant.
    exclude: [
      '**/*.races.test.ts',
      ...(process.env['MUTATION_TESTS'] === undefined ? LONG_TESTS : []),
      // They read or bundle the sources, which Stryker has changed.
      'apps/web/src/words/messages.test.ts',
      'packages/client/test/size.test.ts',
      '**/node_modules/**',
    ],
    sequence: { sequencer: ShortestFirst },
    globalSetup: [join(root, 'test/support/global-setup.ts')],
    setupFiles: [join(root, 'test/support/set-up.ts'), join(root, 'tools/mutation/processes.mjs')],
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
}
