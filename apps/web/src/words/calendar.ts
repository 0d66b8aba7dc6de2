import { locale } from './language.ts'

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
