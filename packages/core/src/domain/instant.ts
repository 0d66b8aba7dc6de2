/** A point in time, in whole Unix milliseconds (UTC). */
export type Instant = number

/** The largest time that a `Date` can hold. */
const MAX_INSTANT = 8_640_000_000_000_000

export const isInstant = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= MAX_INSTANT

/** Milliseconds in a minute. */
export const MINUTE_MS = 60_000

/** Milliseconds in an hour. */
export const HOUR_MS = 3_600_000

/** Milliseconds in a day of 24 hours. */
export const DAY_MS = 86_400_000

/** A delay that doubles with each attempt, from `firstMs` after none up to `longestMs`. */
export const doublingDelayMs = (firstMs: number, attempts: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(attempts, 20), longestMs)

/** The UTC day of an instant. 1970-01-01 is day 0. */
export const utcDay = (instant: Instant): number => Math.floor(instant / DAY_MS)

/** The first instant of a UTC day. */
export const startOfUtcDay = (day: number): Instant => day * DAY_MS

/** As ISO 8601 in UTC, with milliseconds. */
export const toIso = (instant: Instant): string => new Date(instant).toISOString()

/**
 * Reads ISO 8601 with a time zone. NaN for anything else: `Date.parse` would read a time without a zone as local to the machine.
 */
export const parseIso = (text: unknown): Instant =>
  typeof text === 'string' && /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
