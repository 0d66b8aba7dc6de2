import { inBaseUnits } from '../../words/amount.ts'
import { measureOf } from '../../words/drop-amount.ts'
import { readCount } from '../drop-fields/read-numbers.ts'
import type { DropForm } from './drop-form.ts'

/** How much a drop gives out, in base units. Undefined if the typed text is not a valid number (yet). */
export interface AwardTerms {
  readonly each: bigint | undefined
  readonly pool: bigint | undefined
  /** Null: as many as the pool allows. */
  readonly items: number | null | undefined
}

/** Whether a public beacon decides the amounts. */
export const isByBeacon = ({ award, randomness }: Pick<DropForm, 'award' | 'randomness'>): boolean =>
  award === 'random' && randomness === 'BEACON'

/** Whether the drop needs a fixed number of items. */
export const needsItems = (form: Pick<DropForm, 'award' | 'randomness' | 'admission'>): boolean =>
  form.award === 'fixed' || isByBeacon(form) || form.admission === 'LOTTERY'

type Asked = Pick<DropForm, 'type' | 'token' | 'award' | 'each' | 'items' | 'pool'>

export function awardTerms(form: Asked): AwardTerms {
  const { decimals } = measureOf(form)
  const items = readCount(form.items)
  const typedPool = asAmount(form.pool, decimals)
  if (form.award !== 'fixed') return { each: undefined, pool: typedPool, items }
  const each = form.type === 'NFT' && form.each.trim() === '' ? 1n : asAmount(form.each, decimals)
  const pool = each === undefined || items == null ? undefined : each * BigInt(items)
  return { each, pool, items }
}

function asAmount(typed: string, decimals: number): bigint | undefined {
  const baseUnits = inBaseUnits(typed, decimals)
  return baseUnits === undefined ? undefined : BigInt(baseUnits)
}

/** In the API's format: null if claimers choose the amount, `0` for random amounts. */
export function tokenAmountOf(form: Asked): string | null {
  if (form.award === 'open') return null
  return form.award === 'random' ? '0' : String(awardTerms(form).each)
}
