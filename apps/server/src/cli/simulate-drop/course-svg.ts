import type { CourseOfDrop } from '@dropkit/core'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { inWords, unitFor } from './read-simulation-file.ts'

const WIDTH = 880
const LEFT = 168
const RIGHT = 32
const INNER = WIDTH - LEFT - RIGHT
const CURVE_HEIGHT = 240
const BAR_HEIGHT = 26
const HISTOGRAM_HEIGHT = 160

/** Light or dark according to the reader's color scheme. */
const STYLE = `
  svg { --paper: #fff; --ink: #1f2328; --faint: #59636e; --grid: #d1d9e0; --given: #0969da; --came: #9a6700; --refused: #cf222e; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #f0f6fc; --faint: #9198a1; --grid: #3d444d; --given: #4493f8; --came: #d29922; --refused: #f85149; }
  }
  text { fill: var(--ink); font: 13px system-ui, sans-serif; }
  .title { font-size: 18px; font-weight: 600; }
  .heading { font-size: 14px; font-weight: 600; }
  .faint { fill: var(--faint); }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  .grid { stroke: var(--grid); stroke-width: 1; }
  .given { stroke: var(--given); fill: none; stroke-width: 2; }
  .given-area { fill: var(--given); opacity: 0.15; }
  .came { stroke: var(--came); fill: none; stroke-width: 2; stroke-dasharray: 5 4; }
  .sold-out { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 3; }
  .bar { fill: var(--given); }
  .bar.refused { fill: var(--refused); }`

interface Panel {
  readonly heading: string
  readonly height: number
  readonly svg: string
}

