import { type PaymentIntentId, readId, type UnmatchedPaymentId, type UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { amountDue, type PaymentIntent, parseExternalId, receiptOf, received } from './payment-intent.ts'
import type { Transfer } from './transfer.ts'

/** The largest number of intents of each kind that are loaded for one transfer. */
export const MOST_FITTING = 20

/** The largest number of a wallet's unpaid intents that are read to find the users that a transfer could be for. */
export const MOST_WAITING = 200

/**
 * Combines the intents that were loaded for a transfer: those that still wait, those that waited at the time, and CANCELLED
 * ones. There may be more CANCELLED ones than were loaded, which matters only if no other intent fits.
 */
export function fittingOf(groups: readonly (readonly PaymentIntent[])[]): {
  readonly intents: readonly PaymentIntent[]
  readonly hasMore: boolean
} {
  const intents = [...new Map(groups.flat().map((intent) => [intent.id, intent])).values()]
  return { intents, hasMore: groups.slice(0, 2).some(({ length }) => length >= MOST_FITTING) }
}

/** The facts for `matchPayment`. */
interface MatchFacts {
  readonly transfer: Transfer
  /** The intent that the transfer's memo names; null if it names none. */
  readonly reference: PaymentIntent | null
  /** Intents of the sender's wallet, loaded by coin and outstanding amount. */
  readonly fitting: readonly PaymentIntent[]
  /** Whether more intents may fit than were loaded. */
  readonly hasMore: boolean
  /** How long after its expiry an intent can still be paid. */
  readonly latePaymentWatchMs: number
  /** The user who has proved the sending wallet; null if no user has. */
  readonly holderId: UserId | null
}

/**
 * How far the chain's time of a transfer may be behind the service's time at which its intent was made. Clocks of two
 * machines differ.
 */
export const CLOCK_DIFFERENCE_MS = 30_000

/** Whether a memo has the form of an intent's id, perhaps of an intent in the store of another service. */
export const namesIntent = (memo: string | null): memo is string =>
  memo !== null && (parseExternalId(memo) !== undefined || readId('intent', memo) !== undefined)

/** Why a transfer belongs to no intent. */
export type UnmatchedReason =
  /** No intent of the sender's wallet waited for this amount of this coin, or the memo names an unknown intent. */
  | 'NO_INTENT'
  /** Several intents waited for this amount. */
  | 'SEVERAL_INTENTS'
  /** The intent cannot take the transfer, for example because another wallet or another coin has paid for it. */
  | 'NOT_TAKEN'

export type Match =
  | { readonly kind: 'intent'; readonly intent: PaymentIntent; readonly by: 'reference' | 'amount' }
  /** `mayBeFor` are the intents that fit. */
  | {
      readonly kind: 'unmatched'
      readonly reason: UnmatchedReason
      readonly mayBeFor: readonly PaymentIntent[]
    }

/**
 * Decides which intent a transfer pays:
 * 1. The intent that its memo names, whichever wallet pays.
 * 2. Without a memo that names one, the only intent of its sender, coin and outstanding amount that was open when the
 *    transfer was made, or not longer past its expiry than payments are watched for.
 * 3. Otherwise none: it is an unmatched payment.
 *
 * A memo that names an intent which this store does not have is for another service with the same treasury, so the transfer
 * pays no intent here.
 *
 * The chain's clock may be behind the service's. Therefore an intent that seems to be made up to `CLOCK_DIFFERENCE_MS` after
 * the transfer counts too, but only if its payer has proved the sending wallet: other users could otherwise make an intent
 * for a transfer that they see on the chain. An earlier intent of the same payer comes first.
 *
 * Rule 2 judges intents as they were when the transfer was made. Otherwise a user who waits until another user's intent
 * is paid or cancelled would get that user's payment. An intent that was cancelled before counts only if no other fits.
 */
export function matchPayment(facts: MatchFacts): Match {
  const { transfer, reference, hasMore } = facts
  if (reference) return { kind: 'intent', intent: reference, by: 'reference' }
  if (namesIntent(transfer.memo)) return { kind: 'unmatched', reason: 'NO_INTENT', mayBeFor: [] }
  const fitting = facts.fitting.filter((intent) => couldBePaid(intent, facts))
  const there = fitting.filter(({ createdAt }) => createdAt <= transfer.at)
  const waiting = there.filter((intent) => waitedAt(intent, transfer.at))
  const possible = waiting.some((intent) => isOfHolder(intent, facts))
    ? waiting
    : [...waiting, ...fitting.filter((intent) => isJustAfter(intent, facts))]
  const mayBeFor = possible.length > 0 ? possible : there.filter(({ state }) => state.kind === 'CANCELLED')
  if (mayBeFor.length > 1 || hasMore) return { kind: 'unmatched', reason: 'SEVERAL_INTENTS', mayBeFor }
  const [only] = mayBeFor
  if (only === undefined) return { kind: 'unmatched', reason: 'NO_INTENT', mayBeFor }
  // Another payment was counted for this intent first.
  if (only.state.kind !== 'CANCELLED' && waitedUntil(only) !== null)
    return { kind: 'unmatched', reason: 'NOT_TAKEN', mayBeFor }
  return { kind: 'intent', intent: only, by: 'amount' }
}

const couldBePaid = (
  intent: PaymentIntent,
  { transfer, latePaymentWatchMs }: Pick<MatchFacts, 'transfer' | 'latePaymentWatchMs'>,
): boolean =>
  intent.wallet === transfer.from &&
  intent.coinType === transfer.coinType &&
  outstandingAmount(intent) === transfer.amount &&
  intent.expiresAt + latePaymentWatchMs >= transfer.at

const isOfHolder = ({ payerId }: PaymentIntent, { holderId }: Pick<MatchFacts, 'holderId'>): boolean =>
  payerId === holderId

/** Whether an intent that still waits could have been there at the transfer if the clocks differ. */
const isJustAfter = (intent: PaymentIntent, facts: MatchFacts): boolean =>
  isOfHolder(intent, facts) &&
  waitedUntil(intent) === null &&
  intent.createdAt > facts.transfer.at &&
  intent.createdAt <= facts.transfer.at + CLOCK_DIFFERENCE_MS

const waitedAt = (intent: PaymentIntent, at: Instant): boolean => (waitedUntil(intent) ?? at) >= at

/**
 * The amount with which one transfer pays an intent exactly: its price, or the missing part of an underpaid intent. For an
 * intent that no longer waits for money: the amount that it waited for.
 */
export function outstandingAmount(intent: PaymentIntent): bigint {
  const missing = isShort(intent) ? amountDue(intent) + intent.refunding - received(intent) : 0n
  return missing > 0n ? missing : amountDue(intent)
}

/** Until when an intent waited for money; null if it still waits, or expired without payment. */
export function waitedUntil(intent: PaymentIntent): Instant | null {
  if (intent.state.kind === 'CANCELLED') return intent.state.at
  const receipt = receiptOf(intent)
  return receipt === null || !receipt.isCounted || isShort(intent) ? null : receipt.at
}

/**
 * Less than the price was received, from the intent's own wallet, and not all of it was refunded. The rest may still
 * arrive.
 */
const isShort = (intent: PaymentIntent): boolean =>
  intent.state.kind === 'IN_REVIEW' &&
  intent.state.reason === 'UNDERPAID' &&
  intent.state.receipt.from === intent.wallet &&
  intent.refunding < received(intent)

/** The user that an unmatched transfer can be for; `anyone` if no user has an intent that fits. */
export type PossibleUser = UserId | 'anyone' | 'several'

export function possibleUserOf(userIds: readonly UserId[], hasMore: boolean): PossibleUser {
  const [first, ...others] = new Set(userIds)
  if (hasMore || others.length > 0) return 'several'
  return first ?? 'anyone'
}

/** The facts that decide whether naming a hash may assign an unmatched transfer. */
interface AssignFacts {
  /** The user who pays for the intent. */
  readonly payerId: UserId
  /** The user who has proved the sending wallet; null if no user has. */
  readonly holderId: UserId | null
  readonly possibleUser: PossibleUser
}

/**
 * Whether naming a transfer's hash for an intent assigns it: only if the payer has proved the sending wallet, or is the
 * only user that the transfer can be for. Hashes are public, and any user can make an intent for any wallet. If another
 * user has proved the sending wallet, a transfer that no intent waits for belongs to that user.
 */
export const mayAssign = ({ payerId, holderId, possibleUser }: AssignFacts): boolean =>
  holderId === payerId || possibleUser === payerId || (possibleUser === 'anyone' && holderId === null)

/** Unmatched payments are counted up to this number. */
export const MOST_COUNTED = 10_000

/** A transaction that returns an unmatched payment. It is stored before it is sent. */
export interface SignedReturn {
  readonly bytes: string
  readonly digest: string
  readonly expiresAt: Instant
}

/** The state of an unmatched payment. */
export type UnmatchedState =
  | { readonly kind: 'OPEN' }
  | { readonly kind: 'ASSIGNED'; readonly intentId: PaymentIntentId }
  /** The payment is being returned to its sender. */
  | {
      readonly kind: 'RETURNING'
      /** The sent transaction, which may still take effect; null if there is none, or if it cannot take effect any more. */
      readonly signed: SignedReturn | null
      /** Why the last attempt failed. */
      readonly problem: string | null
      readonly tries: number
    }
  | { readonly kind: 'RETURNED'; readonly txHash: string }

/** A transfer to the treasury that belongs to no intent until it is assigned to one or returned to its sender. */
export interface UnmatchedPayment extends Transfer {
  readonly id: UnmatchedPaymentId
  readonly reason: UnmatchedReason
  /** The user that the payment could be for when it was found. Later changes of intents do not change this. */
  readonly possibleUser: PossibleUser
  readonly state: UnmatchedState
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The states by which a list can be filtered. */
export const UNMATCHED_STATES = [
  'OPEN',
  'ASSIGNED',
  'RETURNING',
  'RETURNED',
] as const satisfies readonly UnmatchedState['kind'][]

export interface Finding {
  readonly id: UnmatchedPaymentId
  readonly transfer: Transfer
  readonly reason: UnmatchedReason
  readonly possibleUser: PossibleUser
}

export function newUnmatched(
  { id, transfer, reason, possibleUser }: Finding,
  now: Instant,
): UnmatchedPayment {
  const { txHash, index, from, coinType, amount, memo, at } = transfer
  return {
    id,
    txHash,
    index,
    from,
    coinType,
    amount,
    memo,
    at,
    reason,
    possibleUser,
    state: { kind: 'OPEN' },
    createdAt: now,
    updatedAt: now,
  }
}
