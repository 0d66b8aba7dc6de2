// The unit tests of one area. Stryker runs them in a copy of the repository.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

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

process.env['LC_ALL'] = 'en_US.UTF-8'

export default {
  resolve: {
    conditions: ['@dropkit/source', 'node'],
    alias: [...alias, { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: [`${process.env['MUTATED_AREA'] ?? 'packages/core'}/src/**/*.test.ts`],
    // Exploring schedules takes too long to repeat for every mutant.
    exclude: ['**/*.races.test.ts', '**/node_modules/**'],
    setupFiles: [join(root, 'test/support/property-runs.ts')],
    restoreMocks: true,
    unstubEnvs: true,
  },
}
