import fc from 'fast-check'
import type { Address } from '../../domain/address.ts'
import { type Amount, amountOf, MAX_AMOUNT } from '../../domain/amount.ts'
import {
  type Award,
  type ClaimAccess,
  type ClaimType,
  type Drop,
  itemAmount,
  type Price,
  type Vault,
} from '../../domain/drop.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { paidBy, sampleIntent } from '../contract/sample-payments.ts'
import { sampleDrop, sampleToken, sampleUser } from '../contract/sample-records.ts'
import { TEST_START } from '../doubles/test-clock.ts'
import { addressOf } from './any-address.ts'
import { anyAmount, anyPositiveAmount } from './any-amount.ts'

/** How a drop decides what one claim gets. */
export type AwardKind = Award['kind']

/** What all drops have that an arbitrary makes; the rest is anything. */
export interface AnyDropOptions {
  readonly awards?: readonly AwardKind[]
  readonly claimTypes?: readonly ClaimType[]
  readonly accesses?: readonly ClaimAccess[]
  /** Whether a drop may cost something; free ones otherwise. */
  readonly isPriced?: boolean
  /** Whether it may start later or end; otherwise it is open at all times. */
  readonly isScheduled?: boolean
  /** The same for all; from 1 to 3, or no limit, unless told. */
  readonly maxPerWallet?: number | null
  readonly maxPool?: bigint
  /** Large supplies make long runs. */
  readonly maxSupply?: number
}

/** Who owns the drops that `anyDrop` makes. */
export const OWNER = sampleUser(1, { username: 'owner', identityProviderId: 'local:owner' })

/** The vault of a drop, as full as its pool. */
export const fullVault = (pool: Amount): Vault => ({
  kind: 'open',
  objectId: addressOf('0xf00d'),
  packageId: addressOf('0xfeed'),
  coinType: `${addressOf('0x2')}::sui::SUI`,
  deposited: pool,
  alarm: null,
  missing: amountOf(0n),
})

/** A drop that its own rules allow: ACTIVE, nothing claimed, its vault full. */
export function anyDrop(options: AnyDropOptions = {}): fc.Arbitrary<Drop> {
  const { awards = ['fixed', 'open', 'random'], claimTypes = ['REGULAR', 'STREAK'] } = options
  const { accesses = ['OPEN'], maxPool = MAX_AMOUNT, maxSupply = 20 } = options
  return fc
    .record({
      kind: fc.constantFrom(...awards),
      claimType: fc.constantFrom(...claimTypes),
      claimAccess: fc.constantFrom(...accesses),
      pool: fc.oneof(anyPositiveAmount(maxPool), anyPositiveAmount(maxPool < 200n ? maxPool : 200n)),
      supply: fc.option(fc.integer({ min: 1, max: maxSupply })),
      maxPerWallet:
        options.maxPerWallet === undefined
          ? fc.option(fc.integer({ min: 1, max: 3 }))
          : fc.constant(options.maxPerWallet),
      price: options.isPriced ? fc.option(anyPrice()) : fc.constant(null),
      schedule: options.isScheduled ? anySchedule() : fc.constant(ALWAYS),
    })
    .chain(({ kind, supply, schedule, ...terms }) => {
      const needsOneEach = kind === 'random' || (kind === 'open' && terms.price !== null)
      const least = kind === 'random' && terms.price !== null ? (supply ?? 1) : supply
      const fitting =
        least !== null && needsOneEach && BigInt(least) > terms.pool ? Number(terms.pool) : least
      return anyAward(kind, terms.pool).map((award) =>
        sampleDrop(sampleToken(OWNER, 1), 1, {
          ...terms,
          ...schedule,
          supply: fitting,
          award,
          vault: fullVault(terms.pool),
        }),
      )
    })
}

const anyPrice = (): fc.Arbitrary<Price> => anyAmount(1n).map((atomic) => ({ atomic, currency: 'SUI' }))

function anyAward(kind: AwardKind, pool: Amount): fc.Arbitrary<Award> {
  if (kind === 'open') return fc.constant({ kind })
  if (kind === 'random') {
    return fc.constant({ kind, commitment: '00'.repeat(32), seed: 'sealed' })
  }
  // Not so little that a test would never see the end of the pool.
  const least = pool / 30n + 1n
  return fc
    .oneof(anyAmount(least, pool), anyAmount(least, pool / 5n > least ? pool / 5n : least))
    .map((amount) => ({
      kind,
      amount: amountOf(amount),
    }))
}

interface Schedule {
  readonly status: 'ACTIVE' | 'SCHEDULED' | 'PAUSED'
  readonly startsAt: Instant | null
  readonly claimDeadline: Instant | null
}

const ALWAYS: Schedule = { status: 'ACTIVE', startsAt: null, claimDeadline: null }

const anySchedule = (): fc.Arbitrary<Schedule> =>
  fc
    .record({
      status: fc.constantFrom('ACTIVE', 'SCHEDULED', 'PAUSED'),
      startsInMs: fc.option(fc.integer({ min: -DAY_MS, max: DAY_MS })),
      lastsMs: fc.option(fc.integer({ min: 1, max: 3 * DAY_MS })),
    })
    .map(({ status, startsInMs, lastsMs }) => {
      const startsAt = startsInMs === null ? null : TEST_START + startsInMs
      const claimDeadline = lastsMs === null ? null : (startsAt ?? TEST_START - DAY_MS) + lastsMs
      return {
        status: startsAt === null && status === 'SCHEDULED' ? 'ACTIVE' : status,
        startsAt,
        claimDeadline,
      }
    })

/** What each wallet has paid for on a priced drop, and the drop with just that held; nothing where it does not fit. */
export function withPaidItems(
  drop: Drop,
  items: readonly { readonly wallet: Address; readonly unspent: number }[],
): { readonly drop: Drop; readonly paid: ReadonlyMap<Address, readonly PaymentIntent[]> } {
  const total = items.reduce((sum, { unspent }) => sum + unspent, 0)
  const heldAmount = itemAmount(drop) * BigInt(total)
  const { atomic } = drop.price ?? { atomic: 0n }
  const isTooMuch =
    heldAmount > drop.pool || total > (drop.supply ?? total) || atomic * BigInt(total) > MAX_AMOUNT
  if (drop.price === null || isTooMuch) return { drop, paid: new Map() }
  const intents = items.map(({ wallet, unspent }, n) => {
    const amount = amountOf(atomic * BigInt(unspent))
    const terms = { wallet, quantity: unspent, held: unspent, unitPrice: atomic }
    return sampleIntent(drop, n + 1, { ...terms, state: paidBy(n + 1, { from: wallet, amount }) })
  })
  const tally = { ...drop.tally, heldAmount: amountOf(heldAmount), heldItems: total }
  const received = atomic * BigInt(total)
  const takings = { ...drop.takings, received, owed: received }
  return { drop: { ...drop, tally, takings }, paid: Map.groupBy(intents, ({ wallet }) => wallet) }
}
