import { type Award, amountOf } from '@dropkit/core'
import { refusalOfLotteryTerms } from '@dropkit/core/internal'
import type { ClaimType } from '../../api/generated/operations.ts'
import { instantOf } from '../drop/local-time.ts'

/** What a form says of a drop with a lottery. Times are as pickers hold them. */
interface AskedTerms {
  readonly entriesCloseAt: string | null
  readonly startsAt: string | null
  readonly claimDeadline: string | null
  /** In base units, as the API takes it: `0` is random, null is open. */
  readonly tokenAmount: string | null
  readonly maxAmount: string
  readonly supply: number | null
  readonly isPriced: boolean
  readonly claimType: ClaimType
  readonly maxPerWallet: number | null
  readonly isLinkOnly: boolean
}

/** What does not go with a lottery, by the API's field. The API's own rule decides. */
export function lotteryFaults(asked: AskedTerms): Readonly<Record<string, string>> {
  const entriesCloseAt = momentOf(asked.entriesCloseAt)
  if (entriesCloseAt === null) return { entriesCloseAt: 'Choose when entries close.' }
  const refusal = refusalOfLotteryTerms({
    ...asked,
    lottery: { entriesCloseAt },
    startsAt: momentOf(asked.startsAt),
    claimDeadline: momentOf(asked.claimDeadline),
    award: awardOf(asked.tokenAmount),
    pool: amountOf(BigInt(asked.maxAmount)),
    // The rule asks only whether there is a price.
    price: asked.isPriced ? { atomic: 1n, currency: '' } : null,
  })
  if (refusal?.kind !== 'bad_user_input') return {}
  return { [refusal.field]: WORDS[refusal.field] ?? refusal.message }
}

const momentOf = (picked: string | null): number | null =>
  picked === null ? null : Date.parse(instantOf(picked))

function awardOf(tokenAmount: string | null): Award {
  if (tokenAmount === null) return { kind: 'open' }
  if (tokenAmount === '0') return { kind: 'random', commitment: '', seed: '' }
  return { kind: 'fixed', amount: amountOf(BigInt(tokenAmount)) }
}

const WORDS: Readonly<Record<string, string>> = {
  price: 'A lottery must be free.',
  supply: 'A lottery needs a number of items: so many wallets win.',
  tokenAmount: 'In a lottery, claimers cannot choose the amount.',
  maxAmount: 'The pool must be enough for all items.',
  claimType: 'A lottery cannot be claimed every day.',
  maxPerWallet: 'In a lottery, each wallet wins once. Leave this empty.',
  isLinkOnly: 'A lottery cannot use claim links.',
  entriesCloseAt: 'Entries must close after the drop opens.',
  claimDeadline: 'The end must be after entries close.',
}
