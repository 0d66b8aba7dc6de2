import { locale } from './language.ts'

const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const precise = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const zoned = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const DURATION_UNITS = UNITS.filter(([unit]) => unit === 'day' || unit === 'hour' || unit === 'minute')

/** A time in the user's time zone and locale. */
export const inWords = (iso: string): string => instant.format(new Date(iso))

/** The same with seconds, for things that happen within seconds of each other. */
export const preciseTime = (iso: string): string => precise.format(new Date(iso))

/** The same with the time zone, for times that people agree on: `1 Jun 2026, 14:00 CEST`. */
export const inWordsWithZone = (iso: string): string => zoned.format(new Date(iso))

/** The time of day with seconds, for times that are close to now. */
export const clockTime = (iso: string): string => clock.format(new Date(iso))

/** `3 hours ago`, `in 2 days`. */
export function fromNow(iso: string, nowMs: number): string {
  const differenceMs = Date.parse(iso) - nowMs
  const [unit, lengthMs] = UNITS.find(([, length]) => Math.abs(differenceMs) >= length) ?? ['second', 1_000]
  return relative.format(Math.trunc(differenceMs / lengthMs), unit)
}

/** Like `fromNow`, for past events. If the clocks differ a little, the result is still not in the future. */
export const ago = (iso: string, nowMs: number): string => fromNow(iso, Math.max(nowMs, Date.parse(iso)))

/** A duration in its largest whole unit: `15 minutes`, `1 day`. */
export function duration(lengthMs: number): string {
  const [unit, unitMs] = DURATION_UNITS.find(([, ms]) => lengthMs % ms === 0) ?? ['second', 1_000]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(lengthMs / unitMs)
}

/** The remaining time as a countdown: `2d 03:04:05`, `04:05`. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const clock = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`
  if (days > 0) return `${days}d ${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** Names of months and days in the user's locale. Dates such as `2026-06-01` have no time zone. */
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day: string): string => format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

export const dayInFull = written({ dateStyle: 'long' })
export const monthAndYear = written({ month: 'long', year: 'numeric' })
export const monthShort = written({ month: 'short' })
export const yearAlone = written({ year: 'numeric' })
export const weekdayShort = written({ weekday: 'short' })

type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6

interface WithWeekInfo extends Intl.Locale {
  /** 1 for Monday to 7 for Sunday. Some browsers have the property `weekInfo` instead. */
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** The first day of the week, 0 for Sunday. Monday if the browser does not know it. */
export function firstDayOfWeek(locale: string): DayOfWeek {
  const known: WithWeekInfo = new Intl.Locale(locale)
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return (firstDay % 7) as DayOfWeek
}
