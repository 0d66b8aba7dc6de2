import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { messageCatalogs } from './apps/web/vite-plugins.ts'
import { LONG_TESTS, LongestFirst } from './test/support/long-tests.ts'

// The tests run the sources: every @dropkit package resolves to its src/index.ts. Vitest passes these conditions to Node for
// both import and require, so they must not include "import" or "require".
const conditions = ['@dropkit/source', 'node']

// More runs of each property take longer; see test/support/set-up.ts.
const timesLonger = Math.max(1, Number(process.env['PROPERTY_RUNS'] ?? 500) / 500)

// graphql has a CommonJS and an ES build, and neither accepts schemas of the other. Mercurius and graphql-ws load the CommonJS
// build. Without this alias, Vite would give the sources the ES build.
const graphql = createRequire(import.meta.url).resolve('graphql')

// Tests must not depend on the locale of the machine.
process.env['LC_ALL'] = process.env['TEST_LOCALE'] ?? 'en_US.UTF-8'

// The test processes, and the scripts that tests start from sources, load compiled modules: a start takes half the CPU time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

// `vitest run` without arguments skips the long tests. With a file, a test name or a project, it includes them.
const isAnythingNamed = process.argv
  .slice(2)
  .some((argument) => argument !== 'run' && !argument.startsWith('-'))

// The servers of a run of all short tests start from a bundle of their sources; see test/support/server-bundle.ts. For a few
// servers, it would take longer to make than it saves. While Vitest watches the sources, the bundle would be an old one.
process.env['SERVER_BUNDLE'] ??= process.argv.includes('run') && !isAnythingNamed ? '1' : '0'

const long = {
  extends: true,
  test: { name: 'long', include: LONG_TESTS, testTimeout: 300_000 * timesLonger, hookTimeout: 300_000 },
} as const

export default defineConfig({
  plugins: [messageCatalogs()],
  resolve: { conditions, alias: [{ find: /^graphql$/, replacement: graphql }] },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    environment: 'node',
    fsModuleCache: true,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/set-up.ts'],
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
          exclude: [...LONG_TESTS, '**/node_modules/**', '**/dist/**'],
        },
      },
      ...(isAnythingNamed ? [long] : []),
    ],
    // Test files share processes, because a new process takes longer than most tests.
    isolate: false,
    // Twice the cores of the smallest supported machine: many tests wait for a clock, a socket or a server.
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000 * timesLonger,
    hookTimeout: 120_000,
    // By default 1 s, which a busy machine may need for anything.
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default'],
  },
})
