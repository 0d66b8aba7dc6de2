import type { Instant } from '@dropkit/core'

/** The longest wait that a receiver may ask for: one day. */
export const MAX_RETRY_AFTER_MS = 86_400_000

/** RFC 9110, 5.6.7: the current date format, and the two obsolete formats that must still be accepted. */
const HTTP_DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * The wait that Retry-After (RFC 9110, 10.2.3) asks for, in milliseconds after the answer, at most a day. Null if the
 * header is missing or invalid. A date is compared with the answer's own Date header, so that it works even if the
 * receiver's clock is wrong; without that header, with `answeredAt`.
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
  // The asctime format does not state that it is UTC.
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}
