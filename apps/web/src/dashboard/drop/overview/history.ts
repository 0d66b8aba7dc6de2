import type { EventType } from '@dropkit/core'
import { shortAddress } from '../../../words/addresses.ts'
import { amountInWords } from '../../../words/amount.ts'
import { eventInWords } from '../../../words/event-words.ts'
import { locale } from '../../../words/language.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../use-drop.ts'

/** The claims of one interval. */
export interface HistoryPoint {
  /** The start of the interval, ISO 8601. */
  readonly at: string
  readonly claims: number
  /** In base units. */
  readonly amount: string
}

export type Range = 'hour' | 'day' | 'all'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** The length of each range, and its number of intervals. */
const WINDOWS = {
  hour: { lengthMs: 60 * MINUTE_MS, points: 60, stepMs: MINUTE_MS },
  day: { lengthMs: DAY_MS, points: 48, stepMs: 30 * MINUTE_MS },
  all: { lengthMs: null, points: 60, stepMs: null },
} as const

/** The variables of the query. They stay the same during an interval, so that the same query is refreshed. */
export function windowOf(
  range: Range,
  nowMs: number,
): { readonly points: number; readonly from: string | null } {
  const { lengthMs, points, stepMs } = WINDOWS[range]
  if (lengthMs === null) return { points, from: null }
  return { points, from: new Date(Math.floor((nowMs - lengthMs) / stepMs) * stepMs).toISOString() }
}

/** Adds the points up to a rising line that ends at the current number of claims. */
export function cumulated(history: readonly HistoryPoint[], totalClaims: number): readonly HistoryPoint[] {
  const inWindow = history.reduce((sum, { claims }) => sum + claims, 0)
  let sum = Math.max(0, totalClaims - inWindow)
  return history.map((point) => {
    sum += point.claims
    return { ...point, claims: sum }
  })
}

/** The interval with the most claims. Undefined if there are no claims. */
export const busiest = (history: readonly HistoryPoint[]): HistoryPoint | undefined =>
  history.reduce<HistoryPoint | undefined>(
    (most, point) => (point.claims > (most?.claims ?? 0) ? point : most),
    undefined,
  )

/** Formats a point's time with a precision that fits the range: minutes within a day, days within a month. */
export function timeLabels(history: readonly Pick<HistoryPoint, 'at'>[]): (iso: string) => string {
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

const MAX_STEPS = 4

/**
 * The ticks of a chart axis up to the highest value `most`: 0, then equal steps of 1, 2 or 5 times a power of ten.
 * `highest` is the last tick, which is at least `most`.
 */
export function heightScale(most: number): { readonly highest: number; readonly ticks: readonly number[] } {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most / MAX_STEPS))))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * MAX_STEPS >= most) ?? power
  const steps = Math.max(1, Math.ceil(most / step))
  return { highest: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) }
}

/** Which of `length` points get a label if there is room for `room` labels: the first, the last, and some in between. */
export function pickedLabels(length: number, room: number): readonly number[] {
  if (length === 0) return []
  const labels = Math.max(1, Math.min(length, room))
  if (labels === 1) return [0]
  return Array.from({ length: labels }, (_, index) => Math.round((index * (length - 1)) / (labels - 1)))
}

const CLAIM_EVENTS = [
  'drop.claimed',
  'claim.revealed',
  'claim.confirmed',
  'claim.expired',
  'claim.failed',
] as const satisfies readonly EventType[]

/** An event of a drop as a sentence. */
export function activityInWords(
  drop: Pick<ShownDrop, 'type' | 'token'>,
  { event, details }: { readonly event: string; readonly details: unknown },
): string {
  const { userAddress, amount, round } = (details ?? {}) as Readonly<Record<string, unknown>>
  const claimEvent = CLAIM_EVENTS.find((type) => type === event)
  // A later `claim.revealed` contains the amount of a claim that waits for the beacon.
  if (event === 'drop.claimed' && round !== undefined && typeof userAddress === 'string')
    return inDrop('claimedRandom', { wallet: shortAddress(userAddress) })
  if (claimEvent !== undefined && typeof userAddress === 'string' && typeof amount === 'string') {
    return inDrop(claimEvent, { wallet: shortAddress(userAddress), amount: amountInWords(drop, amount) })
  }
  return eventInWords(event)
}
