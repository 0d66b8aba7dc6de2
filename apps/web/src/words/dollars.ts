import { locale } from './language.ts'

const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** US dollars, for display: `$8.75`. */
export const dollars = (amount: number): string => format.format(amount)
