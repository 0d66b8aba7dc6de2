import {
  type Address,
  type Amount,
  type Award,
  amountOf,
  type ClaimAccess,
  type ClaimType,
  type Drop,
  type DropStatus,
  type DropType,
  type GatingConfig,
  type GatingRule,
  type Instant,
  type PaymentIntent,
  type Price,
  RULE_KINDS,
  type Vault,
} from '@dropkit/core'
import { DAY_MS, idOf, itemAmount, MAX_AMOUNT, MAX_PIECES_PER_CLAIM } from '@dropkit/core/internal'
import fc from 'fast-check'
import { paidBy, sampleIntent } from '../contract/sample-accounts.ts'
import { SAMPLE_NOW, sampleDrop, sampleToken, sampleUser, uniquePart } from '../contract/sample-records.ts'
import { TEST_CURRENCIES, TEST_START } from '../doubles/test-ports.ts'
import { addressOf, anyAddress, anyAmount, anyPositiveAmount } from './any-amount-and-address.ts'

export { OWNER }

/** How a drop decides the amount of a claim. */
export type AwardKind = Award['kind']

/** Properties that all generated drops share. Other properties are arbitrary. */
export interface AnyDropOptions {
  /** Default: TOKEN and NFT. An NFT drop is never open: its claims give one piece or a random number. */
  readonly types?: readonly DropType[]
  readonly awards?: readonly AwardKind[]
  readonly claimTypes?: readonly ClaimType[]
  readonly accesses?: readonly ClaimAccess[]
  /** Whether the drop may have a price. Default: free. */
  readonly isPriced?: boolean
  /** Whether the drop may start later or end. Default: it is always open. */
  readonly isScheduled?: boolean
  /** The possible statuses of a scheduled drop. Default: ACTIVE, SCHEDULED and PAUSED. */
  readonly statuses?: readonly DropStatus[]
  /** Whether the drop may have gating rules. Default: no, except for ELITE drops, which admit no wallet without rules. */
  readonly isGated?: boolean
  /** The limit per wallet. Default: 1 to 3, or no limit. */
  readonly maxPerWallet?: number | null
  readonly maxPool?: bigint
  /** A large supply makes runs long. */
  readonly maxSupply?: number
}

/** An open vault with the whole pool. */
export const fullVault = (pool: Amount): Vault => ({
  kind: 'open',
  objectId: addressOf('0xf00d'),
  packageId: addressOf('0xfeed'),
  coinType: `${addressOf('0x2')}::sui::SUI`,
  deposited: pool,
  alarm: null,
  missing: amountOf(0n),
})

/** A valid drop: ACTIVE, without claims, with a full vault. */
export function anyDrop(options: AnyDropOptions = {}): fc.Arbitrary<Drop> {
  const { awards = ['fixed', 'open', 'random'], claimTypes = ['REGULAR', 'STREAK', 'ELITE'] } = options
  const { accesses = ['OPEN'], maxPool = MAX_AMOUNT, maxSupply = 20, types = ['TOKEN', 'NFT'] } = options
  const { statuses = ['ACTIVE', 'SCHEDULED', 'PAUSED'] } = options
  return fc
    .record({
      kind: fc.constantFrom(...awards),
      type: fc.constantFrom(...types),
      gating: options.isGated ? fc.option(anyGating()) : fc.constant(null),
      eliteRules: anyGating(anyGatingRule(), 1),
      claimType: fc.constantFrom(...claimTypes),
      claimAccess: fc.constantFrom(...accesses),
      pool: fc.oneof(anyPositiveAmount(maxPool), anyPositiveAmount(maxPool < 200n ? maxPool : 200n)),
      supply: fc.option(fc.integer({ min: 1, max: maxSupply })),
      maxPerWallet:
        options.maxPerWallet === undefined
          ? fc.option(fc.integer({ min: 1, max: 3 }))
          : fc.constant(options.maxPerWallet),
      price: options.isPriced ? fc.option(anyPrice()) : fc.constant(null),
      schedule: options.isScheduled ? anySchedule(statuses) : fc.constant(ALWAYS),
    })
    .chain(({ kind, supply, schedule, type, gating, eliteRules, ...terms }) => {
      const needsOneEach = kind === 'random' || (kind === 'open' && terms.price !== null)
      const least = kind === 'random' && terms.price !== null ? (supply ?? 1) : supply
      const fitting =
        least !== null && needsOneEach && BigInt(least) > terms.pool ? Number(terms.pool) : least
      return anyAward(kind, terms.pool).map((award) =>
        sampleDrop(sampleToken(OWNER, 1), 1, {
          ...terms,
          ...schedule,
          type: kind === 'open' || terms.pool > MAX_PIECES_PER_CLAIM ? 'TOKEN' : type,
          gating: terms.claimType === 'ELITE' ? (gating ?? eliteRules) : gating,
          currency: terms.price?.currency ?? 'SUI',
          supply: fitting,
          award,
          vault: fullVault(terms.pool),
        }),
      )
    })
}

