import {
  type Address,
  amountOf,
  type Caller,
  type ClaimRequest,
  type Drop,
  type IntentState,
  type PaymentIntent,
  type Refund,
  type StatusReason,
  type User,
} from '@dropkit/core'
import {
  amountDue,
  DAY_MS,
  itemAmount,
  itemsLeft,
  MAX_AMOUNT,
  MINUTE_MS,
  moneyFor,
} from '@dropkit/core/internal'
import fc from 'fast-check'
import { sampleIntent, sampleReceipt, sampleRefund } from '../contract/sample-accounts.ts'
import { sampleAddress, sampleApiKey, sampleUser } from '../contract/sample-records.ts'
import { TEST_START } from '../doubles/test-ports.ts'
import { anyAmount, anyPositiveAmount, anyWallet } from './any-amount-and-address.ts'
import { OWNER } from './any-drop.ts'

export const VOUCHER_LIFETIME_MS = 900_000

/** A plausible request by a service: the right operation, and an amount that the drop gives. */
export function anyHonestRequest(
  drop: Drop,
  wallet: fc.Arbitrary<Address> = anyWallet(),
): fc.Arbitrary<ClaimRequest> {
  const { award, pool } = drop
  const isOpen = award.kind === 'open' && (drop.price === null || drop.supply === null)
  const share = pool / 8n > 1n ? pool / 8n : 1n
  const amount = isOpen
    ? anyAmount(1n, share)
    : fc.constantFrom(...(award.kind === 'random' ? [null] : [null, itemAmount(drop)]))
  return fc.record({
    operation: fc.constant(award.kind === 'random' ? 'random' : 'claim'),
    caller: fc.constant(serviceCaller()),
    claimer: wallet,
    amount,
    voucherLifetimeMs: fc.constant(VOUCHER_LIFETIME_MS),
  })
}

/** A wallet's approval of a recipient: one of three, so that approvals are used again, and some that have expired. */
const anyApproval = (): fc.Arbitrary<NonNullable<ClaimRequest['recipient']>> =>
  fc.record({
    address: anyWallet(),
    nonce: fc.constantFrom('first', 'second', 'third').map((nth) => `approval-of-the-${nth}`),
    expiresAt: fc.constantFrom(TEST_START, TEST_START + DAY_MS, TEST_START + 365 * DAY_MS),
  })

/** Any request, mostly plausible ones. */
export const anyClaimRequest = (
  drop: Drop,
  wallet: fc.Arbitrary<Address> = anyWallet(),
): fc.Arbitrary<ClaimRequest> =>
  fc.oneof(
    { weight: 4, arbitrary: anyHonestRequest(drop, wallet) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(anyHonestRequest(drop, wallet), anyApproval())
        .map(([request, recipient]) => ({ ...request, recipient })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        operation: fc.constantFrom('claim', 'random'),
        caller: anyCaller(wallet),
        claimer: wallet,
        amount: fc.option(anyAmount(1n)),
        voucherLifetimeMs: fc.constant(VOUCHER_LIFETIME_MS),
      }),
    },
  )

/** A user with an API key. */
export const callerOf = (user: User): Caller => ({
  user,
  credential: { kind: 'api_key', id: sampleApiKey(user, 1).id },
})

/** A service with its own API key, which may claim for any wallet. */
export const serviceCaller = (n = 100): Caller => callerOf(sampleUser(n))

/** A user who signed in with this wallet. */
export const walletCaller = (wallet: Address, n = 200): Caller =>
  callerOf(sampleUser(n, { origin: 'wallet', walletAddress: wallet, identityProviderId: `wallet:${wallet}` }))

/** The owner, a service, or a user who signed in with a wallet. */
export const anyCaller = (wallet: fc.Arbitrary<Address> = anyWallet()): fc.Arbitrary<Caller> =>
  fc.oneof(
    fc.constant(callerOf(OWNER)),
    fc.integer({ min: 100, max: 103 }).map(serviceCaller),
    wallet.map((address) => walletCaller(address)),
  )

/** One step in the history of a drop's pool. */
export type PoolStep =
  | { readonly kind: 'claims'; readonly requests: readonly ClaimRequest[] }
  | { readonly kind: 'advance'; readonly byMs: number }
  /** The chain shows that the `nth` reserved claim (modulo their number) was paid. */
  | { readonly kind: 'confirm'; readonly nth: number }
  /** The chain shows that the `nth` expired voucher was never used. */
  | { readonly kind: 'expire'; readonly nth: number }

/**
 * The default number of wallets: one more than the supply if that is small, so that the drop can sell out and one wallet
 * gets nothing. With more wallets, few would claim twice.
 */
const walletsFor = ({ supply }: Drop): number => Math.min(12, Math.max(4, (supply ?? 0) + 1))

