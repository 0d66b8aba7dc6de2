import { shown, shownWith } from './numbers.ts'
import { type Report, type Row, verdictOf } from './report.ts'

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
const linesOf = ({ result, fault }: Row): readonly string[] => [
  ...(fault === null ? [] : [fault]),
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
