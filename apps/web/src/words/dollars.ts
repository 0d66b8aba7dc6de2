import { inWholeUnits } from '@dropkit/core'
import type { Currency } from '../dashboard/create/form-faults.ts'
import { inBaseUnits } from './amount.ts'
import { locale } from './language.ts'
import { inCreate } from './messages/create.ts'

/** A typed price in US dollars, for display: `about $8.75`. Undefined if the price is invalid or no rate is known. */
export function inDollars(typed: string, { decimals, usdRate }: Currency): string | undefined {
  const atomic = inBaseUnits(typed, decimals)
  if (atomic === undefined || atomic === '0' || usdRate <= 0) return undefined
  return inCreate('aboutDollars', { dollars: dollars(Number(inWholeUnits(atomic, decimals)) * usdRate) })
}

const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })

/** US dollars, for display: `$8.75`. */
export const dollars = (amount: number): string => format.format(amount)
