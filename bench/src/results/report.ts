import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { withClient } from '../../../test/support/postgres-client.ts'
import type { Measure, MeasureResult } from '../measures/measure.ts'

/** One run of the bench. */
export interface Report {
  readonly date: string
  readonly kind: ReportKind
  readonly seconds: number
  readonly machine: Machine
  readonly rows: readonly Row[]
}

/** All rows in their long or short form, or only the selected rows. */
export type ReportKind = 'full' | 'short' | 'some'

export interface Row {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly goal: number | null
  readonly stretch: number | null
  readonly higherIsBetter: boolean
  /** Null if the row could not be measured. */
  readonly result: MeasureResult | null
  /** The reason if the row could not be measured. */
  readonly error: string | null
}

type Verdict = 'stretch reached' | 'goal reached' | 'missed' | 'failed' | ''

export const rowOf = (measure: Measure, outcome: MeasureResult | Error): Row => {
  const { name, title, unit, goal, stretch, higherIsBetter } = measure
  const isError = outcome instanceof Error
  return {
    name,
    title,
    unit,
    goal,
    stretch,
    higherIsBetter,
    result: isError ? null : outcome,
    error: isError ? outcome.message : null,
  }
}

export const verdictOf = ({ result, goal, stretch, higherIsBetter }: Row): Verdict => {
  if (result === null) return 'failed'
  const reaches = (wanted: number | null): boolean =>
    wanted !== null && (higherIsBetter ? result.figure.median >= wanted : result.figure.median <= wanted)
  if (reaches(stretch)) return 'stretch reached'
  if (reaches(goal)) return 'goal reached'
  return goal === null ? '' : 'missed'
}

const HEADINGS = ['work', 'median', 'min – max', 'goal', 'stretch', '']

const cellsOf = (row: Row): readonly string[] => {
  const { title, unit, goal, stretch, result } = row
  const figure = result?.figure
  return [
    title,
    figure ? shownWith(figure.median, unit) : '–',
    figure ? `${shown(figure.min)} – ${shown(figure.max)}` : '–',
    goal === null ? '' : shownWith(goal, unit),
    stretch === null ? '' : shownWith(stretch, unit),
    verdictOf(row),
  ]
}

const detailsOf = (details: Readonly<Record<string, number>>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ')

/** The lines below a row: each contestant's results and the notes, or the reason why there are none. */
const linesOf = ({ result, error }: Row): readonly string[] => [
  ...(error === null ? [] : [error]),
  ...(result?.series ?? []).map(({ contestant, unit, spread, details }) => {
    const { median, min, max } = spread
    const more = detailsOf(details)
    return `${contestant}: ${shownWith(median, unit)} (${shown(min)} – ${shown(max)})${more === '' ? '' : `; ${more}`}`
  }),
  ...(result?.notes ?? []),
]

const machineLines = ({ date, kind, seconds, machine }: Report): readonly string[] => [
  `${date}, ${kind}, ${Math.round(seconds)} s, commit ${machine.commit ?? 'unknown'}`,
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}`,
  Object.entries(machine.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', '),
  `Postgres: synchronous_commit on, ${Object.entries(machine.postgres)
    .filter(([name]) => name !== 'server_version')
    .map(([name, setting]) => `${name} ${setting}`)
    .join(', ')}`,
]

/** The table for a terminal. */
export const textTable = (report: Report): string => {
  const rows = [HEADINGS, ...report.rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const body = report.rows.flatMap((row, place) => [
    line(rows[place + 1] ?? []),
    ...linesOf(row).map((text) => `    ${text}`),
  ])
  return `${[...machineLines(report), '', line(HEADINGS), ...body].join('\n')}\n`
}

/** The table in Markdown, with links to the plots. */
export const markdownTable = (report: Report, plots: readonly string[]): string => {
  const escaped = (cell: string) => cell.replaceAll('|', '\\|')
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`
  const details = report.rows.flatMap((row) => [
    '',
    `### ${row.title}`,
    '',
    ...linesOf(row).map((text) => `- ${text}`),
  ])
  return `${[
    '# What the bench measured',
    '',
    ...machineLines(report).map((text) => `- ${text}`),
    '',
    line(HEADINGS),
    line(HEADINGS.map(() => '---')),
    ...report.rows.map((row) => line(cellsOf(row))),
    '',
    ...plots.map((plot) => `![](${plot})`),
    ...details,
  ].join('\n')}\n`
}

/** Formats a number with three significant digits and thousands separators. */
export const shown = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

const shownWith = (value: number | null, unit: string): string => {
  if (value === null) return '–'
  return unit === '×' ? `${shown(value)} ×` : `${shown(value)} ${unit}`
}

/** The machine and the software of a run. */
interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly versions: Readonly<Record<string, string>>
  /** Postgres settings that affect durability. `synchronous_commit` is on in each database of the bench. */
  readonly postgres: Readonly<Record<string, string>>
  /** The commit of the sources, with a plus if there are uncommitted changes. */
  readonly commit: string | null
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

const dependencies = (folder: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')).dependencies

const git = (...what: string[]): string | null => {
  const { status, stdout } = spawnSync('git', what, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The version of the SQLite that the server uses, which is not the one in Node. */
const sqliteVersion = (): string => {
  const Database = createRequire(`${root}/packages/adapter-storage/package.json`)('better-sqlite3')
  const database = new Database(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get()
  database.close()
  return version
}

const postgresSettings = (url: string): Promise<Readonly<Record<string, string>>> =>
  withClient(url, async (client) => {
    const names = ['server_version', 'fsync', 'full_page_writes', 'wal_sync_method', 'shared_buffers']
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, current_setting(name) as setting from unnest($1::text[]) as name',
      [names],
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  })

export const lookAtMachine = async (postgresUrl: string): Promise<Machine> => {
  const { postgraphile = '', mercurius = '' } = dependencies('bench')
  const postgres = await postgresSettings(postgresUrl)
  const commit = git('rev-parse', '--short=10', 'HEAD')
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    versions: {
      node: process.versions.node,
      sqlite: sqliteVersion(),
      postgres: postgres['server_version'] ?? 'unknown',
      postgraphile,
      mercurius,
    },
    postgres,
    commit: commit === null ? null : `${commit}${git('status', '--porcelain') === '' ? '' : '+'}`,
  }
}
