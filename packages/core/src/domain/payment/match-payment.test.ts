import {
  SAMPLE_COIN,
  sampleAddress,
  sampleDrop,
  sampleIntent,
  sampleReceipt,
  sampleToken,
  sampleUser,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../amount.ts'
import type { UserId } from '../ids.ts'
import {
  CLOCK_DIFFERENCE_MS,
  type Match,
  matchPayment,
  mayAssign,
  outstandingAmount,
  possibleUserOf,
  waitedUntil,
} from './match-payment.ts'
import { amountDue, type IntentState, type PaymentIntent, received } from './payment-intent.ts'
import type { Transfer } from './transfer.ts'

const LATE_MS = 1_000
const OTHER_COIN = `${SAMPLE_COIN}2`
const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)
const [WALLET, RIVAL] = [sampleAddress(1), sampleAddress(2)]

const matchOf = (
  transfer: Transfer,
  reference: PaymentIntent | null,
  fitting: readonly PaymentIntent[],
  holderId: UserId | null = null,
) => matchPayment({ transfer, reference, fitting, hasMore: false, latePaymentWatchMs: LATE_MS, holderId })

const chosen = (match: Match) => (match.kind === 'intent' ? match.intent.id : match.reason)

/** Times are few, so that the edges of the rules come up. */
const times = fc.integer({ min: 0, max: 30 }).map((n) => n * 100)
const reviewed = (amount: bigint, at: number, isOwn: boolean): IntentState => ({
  kind: 'IN_REVIEW',
  receipt: sampleReceipt(1, { amount: amountOf(amount), at, from: isOwn ? WALLET : RIVAL, isCounted: isOwn }),
  reason: isOwn ? 'UNDERPAID' : 'WRONG_SENDER',
})

const states = fc.oneof(
  fc.constant<IntentState>({ kind: 'PENDING' }),
  fc.constant<IntentState>({ kind: 'EXPIRED', candidate: null }),
  times.map((at): IntentState => ({ kind: 'CANCELLED', candidate: null, at })),
  times.map(
    (at): IntentState => ({
      kind: 'PAID',
      receipt: sampleReceipt(1, { at, from: WALLET }),
      price: amountOf(100n),
      reason: null,
    }),
  ),
  fc.tuple(times, fc.boolean()).map(([at, isOwn]) => reviewed(50n, at, isOwn)),
)

const intents = fc.array(
  fc.record({
    wallet: fc.constantFrom(WALLET, RIVAL),
    coinType: fc.constantFrom(SAMPLE_COIN, OTHER_COIN),
    quantity: fc.constantFrom(1, 2),
    createdAt: times,
    state: states,
  }),
  { maxLength: 5 },
)
const transfers = fc.record({
  from: fc.constantFrom(WALLET, RIVAL),
  coinType: fc.constantFrom(SAMPLE_COIN, OTHER_COIN),
  amount: fc.constantFrom(amountOf(50n), amountOf(100n), amountOf(7n)),
  at: times,
})

/** What counts came from the intent's own wallet. */
function intentOf(more: Partial<PaymentIntent> & { readonly createdAt: number }, n: number): PaymentIntent {
  const intent = sampleIntent(drop, n + 1, { ...more, expiresAt: more.createdAt + 500 })
  const { state, wallet } = intent
  if (!('receipt' in state) || !state.receipt.isCounted) return intent
  return { ...intent, state: { ...state, receipt: { ...state.receipt, from: wallet } } }
}

