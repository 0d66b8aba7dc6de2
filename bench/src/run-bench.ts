// Prints the table to standard output and progress to standard error, and writes all results to bench/results.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { costOnPostgres, costOnSqlite, garbageOnPostgres, garbageOnSqlite } from './measures/cost.ts'
import {
  fullDropOnPostgres,
  fullDropOnSqlite,
  memoryOnPostgres,
  memoryOnSqlite,
} from './measures/full-drop.ts'
import { latencyOnPostgres, latencyOnSqlite, overloadOnSqlite } from './measures/latency.ts'
import { loadCeiling, loneClaimOnPostgres, loneClaimOnSqlite, pureDecisions } from './measures/lone-claim.ts'
import type { Measure } from './measures/measure.ts'
import {
  claimsOnPostgres,
  claimsOnSqlite,
  claimsOverDrops,
  claimsOverDropsOnSqlite,
  cpuOnPostgres,
  cpuOnSqlite,
  cpuOverDrops,
  readsOnPostgres,
  readsOnSqlite,
  sharedReadsOnPostgres,
  sharedReadsOnSqlite,
} from './measures/rate-measures.ts'
import { subscribers } from './measures/subscribers.ts'
import { workersOnPostgres, workersOnSqlite } from './measures/workers.ts'
import { markdownTable, type Report, textTable } from './results/report.ts'
import { runMeasures } from './run-measures.ts'

/** The number of rounds and their duration, for the long and the short form. */
const PACES = {
  full: { short: false, rounds: 7, roundSeconds: 10, warmUpSeconds: 5 },
  short: { short: true, rounds: 3, roundSeconds: 2, warmUpSeconds: 3 },
} as const

const leave = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

/** The rows of the table, in order. */
const allMeasures: readonly Measure[] = [
  claimsOnSqlite,
  claimsOnPostgres,
  claimsOverDrops,
  claimsOverDropsOnSqlite,
  readsOnSqlite,
  readsOnPostgres,
  sharedReadsOnSqlite,
  sharedReadsOnPostgres,
  latencyOnSqlite,
  latencyOnPostgres,
  loneClaimOnSqlite,
  loneClaimOnPostgres,
  fullDropOnSqlite,
  fullDropOnPostgres,
  memoryOnSqlite,
  memoryOnPostgres,
  cpuOnSqlite,
  cpuOnPostgres,
  cpuOverDrops,
  garbageOnSqlite,
  garbageOnPostgres,
  costOnSqlite,
  costOnPostgres,
  workersOnSqlite,
  workersOnPostgres,
  pureDecisions,
  subscribers,
  overloadOnSqlite,
  loadCeiling,
]

const names = allMeasures.map(({ name }) => name)

const USAGE = `Usage:
  npm run bench                        all rows, about an hour
  npm run bench -- --short             all rows, in less than ten minutes
  npm run bench -- --types             no row: only checks the types of the bench, as every run does first
  npm run bench -- --only NAME,...     only these rows: ${names.join(', ')}`

const readArguments = () => {
  if (process.env['npm_config_short'] !== undefined)
    leave(`npm did not pass on --short: put options after --\n${USAGE}`)
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean' },
        only: { type: 'string' },
        types: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) {
      process.stdout.write(`${USAGE}\n`)
      process.exit()
    }
    const only = values.only?.split(',') ?? names
    const unknown = only.filter((name) => !names.includes(name))
    if (unknown.length > 0) leave(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`)
    return {
      short: values.short === true,
      only,
      isWhole: values.only === undefined,
      isOnlyTypes: values.types === true,
    }
  } catch (error) {
    return leave(`${(error as Error).message}\n${USAGE}`)
  }
}

/** `npm run check` does not, because the packages of the bench are only installed here. */
const checkTypes = (): void => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'bench'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) leave('The types of the bench are wrong: see above.')
}

const resultsFolder = fileURLToPath(new URL('../results', import.meta.url))

/** Writes latest-<kind>.md and its plots, which replace the last run of that kind. Returns the paths. */
const writeResults = async (report: Report): Promise<readonly string[]> => {
  // Loaded only here, because a table needs no drawing library.
  const { drawPlots } = await import('./results/plots.ts')
  mkdirSync(resultsFolder, { recursive: true })
  const base = `latest-${report.kind}`
  const plots = drawPlots(report).map(({ name, svg }) => ({ name: `${base}-${name}.svg`, content: svg }))
  const names = plots.map(({ name }) => name)
  const table = { name: `${base}.md`, content: markdownTable(report, names) }
  return [table, ...plots].map(({ name, content }) => {
    const path = join(resultsFolder, name)
    writeFileSync(path, content)
    return path
  })
}

const { short, only, isWhole, isOnlyTypes } = readArguments()
checkTypes()
if (isOnlyTypes) process.exit()
const report = await runMeasures({
  measures: allMeasures.filter(({ name }) => only.includes(name)),
  kind: isWhole ? (short ? 'short' : 'full') : 'some',
  ...(short ? PACES.short : PACES.full),
  say: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(textTable(report))
for (const path of await writeResults(report)) process.stderr.write(`${path}\n`)
if (report.rows.some(({ error }) => error !== null)) process.exitCode = 1
