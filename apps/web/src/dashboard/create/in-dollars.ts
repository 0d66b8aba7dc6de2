import { inWholeUnits } from '@dropkit/core'
import { inBaseUnits } from '../../words/amount.ts'
import { dollars } from '../../words/dollars.ts'
import { inCreate } from '../../words/messages/create.ts'
import type { Currency } from './form-faults.ts'

/** A typed price in US dollars, for display: `about $8.75`. Undefined if the price is invalid or no rate is known. */
export function inDollars(typed: string, { decimals, usdRate }: Currency): string | undefined {
  const atomic = inBaseUnits(typed, decimals)
  if (atomic === undefined || atomic === '0' || usdRate <= 0) return undefined
  return inCreate('aboutDollars', { dollars: dollars(Number(inWholeUnits(atomic, decimals)) * usdRate) })
}
