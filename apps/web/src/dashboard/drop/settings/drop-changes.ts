import { ApiRefusal } from '../../../api/errors.ts'
import type {
  Admission,
  ClaimAccess,
  ClaimDelivery,
  HumanCheck,
  Randomness,
  UpdateDropInput,
} from '../../../api/generated/operations.ts'
import {
  amountError,
  amountInWords,
  bareAmount,
  count,
  inBaseUnits,
  isRandom,
} from '../../../words/amount.ts'
import { inPlainWords } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import {
  COUNT_ERROR,
  descriptionError,
  lotteryErrors,
  priceError,
  shortcodeError,
  titleError,
  withoutUndefined,
} from '../../drop-fields/field-errors.ts'
import { instantOf, pickedOf, readCount, readPrice } from '../../drop-fields/read-inputs.ts'
import { originsAsText, originsTyped } from '../../drop-fields/term-inputs.tsx'
import type { ShownDrop } from '../use-drop.ts'

/** The editable values of a drop, as typed. */
export interface EditedDrop {
  readonly title: string
  readonly description: string
  readonly imageUrl: string | null
  readonly shortcode: string
  /** In whole tokens. */
  readonly maxAmount: string
  readonly supply: string
  /** Null if the drop is not random. */
  readonly randomness: Randomness | null
  /** In whole units of the currency. Empty if the drop is free. */
  readonly price: string
  readonly admission: Admission
  /** For a lottery, in the picker's format. */
  readonly entriesCloseAt: string | null
  readonly claimWindowSeconds: number
  readonly maxPerWallet: string
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  readonly claimAccess: ClaimAccess
  readonly isLinkOnly: boolean
  readonly delivery: ClaimDelivery
  readonly humanCheck: HumanCheck
  /** As typed. */
  readonly embedOrigins: string
}

export type DropField = keyof EditedDrop
export type FieldErrors = Readonly<Partial<Record<string, string>>>

/** The default claim window of a new lottery. */
const DAY_SECONDS = 86_400

const instant = (picked: string | null) => (picked === null ? null : instantOf(picked))

const numberTyped = (value: number | null): string => (value === null ? '' : String(value))

export const formOf = (drop: ShownDrop): EditedDrop => ({
  title: drop.title,
  description: drop.description ?? '',
  imageUrl: drop.imageUrl,
  shortcode: drop.shortcode ?? '',
  maxAmount: bareAmount(drop, drop.maxAmount ?? '0'),
  supply: numberTyped(drop.supply),
  randomness: drop.randomness,
  price: drop.price === null ? '' : count(drop.price),
  admission: drop.admission,
  entriesCloseAt: drop.entriesCloseAt === null ? null : pickedOf(drop.entriesCloseAt),
  claimWindowSeconds: drop.claimWindowSeconds ?? DAY_SECONDS,
  maxPerWallet: numberTyped(drop.maxPerWallet),
  startsAt: drop.startsAt === null ? null : pickedOf(drop.startsAt),
  claimDeadline: drop.claimDeadline === null ? null : pickedOf(drop.claimDeadline),
  claimAccess: drop.claimAccess,
  isLinkOnly: drop.isLinkOnly,
  delivery: drop.delivery,
  humanCheck: drop.humanCheck,
  embedOrigins: originsAsText(drop.embedOrigins),
})

type Terms = Pick<ShownDrop, 'tokenAmount' | 'claims'>

/** Why a field can no longer be changed. Null if it can. */
export function lockOf(field: DropField, drop: Terms): string | null {
  const isDrawn = isRandom(drop) && drop.claims.length > 0
  if (isDrawn && (field === 'maxAmount' || field === 'supply')) return inDropTabs('cannotChangeAfterFirst')
  return null
}

/** The values of a drop that the form cannot change. */
interface FixedTerms extends Pick<ShownDrop, 'tokenAmount' | 'claimType'> {
  readonly decimals: number
  readonly currency: { readonly code: string; readonly decimals: number }
}

export type ReadChanges =
  | { readonly kind: 'good'; readonly input: UpdateDropInput }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }

