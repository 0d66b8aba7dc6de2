import type { Address, Caller, ClaimRequest, Drop, User } from '@dropkit/core'
import { DAY_MS, itemAmount, MINUTE_MS } from '@dropkit/core/internal'
import fc from 'fast-check'
import { sampleApiKey, sampleUser } from '../contract/sample-records.ts'
import { TEST_START } from '../doubles/test-ports.ts'
import { anyWallet } from './any-address.ts'
import { anyAmount } from './any-amount.ts'
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
