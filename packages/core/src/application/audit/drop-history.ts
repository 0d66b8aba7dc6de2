import { type Claim, type ClaimStatus, idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { EventType } from '../../domain/event.ts'
import { claimIdOf, eventIdOf } from '../../domain/ids.ts'
import type { StoredEvent } from '../../ports/audit-rows.ts'
import type { Compare } from './difference.ts'

/** What the log says about one drop, read from its beginning. */
export interface DropHistory {
  /** Adds the next event. `claim` is the stored claim that it refers to. */
  take(event: StoredEvent, claim: Claim | undefined): void
  /** Compares the result with the drop. */
  finish(): void
  readonly marks: ClaimMarks
  /** The numbers of granted and revoked exemptions; null if the log does not say. */
  readonly exemptions: { readonly granted: number; readonly revoked: number } | null
  /** Whether one of these fields (public names) was changed after the drop was created. */
  hasChanged(...fields: readonly string[]): boolean
}

/**
 * The history of a drop whose first events were removed. Nothing can be compared with it, and any term may have changed.
 */
export const NO_HISTORY: DropHistory = {
  take() {},
  finish() {},
  marks: { mark: () => true, compareState() {} },
  hasChanged: () => true,
  exemptions: null,
}

const STATUS_AFTER: Readonly<Record<string, string>> = {
  'drop.activated': 'ACTIVE',
  'drop.paused': 'PAUSED',
  'drop.resumed': 'ACTIVE',
  'drop.sold_out': 'SOLD_OUT',
  'drop.ended': 'ENDED',
  'drop.cancelled': 'CANCELLED',
  'drop.deleted': 'CANCELLED',
}

const nameOfEvent = ({ type, position }: StoredEvent): string =>
  position === null ? `${type} without a place` : eventIdOf(position)

export function createDropHistory(drop: Drop, compare: Compare): DropHistory {
  const changed = new Set<string>()
  // The last value that an event reported, by field.
  const said = new Map<string, string | null>()
  const marks = createClaimMarks(drop, compare)
  let made = 0
  let completedAt: number | null = null
  let deletedAt: number | null = null
  let reservedAmount = 0n
  let reservedCount = 0
  const exemptions = { granted: 0, revoked: 0 }

  function note(name: string, value: unknown): void {
    if (value !== undefined) said.set(name, value === null ? null : String(value))
  }

  function takeClaim(event: StoredEvent, claim: Claim | undefined): void {
    const { type, data } = event
    const id = claimIdOf(drop.id, Number(data['sequence']))
    compare(nameOfEvent(event), 'claimId', String(data['claimId']), id)
    if (!marks.mark(Number(data['sequence']), type, id)) return
    if (claim === undefined) compare(id, 'row', 'none', `one, of which ${nameOfEvent(event)} tells`)
    const amount = BigInt(String(data['amount']))
    if (type === 'claim.revealed') {
      reservedAmount += amount
      compare(nameOfEvent(event), 'claimedAmount', String(data['claimedAmount']), reservedAmount)
    } else if (type === 'drop.claimed') {
      reservedAmount += amount
      reservedCount++
      compare(nameOfEvent(event), 'claimedAmount', String(data['claimedAmount']), reservedAmount)
      compare(nameOfEvent(event), 'claimCount', Number(data['claimCount']), reservedCount)
    } else if (type !== 'claim.confirmed') {
      reservedAmount -= amount
      reservedCount--
    }
    if (claim) compareClaim(event, claim, compare)
  }

  return {
    marks,
    exemptions,
    hasChanged: (...fields) => fields.some((field) => changed.has(field)),
    take(event, claim) {
      const { type, data, at } = event
      compare(nameOfEvent(event), 'ownerId', event.ownerId, drop.creatorId)
      if (type === 'drop.claimed' || type.startsWith('claim.')) return takeClaim(event, claim)
      if (type === 'drop.created') made++
      if (type === 'drop.created' || type === 'drop.updated') {
        for (const name of ['title', 'type', 'status', 'maxAmount', 'supply']) note(name, data[name])
        note('price', priceAtomicIn(data))
        for (const field of Array.isArray(data['changed']) ? data['changed'] : []) changed.add(String(field))
      }
      if (type === 'gating.exemption_granted' || type === 'gating.exemption_revoked') {
        exemptions[type === 'gating.exemption_granted' ? 'granted' : 'revoked']++
        note('exemptionCount', data['exemptionCount'])
      }
      note('status', STATUS_AFTER[type])
      if (type === 'drop.completed') completedAt = at
      if (type === 'drop.deleted') deletedAt = at
      if (type === 'drop.key_rotated') note('voucherKey', data['publicKey'])
    },
    finish() {
      compare(drop.id, 'drop.created', made, 1)
      const stored: Readonly<Record<string, string | null>> = {
        title: drop.title,
        type: drop.type,
        status: drop.status,
        maxAmount: String(drop.pool),
        supply: drop.supply === null ? null : String(drop.supply),
        price: drop.price === null ? null : String(drop.price.atomic),
        voucherKey: drop.voucherKey.publicKey,
        exemptionCount: String(drop.exemptionCount),
      }
      for (const [name, value] of said) compare(drop.id, name, stored[name], value)
      compare(drop.id, 'completedAt', drop.completedAt, completedAt)
      compare(drop.id, 'deletedAt', drop.deletedAt, deletedAt)
    },
  }
}

/** Compares an event of a claim with the claim's row. */
function compareClaim(
  { type, data, at, actorId, intentId }: StoredEvent,
  claim: Claim,
  compare: Compare,
): void {
  const id = idOfClaim(claim)
  const { state } = claim
  // The amount is 0 until the beacon has decided it.
  const isBefore = type === 'drop.claimed' && claim.draw !== null
  compare(id, 'amount', isBefore ? 0n : claim.amount, String(data['amount']))
  compare(id, 'userAddress', claim.claimer, String(data['userAddress']))
  compare(id, 'recipient', claim.recipient?.address ?? null, (data['recipient'] ?? null) as string | null)
  compare(id, 'intentId', claim.intentId, intentId)
  if (type === 'drop.claimed') {
    compare(id, 'createdAt', claim.createdAt, at)
    compare(id, 'callerId', claim.callerId, actorId)
    if (data['streak'] !== undefined) compare(id, 'streak', claim.streak, data['streak'] as number | null)
  }
  if (type === 'claim.confirmed' && state.kind === 'CONFIRMED')
    compare(id, 'txHash', state.txHash, String(data['txHash']))
  if (type === 'claim.expired' && state.kind === 'EXPIRED') compare(id, 'expiredAt', state.expiredAt, at)
}

/** Events of earlier releases contain the price in the smallest unit as `price`, in digits. */
function priceAtomicIn({ price, priceAtomic }: Readonly<Record<string, unknown>>): unknown {
  if (priceAtomic !== undefined) return priceAtomic
  return typeof price === 'number' ? undefined : price
}

/** The event types of each of a drop's claims, in one byte per claim. */
export interface ClaimMarks {
  /** False if no claim of the drop can have this sequence. */
  mark(sequence: number, type: EventType, claimId: string): boolean
  /** Compares a claim's state with the log. */
  compareState(claim: Claim, claimId: string): void
}

const BITS: Readonly<Partial<Record<EventType, number>>> = {
  'drop.claimed': 1,
  'claim.confirmed': 2,
  'claim.expired': 4,
  'claim.failed': 8,
  'claim.revealed': 16,
}

/** The possible statuses after the events of a claim. The first two have not ended yet. */
const STATES: Readonly<Record<number, readonly ClaimStatus[]>> = {
  1: ['PENDING', 'SUBMITTED'],
  3: ['CONFIRMED'],
  5: ['EXPIRED'],
  9: ['FAILED'],
}

/** A larger sequence is an error itself and must not allocate memory. */
const MOST_CLAIMS = 1_000_000_000

export function createClaimMarks(drop: Pick<Drop, 'id' | 'tally'>, compare: Compare): ClaimMarks {
  let marks = new Uint8Array(1_024)

  return {
    mark(sequence, type, claimId) {
      if (!Number.isSafeInteger(sequence) || sequence < 1 || sequence > MOST_CLAIMS) {
        compare(drop.id, `sequence of a ${type}`, sequence, `at most ${drop.tally.lastSequence}`)
        return false
      }
      if (sequence >= marks.length) {
        const more = new Uint8Array(2 ** Math.ceil(Math.log2(sequence + 1)))
        more.set(marks)
        marks = more
      }
      const bit = BITS[type] ?? 0
      const before = marks[sequence] ?? 0
      if ((before & bit) !== 0) compare(claimId, type, 'more than once', 'once')
      marks[sequence] = before | bit
      return true
    },
    compareState({ sequence, state, draw }, claimId) {
      const mark = marks[sequence] ?? 0
      if ((mark & 1) === 0) compare(claimId, 'drop.claimed', 'none', 'one')
      const isRevealed = draw !== null && draw.revealedAt !== null
      if (isRevealed !== ((mark & 16) !== 0)) compare(claimId, 'claim.revealed', isRevealed, !isRevealed)
      const states = STATES[(mark & 15) | 1]
      if (states === undefined) compare(claimId, 'state', state.kind, 'one end, and the log has several')
      else if (!states.includes(state.kind)) compare(claimId, 'state', state.kind, states.join(' or '))
    },
  }
}
