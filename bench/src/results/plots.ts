import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import type { Series } from '../measures/measure.ts'
import { type Report, verdictOf } from './report.ts'

export interface PlotFile {
  /** The file name without the part that names the run. */
  readonly name: string
  readonly svg: string
}

const WIDTH = 900
const COLOURS = { 'stretch reached': '#1a7f37', 'goal reached': '#4ea84e', missed: '#cf222e' } as const

const MARGIN = 12

/** The used part of an element. Browser types are only available if other files in the compilation need them. */
interface Drawn {
  setAttribute(name: string, value: string): void
  readonly outerHTML: string
}

/** Draws a plot as an SVG element, without a browser. */
const draw = (options: Plot.PlotOptions): string => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as {
    document: never
  }
  const drawn = Plot.plot({
    width: WIDTH,
    style: { background: 'white', color: 'black' },
    ...options,
    document,
  }) as unknown as Drawn
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return drawn.outerHTML
}

interface Panel {
  readonly title: string
  readonly height: number
  readonly svg: string
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Stacks panels vertically, each under its title. */
const stack = (panels: readonly Panel[]): string => {
  let top = MARGIN
  const parts = panels.map(({ title, height, svg }) => {
    const heading = `<text x="${MARGIN}" y="${top + 14}" font-size="13" font-weight="600">${escaped(title)}</text>`
    const at = top + 20
    top = at + height + MARGIN
    return `${heading}<svg x="0" y="${at}" width="${WIDTH}" height="${height}">${svg}</svg>`
  })
  const size = `width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">`,
    `<rect width="${WIDTH}" height="${top}" fill="white"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

/** Each contestant's results per round, with one panel per row and unit: bars for medians, dots for rounds. */
const rounds = (report: Report): PlotFile[] => {
  const panels = report.rows.flatMap(({ title, result }) => {
    const byUnit = Map.groupBy(result?.series ?? [], ({ unit }) => unit)
    return [...byUnit].map(([unit, series]) => panelOf(title, unit, series))
  })
  return panels.length === 0 ? [] : [{ name: 'rounds', svg: stack(panels) }]
}

const panelOf = (title: string, unit: string, series: readonly Series[]): Panel => {
  const points = series.flatMap(({ contestant, rounds: values }) =>
    values.map((value) => ({ contestant, value })),
  )
  const height = 44 + 26 * series.length
  const svg = draw({
    height,
    marginLeft: 230,
    marginTop: 4,
    x: { label: unit, grid: true },
    y: { label: null, domain: series.map(({ contestant }) => contestant) },
    marks: [
      Plot.barX(series, { x: ({ spread }: Series) => spread.median, y: 'contestant', fill: '#9ec5e8' }),
      Plot.dot(points, { x: 'value', y: 'contestant', r: 2.5, fill: '#1f5f99' }),
      Plot.ruleX([0]),
    ],
  })
  return { title, height, svg }
}

/** Each figure relative to its goal: 1 is the goal, and a larger value is better. */
const goals = (report: Report): PlotFile[] => {
  const points = report.rows.flatMap((row) => {
    const { name, goal, stretch, higherIsBetter, result } = row
    if (result === null || goal === null) return []
    const { median, min, max } = result.figure
    const part = (value: number) => (higherIsBetter ? value / goal : goal / value)
    const verdict = verdictOf(row)
    return [
      {
        name,
        median: part(median),
        from: part(min),
        to: part(max),
        stretch: stretch === null ? undefined : part(stretch),
        colour: verdict === '' || verdict === 'failed' ? COLOURS.missed : COLOURS[verdict],
      },
    ]
  })
  if (points.length === 0) return []
  const height = 60 + 28 * points.length
  const svg = draw({
    height,
    marginLeft: 150,
    x: { type: 'log', label: null, grid: true, tickFormat: '~g' },
    y: { label: null, domain: points.map(({ name }) => name) },
    marks: [
      Plot.ruleX([1]),
      Plot.link(points, { x1: 'from', x2: 'to', y1: 'name', y2: 'name', stroke: 'colour', strokeWidth: 2 }),
      Plot.dot(points, { x: 'median', y: 'name', r: 5, fill: 'colour' }),
      Plot.tickX(
        points.filter(({ stretch }) => stretch !== undefined),
        { x: 'stretch', y: 'name', strokeDasharray: '3 2' },
      ),
    ],
  })
  const title = 'Each figure against its goal, which is 1 (to the right is better; dashed: the stretch)'
  return [{ name: 'goals', svg: stack([{ title, height, svg }]) }]
}

export const drawPlots = (report: Report): readonly PlotFile[] => [...rounds(report), ...goals(report)]