describe('which intent a transfer pays', () => {
  test('follows the three rules, for all intents and transfers', () => {
    fc.assert(
      fc.property(intents, transfers, fc.option(fc.nat(4)), (terms, paid, named) => {
        const all = terms.map((more, n) => intentOf(more, n))
        const transfer: Transfer = { ...paid, txHash: 'tx', index: 0, memo: null }
        const reference = all[named ?? -1] ?? null
        expect(chosen(matchOf(transfer, reference, all))).toBe(expected(transfer, reference, all))
      }),
    )
  })

  test('does not depend on other loaded intents or their order', () => {
    fc.assert(
      fc.property(intents, transfers, (terms, paid) => {
        const all = terms.map((more, n) => intentOf(more, n))
        const transfer: Transfer = { ...paid, txHash: 'tx', index: 0, memo: null }
        const fitting = all.filter(
          (one) => outstandingAmount(one) === paid.amount && one.wallet === paid.from,
        )
        expect(chosen(matchOf(transfer, null, fitting.toReversed()))).toBe(
          chosen(matchOf(transfer, null, all)),
        )
      }),
    )
  })

  describe('if the clock of the chain is behind', () => {
    const [holder, stranger] = [sampleUser(2).id, sampleUser(3).id]
    const AT = 100_000
    const intent = (n: number, createdAt: number, payerId: UserId, more: Partial<PaymentIntent> = {}) =>
      sampleIntent(drop, n, { wallet: WALLET, payerId, createdAt, expiresAt: createdAt + 900_000, ...more })
    const mine = (createdAt: number, more?: Partial<PaymentIntent>) => intent(1, createdAt, holder, more)
    const transfer: Transfer = {
      txHash: 'tx',
      index: 0,
      from: WALLET,
      coinType: SAMPLE_COIN,
      amount: amountOf(amountDue(mine(0))),
      memo: null,
      at: AT,
    }
    const justAfter = mine(AT + 500)
    const cancelled: IntentState = { kind: 'CANCELLED', candidate: null, at: AT - 1 }

    test.each([
      ['counts for an intent of the wallet’s own user', [justAfter], justAfter.id],
      ['counts up to the stated difference', [mine(AT + CLOCK_DIFFERENCE_MS)], justAfter.id],
      ['does not count beyond it', [mine(AT + CLOCK_DIFFERENCE_MS + 1)], 'NO_INTENT'],
      ['does not count for a later intent of another user', [intent(2, AT + 1, stranger)], 'NO_INTENT'],
      [
        'counts for an earlier intent of the same user',
        [justAfter, intent(2, AT, holder)],
        intent(2, AT, holder).id,
      ],
      [
        'is in doubt beside an intent of another user',
        [justAfter, intent(2, AT, stranger)],
        'SEVERAL_INTENTS',
      ],
      ['is in doubt between two', [justAfter, intent(2, AT + 600, holder)], 'SEVERAL_INTENTS'],
      [
        'counts before a cancelled one',
        [justAfter, intent(2, 0, holder, { state: cancelled })],
        justAfter.id,
      ],
      [
        'does not count for one that waits no more',
        [mine(AT + 500, { state: { ...cancelled, at: AT + 600 } })],
        'NO_INTENT',
      ],
    ])('it %s', (_, fitting, outcome) => {
      expect(chosen(matchOf(transfer, null, fitting, holder))).toBe(outcome)
    })

    test('it counts for none if no user has proved the wallet', () => {
      expect(chosen(matchOf(transfer, null, [justAfter]))).toBe('NO_INTENT')
    })
  })

  test.each([
    ['an unknown intent', `pi_${'0'.repeat(32)}`, 'NO_INTENT'],
    ['an unknown intent by its other id', `intent_${'0'.repeat(32)}`, 'NO_INTENT'],
    ['nothing', 'pi_0', sampleIntent(drop, 1).id],
  ])('of a memo that names %s', (_, memo, outcome) => {
    const intent = sampleIntent(drop, 1, { wallet: WALLET, createdAt: 0, expiresAt: 900_000 })
    const amount = amountOf(amountDue(intent))
    const transfer = { txHash: 'tx', index: 0, from: WALLET, coinType: SAMPLE_COIN, amount, memo, at: 1 }
    expect(chosen(matchOf(transfer, null, [intent]))).toBe(outcome)
  })

  test('is none while more intents may fit than were loaded', () => {
    const facts = { reference: null, fitting: [], hasMore: true, latePaymentWatchMs: LATE_MS, holderId: null }
    const transfer = {
      txHash: 'tx',
      index: 0,
      from: WALLET,
      coinType: SAMPLE_COIN,
      amount: amountOf(1n),
      memo: null,
      at: 1,
    }
    expect(matchPayment({ ...facts, transfer })).toMatchObject({ reason: 'SEVERAL_INTENTS' })
  })
})