/** Any step on this drop's pool, by one of `wallets` wallets. */
export const anyPoolStep = (drop: Drop, wallets = walletsFor(drop)): fc.Arbitrary<PoolStep> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('claims'),
        requests: fc.array(
          fc.oneof(anyHonestRequest(drop, anyWallet(wallets)), anyClaimRequest(drop, anyWallet(wallets))),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('advance'),
        byMs: fc.oneof(
          fc.integer({ min: 1, max: 20 * MINUTE_MS }),
          fc.constantFrom(1, 15 * MINUTE_MS, DAY_MS, 2 * DAY_MS),
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm'), nth: fc.nat({ max: 20 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire'), nth: fc.nat({ max: 20 }) }) },
  )

export interface AnyPoolStepsOptions {
  /** The number of wallets that claim. Default: one more than the supply, from 4 to 12. */
  readonly wallets?: number
  /** The maximum number of steps, each of which may be six claims. Default: 30. */
  readonly maxLength?: number
}

/** The history of a drop: a sequence of steps. */
export const anyPoolSteps = (
  drop: Drop,
  { wallets, maxLength = 30 }: AnyPoolStepsOptions = {},
): fc.Arbitrary<PoolStep[]> => fc.array(anyPoolStep(drop, wallets), { minLength: 1, maxLength })

const OTHER_COIN = `${sampleAddress(0xc)}::usdc::USDC`
const REASONS: readonly StatusReason[] = ['UNDERPAID', 'PAID_LATE', 'WRONG_SENDER', 'WRONG_COIN', 'SOLD_OUT']

/** A paid intent, in full or approved by the drop's owner. Some of it may be claimed, and some refunded. */
export const anyPaidIntent = (drop: Drop): fc.Arbitrary<PaymentIntent> =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 20 }),
      unitPrice: anyPositiveAmount(MAX_AMOUNT / 20n),
      coinType: fc.constantFrom(null, null, null, OTHER_COIN),
      percent: fc.constantFrom(1n, 50n, 99n, 100n, 100n, 100n, 101n, 250n),
    })
    .chain(({ quantity, unitPrice, coinType, percent }) => {
      const blank = sampleIntent(drop, 1, { quantity, unitPrice, held: 0 })
      const share = (amountDue(blank) * percent) / 100n
      const amount = amountOf(share < 1n ? 1n : share > MAX_AMOUNT ? MAX_AMOUNT : share)
      const receipt = sampleReceipt(1, { amount, coinType: coinType ?? blank.coinType })
      const refunds = fc.tuple(fc.bigInt({ min: 0n, max: amount }), fc.bigInt({ min: 0n, max: amount }))
      const upTo = fc.integer({ min: 0, max: quantity })
      return fc
        .tuple(fc.tuple(upTo, upTo), fc.constantFrom(null, 'OVERPAID' as const), refunds)
        .map(([[one, other], reason, [refunding, refunded]]): PaymentIntent => {
          const isFull = coinType === null && amount >= amountDue(blank)
          const price = isFull ? amountOf(amountDue(blank)) : amount
          const state: IntentState = { kind: 'PAID', receipt, price, reason }
          const [confirmed, spent] = one < other ? [one, other] : [other, one]
          const claimed = { ...blank, state, spent, refunding }
          const paid = { ...claimed, earned: moneyFor(claimed, confirmed) }
          return { ...paid, refunded: refunded < refunding ? refunded : refunding, held: itemsLeft(paid) }
        })
    })

/** An intent in any state. */
export const anyPaymentIntent = (drop: Drop): fc.Arbitrary<PaymentIntent> => {
  const candidate = fc.constantFrom(null, 'candidate')
  const { createdAt } = sampleIntent(drop, 1)
  const unpaid: fc.Arbitrary<IntentState> = fc.oneof(
    fc.constant({ kind: 'PENDING' } as const),
    fc.constant({ kind: 'PROCESSING', candidate: 'candidate', since: createdAt } as const),
    candidate.map((named) => ({ kind: 'EXPIRED', candidate: named }) as const),
    candidate.map((named) => ({ kind: 'CANCELLED', candidate: named, at: createdAt }) as const),
  )
  const open = unpaid.map((state) =>
    sampleIntent(drop, 1, { state, held: state.kind === 'PENDING' || state.kind === 'PROCESSING' ? 2 : 0 }),
  )
  const inReview = fc
    .tuple(anyPaidIntent(drop), fc.constantFrom(...REASONS), fc.boolean())
    .map(([paid, reason, isCounted]): PaymentIntent => {
      const receipt = sampleReceipt(1, { ...('receipt' in paid.state ? paid.state.receipt : {}), isCounted })
      return { ...paid, state: { kind: 'IN_REVIEW', receipt, reason }, held: 0, spent: 0, earned: 0n }
    })
  return fc.oneof(open, anyPaidIntent(drop), inReview)
}

/** Any possible refund of this intent. */
export const anyRefund = (intent: PaymentIntent): fc.Arbitrary<Refund> =>
  fc
    .tuple(
      anyPositiveAmount(),
      fc.constantFrom<Refund['state'][]>(
        { kind: 'PENDING' },
        { kind: 'SUCCEEDED', txHash: 'digest' },
        { kind: 'FAILED', reason: 'refused' },
      ),
    )
    .map(([amount, state]) => sampleRefund(intent, 1, { amount, state }))
