import type { Instant } from '@dropkit/core'

/** A receiver may ask for peace, but not for ever. */
export const MAX_RETRY_AFTER_MS = 86_400_000

/** RFC 9110, 5.6.7: the present form and the two that are obsolete but still to be understood. */
const HTTP_DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * How long Retry-After (RFC 9110, 10.2.3) asks to wait, in milliseconds from the answer on, at most a day; null
 * when it says nothing that can be understood. A date is counted from the answer's own Date, so that a receiver
 * whose clock is wrong is still understood; without one, from `answeredAt`.
 */
export function retryAfterMsOf(
  retryAfter: string | undefined,
  date: string | undefined,
  answeredAt: Instant,
): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS)
  const until = httpDate(text)
  if (until === null) return null
  const from = httpDate(date?.trim() ?? '') ?? answeredAt
  return Math.min(Math.max(until - from, 0), MAX_RETRY_AFTER_MS)
}

function httpDate(text: string): Instant | null {
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  // asctime's form does not say that it is UTC.
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}
