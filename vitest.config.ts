import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

// Sources are tested, not builds: every @dropkit package resolves to its src/index.ts. Vitest hands these on to
// Node as --conditions, for import and require alike, so none that tells those two apart may be among them.
const conditions = ['@dropkit/source', 'node']

// More tries of each property take longer (see test/support/property-runs.ts).
const propertyRuns = Number(process.env['PROPERTY_RUNS'] ?? 500)

// graphql has a CommonJS and an ES build, and schemas of one are none to the other. Node gives everybody the first, as
// here; Vite would give our sources the second, while Mercurius and graphql-ws have the first.
const graphql = createRequire(import.meta.url).resolve('graphql')

// What people read is written in their locale, also on the machine that runs the tests: there it is always this one.
process.env['LC_ALL'] = 'en_US.UTF-8'

export default defineConfig({
  resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    environment: 'node',
    include: [
      '{packages,apps}/*/{src,test,tools}/**/*.test.ts',
      'test/**/*.test.ts',
      'tools/**/*.test.ts',
      'bench/src/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-runs.ts'],
    // Two cores: more workers only take the processor from each other.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000 * Math.max(1, propertyRuns / 500),
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default'],
  },
})
