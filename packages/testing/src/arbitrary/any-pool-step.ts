import type { ClaimRequest, Drop } from '@dropkit/core'
import { DAY_MS, MINUTE_MS } from '@dropkit/core/internal'
import fc from 'fast-check'
import { anyWallet } from './any-address.ts'
import { anyClaimRequest, anyHonestRequest } from './any-claim-request.ts'

/** One thing that happens to a drop's pool. */
export type PoolStep =
  | { readonly kind: 'claims'; readonly requests: readonly ClaimRequest[] }
  | { readonly kind: 'advance'; readonly byMs: number }
  /** The chain shows the `nth` reserved claim (counted around) paid. */
  | { readonly kind: 'confirm'; readonly nth: number }
  /** The chain shows that the `nth` voucher that has run out was never used. */
  | { readonly kind: 'expire'; readonly nth: number }

/**
 * How many wallets come unless told: one more than there are items where these are few, so that a drop may sell out
 * and somebody is left over; of more wallets hardly any would come twice.
 */
const walletsFor = ({ supply }: Drop): number => Math.min(12, Math.max(4, (supply ?? 0) + 1))

/** Anything that may be done to this drop's pool, by `wallets` of them. */
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
  /** Among how many wallets claims are spread: 4, or one more than the supply where that is below 12, unless told. */
  readonly wallets?: number
  /** How much may happen in one life; 30 unless told, each of which may be six claims. */
  readonly maxLength?: number
}

/** A drop's life: what happens to it, one after another. */
export const anyPoolSteps = (
  drop: Drop,
  { wallets, maxLength = 30 }: AnyPoolStepsOptions = {},
): fc.Arbitrary<PoolStep[]> => fc.array(anyPoolStep(drop, wallets), { minLength: 1, maxLength })
