import { inWholeUnits } from '@dropkit/core'
import { parseMoney } from '@dropkit/core/internal'
import { inBaseUnits } from '../../words/amount.ts'

/** As the API takes it, in whole units, and in the currency's smallest unit. */
export interface Price {
  readonly number: number
  readonly atomic: bigint
}

interface Currency {
  readonly code: string
  readonly decimals: number
}

/**
 * A price as it was typed, in whole units of its currency; undefined when it is none. The API takes prices as numbers:
 * one that such a number cannot hold exactly is not taken.
 */
export function readPrice(typed: string, { code, decimals }: Currency): Price | undefined {
  const atomic = inBaseUnits(typed, decimals)
  if (atomic === undefined || atomic === '0') return undefined
  const number = Number(inWholeUnits(atomic, decimals))
  const taken = parseMoney(number, { code, decimals, coinType: '' }, 'price')
  return taken.ok && taken.value === BigInt(atomic) ? { number, atomic: taken.value } : undefined
}
