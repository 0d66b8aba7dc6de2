import {
  type Amount,
  amountOf,
  type Currency,
  parseAmount,
  parseMoney,
  parsePositiveAmount,
} from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import {
  type Award,
  type ClaimAccess,
  type ClaimDelivery,
  type ClaimType,
  type DropType,
  isDrawnByBeacon,
  type Price,
  type Sealed,
} from './drop.ts'
import { type Instant, isInstant, toIso } from './instant.ts'
import { unreachable } from './invariant.ts'
import type { Json } from './json.ts'
import { boundsOfDraw } from './random-amount.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { parseChoice, parseText } from './text.ts'

/** A fresh seed. Used only if the drop draws its amounts. */
export interface FreshSeed {
  readonly commitment: string
  readonly seed: Sealed
}

/** INSTANT: the seed alone decides. BEACON: the seed and public randomness that did not exist when the claim was made. */
export type Randomness = 'INSTANT' | 'BEACON'

export const parseDropType = parseChoice<DropType>('type', ['TOKEN', 'NFT'])
export const parseClaimType = parseChoice<ClaimType>('claimType', ['REGULAR', 'STREAK', 'ELITE'])
export const parseRandomness = parseChoice<Randomness>('randomness', ['INSTANT', 'BEACON'])
export const parseClaimAccess = parseChoice<ClaimAccess>('claimAccess', ['OPEN', 'WALLET', 'OWNER'])

export const parseDelivery = parseChoice<ClaimDelivery>('delivery', ['WALLET', 'SPONSORED', 'SERVER'])

/**
 * Parses `tokenAmount`. Missing: the claimer names the amount. `"0"`: random. Otherwise: the exact amount of each claim.
 */
export function parseAward(
  tokenAmount: string | null | undefined,
  type: DropType,
  freshSeed: FreshSeed,
): Result<Award, Refusal> {
  if (tokenAmount === null || tokenAmount === undefined) {
    return ok(type === 'NFT' ? { kind: 'fixed', amount: amountOf(1n) } : { kind: 'open' })
  }
  const amount = parseAmount(tokenAmount, 'tokenAmount')
  if (!amount.ok) return amount
  return ok(
    amount.value === 0n
      ? { kind: 'random', ...freshSeed, beacon: null }
      : { kind: 'fixed', amount: amount.value },
  )
}

/** The award with the requested randomness. `chain` is the service's beacon, if it has one. */
export function awardWithRandomness(
  award: Award,
  randomness: Randomness,
  chain: BeaconChain | null,
): Result<Award, Refusal> {
  if (randomness === 'INSTANT') return ok(award.kind === 'random' ? { ...award, beacon: null } : award)
  if (award.kind !== 'random')
    return err(
      badInput(
        'randomness',
        'CONTRADICTION',
        'randomness BEACON needs tokenAmount "0", which draws the amounts',
      ),
    )
  if (chain === null)
    return err(
      badInput(
        'randomness',
        'NOT_ON_THIS_SERVICE',
        'This service has no randomness beacon; use randomness INSTANT',
      ),
    )
  return ok({ ...award, beacon: award.beacon ?? chain })
}

export const parsePool = (maxAmount: string): Result<Amount, Refusal> =>
  parsePositiveAmount(maxAmount, 'maxAmount')

/** Parses a price. 0 means that the drop is free. */
export function parsePrice(
  price: number | null | undefined,
  currency: Currency,
): Result<Price | null, Refusal> {
  if (price === null || price === undefined || price === 0) return ok(null)
  const atomic = parseMoney(price, currency, 'price')
  return atomic.ok ? ok({ atomic: atomic.value, currency: currency.code }) : atomic
}

export function parseInstant(
  value: Instant | null | undefined,
  field: string,
): Result<Instant | null, Refusal> {
  if (value === null || value === undefined) return ok(null)
  if (isInstant(value)) return ok(value)
  return err(badInput(field, 'NO_TIME', `${field} must be an instant, in whole Unix milliseconds`))
}

const MAX_INT = 2_147_483_647

export function parseCount(value: number | null | undefined, field: string): Result<number | null, Refusal> {
  if (value === null || value === undefined) return ok(null)
  if (Number.isInteger(value) && value >= 1 && value <= MAX_INT) return ok(value)
  return err(badInput(field, 'TOO_SMALL', `${field} must be a whole number of at least 1`, { least: 1 }))
}

export function parseEstimate(value: number | null | undefined): Result<number | null, Refusal> {
  if (value === null || value === undefined) return ok(null)
  if (Number.isFinite(value) && value >= 0) return ok(value)
  return err(
    badInput('estimatedValueUsd', 'TOO_SMALL', 'estimatedValueUsd must be a number of at least 0', {
      least: 0,
    }),
  )
}

const MAX_METADATA_LENGTH = 65_536
/**
 * Deeply nested values overflow the stack when they are serialized. One such drop would break every list that contains it.
 */
const MAX_METADATA_LEVELS = 100

export function parseMetadata(value: Json | undefined): Result<Json, Refusal> {
  const metadata = value ?? null
  const error = jsonError(metadata)
  return error === undefined ? ok(metadata) : err(badInput('metadata', 'WRONG_FORMAT', error))
}

const TOO_DEEP = `metadata may have at most ${MAX_METADATA_LEVELS} levels`
const TOO_LONG = `metadata may have at most ${MAX_METADATA_LENGTH} characters as JSON`
const NO_JSON = 'metadata must be JSON: texts, numbers, true, false, null, lists and plain objects'

interface Place {
  readonly value: unknown
  readonly level: number
}

