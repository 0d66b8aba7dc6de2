// `npm run crash-tests`: kills the service and the systems that it depends on, cuts connections and fills the disk, and
// checks that all data is still correct.
import { randomInt } from 'node:crypto'
import { readOptions, refuse } from '../../tools/read-options.mjs'
import { ALL_RUNS } from './all-runs.ts'
import type { CrashTest, CrashTestResult } from './crash-test.ts'
import { keep, machineNow, tableOf, writeTable } from './results.ts'

const USAGE = `Usage:
  npm run crash-tests                          all runs in full; an hour or more
  npm run crash-tests -- --only sqlite-kills   one run; can be repeated
  npm run crash-tests -- --short               a short form of each, in a few minutes; no result is stored
  … --seed N                               repeats a run's choice of faults
  … --minutes N                            duration of the soak test; for other runs, about the longest duration
  npm run crash-tests -- --table               no run; writes the table in docs/testing.md from the stored results
Runs: ${ALL_RUNS.map((run) => run.name).join(', ')}.`

const { values } = readOptions(USAGE, {
  options: {
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
})

if (values.table) {
  writeTable()
  process.exit()
}

const numberOf = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  return Number.isFinite(value) && value >= 0 ? value : refuse(`--${option} must be a number, not ${text}`)
}

const runNamed = (name: string): CrashTest =>
  ALL_RUNS.find((run) => run.name === name) ??
  refuse(`There is no run ${name}. Runs: ${ALL_RUNS.map((run) => run.name).join(', ')}.`)

const size = values.short ? 'short' : 'full'
const seed = numberOf('seed', values.seed) ?? randomInt(2 ** 31)
const minutes = numberOf('minutes', values.minutes)
const runs = values.only?.map(runNamed) ?? ALL_RUNS

const runOne = async ({ name, title, mustHold, run }: CrashTest): Promise<CrashTestResult> => {
  console.log(`\n${name}: ${title} (${size}, seed ${seed})`)
  const startedAt = performance.now()
  const passed = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`.padStart(7)
  const say = (line: string) => console.log(`${passed()}  ${line}`)
  const isTimeUp = () => performance.now() - startedAt > (minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const outcome = await run({ size, seed, minutes, say, isTimeUp }).catch((cause: unknown) => ({
    counts: {},
    violations: [
      `it could not be finished: ${cause instanceof Error ? (cause.stack ?? cause.message) : cause}`,
    ],
  }))
  for (const [what, count] of Object.entries(outcome.counts)) say(`${String(count).padStart(9)}  ${what}`)
  for (const violation of outcome.violations) say(`VIOLATION  ${violation}`)
  say(outcome.violations.length === 0 ? 'held' : `${outcome.violations.length} VIOLATIONS`)
  const seconds = Math.round(performance.now() - startedAt) / 1_000
  const endedAt = new Date().toISOString()
  return { name, title, mustHold, size, seed, endedAt, seconds, machine: machineNow(), ...outcome }
}

const results: CrashTestResult[] = []
for (const run of runs) {
  const result = await runOne(run)
  results.push(result)
  if (size === 'full' && Object.keys(result.counts).length > 0) keep(result)
}
console.log(`\n${tableOf(results)}`)
process.exit(results.some(({ violations }) => violations.length > 0) ? 1 : 0)
