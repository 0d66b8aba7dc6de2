import { locale } from './language.ts'

/** A calendar's words in the visitor's locale. Days come as `2026-06-01`, and are days of no time zone. */
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
  /** 1 for Monday to 7 for Sunday. Browsers write it in two ways. */
  readonly getWeekInfo?: () => { readonly firstDay: number }
  readonly weekInfo?: { readonly firstDay: number }
}

/** On which day a week begins, 0 for Sunday; Monday where the browser does not tell. */
export function firstDayOfWeek(locale: string): DayOfWeek {
  const known: WithWeekInfo = new Intl.Locale(locale)
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return (firstDay % 7) as DayOfWeek
}