/** Why a store cannot keep this value. Stops at the first reason, because a body may hold a million values. */
function jsonError(metadata: Json): string | undefined {
  const open: Place[] = [{ value: metadata, level: 0 }]
  // A lower bound of the length, so that only short texts are written.
  let characters = 0
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, level } = place
    if (++characters > MAX_METADATA_LENGTH) return TOO_LONG
    if (typeof value !== 'object' || value === null) {
      if (!isJsonLeaf(value)) return NO_JSON
      if (typeof value === 'string') characters += value.length
      if (characters > MAX_METADATA_LENGTH) return TOO_LONG
      continue
    }
    if (level === MAX_METADATA_LEVELS) return TOO_DEEP
    if (!Array.isArray(value) && !isPlain(value)) return NO_JSON
    for (const name in value) {
      if (!Object.hasOwn(value, name)) continue
      characters += Array.isArray(value) ? 1 : name.length + 4
      if (characters > MAX_METADATA_LENGTH) return TOO_LONG
      open.push({ value: (value as Readonly<Record<string, unknown>>)[name], level: level + 1 })
    }
  }
  return JSON.stringify(metadata).length > MAX_METADATA_LENGTH ? TOO_LONG : undefined
}

const isJsonLeaf = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : value === null || ['string', 'boolean'].includes(typeof value)

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

export function parseCommunityId(value: string | null | undefined): Result<string | null, Refusal> {
  if (value === null || value === undefined) return ok(null)
  return parseText(value, 'communityId', { min: 1, max: 255 })
}

/** Refuses a deadline before the start of the drop, because such a drop would accept no claim. */
export const refusalOfDeadline = (claimDeadline: Instant | null, now: Instant): Refusal | undefined =>
  claimDeadline !== null && claimDeadline <= now
    ? badInput(
        'claimDeadline',
        'NOT_IN_FUTURE',
        `claimDeadline must be in the future; it is ${toIso(now)} now`,
        { now: toIso(now) },
      )
    : undefined

interface WholeTerms {
  readonly isLinkOnly?: boolean
  readonly award: Award
  readonly pool: Amount
  readonly supply: number | null
  readonly price: Price | null
  readonly startsAt: Instant | null
  readonly claimDeadline: Instant | null
}

/** Refuses terms that do not fit together. */
export function refusalOfTerms({ award, pool, supply, price, ...schedule }: WholeTerms): Refusal | undefined {
  if (award.kind === 'fixed' && award.amount > pool) {
    return badInput(
      'tokenAmount',
      'MORE_THAN_POOL',
      `tokenAmount may not exceed maxAmount, which is ${pool}`,
      { pool: String(pool) },
    )
  }
  const needsOneEach = award.kind === 'random' || (award.kind === 'open' && price !== null)
  if (supply !== null && needsOneEach && pool < BigInt(supply)) {
    return badInput(
      'supply',
      'MORE_THAN_POOL',
      `supply may not exceed maxAmount, which is ${pool}: every item gets at least 1`,
      { pool: String(pool) },
    )
  }
  if (award.kind === 'random' && price !== null && supply === null) {
    return badInput('supply', 'REQUIRED', 'A random drop with a price needs a supply')
  }
  if (isDrawnByBeacon(award) && supply === null) {
    return badInput(
      'supply',
      'REQUIRED',
      'A drop with randomness BEACON needs a supply, so that every claim is sure of at least 1',
    )
  }
  const { startsAt, claimDeadline, isLinkOnly } = schedule
  if (isLinkOnly === true && price !== null) {
    return badInput('isLinkOnly', 'FREE_DROPS_ONLY', 'Claim links are for free drops; this drop has a price')
  }
  if (startsAt !== null && claimDeadline !== null && claimDeadline <= startsAt) {
    return badInput('claimDeadline', 'TOO_EARLY', 'claimDeadline must be later than startsAt')
  }
  return undefined
}

/**
 * The largest number of pieces for one claim on an NFT drop, and for one delivery transaction. The Move package has the
 * same limit. With the longest texts, 250 pieces are 4.7 MB. Sui lets a transaction write 5 MB and 2,048 new objects.
 */
export const MAX_PIECES_PER_CLAIM = 250

type ClaimTerms = Pick<WholeTerms, 'award' | 'pool' | 'supply'> & { readonly type: DropType }

/** The largest amount that one claim can get; null if only the pool limits it. */
export function largestClaim({ award, pool, supply }: Omit<ClaimTerms, 'type'>): bigint | null {
  switch (award.kind) {
    case 'open':
      return null
    case 'fixed':
      return award.amount
    case 'random':
      // If every other item gets 1, the last item gets the rest.
      return supply === null
        ? boundsOfDraw({ remaining: pool, itemsLeft: null, pool }).most
        : pool - BigInt(supply) + 1n
    default:
      return unreachable(award)
  }
}

/** Refuses an NFT drop on which one claim could get more pieces than one transaction can deliver. */
export function refusalOfPieces({ type, ...terms }: ClaimTerms): Refusal | undefined {
  if (type !== 'NFT') return undefined
  const most = largestClaim(terms)
  if (most === null || most <= BigInt(MAX_PIECES_PER_CLAIM)) return undefined
  const details = { limit: MAX_PIECES_PER_CLAIM, largestClaim: String(most) }
  const limit = `A claim on an NFT drop gets at most ${MAX_PIECES_PER_CLAIM} pieces`
  return terms.award.kind === 'random'
    ? badInput(
        'maxAmount',
        'CLAIM_TOO_LARGE',
        `${limit}, and with maxAmount ${terms.pool} one draw could get ${most}`,
        details,
      )
    : badInput('tokenAmount', 'CLAIM_TOO_LARGE', `${limit}; tokenAmount is ${most}`, details)
}