const anyPrice = (): fc.Arbitrary<Price> =>
  fc.record({
    atomic: anyAmount(1n),
    currency: fc.constantFrom(...TEST_CURRENCIES.map(({ code }) => code)),
  })

function anyAward(kind: AwardKind, pool: Amount): fc.Arbitrary<Award> {
  if (kind === 'open') return fc.constant({ kind })
  if (kind === 'random') {
    return fc.constant({ kind, commitment: '00'.repeat(32), seed: 'sealed', beacon: null })
  }
  // The lower bound lets a test reach the end of the pool.
  const least = pool / 30n + 1n
  return fc
    .oneof(anyAmount(least, pool), anyAmount(least, pool / 5n > least ? pool / 5n : least))
    .map((amount) => ({
      kind,
      amount: amountOf(amount),
    }))
}

interface Schedule {
  readonly status: DropStatus
  readonly startsAt: Instant | null
  readonly claimDeadline: Instant | null
}

const ALWAYS: Schedule = { status: 'ACTIVE', startsAt: null, claimDeadline: null }

const anySchedule = (statuses: readonly DropStatus[]): fc.Arbitrary<Schedule> =>
  fc
    .record({
      status: fc.constantFrom(...statuses),
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

/**
 * Creates a paid intent for each wallet on a priced drop, and the drop that holds exactly these items. No intents if they
 * do not fit.
 */
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
  const totals = { ...drop.payments, received, owed: received }
  return { drop: { ...drop, tally, payments: totals }, paid: Map.groupBy(intents, ({ wallet }) => wallet) }
}

const anyCoinType = (): fc.Arbitrary<string> =>
  fc.constantFrom('0x2::sui::SUI', '0xa::coin::COIN', '0xb::member::Member')
const anyCount = (): fc.Arbitrary<string> => fc.integer({ min: 0, max: 5 }).map(String)
const anyThreshold = (): fc.Arbitrary<string> =>
  fc.oneof(
    anyCount(),
    anyAmount().map((amount) => String(amount)),
  )

/** Values that the rule kind with this key accepts, in each of their forms. */
function anyValueOf(key: string): fc.Arbitrary<string> {
  switch (key) {
    case 'token_balance':
      return fc.oneof(
        anyThreshold(),
        fc.tuple(anyCoinType(), anyThreshold()).map(([coinType, amount]) => `${coinType}:${amount}`),
      )
    case 'nft_ownership':
      return fc.oneof(
        anyCoinType(),
        fc.tuple(anyCoinType(), anyCount()).map(([type, count]) => `${type}:${count}`),
      )
    case 'wallet_allowlist':
      return fc.oneof(
        fc.array(anyAddress(), { minLength: 1, maxLength: 4 }).map((wallets) => wallets.join(', ')),
        fc
          .integer({ min: 1, max: 3 })
          .map((n) => `file:https://drops.example/files/${idOf('file', uniquePart(n))}/list.csv`),
      )
    case 'claimed_drop':
      return fc.integer({ min: 1, max: 3 }).map((n) => idOf('drop', uniquePart(n)))
    case 'claim_count':
    case 'account_age_days':
      return anyCount()
    default:
      throw new Error(`add values of the rule kind ${key} to anyValueOf`)
  }
}

/** A rule of any built-in kind, with any operator and any form of value that the kind accepts. */
export const anyGatingRule = (): fc.Arbitrary<GatingRule> =>
  fc.oneof(
    ...RULE_KINDS.map(({ key, operators }) =>
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom(...operators),
        value: anyValueOf(key),
        description: fc.option(fc.constant('Be one of us')),
      }),
    ),
  )

/** Gating rules, active or not. At least `minRules` of them. */
export const anyGating = (rule = anyGatingRule(), minRules = 0): fc.Arbitrary<GatingConfig> =>
  fc.record({
    id: fc.constant(idOf('gating', uniquePart(1))),
    ownerId: fc.constant(OWNER.id),
    isActive: minRules > 0 ? fc.constant(true) : fc.boolean(),
    rules: fc.array(rule, { minLength: minRules, maxLength: 4 }),
    version: fc.integer({ min: 1, max: 5 }),
    updatedAt: fc.constant(SAMPLE_NOW),
  })

/** The owner of the drops that `anyDrop` creates. */
const OWNER = sampleUser(1, { username: 'owner', identityProviderId: 'local:owner' })
