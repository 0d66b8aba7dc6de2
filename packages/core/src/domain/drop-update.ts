import { type Currency, displayMoney } from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import { soldOutDrop } from './claim-batch.ts'
import {
  type Award,
  type ClaimAccess,
  type ClaimDelivery,
  type ClaimType,
  type Drop,
  type DropStatus,
  isSoldOut,
  itemAmount,
  type Price,
  totalLimit,
} from './drop.ts'
import { applySchedule, canMove, type DropChange } from './drop-status.ts'
import {
  awardWithRandomness,
  type FreshSeed,
  largestClaim,
  parseAward,
  parseClaimAccess,
  parseClaimType,
  parseCount,
  parseDelivery,
  parseEstimate,
  parseFlag,
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
import { dropEvent, type NewEvent } from './event.ts'
import type { GatingConfig } from './gating/gating.ts'
import { gatingEvent } from './gating/gating-event.ts'
import { type ActiveHumanCheck, type HumanCheckKind, parseHumanCheck } from './human-check.ts'
import type { Instant } from './instant.ts'
import { isSameValue, type Json } from './json.ts'
import { renewWindow } from './lottery-steps.ts'
import {
  type LotteryInput,
  parseLottery,
  refusalAfterOpening,
  refusalOfLotteryTerms,
  refusalOfPastClose,
  refusalOfShortWindow,
} from './lottery-terms.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { parseDescription, parseEmbedOrigins, parsePictureUrl, parseShortcode, parseTitle } from './text.ts'
import { withoutAlarm } from './vault.ts'

/**
 * The changes that an owner requests. A missing field stays as it is. Null clears an optional field and is ignored for a
 * required field.
 */
export interface DropChanges extends LotteryInput {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly claimType?: ClaimType | null | undefined
  readonly maxAmount?: string | null | undefined
  readonly tokenAmount?: string | null | undefined
  /** Only while the drop is a DRAFT. */
  readonly randomness?: Randomness | null | undefined
  readonly estimatedValueUsd?: number | null | undefined
  readonly startsAt?: Instant | null | undefined
  readonly claimDeadline?: Instant | null | undefined
  readonly status?: DropStatus | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly price?: number | null | undefined
  readonly supply?: number | null | undefined
  readonly maxPerWallet?: number | null | undefined
  readonly claimAccess?: ClaimAccess | null | undefined
  readonly isLinkOnly?: boolean | null | undefined
  readonly delivery?: ClaimDelivery | null | undefined
  readonly humanCheck?: HumanCheckKind | null | undefined
  readonly embedOrigins?: readonly string[] | null | undefined
  readonly metadata?: Json | undefined
  readonly shortcode?: string | null | undefined
  /** The rules that `gatingId` named; null removes the gating config. */
  readonly gating?: GatingConfig | null | undefined
}

/** What an update is decided with, besides the drop and its changes. */
export interface UpdateContext {
  readonly now: Instant
  /** The drop's currency; null if the service does not have it. */
  readonly currency: Currency | null
  /** Used if the drop becomes a random drop. */
  readonly freshSeed: FreshSeed
  /** The service's source of public randomness, if it has one. */
  readonly beacon?: BeaconChain | null
  /** The human checks that the service can make. */
  readonly humanChecks?: readonly ActiveHumanCheck[]
  /** Whether a payment intent of the drop has money that is not refunded yet, in any coin. */
  readonly hasMoney: boolean
  /** Whether a voucher of the drop is open, so that its claim may be released. */
  readonly hasOpenVouchers: boolean
}

/** Decides an update: first the fields, then the requested status, then what follows from both. */
export function decideUpdate(
  before: Drop,
  changes: DropChanges,
  context: UpdateContext,
): Result<DropChange, Refusal> {
  const settled = applySchedule(before, context.now)
  const fields = parseChanges(settled.drop, changes, context)
  if (!fields.ok) return fields
  const changed = { ...settled.drop, ...fields.value }
  // An NFT drop that is older than the limit on pieces can still be changed in all other fields.
  const tooManyPieces =
    largestClaim(changed) === largestClaim(settled.drop) ? undefined : refusalOfPieces(changed)
  const refusal =
    refusalOfTerms(changed) ??
    tooManyPieces ??
    refusalAfterClaims(settled.drop, changed) ??
    refusalAfterPayments(settled.drop, changed, context) ??
    refusalAfterOpening(settled.drop, changed) ??
    refusalOfLotteryTerms(changed) ??
    (hasSameWindow(settled.drop, changed) ? undefined : refusalOfShortWindow(changed))
  if (refusal) return err(refusal)

  const moved = move(settled.drop, changed, changes, context.now)
  if (!moved.ok) return moved
  const past = refusalOfPastTimes(before, moved.value.drop, context.now)
  if (past) return err(past)

  const given = Object.keys(fields.value) as readonly (keyof Drop)[]
  const names: string[] = given.filter((name) => !isSameValue(settled.drop[name], changed[name]))
  // SCHEDULED is the only status without its own event.
  if (settled.drop.status !== 'SCHEDULED' && moved.value.drop.status === 'SCHEDULED') names.push('status')
  const events = [...settled.events]
  if (names.length > 0) events.push(updatedEvent(moved.value.drop, names, context))
  if (changes.gating != null)
    events.push(gatingEvent(moved.value.drop, changes.gating, context.now, moved.value.drop.creatorId))
  events.push(...moved.value.events)
  const last = followUp(moved.value.drop, context.now)
  return ok({ drop: { ...last.drop, updatedAt: context.now }, events: [...events, ...last.events] })
}

/**
 * Refuses a new deadline or close of entries in the past, and the publication of a DRAFT whose times have passed in the
 * meantime. Such a drop would end at once, and a random drop could never be opened again.
 */
function refusalOfPastTimes(before: Drop, after: Drop, now: Instant): Refusal | undefined {
  const isPublished = before.status === 'DRAFT' && after.status !== 'DRAFT' && after.status !== 'CANCELLED'
  const isNewDeadline = after.claimDeadline !== before.claimDeadline
  const isNewClose = after.lottery?.entriesCloseAt !== before.lottery?.entriesCloseAt
  return (
    (isPublished || isNewDeadline ? refusalOfDeadline(after.claimDeadline, now) : undefined) ??
    (isPublished || isNewClose ? refusalOfPastClose(after.lottery, now) : undefined)
  )
}

type Parsed = { -readonly [Field in keyof Drop]?: Drop[Field] }

function parseChanges(drop: Drop, changes: DropChanges, context: UpdateContext): Result<Parsed, Refusal> {
  const parsed: Parsed = {}
  const error = parseTermChanges(drop, changes, context, parsed) ?? parseDetailChanges(changes, parsed)
  return error ? err(error) : ok(parsed)
}

/** Sets a parsed value, or returns the refusal. */
function put<Field extends keyof Drop>(
  parsed: Parsed,
  field: Field,
  value: Result<Drop[Field], Refusal>,
): Refusal | undefined {
  if (!value.ok) return value.error
  parsed[field] = value.value
  return undefined
}

function parseTermChanges(
  drop: Drop,
  changes: DropChanges,
  context: UpdateContext,
  parsed: Parsed,
): Refusal | undefined {
  const { maxAmount, supply, price, maxPerWallet, claimType, claimAccess } = changes
  const { isLinkOnly, delivery, humanCheck } = changes
  const { startsAt, claimDeadline, gating } = changes
  return (
    (claimType != null ? put(parsed, 'claimType', parseClaimType(claimType)) : undefined) ??
    (claimAccess != null ? put(parsed, 'claimAccess', parseClaimAccess(claimAccess)) : undefined) ??
    (isLinkOnly != null ? put(parsed, 'isLinkOnly', parseFlag(isLinkOnly, 'isLinkOnly')) : undefined) ??
    (delivery != null ? put(parsed, 'delivery', parseDelivery(delivery)) : undefined) ??
    (humanCheck != null
      ? put(parsed, 'humanCheck', parseHumanCheck(humanCheck, context.humanChecks ?? []))
      : undefined) ??
    (startsAt !== undefined ? put(parsed, 'startsAt', parseInstant(startsAt, 'startsAt')) : undefined) ??
    (claimDeadline !== undefined
      ? put(parsed, 'claimDeadline', parseInstant(claimDeadline, 'claimDeadline'))
      : undefined) ??
    (gating !== undefined ? put(parsed, 'gating', ok(gating)) : undefined) ??
    (maxAmount != null ? put(parsed, 'pool', parsePool(maxAmount)) : undefined) ??
    (changes.tokenAmount !== undefined || changes.randomness != null
      ? put(parsed, 'award', awardChange(drop, changes, context))
      : undefined) ??
    (supply !== undefined ? put(parsed, 'supply', parseCount(supply, 'supply')) : undefined) ??
    (price !== undefined ? put(parsed, 'price', priceChange(drop, price, context.currency)) : undefined) ??
    (isAboutLottery(changes)
      ? put(parsed, 'lottery', parseLottery(changes, drop.lottery, context.beacon ?? null))
      : undefined) ??
    (maxPerWallet !== undefined
      ? put(parsed, 'maxPerWallet', parseCount(maxPerWallet, 'maxPerWallet'))
      : undefined)
  )
}

function priceChange(
  { currency: code }: Drop,
  price: number | null,
  currency: Currency | null,
): Result<Price | null, Refusal> {
  if (price === null || price === 0) return ok(null)
  if (currency !== null) return parsePrice(price, currency)
  const message = `The service does not have the currency ${code} of this drop, so the price can only be left or removed`
  return err(badInput('price', 'UNKNOWN_COIN', message, { currency: code }))
}

/** Drops that are older than the least window can still be changed in all other fields. */
const hasSameWindow = (before: Drop, after: Drop): boolean =>
  before.claimDeadline === after.claimDeadline &&
  before.lottery?.entriesCloseAt === after.lottery?.entriesCloseAt &&
  before.lottery?.claimWindowMs === after.lottery?.claimWindowMs

const isAboutLottery = ({ admission, entriesCloseAt, claimWindowSeconds }: LotteryInput): boolean =>
  admission != null || entriesCloseAt != null || claimWindowSeconds != null

/** A random drop that stays random keeps its seed, so its owner cannot draw again. */
function awardChange(
  drop: Drop,
  { tokenAmount, randomness: wanted }: DropChanges,
  context: UpdateContext,
): Result<Award, Refusal> {
  const parsed =
    tokenAmount === undefined ? ok(drop.award) : parseAward(tokenAmount, drop.type, context.freshSeed)
  if (!parsed.ok) return parsed
  const award = parsed.value.kind === 'random' && drop.award.kind === 'random' ? drop.award : parsed.value
  const randomness = wanted == null ? ok(null) : parseRandomness(wanted)
  if (!randomness.ok) return randomness
  const changed =
    randomness.value === null
      ? ok(award)
      : awardWithRandomness(award, randomness.value, context.beacon ?? null)
  const isChange = changed.ok && beaconOf(changed.value)?.hash !== beaconOf(drop.award)?.hash
  if (!isChange || drop.status === 'DRAFT') return changed
  const message = 'randomness can be changed only while the drop is a DRAFT'
  // A drop that leaves BEACON by its tokenAmount could come back with INSTANT.
  return wanted == null
    ? err(badInput('tokenAmount', 'FIXED', `${message}, so a drop with BEACON stays random`))
    : err(badInput('randomness', 'FIXED', message))
}

const beaconOf = (award: Award) => (award.kind === 'random' ? award.beacon : null)

function parseDetailChanges(changes: DropChanges, parsed: Parsed): Refusal | undefined {
  const { title, description, imageUrl, shortcode, estimatedValueUsd, metadata, embedOrigins } = changes
  return (
    (title != null ? put(parsed, 'title', parseTitle(title)) : undefined) ??
    (description !== undefined
      ? put(parsed, 'description', description === null ? ok(null) : parseDescription(description))
      : undefined) ??
    (imageUrl !== undefined
      ? put(parsed, 'imageUrl', imageUrl === null ? ok(null) : parsePictureUrl(imageUrl, 'imageUrl'))
      : undefined) ??
    (shortcode != null ? put(parsed, 'shortcode', parseShortcode(shortcode, 'shortcode')) : undefined) ??
    (estimatedValueUsd !== undefined
      ? put(parsed, 'estimatedValueUsd', parseEstimate(estimatedValueUsd))
      : undefined) ??
    (embedOrigins !== undefined ? put(parsed, 'embedOrigins', parseEmbedOrigins(embedOrigins)) : undefined) ??
    (metadata !== undefined ? put(parsed, 'metadata', parseMetadata(metadata)) : undefined)
  )
}

/** The seed of such a drop is published, so the drop cannot be opened again and its draws cannot change. */
const isRandomAndOver = ({ award, status }: Drop): boolean =>
  award.kind === 'random' && (status === 'SOLD_OUT' || status === 'ENDED')

/** Protects what earlier claimers and payers rely on. */
function refusalAfterClaims(before: Drop, after: Drop): Refusal | undefined {
  const { tally } = before
  const hasClaims = tally.lastSequence > 0
  if (isRandomAndOver(before) && before.award.kind !== after.award.kind) {
    return badInput('tokenAmount', 'FIXED', 'A random drop that is over stays one')
  }
  if (hasClaims && before.award.kind !== after.award.kind) {
    return badInput(
      'tokenAmount',
      'FIXED',
      'After the first claim tokenAmount may not change between fixed, open and random',
    )
  }
  if (hasClaims && before.award.kind === 'random') {
    if (before.pool !== after.pool)
      return badInput('maxAmount', 'FIXED', 'After the first claim of a random drop maxAmount stays')
    if (before.supply !== after.supply)
      return badInput('supply', 'FIXED', 'After the first claim of a random drop supply stays')
  }
  const leastPool = tally.reservedAmount + tally.heldAmount
  if (after.pool !== before.pool && after.pool < leastPool) {
    return badInput(
      'maxAmount',
      'LESS_THAN_HELD',
      `maxAmount may not go below the ${leastPool} that are claimed or held`,
      {
        least: String(leastPool),
      },
    )
  }
  const leastSupply = tally.reservedCount + tally.heldItems
  if (after.supply !== before.supply && after.supply !== null && after.supply < leastSupply) {
    return badInput(
      'supply',
      'LESS_THAN_HELD',
      `supply may not go below the ${leastSupply} that are claimed or held`,
      {
        least: leastSupply,
      },
    )
  }
  return undefined
}

/** Protects the holders of paid items: the size of an item, and the rule that a claim spends it. */
function refusalAfterPayments(
  before: Drop,
  after: Drop,
  { hasMoney, hasOpenVouchers }: UpdateContext,
): Refusal | undefined {
  const { tally } = before
  if (tally.heldItems > 0 && (before.price === null) !== (after.price === null)) {
    return badInput('price', 'FIXED', 'The price may not be taken away or added while paid items are held')
  }
  // An item of an open claim may be held again, also on a drop that has become free and gets a price again. Money in
  // another coin is not part of what the drop owes.
  const owes = tally.heldItems > 0 || before.payments.owed > 0n || (hasMoney && hasOpenVouchers)
  if (owes && totalLimit(withPrice(after)) < totalLimit(withPrice(before))) {
    const field = before.claimType === after.claimType ? 'maxPerWallet' : 'claimType'
    return badInput(
      field,
      'FIXED',
      'The number of claims per wallet may not be lowered while buyers have not claimed what they paid for',
    )
  }
  const hasSold = tally.heldItems > 0 || hasMoney
  if (hasSold && !isSameItem(before, after)) {
    const message = 'What an item is worth may not change once items have been sold'
    return badInput(fieldOfItem(before, after), 'FIXED', message)
  }
  return undefined
}

/** The drop, with any price if it has none: a drop that is free now may get a price again. */
const withPrice = (drop: Drop): Drop =>
  drop.price === null ? { ...drop, price: { atomic: 1n, currency: drop.currency } } : drop

/** Whether an item is worth the same. A random item is a share of the pool. */
function isSameItem(before: Drop, after: Drop): boolean {
  if (before.award.kind !== after.award.kind) return false
  if (before.award.kind === 'random') return before.pool === after.pool && before.supply === after.supply
  const becomesFree = before.price !== null && after.price === null
  return itemAmount(withPrice(before)) === itemAmount(becomesFree ? after : withPrice(after))
}

/** The field whose change gives an item another value. */
function fieldOfItem(before: Drop, after: Drop): string {
  if (before.award.kind === 'fixed' || before.award.kind !== after.award.kind) return 'tokenAmount'
  if (before.pool !== after.pool) return 'maxAmount'
  return before.supply === after.supply ? 'price' : 'supply'
}

function move(before: Drop, drop: Drop, changes: DropChanges, now: Instant): Result<DropChange, Refusal> {
  const from = drop.status
  const to = changes.status ?? from
  const isFinal = isRandomAndOver(before)
  // If this update makes room, a sold-out drop opens by itself. Requesting ACTIVE as well is not another transition.
  const opens = from === 'SOLD_OUT' && to === 'ACTIVE' && !isFinal && !isSoldOut(drop, drop.tally)
  const isMove = to !== from && !opens
  if (isMove && (isFinal || !canMove(from, to))) return err({ kind: 'invalid_transition', from, to })
  if (to === 'SCHEDULED' && drop.startsAt === null)
    return err(badInput('startsAt', 'REQUIRED', 'A SCHEDULED drop needs startsAt'))
  if (!isMove) return ok({ drop, events: [] })
  if (from === 'ENDED' && (changes.claimDeadline == null || changes.claimDeadline <= now)) {
    const message = 'An ENDED drop becomes ACTIVE only together with a new claimDeadline in the future'
    return err({ kind: 'invalid_transition', from, to, message })
  }
  return ok(moveTo(drop, to, now))
}

function moveTo(drop: Drop, to: DropStatus, now: Instant): DropChange {
  const event = (type: `drop.${'activated' | 'paused' | 'resumed' | 'ended' | 'cancelled'}`) =>
    dropEvent(type, { ...drop, status: to }, now, drop.creatorId)
  const over = to === 'ENDED' || to === 'CANCELLED'
  const completes = to === 'ENDED' && drop.completedAt === null
  const moved: Drop = {
    ...drop,
    status: to,
    completedAt: completes ? now : drop.completedAt,
    vault: to === 'ACTIVE' ? withoutAlarm(drop.vault) : drop.vault,
    lottery: to === 'ACTIVE' ? renewWindow(drop.lottery, now) : drop.lottery,
  }
  const events: NewEvent[] = []
  if (over) events.push(event(to === 'ENDED' ? 'drop.ended' : 'drop.cancelled'))
  else if (to === 'PAUSED') events.push(event('drop.paused'))
  else if (to === 'ACTIVE') {
    events.push(
      event(drop.status === 'DRAFT' || drop.status === 'SCHEDULED' ? 'drop.activated' : 'drop.resumed'),
    )
  }
  if (completes) events.push(dropEvent('drop.completed', moved, now, drop.creatorId, { reason: 'ended' }))
  return { drop: moved, events }
}

/** Moves a drop between ACTIVE and SOLD_OUT if the update changed how much is left. */
function followUp(drop: Drop, now: Instant): DropChange {
  const soldOut = isSoldOut(drop, drop.tally)
  if (drop.status === 'ACTIVE' && soldOut) return soldOutDrop(drop, now)
  if (drop.status === 'SOLD_OUT' && !soldOut && drop.award.kind !== 'random') {
    const resumed: Drop = { ...drop, status: 'ACTIVE' }
    const events = [dropEvent('drop.resumed', resumed, now, drop.creatorId, { reason: 'room_made' })]
    const settled = applySchedule(resumed, now)
    return { drop: settled.drop, events: [...events, ...settled.events] }
  }
  return applySchedule(drop, now)
}

/** Public names of fields that have another name in the code. */
const PUBLIC_NAMES: { readonly [field: string]: string } = {
  pool: 'maxAmount',
  award: 'tokenAmount',
  gating: 'gatingId',
  lottery: 'admission',
}

function updatedEvent(drop: Drop, fields: readonly string[], { now, currency }: UpdateContext): NewEvent {
  const { price } = drop
  return dropEvent('drop.updated', drop, now, drop.creatorId, {
    changed: fields.map((field) => PUBLIC_NAMES[field] ?? field),
    title: drop.title,
    status: drop.status,
    maxAmount: String(drop.pool),
    supply: drop.supply,
    price: price === null ? null : displayMoney(price.atomic, currency?.decimals ?? 0),
    priceAtomic: price === null ? null : String(price.atomic),
    currency: price?.currency ?? drop.currency,
  })
}
