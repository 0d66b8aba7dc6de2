// `npm run mutation [-- --mutate FILES]`; see docs/testing.md. Paths are relative to the root, where it runs.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { goal } from './sample.mjs'

const area = process.env['MUTATED_AREA'] ?? 'packages/core'
const report = `reports/mutation/${area.replaceAll('/', '-')}`
process.env['PROPERTY_RUNS'] ??= '50'
// The same tests on each day, because later runs rely on what earlier ones found.
process.env['PLANTED_SHARE'] ??= 'all'

const sample = process.env['MUTATION_SAMPLE']
const isSample = sample !== undefined
if (isSample && !/^[1-9]\d*$/.test(sample))
  throw new Error(`MUTATION_SAMPLE must be a number of mutants, not "${sample}"`)
process.env['MUTATION_SEED'] ??= String(randomInt(2 ** 31))

export default {
  mutate: [`${area}/src/**/*.ts`, `!${area}/src/**/*.test.ts`, `!${area}/src/generated/**`],
  // Kinds, states and event names are literal types, which the compiler checks. All other strings are text for people.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorers: ['unbreakable'],
  // For a mutant in code that runs when a file is loaded, all modules would have to be loaded again.
  ignoreStatic: true,

  plugins: [
    '@stryker-mutator/vitest-runner',
    join(import.meta.dirname, 'ignore-unbreakable.mjs'),
    join(import.meta.dirname, 'sample.mjs'),
  ],
  // A checker sorts out mutants before any test runs them. Reports count those as errors of compilation.
  checkers: isSample ? ['sample'] : [],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.mjs', related: false, pool: 'forks' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Otherwise Stryker adds a comment to each file, and generated files differ from what the generator writes.
  disableTypeChecks: false,
  timeoutMS: 12_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 60,

  // A killed mutant is not run again until the code or the test changes.
  incremental: !isSample,
  incrementalFile: `${report}.incremental.json`,

  // The tests read documents, schemas and built pages too. These are large or change during a run.
  ignorePatterns: ['bench/**', 'examples/**', 'reports/**', '**/data/**', '!apps/web/dist/**'],

  reporters: ['progress', 'clear-text', 'html', 'json', ...(isSample ? ['sample'] : [])],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${report}.html` },
  jsonReporter: { fileName: `${report}.json` },
  thresholds: { high: 95, low: goal, break: isSample ? null : goal },
}