const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A simulation as an SVG: the speed, the outcome of the attempts and, if they differ, the amounts. */
export function courseSvg(title: string, course: CourseOfDrop): string {
  const panels = [curvePanel(course), triesPanel(course), amountsPanel(course)].filter(
    (panel) => panel !== null,
  )
  let top = 88
  const drawn = panels.map(({ heading, height, svg }) => {
    const at = top
    top += height + 68
    return `<g transform="translate(${LEFT} ${at})"><text class="heading" x="${16 - LEFT}" y="0">${escaped(heading)}</text><g transform="translate(0 20)">${svg}</g></g>`
  })
  const height = top - 8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escaped(`${title}: ${summaryOf(course)}`)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${WIDTH}" height="${height}" style="fill: var(--paper)"/>`,
    `<text class="title" x="16" y="30">${escaped(title)}</text>`,
    `<text class="faint" x="16" y="50">${escaped(summaryOf(course))}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

function summaryOf({ soldOutAfterMs, given, pool, wallets, seed, status }: CourseOfDrop): string {
  const end =
    soldOutAfterMs === null ? `not sold out (${status})` : `sold out after ${inWords(soldOutAfterMs)}`
  return `${end}; ${whole.format(given)} of ${whole.format(pool)} given to ${whole.format(wallets.served)} of ${whole.format(wallets.came)} wallets (simulated, seed ${seed})`
}

/** The time range of the plot: all of it, or less if the drop is sold out long before the last attempt. */
function shownMs({ soldOutAfterMs, lastClaimAfterMs, lastTryAfterMs, timeline }: CourseOfDrop): number {
  const all = Math.max(1, timeline.at(-1)?.afterMs ?? 1)
  const end = soldOutAfterMs === null ? null : Math.max(soldOutAfterMs, lastClaimAfterMs ?? 0)
  return end === null || end === 0 ? all : Math.min(all, Math.max(1.6 * end, lastTryAfterMs / 50))
}

function curvePanel(course: CourseOfDrop): Panel {
  const { timeline, pool, tries, soldOutAfterMs } = course
  const end = shownMs(course)
  const { name, lengthMs } = unitFor(end)
  const x = scaleLinear([0, end / lengthMs], [0, INNER])
  const y = scaleLinear([0, 100], [CURVE_HEIGHT, 0])
  const shown = timeline.filter(({ afterMs }) => afterMs <= end)
  const last = shown.at(-1)
  // The last step is extended to the right edge.
  const points = last ? [...shown, { ...last, afterMs: end }] : shown
  type Point = (typeof points)[number]
  const at = ({ afterMs }: Point) => x(afterMs / lengthMs)
  const given = (point: Point) => y(Number((1_000_000n * point.given) / pool) / 10_000)
  const came = (point: Point) => y((100 * point.tries) / tries.all)
  const givenLine = line<Point>(at, given).curve(curveStepAfter).digits(1)(points) ?? ''
  const givenArea = area<Point>(at, CURVE_HEIGHT, given).curve(curveStepAfter).digits(1)(points) ?? ''
  const cameLine = line<Point>(at, came).digits(1)(points) ?? ''
  return {
    heading: 'How fast it goes',
    height: CURVE_HEIGHT + 44,
    svg: [
      yAxis(y, (tick) => `${tick} %`),
      xAxis(x, CURVE_HEIGHT, String, `${name} since the beginning`),
      soldOutAfterMs === null
        ? ''
        : soldOutMark(x(soldOutAfterMs / lengthMs), soldOutAfterMs, (last?.tries ?? 0) / tries.all),
      `<path class="given-area" d="${givenArea}"/><path class="given" d="${givenLine}"/><path class="came" d="${cameLine}"/>`,
      legend([
        ['given', 'of the pool given away'],
        ['came', 'of all tries made'],
      ]),
    ].join(''),
  }
}

/** A vertical line at the time when the drop sold out, with a label where it covers no curve. */
function soldOutMark(at: number, afterMs: number, cameAtTheEnd: number): string {
  const isAtTheEdge = at > INNER - 170
  const top = isAtTheEdge || cameAtTheEnd > 0.5 ? CURVE_HEIGHT - 10 : 20
  const label = `<text class="${isAtTheEdge ? 'end' : ''}" x="${at + (isAtTheEdge ? -8 : 8)}" y="${top}">sold out after ${inWords(afterMs)}</text>`
  return `<line class="sold-out" x1="${at}" x2="${at}" y1="-4" y2="${CURVE_HEIGHT}"/>${label}`
}

const legend = (entries: readonly (readonly [string, string])[]): string =>
  entries
    .map(([name, text], place) => {
      const at = INNER - 380 + 200 * place
      return `<line class="${name}" x1="${at}" x2="${at + 24}" y1="-22" y2="-22"/><text x="${at + 32}" y="-18">${text}</text>`
    })
    .join('')

function triesPanel({ tries, refusals, lottery }: CourseOfDrop): Panel {
  const ends = [
    { name: 'claimed', count: tries.claimed, kind: '' },
    { name: lottery ? 'had entered' : 'had it already', count: tries.again, kind: '' },
    { name: lottery ? 'won, not claimed' : 'bought, not paid', count: tries.lapsed, kind: 'refused' },
    { name: 'never admitted', count: tries.waiting, kind: 'refused' },
    { name: 'paid too late', count: tries.inReview, kind: 'refused' },
    ...refusals.map(({ kind, tries: count }) => ({ name: kind, count, kind: 'refused' })),
  ].filter(({ count }) => count > 0)
  // Leaves space for the label of the longest bar.
  const x = scaleLinear([0, tries.all], [0, INNER - 110])
  const bars = ends.map(({ name, count, kind }, place) => {
    const top = BAR_HEIGHT * place
    const part = ((100 * count) / tries.all).toFixed(1)
    return [
      `<text class="end" x="-8" y="${top + 15}">${escaped(name)}</text>`,
      `<rect class="bar ${kind}" x="0" y="${top + 2}" width="${Math.max(1, x(count))}" height="${BAR_HEIGHT - 8}"/>`,
      `<text x="${x(count) + 8}" y="${top + 15}">${whole.format(count)} <tspan class="faint">(${part} %)</tspan></text>`,
    ].join('')
  })
  return {
    heading: `How the ${whole.format(tries.all)} tries ended`,
    height: BAR_HEIGHT * ends.length,
    svg: bars.join(''),
  }
}

function amountsPanel({ amounts }: CourseOfDrop): Panel | null {
  if (amounts === null || amounts.least === amounts.most) return null
  const { histogram, median, p90 } = amounts
  const starts = histogram.map(({ from }) => Number(from))
  const [first = 0, second = 0] = starts
  const x = scaleLinear([first, first + (second - first) * starts.length], [0, INNER])
  const y = scaleLinear([0, Math.max(...histogram.map(({ count }) => count))], [HISTOGRAM_HEIGHT, 0]).nice()
  const width = INNER / starts.length
  const bars = histogram.map(
    ({ from, to, count }, place) =>
      `<rect class="bar" x="${width * place + 1}" y="${y(count)}" width="${width - 2}" height="${HISTOGRAM_HEIGHT - y(count)}"><title>${whole.format(from)} to ${whole.format(to)}: ${whole.format(count)}</title></rect>`,
  )
  return {
    heading: `How large the amounts were: half at most ${whole.format(median)}, 90 % at most ${whole.format(p90)}`,
    height: HISTOGRAM_HEIGHT + 44,
    svg: [
      yAxis(y, (tick) => short.format(tick), 'claims'),
      bars.join(''),
      xAxis(x, HISTOGRAM_HEIGHT, (tick) => short.format(tick), 'amount of a claim, in base units'),
    ].join(''),
  }
}

const yAxis = (y: ScaleLinear<number, number>, show: (tick: number) => string, label = ''): string => {
  const lines = y
    .ticks(5)
    .map(
      (tick) =>
        `<line class="grid" x1="0" x2="${INNER}" y1="${y(tick)}" y2="${y(tick)}"/><text class="faint end" x="-8" y="${y(tick) + 4}">${show(tick)}</text>`,
    )
  const middle = (y.range()[0] ?? 0) / 2
  const named = label && `<text class="faint end" x="-56" y="${middle + 4}">${label}</text>`
  return lines.join('') + named
}

function xAxis(
  x: ScaleLinear<number, number>,
  top: number,
  show: (tick: number) => string,
  label: string,
): string {
  const marks = x
    .ticks(8)
    .map(
      (tick) =>
        `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${top}" y2="${top + 5}"/><text class="faint middle" x="${x(tick)}" y="${top + 20}">${show(tick)}</text>`,
    )
  return `${marks.join('')}<text class="faint middle" x="${INNER / 2}" y="${top + 40}">${label}</text>`
}