/** The rules once more, from the contract and not from the code. */
function expected(
  transfer: Transfer,
  reference: PaymentIntent | null,
  all: readonly PaymentIntent[],
): string {
  if (reference) return reference.id
  const lacks = (intent: PaymentIntent) => {
    const { state } = intent
    if (state.kind !== 'IN_REVIEW' || state.reason !== 'UNDERPAID' || state.receipt.from !== intent.wallet)
      return amountDue(intent)
    const rest = amountDue(intent) - received(intent)
    return rest > 0n ? rest : amountDue(intent)
  }
  const fits = all.filter(
    (intent) =>
      intent.wallet === transfer.from &&
      intent.coinType === transfer.coinType &&
      lacks(intent) === transfer.amount &&
      intent.createdAt <= transfer.at &&
      transfer.at <= intent.expiresAt + LATE_MS,
  )
  const wasCancelled = ({ state }: PaymentIntent) => state.kind === 'CANCELLED' && state.at < transfer.at
  const wasPaid = ({ state }: PaymentIntent) => state.kind === 'PAID' && state.receipt.at < transfer.at
  const open = fits.filter((intent) => !wasCancelled(intent) && !wasPaid(intent))
  const candidates = open.length > 0 ? open : fits.filter(wasCancelled)
  if (candidates.length > 1) return 'SEVERAL_INTENTS'
  const [only] = candidates
  if (!only) return 'NO_INTENT'
  return only.state.kind === 'PAID' ? 'NOT_TAKEN' : only.id
}

describe('the amount due of an intent', () => {
  const of = (state: IntentState, more: Partial<PaymentIntent> = {}) =>
    sampleIntent(drop, 1, { wallet: WALLET, state, ...more })

  test('is its price, and for an underpaid one the missing rest', () => {
    expect(outstandingAmount(of({ kind: 'PENDING' }))).toBe(100n)
    expect(outstandingAmount(of(reviewed(30n, 1, true)))).toBe(70n)
    expect(outstandingAmount(of(reviewed(30n, 1, true), { refunding: 10n }))).toBe(80n)
    expect(outstandingAmount(of(reviewed(30n, 1, true), { refunding: 30n }))).toBe(100n)
    expect(outstandingAmount(of(reviewed(30n, 1, false)))).toBe(100n)
  })

  test('ends with its payment, or when it is cancelled', () => {
    expect(waitedUntil(of({ kind: 'EXPIRED', candidate: null }))).toBeNull()
    expect(waitedUntil(of({ kind: 'CANCELLED', candidate: null, at: 7 }))).toBe(7)
    expect(waitedUntil(of(reviewed(30n, 9, true)))).toBeNull()
    expect(waitedUntil(of(reviewed(30n, 9, true), { refunding: 30n }))).toBe(9)
    expect(waitedUntil(of(reviewed(30n, 9, false)))).toBeNull()
  })
})

describe('naming the hash of an unmatched transfer assigns it', () => {
  const [one, other] = [sampleUser(1).id, sampleUser(2).id]
  test.each([
    ['for the user who holds the sending wallet', one, possibleUserOf([one, other], false), true],
    ['for the only user that it can be for', null, possibleUserOf([one, one], false), true],
    ['for any user if no user has an intent for it', null, possibleUserOf([], false), true],
    ['not for a user while another one holds the sending wallet', other, possibleUserOf([], false), false],
    ['for no user while it can be for several', null, possibleUserOf([one, other], false), false],
    ['for no user while it may be for more than were looked at', null, possibleUserOf([one], true), false],
    ['not for the user whom it cannot be for', null, possibleUserOf([other], false), false],
  ])('%s', (_, holderId, possibleUser, may) => {
    expect(mayAssign({ payerId: one, holderId, possibleUser })).toBe(may)
  })
})
