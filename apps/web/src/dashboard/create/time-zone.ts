import { locale } from '../../words/language.ts'
/** The user's time zone at a time: `Central European Standard Time (Europe/Berlin)`. */
export function timeZoneInWords(at: Date): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}
