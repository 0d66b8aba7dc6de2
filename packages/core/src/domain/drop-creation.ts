import type { Currency } from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import { type CollectionInput, parseCollection } from './collection.ts'
import {
  type ClaimAccess,
  type ClaimDelivery,
  type ClaimType,
  type Drop,
  type DropStatus,
  type DropType,
  EMPTY_TALLY,
  type VoucherKey,
} from './drop.ts'
import type { DropChange } from './drop-status.ts'
import {
  awardWithRandomness,
  type FreshSeed,
  parseAward,
  parseClaimAccess,
  parseClaimType,
  parseCommunityId,
  parseCount,
  parseDelivery,
  parseDropType,
  parseEstimate,
  parseInstant,
  parseMetadata,
  parsePool,
  parsePrice,
  parseRandomness,
  type Randomness,
  refusalOfDeadline,
  refusalOfPieces,
  refusalOfTerms,
} from './drop-terms.ts'
import { dropEvent } from './event.ts'
import type { GatingConfig } from './gating/gating.ts'
import { type ActiveHumanCheck, type HumanCheckKind, parseHumanCheck } from './human-check.ts'
import type { DropId, TokenId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Json } from './json.ts'
import {
  type LotteryInput,
  parseLottery,
  refusalOfLotteryTerms,
  refusalOfPastClose,
  refusalOfShortWindow,
} from './lottery-terms.ts'
import { NO_PAYMENTS } from './payment/drop-totals.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import {
  parseDescription,
  parseEmbedOrigins,
  parseFlag,
  parsePictureUrl,
  parseShortcode,
  parseTitle,
} from './text.ts'
import type { Caller } from './user.ts'

/** The input for a new drop. Amounts are decimal strings. */
export interface NewDropInput extends LotteryInput {
  /** 1 to 120 characters. */
  readonly title: string
  /** A claim on a TOKEN drop gets an amount. A claim on an NFT drop gets pieces. */
  readonly type: DropType
  /** STREAK: one claim per wallet and UTC day. ELITE: no wallet can claim until the drop has gating rules. */
  readonly claimType: ClaimType
  /** The whole pool in base units; on an NFT drop, the number of pieces. */
  readonly maxAmount: string
  readonly description?: string | null | undefined
  /** The amount of one claim in base units. `"0"` draws a random amount. If it is missing, the claimer names the amount. */
  readonly tokenAmount?: string | null | undefined
  /**
   * How random amounts are drawn. Default: INSTANT. With BEACON, amounts also depend on a public round of randomness that
   * did not exist when the claim was made, so no party can choose them. BEACON requires `supply`.
   */
  readonly randomness?: Randomness | null | undefined
  readonly estimatedValueUsd?: number | null | undefined
  /** Default: claims are accepted immediately. */
  readonly startsAt?: Instant | null | undefined
  /** Default: claims are accepted until everything is given out. */
  readonly claimDeadline?: Instant | null | undefined
  /** ACTIVE (default), DRAFT, SCHEDULED or PAUSED. */
  readonly status?: DropStatus | null | undefined
  /** The last part of the drop's public URL, unique without regard to case. Default: made from the title. */
  readonly shortcode?: string | null | undefined
  /** Default: 1 on a free drop, no limit on a priced drop. */
  readonly maxPerWallet?: number | null | undefined
  /** Which callers may claim for a wallet. Default: OPEN. */
  readonly claimAccess?: ClaimAccess | null | undefined
  /** Whether a claim needs a claim link. Default: false. */
  readonly isLinkOnly?: boolean | null | undefined
  /** Who sends claims to the chain and who pays the gas. Default: WALLET. */
  readonly delivery?: ClaimDelivery | null | undefined
  /** What claimers have to pass besides the rules; NONE unless told. */
  readonly humanCheck?: HumanCheckKind | null | undefined
  /** The origins whose pages may embed the claim page; none unless told. */
  readonly embedOrigins?: readonly string[] | null | undefined
  /** http, https, ipfs or a path of this server. */
  readonly imageUrl?: string | null | undefined
  /** The price of one item in whole units of its currency. 0 or missing: the drop is free. */
  readonly price?: number | null | undefined
  /** The number of items. Default: as many as the pool holds. */
  readonly supply?: number | null | undefined
  /** Any JSON of at most 65,536 characters. */
  readonly metadata?: Json | undefined
  /** A name that the creator chooses to group drops. */
  readonly communityId?: string | null | undefined
  /** Only on an NFT drop. */
  readonly collection?: CollectionInput | null | undefined
}

/** The generated values and settings for a new drop. */
export interface DropOrigins {
  readonly id: DropId
  readonly creator: Caller
  readonly tokenId: TokenId
  readonly gating: GatingConfig | null
  readonly currency: Currency
  readonly voucherKey: VoucherKey
  readonly freshSeed: FreshSeed
  /** The service's source of public randomness, if it has one. */
  readonly beacon?: BeaconChain | null
  /** The human checks that the service can make. */
  readonly humanChecks?: readonly ActiveHumanCheck[]
  readonly now: Instant
}

const FIRST_STATUSES: readonly DropStatus[] = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED']

