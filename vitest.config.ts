import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { messageCatalogs } from './apps/web/vite-plugins.ts'
import { LONG_TESTS, LongestFirst } from './test/support/long-tests.ts'
import { plantedFault } from './test/support/planted-fault.ts'

// Sources are tested, not builds: every @dropkit package resolves to its src/index.ts. Vitest hands these on to
// Node as --conditions, for import and require alike, so none that tells those two apart may be among them.
const conditions = ['@dropkit/source', 'node']

// More tries of each property take longer (see test/support/property-runs.ts).
const propertyRuns = Number(process.env['PROPERTY_RUNS'] ?? 500)

// graphql has a CommonJS and an ES build, and schemas of one are none to the other. Node gives everybody the first, as
// here; Vite would give our sources the second, while Mercurius and graphql-ws have the first.
const graphql = createRequire(import.meta.url).resolve('graphql')

// What people read is written in their locale, also on the machine that runs the tests: there it is always this one.
process.env['LC_ALL'] = process.env['TEST_LOCALE'] ?? 'en_US.UTF-8'

// `vitest run` alone leaves the long ones out. Whoever names files, tests or a project gets them from among all.
const isAnythingNamed = process.argv
  .slice(2)
  .some((argument) => argument !== 'run' && !argument.startsWith('-'))

const isFaultPlanted = process.env['PLANTED_FAULT'] !== undefined

export default defineConfig({
  plugins: isFaultPlanted ? [messageCatalogs(), plantedFault()] : [messageCatalogs()],
  resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    environment: 'node',
    // What is kept of a source is that without the fault.
    fsModuleCache: !isFaultPlanted,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-runs.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'short',
          include: [
            '{packages,apps}/*/{src,test,tools}/**/*.test.ts',
            'test/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          exclude: [...LONG_TESTS, '**/node_modules/**', '**/dist/**', 'test/fixtures/**'],
        },
      },
      ...(isAnythingNamed ? [{ extends: true, test: { name: 'long', include: LONG_TESTS } } as const] : []),
    ],
    // Files share processes: they leave nothing behind there, and a process each cost more than most of the tests.
    isolate: false,
    // One more than the two cores that we count on: where one waits for a clock or a socket, another works.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000 * Math.max(1, propertyRuns / 500),
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default'],
  },
})
