import type { ClaimAccess, UpdateDropInput } from '../../../api/generated/operations.ts'
import { amountFault, count, inBaseUnits, plainDecimal } from '../../../words/amount.ts'
import { bareAmount, isRandom } from '../../../words/drop-amount.ts'
import { instantOf, pickedOf } from '../local-time.ts'
import type { ShownDrop } from '../shown-drop.ts'

/** What of a drop may still change, as it is typed. */
export interface DropForm {
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  readonly shortcode: string
  /** In whole tokens. */
  readonly maxAmount: string
  readonly supply: string
  /** In whole units of the currency; empty: free. */
  readonly price: string
  readonly maxPerWallet: string
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  readonly claimAccess: ClaimAccess
}

export type DropField = keyof DropForm
export type FieldFaults = Readonly<Partial<Record<string, string>>>

const numberTyped = (value: number | null): string => (value === null ? '' : String(value))

export const formOf = (drop: ShownDrop): DropForm => ({
  title: drop.title,
  description: drop.description ?? '',
  imageUrl: drop.imageUrl,
  shortcode: drop.shortcode ?? '',
  maxAmount: bareAmount(drop, drop.maxAmount ?? '0'),
  supply: numberTyped(drop.supply),
  price: drop.price === null ? '' : count(drop.price),
  maxPerWallet: numberTyped(drop.maxPerWallet),
  startsAt: drop.startsAt === null ? null : pickedOf(drop.startsAt),
  claimDeadline: drop.claimDeadline === null ? null : pickedOf(drop.claimDeadline),
  claimAccess: drop.claimAccess,
})

type Terms = Pick<ShownDrop, 'tokenAmount' | 'claims'>

/** Why a field can no longer be changed, in words; null while it can. */
export function lockOf(field: DropField, drop: Terms): string | null {
  const isDrawn = isRandom(drop) && drop.claims.length > 0
  if (isDrawn && (field === 'maxAmount' || field === 'supply'))
    return 'Stays since the first draw: every amount follows from it, and anybody can check them.'
  return null
}

export type ReadChanges =
  | { readonly kind: 'good'; readonly input: UpdateDropInput }
  | { readonly kind: 'faulty'; readonly faults: FieldFaults }

/** What differs from the drop as it was, for the service; or what in the form is wrong. */
export function readChanges(
  was: DropForm,
  form: DropForm,
  { decimals, currencyDecimals }: { readonly decimals: number; readonly currencyDecimals: number },
): ReadChanges {
  const faults: Partial<Record<DropField, string>> = {}
  const changed = (field: DropField) => form[field] !== was[field]

  const maxAmount = inBaseUnits(form.maxAmount, decimals)
  if (maxAmount === undefined || maxAmount === '0') faults.maxAmount = amountFault(decimals)
  const price = form.price.trim() === '' ? null : inBaseUnits(form.price, currencyDecimals)
  if (price === undefined) faults.price = amountFault(currencyDecimals)
  for (const field of ['supply', 'maxPerWallet'] as const)
    if (!/^\s*(?:[1-9]\d{0,9})?\s*$/.test(form[field])) faults[field] = 'A whole number, or nothing'
  if (form.title.trim() === '') faults.title = 'A drop needs a name'
  if (form.shortcode.trim() === '') faults.shortcode = 'The link needs an end'
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults }

  const countOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))
  const instant = (picked: string | null) => (picked === null ? null : instantOf(picked))
  const input: UpdateDropInput = {
    ...(changed('title') ? { title: form.title } : {}),
    ...(changed('description') ? { description: form.description === '' ? null : form.description } : {}),
    ...(changed('imageUrl') ? { imageUrl: form.imageUrl } : {}),
    ...(changed('shortcode') ? { shortcode: form.shortcode.trim() } : {}),
    ...(changed('maxAmount') ? { maxAmount: maxAmount ?? null } : {}),
    ...(changed('supply') ? { supply: countOf(form.supply) } : {}),
    ...(changed('price')
      ? { price: price == null ? null : Number(plainDecimal(price, currencyDecimals)) }
      : {}),
    ...(changed('maxPerWallet') ? { maxPerWallet: countOf(form.maxPerWallet) } : {}),
    ...(changed('startsAt') ? { startsAt: instant(form.startsAt) } : {}),
    ...(changed('claimDeadline') ? { claimDeadline: instant(form.claimDeadline) } : {}),
    ...(changed('claimAccess') ? { claimAccess: form.claimAccess } : {}),
  }
  return { kind: 'good', input }
}
