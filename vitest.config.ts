import { defineConfig } from 'vitest/config'

// Sources are tested, not builds: every @dropkit package resolves to its src/index.ts.
const conditions = ['@dropkit/source', 'node', 'import', 'module', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@dropkit/source', 'node', 'import', 'default'] } },
  test: {
    environment: 'node',
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/fixtures/**'],
    // Two cores: more workers only take the processor from each other.
    pool: 'forks',
    maxWorkers: 2,
    execArgv: ['--conditions=@dropkit/source'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default'],
  },
})
