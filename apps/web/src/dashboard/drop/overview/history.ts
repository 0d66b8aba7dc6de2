import { locale } from '../../../words/language.ts'

/** What was claimed in one interval. */
export interface HistoryPoint {
  /** Where the interval begins, ISO 8601. */
  readonly at: string
  readonly claims: number
  /** In base units. */
  readonly amount: string
}

export type Range = 'hour' | 'day' | 'all'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** How long it looks back and into how many intervals it is cut. */
const WINDOWS = {
  hour: { lengthMs: 60 * MINUTE_MS, points: 60, stepMs: MINUTE_MS },
  day: { lengthMs: DAY_MS, points: 48, stepMs: 30 * MINUTE_MS },
  all: { lengthMs: null, points: 60, stepMs: null },
} as const

/** What to ask for, the same for a whole interval: so it is read anew, not read again and again. */
export function windowOf(
  range: Range,
  nowMs: number,
): { readonly points: number; readonly from: string | null } {
  const { lengthMs, points, stepMs } = WINDOWS[range]
  if (lengthMs === null) return { points, from: null }
  return { points, from: new Date(Math.floor((nowMs - lengthMs) / stepMs) * stepMs).toISOString() }
}

/** Points as a line that only rises, up to the number of claims there are now. */
export function cumulated(history: readonly HistoryPoint[], totalClaims: number): readonly HistoryPoint[] {
  const inWindow = history.reduce((sum, { claims }) => sum + claims, 0)
  let sum = Math.max(0, totalClaims - inWindow)
  return history.map((point) => {
    sum += point.claims
    return { ...point, claims: sum }
  })
}

/** The interval in which most was claimed; undefined where nothing was. */
export const busiest = (history: readonly HistoryPoint[]): HistoryPoint | undefined =>
  history.reduce<HistoryPoint | undefined>(
    (most, point) => (point.claims > (most?.claims ?? 0) ? point : most),
    undefined,
  )

/** A point's time, as precise as the whole stretch makes it useful: minutes of a day, days of a month. */
export function timeLabels(history: readonly HistoryPoint[]): (iso: string) => string {
  const lengthMs = Date.parse(history.at(-1)?.at ?? '') - Date.parse(history[0]?.at ?? '')
  const options: Intl.DateTimeFormatOptions =
    lengthMs > 3 * DAY_MS
      ? { day: 'numeric', month: 'short' }
      : lengthMs > DAY_MS
        ? { weekday: 'short', hour: 'numeric', minute: '2-digit' }
        : lengthMs > 10 * MINUTE_MS
          ? { hour: 'numeric', minute: '2-digit' }
          : { hour: 'numeric', minute: '2-digit', second: '2-digit' }
  const format = new Intl.DateTimeFormat(locale, options)
  return (iso) => format.format(new Date(iso))
}
