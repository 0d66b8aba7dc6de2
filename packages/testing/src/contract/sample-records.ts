import {
  type Address,
  type ApiKey,
  amountOf,
  type ChainTransaction,
  type ChangeSet,
  type Claim,
  type ClaimState,
  type Drop,
  type Instant,
  type NewEvent,
  parseAddress,
  type Store,
  type Token,
  type User,
} from '@dropkit/core'
import { dropEvent, EMPTY_TALLY, idOf, NO_PAYMENTS, NOBODY } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'

/** The instant of everything in the samples: 2026-01-02T03:04:05.678Z. */
export const SAMPLE_NOW: Instant = 1_767_323_045_678

/** The unique part of the n-th id. Larger numbers give later ids. */
export const uniquePart = (n: number): string => n.toString(16).padStart(32, '0')

export function sampleAddress(n: number): Address {
  const address = parseAddress(`0x${n.toString(16)}`, 'address')
  if (!address.ok) throw new Error(`no address: ${n}`)
  return address.value
}

export function sampleUser(n: number, more: Partial<User> = {}): User {
  return {
    ...NOBODY,
    id: idOf('user', uniquePart(n)),
    username: `user-${n}`,
    identityProviderId: `local:user-${n}`,
    createdAt: SAMPLE_NOW + n,
    updatedAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function sampleApiKey(user: User, n: number, more: Partial<ApiKey> = {}): ApiKey {
  return {
    id: idOf('key', uniquePart(n)),
    userId: user.id,
    name: `key ${n}`,
    project: null,
    secretHash: n.toString(16).padStart(64, '0'),
    preview: `dk_…${n}`,
    requestsPerMinute: null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function sampleToken(owner: User, n: number, more: Partial<Token> = {}): Token {
  return {
    id: idOf('token', uniquePart(n)),
    creatorId: owner.id,
    name: `Token ${n}`,
    symbol: `T${n}`,
    decimals: 9,
    totalSupply: amountOf(1_000_000n),
    description: null,
    imageUrl: null,
    isExternal: false,
    reserves: { communityDrops: amountOf(1_000_000n), publicSale: amountOf(0n), creator: amountOf(0n) },
    deployment: { kind: 'PENDING' },
    createdAt: SAMPLE_NOW + n,
    updatedAt: SAMPLE_NOW + n,
    ...more,
  }
}

export function sampleDrop(token: Token, n: number, more: Partial<Drop> = {}): Drop {
  return {
    id: idOf('drop', uniquePart(n)),
    creatorId: token.creatorId,
    tokenId: token.id,
    title: `Drop ${n}`,
    description: null,
    imageUrl: null,
    shortcode: `drop-${n}`,
    communityId: null,
    metadata: null,
    collection: null,
    estimatedValueUsd: null,
    type: 'TOKEN',
    claimType: 'REGULAR',
    claimAccess: 'OPEN',
    isLinkOnly: false,
    delivery: 'WALLET',
    humanCheck: 'NONE',
    embedOrigins: [],
    lottery: null,
    award: { kind: 'fixed', amount: amountOf(10n) },
    pool: amountOf(1_000n),
    supply: null,
    maxPerWallet: null,
    price: null,
    currency: 'SUI',
    startsAt: null,
    claimDeadline: null,
    gating: null,
    exemptionCount: 0,
    status: 'ACTIVE',
    completedAt: null,
    tally: EMPTY_TALLY,
    payments: NO_PAYMENTS,
    paymentCoin: null,
    vault: { kind: 'none' },
    voucherKey: { publicKey: 'cHVibGlj', privateKey: 'sealed:private' },
    nextVoucherKey: null,
    formerKeys: null,
    createdAt: SAMPLE_NOW + n,
    updatedAt: SAMPLE_NOW + n,
    deletedAt: null,
    ...more,
  }
}

/** The state of a claim that waits for its wallet, until `expiresAt` if that is set. */
export const pending = (expiresAt: Instant | null): ClaimState => ({ kind: 'PENDING', expiresAt })
/** The state of a claim whose transaction is known but not final. */
export const submitted = (txHash = 'tx'): ClaimState => ({ kind: 'SUBMITTED', txHash })
/** The state of a claim that the chain has confirmed. */
export const confirmed = (txHash = 'tx'): ClaimState => ({ kind: 'CONFIRMED', txHash, claimedAt: SAMPLE_NOW })
/** The state of a claim that expired. */
export const expired = (): ClaimState => ({ kind: 'EXPIRED', expiredAt: SAMPLE_NOW })
/** The state of a claim whose transaction failed. */
export const failed = (): ClaimState => ({ kind: 'FAILED', reason: 'aborted', failedAt: SAMPLE_NOW })

/** A claim on a drop, requested by the drop's owner. Its slot is its sequence. */
export function sampleClaim(drop: Drop, sequence: number, more: Partial<Claim> = {}): Claim {
  return {
    dropId: drop.id,
    sequence,
    claimer: sampleAddress(0x1000 + sequence),
    callerId: drop.creatorId,
    creatorId: drop.creatorId,
    amount: amountOf(10n),
    items: 1,
    slot: sequence,
    streak: null,
    intentId: null,
    cost: 0n,
    state: pending(SAMPLE_NOW + 900_000),
    recipient: null,
    draw: null,
    head: null,
    createdAt: SAMPLE_NOW + sequence,
    ...more,
  }
}

export function sampleTransaction(
  drop: Drop,
  n: number,
  more: Partial<ChainTransaction> = {},
): ChainTransaction {
  return {
    id: idOf('chaintx', uniquePart(n)),
    dropId: drop.id,
    purpose: { kind: 'refund', refundId: idOf('refund', uniquePart(n)) },
    bytes: 'Ynl0ZXM=',
    digest: `digest-${n}`,
    expiresAt: SAMPLE_NOW + 60_000,
    state: 'sent',
    createdAt: SAMPLE_NOW + n,
    ...more,
  }
}

export const sampleEvent = (drop: Drop, more: Partial<NewEvent> = {}): NewEvent => ({
  ...dropEvent('drop.updated', drop, SAMPLE_NOW, drop.creatorId, { changed: [], status: drop.status }),
  ...more,
})

/**
 * Commits new records. Throws if that fails. Of each kind it writes the first record last, because an adapter that lists
 * records in the order in which they were written must not pass by chance.
 */
export async function put(store: Store, insert: NonNullable<ChangeSet['insert']>): Promise<void> {
  const firstLast = ([first, ...rest]: readonly unknown[]) => (first === undefined ? [] : [...rest, first])
  const moved = Object.entries(insert).map(([kind, records]) => [kind, firstLast(records)])
  const written = await store.create({ insert: Object.fromEntries(moved) })
  assertEqual(written, { ok: true, value: undefined }, 'create')
}

/** Stores a creator with a token and one drop. */
export async function putDrop(store: Store, more: Partial<Drop> = {}) {
  const owner = sampleUser(1, { username: 'creator', identityProviderId: 'local:creator' })
  const token = sampleToken(owner, 1)
  const drop = sampleDrop(token, 1, more)
  await put(store, { users: [owner], tokens: [token], drops: [drop] })
  return { owner, token, drop }
}
