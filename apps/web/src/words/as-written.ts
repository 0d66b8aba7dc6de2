import { locale } from './language.ts'

const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })

/** `1234.5` as the locale of this machine writes it. For tests that type amounts, or read them. */
export const asWritten = (decimal: string): string => format.format(decimal as Intl.StringNumericLiteral)
