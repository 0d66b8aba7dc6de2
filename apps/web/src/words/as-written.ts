import { locale } from './language.ts'

const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })

/** Formats `1234.5` in the locale of this machine, for tests that type or read amounts. */
export const asWritten = (decimal: string): string => format.format(decimal as Intl.StringNumericLiteral)
