import type { ClaimRequest, Drop } from '@dropkit/core'
import { DAY_MS, MINUTE_MS } from '@dropkit/core/internal'
import fc from 'fast-check'
import { anyWallet } from './any-address.ts'
import { anyClaimRequest, anyHonestRequest } from './any-claim-request.ts'

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