/** Returns the changed values as the update to send, or the errors in the form. */
export function readChanges(was: EditedDrop, form: EditedDrop, fixed: FixedTerms): ReadChanges {
  const { decimals, currency } = fixed
  const changed = (field: DropField) => form[field] !== was[field]

  const maxAmount = inBaseUnits(form.maxAmount, decimals)
  const price = form.price.trim() === '' ? null : readPrice(form.price, currency)
  const supply = readCount(form.supply)
  const maxPerWallet = readCount(form.maxPerWallet)
  const hasNewTimes = changed('claimDeadline') || changed('entriesCloseAt') || changed('claimWindowSeconds')
  const errors = withoutUndefined({
    title: titleError(form.title),
    description: descriptionError(form.description),
    shortcode: shortcodeError(form.shortcode.trim()),
    maxAmount: maxAmount === undefined || maxAmount === '0' ? amountError(decimals) : undefined,
    supply: supply === undefined ? COUNT_ERROR : undefined,
    price: changed('price') && price === undefined ? priceError(currency.decimals) : undefined,
    maxPerWallet: maxPerWallet === undefined ? COUNT_ERROR : undefined,
    ...(form.admission === 'LOTTERY' && maxAmount !== undefined
      ? lotteryErrors({
          ...form,
          tokenAmount: fixed.tokenAmount,
          claimType: fixed.claimType,
          maxAmount,
          supply: supply ?? null,
          isPriced: price !== null,
          // The server accepts an older drop whose window is short, unless its times change.
          claimWindowSeconds: hasNewTimes ? form.claimWindowSeconds : 0,
          maxPerWallet: maxPerWallet ?? null,
        })
      : {}),
  })
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }

  const input: UpdateDropInput = {
    ...(changed('title') ? { title: form.title } : {}),
    ...(changed('description') ? { description: form.description === '' ? null : form.description } : {}),
    ...(changed('imageUrl') ? { imageUrl: form.imageUrl } : {}),
    ...(changed('shortcode') ? { shortcode: form.shortcode.trim() } : {}),
    ...(changed('maxAmount') ? { maxAmount: maxAmount ?? null } : {}),
    ...(changed('supply') ? { supply: supply ?? null } : {}),
    ...(changed('randomness') ? { randomness: form.randomness } : {}),
    ...lotteryPart(was, form),
    ...(changed('price') ? { price: price?.number ?? null } : {}),
    ...(changed('maxPerWallet') ? { maxPerWallet: maxPerWallet ?? null } : {}),
    ...(changed('startsAt') ? { startsAt: instant(form.startsAt) } : {}),
    ...(changed('claimDeadline') ? { claimDeadline: instant(form.claimDeadline) } : {}),
    ...(changed('claimAccess') ? { claimAccess: form.claimAccess } : {}),
    ...(changed('isLinkOnly') ? { isLinkOnly: form.isLinkOnly } : {}),
    ...(changed('delivery') ? { delivery: form.delivery } : {}),
    ...(changed('humanCheck') ? { humanCheck: form.humanCheck } : {}),
    ...(changed('embedOrigins') ? { embedOrigins: originsTyped(form.embedOrigins) } : {}),
  }
  return { kind: 'good', input }
}

/** The API accepts the terms of a lottery only for a drop with a lottery. */
function lotteryPart(was: EditedDrop, form: EditedDrop): UpdateDropInput {
  const isNew = was.admission !== form.admission
  if (form.admission === 'FIRST_COME') return isNew ? { admission: 'FIRST_COME' } : {}
  return {
    ...(isNew ? { admission: 'LOTTERY' } : {}),
    ...(isNew || was.entriesCloseAt !== form.entriesCloseAt
      ? { entriesCloseAt: instant(form.entriesCloseAt) }
      : {}),
    ...(isNew || was.claimWindowSeconds !== form.claimWindowSeconds
      ? { claimWindowSeconds: form.claimWindowSeconds }
      : {}),
  }
}

/**
 * Returns the server's error by the form field that can fix it, with amounts in whole tokens. Null if the error is not
 * about a field.
 */
export function refusedField(error: unknown, drop: Pick<ShownDrop, 'type' | 'token'>): FieldErrors | null {
  if (!(error instanceof ApiRefusal)) return null
  // The shortcode is the only field of a drop that must be unique.
  if (error.code === 'CONFLICT') return { shortcode: inDropTabs('anotherDropAlreadyUses') }
  const { least } = error.details
  switch (error.field) {
    case undefined:
      return null
    case 'tokenAmount':
      return { maxAmount: inDropTabs('poolMustBeAt') }
    case 'maxAmount':
      if (typeof least === 'string')
        return {
          maxAmount: inDropTabs('atLeastAmountBecause', { amount: amountInWords(drop, least) }),
        }
      break
    case 'supply':
      if (typeof least === 'number')
        return { supply: inDropTabs('atLeastCountBecause', { count: count(least) }) }
      break
  }
  return { [error.field]: inPlainWords(error) }
}
