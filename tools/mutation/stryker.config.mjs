// `npm run mutation [-- --mutate FILES]`; see docs/mutation.md. Paths are from the root of the repository, where it is started.
import { join } from 'node:path'

const core = 'packages/core/src'
const here = import.meta.dirname

export default {
  mutate: [`${core}/{domain,application}/**/*.ts`, `!${core}/**/*.test.ts`],
  // Kinds, states and names of events are literal types: what else stands there does not compile. The rest is words.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorers: ['unbreakable'],
  // A mutant in what runs once, when a file is loaded, would want everything to be loaded anew.
  ignoreStatic: true,

  plugins: [join(here, 'in-process-runner.mjs'), join(here, 'ignore-unbreakable.mjs')],
  testRunner: 'in-process',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  testRunnerNodeArgs: ['--max-semi-space-size=64'],
  timeoutMS: 12_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 10,

  // What was killed by a test that is as it was stays killed, until the code or the test changes.
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',

  // Only this much of the repository goes into the copy that is mutated.
  ignorePatterns: ['**', '!package.json', '!packages/core/**', '!packages/adapter-graphql/**'],

  reporters: ['progress', 'clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
}
