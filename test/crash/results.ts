// Stores the results of full runs as JSON and as a table, which docs/testing.md shows.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALL_RUNS } from './all-runs.ts'
import type { CrashTestResult } from './crash-test.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stored = new URL('./results.json', import.meta.url)
const page = join(root, 'docs', 'testing.md')
const [BEGIN, END] = ['<!-- crash runs -->', '<!-- end of crash runs -->']

export const machineNow = (): string =>
  [
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
  ].join(', ')

const said = (counts: CrashTestResult['counts']): string =>
  Object.entries(counts)
    .map(([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en') : value}`)
    .join('; ')

const outcomeOf = ({ violations }: CrashTestResult): string =>
  violations.length === 0 ? 'held' : `**${violations.length} violations**`

/** One row per run. */
export const tableOf = (results: readonly CrashTestResult[]): string =>
  [
    '| Run | Must hold | Measured | Outcome | When, how long, seed |',
    '|---|---|---|---|---|',
    ...results.map((result) => {
      const { name, mustHold, counts, endedAt, seconds, seed } = result
      const when = `${endedAt.slice(0, 10)}, ${Math.round(seconds)} s, ${seed}`
      return `| \`${name}\` | ${mustHold} | ${said(counts)} | ${outcomeOf(result)} | ${when} |`
    }),
  ].join('\n')

const storedResults = (): readonly CrashTestResult[] => JSON.parse(readFileSync(stored, 'utf8'))

/** Inserts the table of the stored results at the marked place of the page. */
export const pageWithTable = (text: string): string => {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`docs/testing.md has no place for the table: ${BEGIN}`)
  const results = storedResults()
  const machines = [...new Set(results.map(({ machine }) => machine))].map(
    (machine) => `Machine: ${machine}.`,
  )
  const parts = [BEGIN, '', tableOf(results), '', ...machines, '', END]
  return `${text.slice(0, begin)}${parts.join('\n')}${text.slice(end + END.length)}`
}

export const writeTable = (): void => writeFileSync(page, pageWithTable(readFileSync(page, 'utf8')))

/** Stores the result of a full run. Results of short runs are not worth storing. */
export const keep = (result: CrashTestResult): void => {
  const results = new Map([...storedResults(), result].map((one) => [one.name, one]))
  const inOrder = ALL_RUNS.flatMap(({ name }) => results.get(name) ?? [])
  writeFileSync(stored, `${JSON.stringify(inOrder, null, 2)}\n`)
  writeTable()
}
