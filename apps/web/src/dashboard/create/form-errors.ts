import { amountOf } from '@dropkit/core'
import { largestClaim, MAX_AMOUNT, MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import { count, inWholeTokens, measureOf } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import {
  COUNT_ERROR,
  descriptionError,
  lotteryErrors,
  priceError,
  shortcodeError,
  titleError,
  withoutUndefined,
} from '../drop-fields/field-errors.ts'
import { instantOf, type Price, readCount, readPrice } from '../drop-fields/read-inputs.ts'
import { ruleErrors } from '../gating/rules.ts'
import { awardTerms, type DropForm, needsItems, type TakenShortcodes, tokenAmountOf } from './drop-form.ts'
import type { StepName } from './steps.ts'

/** Error messages by the form's field (or `rules[0].value`). */
export type FormErrors = Readonly<Record<string, string>>

/** What validation needs in addition to the form. */
export interface Surroundings {
  /** Unix milliseconds by the server's clock. */
  readonly nowMs: number
  readonly currencies: readonly Currency[]
  readonly takenShortcodes: TakenShortcodes
}

export interface Currency {
  readonly code: string
  readonly decimals: number
  readonly usdRate: number
}

/** The errors in a step's fields. Empty if the step is valid. */
export function stepErrors(step: StepName, form: DropForm, surroundings: Surroundings): FormErrors {
  switch (step) {
    case 'token':
      return tokenErrors(form)
    case 'giveaway':
      return { ...wordErrors(form, surroundings), ...amountErrors(form) }
    case 'price':
      return priceErrors(form, surroundings)
    case 'schedule':
      return scheduleErrors(form, surroundings)
    case 'access':
      return accessErrors(form)
    case 'review':
      return {}
  }
}

function tokenErrors({ type, token }: DropForm): FormErrors {
  if (token === null) return { token: inCreate('chooseWhatDropGives') }
  if (type === 'NFT' && token.decimals > 0)
    return { token: inCreate('symbolHasDecimalsNft', { symbol: token.symbol }) }
  return {}
}

function wordErrors(form: DropForm, surroundings: Surroundings): FormErrors {
  return withoutUndefined({
    title: titleError(form.title),
    description: descriptionError(form.description),
    shortcode:
      shortcodeTakenError(form, surroundings) ??
      (form.shortcode === null ? undefined : shortcodeError(form.shortcode)),
  })
}

/** The error message for a typed shortcode that is taken. One that is derived from the title is never taken. */
export const shortcodeTakenError = (
  { shortcode }: Pick<DropForm, 'shortcode'>,
  { takenShortcodes }: Surroundings,
): string | undefined =>
  shortcode !== null && takenShortcodes.has(shortcode.toLowerCase())
    ? inCreate('shortcodeIsTaken', { shortcode })
    : undefined

function amountErrors(form: DropForm): FormErrors {
  const errors: Record<string, string> = {}
  const { symbol, decimals } = measureOf(form)
  const { each, pool, items } = awardTerms(form)
  const isFixed = form.award === 'fixed'
  if (isFixed && each === undefined) errors['each'] = inCreate('enterAmountEach', { symbol, decimals })
  else if (isFixed && each === 0n) errors['each'] = inCreate('mustBeGreaterThan')
  if (!isFixed && pool === undefined) errors['pool'] = inCreate('enterPool', { symbol, decimals })
  else if (!isFixed && pool === 0n) errors['pool'] = inCreate('mustBeGreaterThan')
  if (items === undefined || (needsItems(form) && items === null))
    errors['items'] = inCreate('wholeNumberOfAt')
  if (pool !== undefined && pool > MAX_AMOUNT)
    errors[isFixed ? 'items' : 'pool'] = inCreate('chainAllows', {
      amount: inWholeTokens(MAX_AMOUNT, decimals),
      symbol,
    })
  if (!isFixed && pool !== undefined && items != null && pool < BigInt(items))
    errors['items'] = inCreate('tooManyItemsEach')
  const most = Object.keys(errors).length > 0 ? null : largestPiecesOf(form)
  if (most !== null && most > BigInt(MAX_PIECES_PER_CLAIM))
    errors[isFixed ? 'each' : 'pool'] = isFixed
      ? inCreate('atMostMaxPieces', { MAX_PIECES_PER_CLAIM })
      : inCreate('oneDrawCouldGet', { count: count(most), MAX_PIECES_PER_CLAIM })
  if (form.claimType !== 'STREAK' && readCount(form.maxPerWallet) === undefined)
    errors['maxPerWallet'] = COUNT_ERROR
  return errors
}

/** The largest number of pieces that one claim can get. Null if it is not an NFT drop or not known yet. */
function largestPiecesOf(form: DropForm): bigint | null {
  const { each, pool, items } = awardTerms(form)
  if (form.type !== 'NFT' || pool === undefined || items === undefined || form.award === 'open') return null
  if (form.award === 'fixed') return each ?? null
  return largestClaim({
    award: { kind: 'random', commitment: '', seed: '' },
    pool: amountOf(pool),
    supply: items,
  })
}

/** The price. Null if the drop is free; undefined if the typed price is invalid. */
export function priceOf(form: DropForm, { currencies }: Surroundings): Price | null | undefined {
  if (!form.isPriced) return null
  const currency = currencyOf(form, currencies)
  return currency && readPrice(form.price, currency)
}

/** The chosen currency, otherwise the first of the server. */
export const currencyOf = (
  form: Pick<DropForm, 'currency'>,
  currencies: readonly Currency[],
): Currency | undefined => currencies.find(({ code }) => code === form.currency) ?? currencies[0]

function priceErrors(form: DropForm, surroundings: Surroundings): FormErrors {
  if (!form.isPriced) return {}
  const errors: Record<string, string> = {}
  const currency = currencyOf(form, surroundings.currencies)
  if (priceOf(form, surroundings) === undefined) errors['price'] = priceError(currency?.decimals ?? 0)
  if (form.award !== 'fixed' && awardTerms(form).items === null)
    errors['items'] = inCreate('dropWithPriceNeeds')
  return errors
}

function scheduleErrors(form: DropForm, { nowMs }: Surroundings): FormErrors {
  const startsMs = form.opening === 'later' ? momentOf(form.startsAt) : null
  const endsMs = momentOf(form.claimDeadline)
  const errors: Record<string, string> = {}
  if (form.opening === 'later' && startsMs === null) errors['startsAt'] = inCreate('chooseWhenItOpens')
  else if (startsMs !== null && startsMs <= nowMs) errors['startsAt'] = inCreate('thisTimeHasPassed')
  if (endsMs !== null && endsMs <= nowMs) errors['claimDeadline'] = inCreate('thisTimeHasPassed2')
  else if (endsMs !== null && startsMs !== null && endsMs <= startsMs)
    errors['claimDeadline'] = inCreate('endMustBeAfter')
  return { ...entryErrors(form, nowMs), ...errors }
}

/** The errors in a lottery's times. The form offers no other terms that a lottery excludes. */
function entryErrors(form: DropForm, nowMs: number): FormErrors {
  const { pool, items } = awardTerms(form)
  if (form.admission === 'FIRST_COME' || pool === undefined || items == null) return {}
  const entriesCloseAt = momentOf(form.entriesCloseAt)
  if (entriesCloseAt !== null && entriesCloseAt <= nowMs)
    return { entriesCloseAt: inCreate('thisTimeHasPassed2') }
  return lotteryErrors({
    ...form,
    startsAt: form.opening === 'later' ? form.startsAt : null,
    tokenAmount: tokenAmountOf(form),
    maxAmount: String(pool),
    supply: items,
    maxPerWallet: readCount(form.maxPerWallet) ?? null,
  })
}

/** A picker's value in Unix milliseconds. */
const momentOf = (picked: string | null): number | null =>
  picked === null ? null : Date.parse(instantOf(picked))

function accessErrors({ claimType, gating }: DropForm): FormErrors {
  if (claimType === 'ELITE' && gating.rules.length === 0) return { rules: inCreate('gatedDropNeedsAt') }
  return ruleErrors(gating.rules)
}