/** Decides a new drop and its events. A refusal names the wrong field. */
export function decideNewDrop(input: NewDropInput, origins: DropOrigins): Result<DropChange, Refusal> {
  const title = parseTitle(input.title)
  if (!title.ok) return title
  const type = parseDropType(input.type)
  if (!type.ok) return type
  const collection = parseCollection(input.collection, type.value, origins.creator.user.walletAddress)
  if (!collection.ok) return collection
  const claimType = parseClaimType(input.claimType)
  if (!claimType.ok) return claimType
  const claimAccess = parseClaimAccess(input.claimAccess ?? 'OPEN')
  if (!claimAccess.ok) return claimAccess
  const isLinkOnly = parseFlag(input.isLinkOnly ?? false, 'isLinkOnly')
  if (!isLinkOnly.ok) return isLinkOnly
  const delivery = parseDelivery(input.delivery ?? 'WALLET')
  if (!delivery.ok) return delivery
  const humanCheck = parseHumanCheck(input.humanCheck ?? 'NONE', origins.humanChecks ?? [])
  if (!humanCheck.ok) return humanCheck
  const embedOrigins = parseEmbedOrigins(input.embedOrigins)
  if (!embedOrigins.ok) return embedOrigins
  const pool = parsePool(input.maxAmount)
  if (!pool.ok) return pool
  const instant = parseAward(input.tokenAmount, input.type, origins.freshSeed)
  if (!instant.ok) return instant
  const randomness = parseRandomness(input.randomness ?? 'INSTANT')
  if (!randomness.ok) return randomness
  const award = awardWithRandomness(instant.value, randomness.value, origins.beacon ?? null)
  if (!award.ok) return award
  const supply = parseCount(input.supply, 'supply')
  if (!supply.ok) return supply
  const price = parsePrice(input.price, origins.currency)
  if (!price.ok) return price
  const maxPerWallet = parseCount(input.maxPerWallet, 'maxPerWallet')
  if (!maxPerWallet.ok) return maxPerWallet
  const details = parseDetails(input, title.value, origins.id)
  if (!details.ok) return details

  const startsAt = parseInstant(input.startsAt, 'startsAt')
  if (!startsAt.ok) return startsAt
  const claimDeadline = parseInstant(input.claimDeadline, 'claimDeadline')
  if (!claimDeadline.ok) return claimDeadline
  const lottery = parseLottery(input, null, origins.beacon ?? null)
  if (!lottery.ok) return lottery
  const terms = {
    lottery: lottery.value,
    claimType: claimType.value,
    maxPerWallet: maxPerWallet.value,
    award: award.value,
    pool: pool.value,
    supply: supply.value,
    price: price.value,
    isLinkOnly: isLinkOnly.value,
    startsAt: startsAt.value,
    claimDeadline: claimDeadline.value,
  }
  const misfit =
    refusalOfTerms(terms) ??
    refusalOfPieces({ ...terms, type: type.value }) ??
    refusalOfDeadline(terms.claimDeadline, origins.now) ??
    refusalOfLotteryTerms(terms) ??
    refusalOfShortWindow(terms) ??
    refusalOfPastClose(terms.lottery, origins.now)
  if (misfit) return err(misfit)

  const status = input.status ?? 'ACTIVE'
  if (!FIRST_STATUSES.includes(status)) {
    const given = typeof status === 'string' ? `, not ${status}` : ''
    return err(badInput('status', 'UNKNOWN_VALUE', `A new drop may be ${FIRST_STATUSES.join(', ')}${given}`))
  }
  if (status === 'SCHEDULED' && terms.startsAt === null) {
    return err(badInput('startsAt', 'REQUIRED', 'A SCHEDULED drop needs startsAt'))
  }

  const drop: Drop = {
    id: origins.id,
    creatorId: origins.creator.user.id,
    tokenId: origins.tokenId,
    title: title.value,
    ...details.value,
    type: type.value,
    collection: collection.value,
    claimAccess: claimAccess.value,
    humanCheck: humanCheck.value,
    embedOrigins: embedOrigins.value,
    delivery: delivery.value,
    ...terms,
    currency: origins.currency.code,
    gating: origins.gating,
    exemptionCount: 0,
    status,
    completedAt: null,
    tally: EMPTY_TALLY,
    payments: NO_PAYMENTS,
    vault: { kind: 'none' },
    voucherKey: origins.voucherKey,
    nextVoucherKey: null,
    formerKeys: null,
    paymentCoin: null,
    createdAt: origins.now,
    updatedAt: origins.now,
    deletedAt: null,
  }
  const created = dropEvent('drop.created', drop, origins.now, drop.creatorId, {
    title: drop.title,
    type: drop.type,
    status: drop.status,
    shortcode: drop.shortcode,
    maxAmount: String(drop.pool),
  })
  return ok({ drop, events: [created] })
}

type Details = Pick<
  Drop,
  'description' | 'imageUrl' | 'shortcode' | 'communityId' | 'metadata' | 'estimatedValueUsd'
>

function parseDetails(input: NewDropInput, title: string, id: DropId): Result<Details, Refusal> {
  const description = input.description == null ? ok(null) : parseDescription(input.description)
  if (!description.ok) return description
  const imageUrl = input.imageUrl == null ? ok(null) : parsePictureUrl(input.imageUrl, 'imageUrl')
  if (!imageUrl.ok) return imageUrl
  const shortcode =
    input.shortcode == null ? ok(shortcodeFrom(title, id)) : parseShortcode(input.shortcode, 'shortcode')
  if (!shortcode.ok) return shortcode
  const communityId = parseCommunityId(input.communityId)
  if (!communityId.ok) return communityId
  const metadata = parseMetadata(input.metadata)
  if (!metadata.ok) return metadata
  const estimatedValueUsd = parseEstimate(input.estimatedValueUsd)
  if (!estimatedValueUsd.ok) return estimatedValueUsd
  return ok({
    description: description.value,
    imageUrl: imageUrl.value,
    shortcode: shortcode.value,
    communityId: communityId.value,
    metadata: metadata.value,
    estimatedValueUsd: estimatedValueUsd.value,
  })
}

/** The title as a slug, followed by the end of the drop's id, so that two drops with the same title differ. */
export function shortcodeFrom(title: string, id: DropId): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  const end = id.slice(-8)
  return slug === '' ? end : `${slug}-${end}`
}
