import { type CourseOfDrop, inWholeUnits, type RunRange, type SpreadOfCourses } from '@dropkit/core'
import { inWords } from './read-simulation-file.ts'

const whole = new Intl.NumberFormat('en-US')
const count = (number: number | bigint): string => whole.format(number)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const BAR_WIDTH = 30

/** A simulation as text: the outcome of the drop, the refusals with their reasons, and the distribution of the amounts. */
export function courseText(title: string, course: CourseOfDrop): string {
  return [
    ...headline(title, course),
    '',
    ...triesOf(course),
    '',
    ...walletsOf(course),
    ...salesOf(course),
    ...lotteryOf(course),
    ...milestonesOf(course),
    ...amountsOf(course),
  ].join('\n')
}

function headline(title: string, course: CourseOfDrop): readonly string[] {
  const { soldOutAfterMs, reopened, status, amounts, given, pool, seed, beginsAt } = course
  const end =
    soldOutAfterMs === null ? `not sold out, ${status}` : `sold out after ${inWords(soldOutAfterMs)}`
  const again = reopened === 0 ? '' : `, open again ${reopened === 1 ? 'once' : `${count(reopened)} times`}`
  return [
    `${title}: ${end}${again}`,
    `${count(given)} of ${count(pool)} given in ${count(amounts?.count ?? 0)} claims`,
    `simulated with seed ${seed}${beginsAt === 0 ? '' : `, from ${new Date(beginsAt).toISOString()} on`}`,
  ]
}

function triesOf({ tries, refusals, released, lottery }: CourseOfDrop): readonly string[] {
  const ends: readonly (readonly [string, number])[] = [
    ['claimed', tries.claimed],
    [lottery ? 'again: had entered' : 'again: had it already', tries.again],
    [lottery ? 'lapsed: won, not claimed' : 'lapsed: bought, not paid', tries.lapsed],
    ['waiting: never admitted', tries.waiting],
    ['in review: paid too late', tries.inReview],
  ]
  const lines = ends.filter(([, tried]) => tried > 0).map(([name, tried]) => row(name, tried, tries.all))
  const refused = refusals.flatMap(({ kind, tries: tried, reasons }) => [
    row(kind, tried, tries.all),
    ...reasons.map(({ reason, tries: times }) => `    ${reason}: ${count(times)}`),
  ])
  const late =
    released === 0 ? [] : [`  ${count(released)} claims were released: their vouchers expired unused`]
  return [row('tries', tries.all, null, ''), ...lines, ...refused, ...late]
}

const row = (name: string, tried: number, all: number | null, indent = '  '): string =>
  `${`${indent}${name}`.padEnd(28)}${count(tried).padStart(12)}${all === null ? '' : percent(tried / all).padStart(10)}`

function walletsOf({ wallets, bots, given }: CourseOfDrop): readonly string[] {
  const { came, served, emptyHanded } = wallets
  const lines = [`${count(came)} wallets came: ${count(served)} got something, ${count(emptyHanded)} nothing`]
  if (bots) {
    const part = given === 0n ? 0 : Number(bots.given) / Number(given)
    lines.push(
      `${count(bots.wallets)} wallets of bots got ${count(bots.given)} (${percent(part)} of what was given)`,
    )
  }
  return lines
}

function salesOf({ sales }: CourseOfDrop): readonly string[] {
  if (!sales) return []
  const money = (atomic: bigint) => `${inWholeUnits(atomic, sales.decimals)} ${sales.currency}`
  const owed = sales.owed === 0n ? '' : `, ${money(sales.owed)} of it for items not taken`
  return [`${count(sales.begun)} purchases, ${count(sales.paid)} paid: ${money(sales.proceeds)}${owed}`]
}

function lotteryOf({ lottery }: CourseOfDrop): readonly string[] {
  if (!lottery) return []
  const { entries, drawnAfterMs, waves, winners, movedUp, leftOver } = lottery
  if (drawnAfterMs === null) return [`${count(entries)} entries, never drawn because the drop ended before`]
  return [
    `${count(entries)} entries, drawn after ${inWords(drawnAfterMs)}: ${count(winners)} winners`,
    `${count(movedUp)} wallets moved up in ${count(Math.max(0, waves - 1))} further waves, ${count(leftOver)} items left over`,
  ]
}

function milestonesOf({ milestones, lastClaimAfterMs }: CourseOfDrop): readonly string[] {
  if (lastClaimAfterMs === null) return []
  const lines = milestones.map(
    ({ percent: given, afterMs }) => `${String(given).padStart(5)} %  ${inWords(afterMs)}`,
  )
  return ['', 'given away after', ...lines, `  the last claim  ${inWords(lastClaimAfterMs)}`]
}

function amountsOf({ amounts }: CourseOfDrop): readonly string[] {
  if (!amounts) return []
  const { least, median, mean, p90, most, histogram } = amounts
  if (least === most) return ['', `every claim got ${count(least)}`]
  const figures = [
    ['least', count(least)],
    ['median', count(median)],
    ['mean', whole.format(mean)],
    ['90 % at most', count(p90)],
    ['most', count(most)],
  ]
  const labels = histogram.map(({ from, to }) => `${count(from)} to ${count(to)}`)
  const width = Math.max(...labels.map(({ length }) => length))
  const highest = Math.max(...histogram.map((range) => range.count))
  const bars = histogram.map((range, place) => {
    const bar = '█'.repeat(Math.ceil((BAR_WIDTH * range.count) / highest))
    return `  ${(labels[place] ?? '').padStart(width)}  ${bar} ${count(range.count)}`
  })
  return ['', 'amounts', ...figures.map(([name, value]) => `  ${`${name}`.padEnd(14)}${value}`), ...bars]
}

/** The distribution over many simulations as text: the median, and the range without the lowest and highest 5 %. */
export function spreadText({ runs, firstSeed, soldOut, ...spread }: SpreadOfCourses): string {
  const lines = [
    `${count(runs)} runs, seeds ${firstSeed} to ${firstSeed + runs - 1}: ${count(soldOut)} sold out`,
    `${''.padEnd(28)}${['5 %', 'median', '95 %'].map((name) => name.padStart(14)).join('')}`,
    rangeRow('sold out after', spread.soldOutAfterMs, inWords),
    rangeRow('claims', spread.claims, count),
    rangeRow('wallets with something', spread.walletsServed, count),
    rangeRow('given', spread.given, count),
    rangeRow('largest amount', spread.largestAmount, count),
    rangeRow('moved up', spread.movedUp, count),
    rangeRow('given to bots', spread.givenToBots, count),
    ...spread.refusals.map(({ kind, tries }) => rangeRow(kind, tries, count)),
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function rangeRow<T>(name: string, range: RunRange<T> | null, show: (value: T) => string): string {
  if (range === null) return ''
  return `${name.padEnd(28)}${[range.p5, range.p50, range.p95].map((value) => show(value).padStart(14)).join('')}`
}
