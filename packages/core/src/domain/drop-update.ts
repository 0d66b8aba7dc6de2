import { displayMoney } from './amount.ts'
import { soldOutDrop } from './claim-batch.ts'
import { type Drop, type DropStatus, isSoldOut, itemAmount, soldItemAmount, totalLimit } from './drop.ts'
import { type DropChanges, parseChanges, type UpdateContext } from './drop-changes.ts'
import { applySchedule, canMove, type DropChange, isRandomAndOver } from './drop-status.ts'
import { largestClaim, refusalOfDeadline, refusalOfPieces, refusalOfTerms } from './drop-terms.ts'
import { dropEvent, type NewEvent } from './event.ts'
import { gatingEvent } from './gating/gating.ts'
import type { Instant } from './instant.ts'
import { isSameValue } from './json.ts'
import { renewWindow } from './lottery-steps.ts'
import {
  refusalAfterOpening,
  refusalOfLotteryTerms,
  refusalOfPastClose,
  refusalOfShortWindow,
} from './lottery-terms.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { withoutAlarm } from './vault.ts'

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

/** Drops that are older than the least window can still be changed in all other fields. */
const hasSameWindow = (before: Drop, after: Drop): boolean =>
  before.claimDeadline === after.claimDeadline &&
  before.lottery?.entriesCloseAt === after.lottery?.entriesCloseAt &&
  before.lottery?.claimWindowMs === after.lottery?.claimWindowMs

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

/** Protects what earlier claimers rely on. */
function refusalAfterClaims(before: Drop, after: Drop): Refusal | undefined {
  const { tally } = before
  const hasClaims = tally.lastSequence > 0
  if (isRandomAndOver(before) && before.award.kind !== after.award.kind) {
    return badInput('tokenAmount', 'FIXED', 'A random drop that has ended or is sold out stays random')
  }
  if (hasClaims && before.award.kind !== after.award.kind) {
    const message = 'tokenAmount may not change between fixed, open and random after the first claim'
    return badInput('tokenAmount', 'FIXED', message)
  }
  if (hasClaims && before.award.kind === 'random') {
    if (before.pool !== after.pool)
      return badInput('maxAmount', 'FIXED', 'maxAmount may not change after the first claim of a random drop')
    if (before.supply !== after.supply)
      return badInput('supply', 'FIXED', 'supply may not change after the first claim of a random drop')
  }
  const leastPool = tally.reservedAmount + tally.heldAmount
  if (after.pool !== before.pool && after.pool < leastPool) {
    const message = `maxAmount must be at least ${leastPool}, the amount that is claimed or held`
    return badInput('maxAmount', 'LESS_THAN_HELD', message, { least: String(leastPool) })
  }
  const leastSupply = tally.reservedCount + tally.heldItems
  if (after.supply !== before.supply && after.supply !== null && after.supply < leastSupply) {
    const message = `supply must be at least ${leastSupply}, the number of items that are claimed or held`
    return badInput('supply', 'LESS_THAN_HELD', message, { least: leastSupply })
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
    return badInput(
      'price',
      'FIXED',
      'A price may not be added or removed while payment intents hold items, paid or not',
    )
  }
  // An item of an open claim may be held again, also on a drop that has become free and gets a price again. Money in
  // another coin is not part of what the drop owes.
  const owes = tally.heldItems > 0 || before.payments.owed > 0n || (hasMoney && hasOpenVouchers)
  if (owes && totalLimit(withPrice(after)) < totalLimit(withPrice(before))) {
    const field = before.claimType === after.claimType ? 'maxPerWallet' : 'claimType'
    const message =
      'The number of claims per wallet may not be lowered while buyers have paid items that they have not claimed'
    return badInput(field, 'FIXED', message)
  }
  const hasSold = tally.heldItems > 0 || hasMoney
  if (hasSold && !isSameItem(before, after)) {
    const message = 'The amount of an item may not change after items were sold'
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
  return soldItemAmount(before) === (becomesFree ? itemAmount(after) : soldItemAmount(after))
}

/** The field whose change gives an item another value. */
function fieldOfItem(before: Drop, after: Drop): string {
  if (before.award.kind === 'fixed' || before.award.kind !== after.award.kind) return 'tokenAmount'
  if (before.pool !== after.pool) return 'maxAmount'
  return before.supply === after.supply ? 'price' : 'supply'
}
