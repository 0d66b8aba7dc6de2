import { type Award, amountOf } from '@dropkit/core'
import {
  parseDescription,
  parseShortcode,
  parseTitle,
  refusalOfLotteryTerms,
  refusalOfShortWindow,
} from '@dropkit/core/internal'
import type { ClaimType } from '../../api/generated/operations.ts'
import { inForms } from '../../words/messages/forms.ts'
import { inputWords } from '../../words/reason-words.ts'
import { instantOf } from './read-inputs.ts'

// Each function returns the error message for a typed value. Undefined if the value is valid.

export function titleError(title: string): string | undefined {
  if (title.trim() === '') return inForms('giveDropTitle')
  return parseTitle(title).ok ? undefined : inForms('atMost120Characters')
}

export const descriptionError = (description: string): string | undefined =>
  parseDescription(description).ok ? undefined : inForms('atMost5000')

export const shortcodeError = (shortcode: string): string | undefined =>
  parseShortcode(shortcode, 'shortcode').ok ? undefined : inForms('shortcodeForm')

export const priceError = (decimals: number): string => inForms('enterPriceGreaterThan', { decimals })

/** The entries with an error. */
export const withoutUndefined = (
  errors: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

export const COUNT_ERROR = inForms('enterWholeNumberOf')

/** The terms of a drop with a lottery, from a form. Times are in the picker's format. */
interface AskedTerms {
  readonly entriesCloseAt: string | null
  readonly claimWindowSeconds: number
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  /** In base units, in the API's format: `0` is random, null is chosen by the claimer. */
  readonly tokenAmount: string | null
  readonly maxAmount: string
  readonly supply: number | null
  readonly isPriced: boolean
  readonly claimType: ClaimType
  readonly maxPerWallet: number | null
  readonly isLinkOnly: boolean
}

/** Terms that a lottery excludes, by the API's field. Uses the API's own rule. */
export function lotteryErrors(asked: AskedTerms): Readonly<Record<string, string>> {
  const entriesCloseAt = momentOf(asked.entriesCloseAt)
  if (entriesCloseAt === null) return { entriesCloseAt: inForms('chooseWhenEntriesClose') }
  const lottery = { entriesCloseAt, claimWindowMs: asked.claimWindowSeconds * 1_000 }
  const terms = {
    ...asked,
    lottery,
    startsAt: momentOf(asked.startsAt),
    claimDeadline: momentOf(asked.claimDeadline),
    award: awardOf(asked.tokenAmount),
    pool: amountOf(BigInt(asked.maxAmount)),
    // The rule checks only whether there is a price.
    price: asked.isPriced ? { atomic: 1n, currency: '' } : null,
  }
  const refusal = refusalOfLotteryTerms(terms) ?? refusalOfShortWindow(terms)
  if (refusal?.kind !== 'bad_user_input') return {}
  return { [refusal.field]: WORDS[refusal.field] ?? inputWords(refusal) }
}

const momentOf = (picked: string | null): number | null =>
  picked === null ? null : Date.parse(instantOf(picked))

function awardOf(tokenAmount: string | null): Award {
  if (tokenAmount === null) return { kind: 'open' }
  if (tokenAmount === '0') return { kind: 'random', commitment: '', seed: '' }
  return { kind: 'fixed', amount: amountOf(BigInt(tokenAmount)) }
}

const WORDS: Readonly<Record<string, string>> = {
  price: inForms('lotteryMustBeFree'),
  supply: inForms('lotteryNeedsNumberOf'),
  tokenAmount: inForms('inLotteryClaimersCannot'),
  maxAmount: inForms('poolMustBeEnough'),
  claimType: inForms('lotteryCannotBeClaimed'),
  maxPerWallet: inForms('inLotteryEachWallet'),
  isLinkOnly: inForms('lotteryCannotUseClaim'),
  entriesCloseAt: inForms('entriesMustCloseAfter'),
  claimDeadline: inForms('endMustBeAfter'),
}
