import { type Claim, idOfClaim } from './claim.ts'
import type { Drop, Tally } from './drop.ts'
import type { EventData } from './event-data.ts'
import type { DropId, PaymentIntentId, TokenId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { JsonObject } from './json.ts'
import { badInput, type Refusal } from './refusal.ts'
import { MAX_LISTED, shownText } from './text.ts'

/** All event names. Webhook registrations and filters are checked against this list. */
export const EVENT_TYPES = [
  'drop.created',
  'drop.updated',
  'drop.activated',
  'drop.paused',
  'drop.resumed',
  'drop.claimed',
  'drop.sold_out',
  'drop.completed',
  'drop.ended',
  'drop.cancelled',
  'drop.deleted',
  'drop.key_rotated',
  'lottery.closed',
  'lottery.drawn',
  'lottery.admitted',
  'claim.revealed',
  'claim.confirmed',
  'claim.failed',
  'claim.expired',
  'payment.created',
  'payment.confirmed',
  'payment.requires_review',
  'payment.expired',
  'payment.cancelled',
  'payment.refunded',
  'refund.created',
  'refund.succeeded',
  'refund.failed',
  'token.created',
  'token.deployed',
  'token.failed',
  'gating.updated',
  'gating.exemption_granted',
  'gating.exemption_revoked',
  'webhook.test',
  'webhook.disabled',
] as const

/** The name of an event; docs/reference/events.md describes all of them. */
export type EventType = (typeof EVENT_TYPES)[number]

/** Those who follow the changes of a drop: its owner, or everyone who may read it. */
export type EventAudience = 'owner' | 'everyone'

/**
 * Who learns that an event of this type occurred on a drop. An event that changes what everyone can read of the drop must be
 * for everyone.
 */
const AUDIENCES: { readonly [Type in EventType]: EventAudience } = {
  'drop.created': 'everyone',
  'drop.updated': 'everyone',
  'drop.activated': 'everyone',
  'drop.paused': 'everyone',
  'drop.resumed': 'everyone',
  'drop.claimed': 'everyone',
  'drop.sold_out': 'everyone',
  'drop.completed': 'everyone',
  'drop.ended': 'everyone',
  'drop.cancelled': 'everyone',
  'drop.deleted': 'everyone',
  'drop.key_rotated': 'owner',
  'lottery.closed': 'everyone',
  'lottery.drawn': 'everyone',
  'lottery.admitted': 'everyone',
  'claim.revealed': 'everyone',
  'claim.confirmed': 'everyone',
  'claim.failed': 'everyone',
  'claim.expired': 'everyone',
  'payment.created': 'owner',
  'payment.confirmed': 'owner',
  'payment.requires_review': 'owner',
  'payment.expired': 'owner',
  'payment.cancelled': 'owner',
  'payment.refunded': 'owner',
  'refund.created': 'owner',
  'refund.succeeded': 'owner',
  'refund.failed': 'owner',
  'token.created': 'owner',
  'token.deployed': 'owner',
  'token.failed': 'owner',
  'gating.updated': 'everyone',
  'gating.exemption_granted': 'owner',
  'gating.exemption_revoked': 'owner',
  'webhook.test': 'owner',
  'webhook.disabled': 'owner',
}

export const isForAudience = (audience: EventAudience, type: EventType): boolean =>
  audience === 'owner' || AUDIENCES[type] === 'everyone'

export const EVENT_TYPES_FOR_EVERYONE: readonly EventType[] = EVENT_TYPES.filter((type) =>
  isForAudience('everyone', type),
)

/** An event. It is written in the transaction of the change that it reports. */
export interface NewEvent {
  readonly type: EventType
  readonly at: Instant
  /** The owner of the changed drop, token or webhook. */
  readonly ownerId: UserId
  /** The user who made the change; null if the service did. */
  readonly actorId: UserId | null
  readonly dropId: DropId | null
  readonly tokenId: TokenId | null
  readonly intentId: PaymentIntentId | null
  /** The ids of what changed and its new values; `EventData` describes each type. */
  readonly data: JsonObject
}

/**
 * What a decision changes: the records as they are after it, and the events that report it. An unchanged record is the same
 * object. A decision that may refuse returns `Result<Transition<…>, Refusal>`.
 */
export type Transition<State> = State & { readonly events: readonly NewEvent[] }

/** An event with its position in the log. Positions count from 1 without gaps, and readers see events in this order. */
export interface LoggedEvent extends NewEvent {
  readonly position: number
}

/**
 * An event as lists, look-ups for display and the queue for webhooks read it. Its data may be left out, because it has up to 300 kB, and a list
 * may have 200 events. `Store` reads it with `dataOfEvents`.
 */
export interface BriefEvent extends Omit<LoggedEvent, 'data'> {
  /** Undefined if it was left out. */
  readonly data: LoggedEvent['data'] | undefined
}

/** Whether a pattern matches an event type: its name, `drop.*` for an area, or `*` for all. */
export const coversEvent = (pattern: string, type: EventType): boolean =>
  pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))

/** Number of known names in the message; the details have all of them. */
const NAMES_IN_MESSAGE = 5

/** Refuses unknown event names, with the list of known ones. */
export function unknownEvents(field: string, unknown: readonly string[]): Refusal {
  const known = [...EVENT_TYPES]
  const some = known.slice(0, NAMES_IN_MESSAGE).join(', ')
  const named = unknown.slice(0, MAX_LISTED).map(shownText)
  const message = `Unknown event ${named.join(', ')}. Known events are ${some} and more; details.known lists all`
  return badInput(field, 'UNKNOWN_VALUE', message, { unknown: named, known })
}

type DropEventType = Extract<EventType, `drop.${string}` | `gating.${string}` | `lottery.${string}`>
/** The event's data without the drop's id. */
type DropDetails<Type extends DropEventType> = Omit<EventData[Type], 'dropId'>

export const dropEvent = <Type extends DropEventType>(
  type: Type,
  drop: Drop,
  at: Instant,
  actorId: UserId | null,
  ...[data]: object extends DropDetails<Type> ? [DropDetails<Type>?] : [DropDetails<Type>]
): NewEvent => ({
  type,
  at,
  ownerId: drop.creatorId,
  actorId,
  dropId: drop.id,
  tokenId: drop.tokenId,
  intentId: null,
  data: { dropId: drop.id, ...(data as JsonObject | undefined) },
})

const written = { amount: 0n, text: '0' }

/** The amount in decimal digits. The last text is cached, because most claims of a drop have the same amount. */
function textOf(amount: bigint): string {
  if (amount !== written.amount) {
    written.amount = amount
    written.text = String(amount)
  }
  return written.text
}

/** The owner and the subject of a claim's event. */
const subjectOf = (claim: Claim, tokenId: TokenId | null) => ({
  ownerId: claim.creatorId,
  actorId: claim.callerId,
  dropId: claim.dropId,
  tokenId,
  intentId: claim.intentId,
})

/** The data that all events of a claim share. */
const claimData = (claim: Claim) => ({
  dropId: claim.dropId,
  claimId: idOfClaim(claim),
  userAddress: claim.claimer,
  ...(claim.recipient === null ? {} : { recipient: claim.recipient.address }),
  amount: textOf(claim.amount),
  sequence: claim.sequence,
})

/** `drop.claimed`: an amount was reserved for a wallet. The totals include this claim. */
export const claimedEvent = (claim: Claim, drop: Drop, tally: Tally): NewEvent => ({
  ...subjectOf(claim, drop.tokenId),
  type: 'drop.claimed',
  at: claim.createdAt,
  data: {
    ...claimData(claim),
    streak: claim.streak,
    claimedAmount: String(tally.reservedAmount),
    remainingBalance: String(drop.pool - tally.reservedAmount),
    claimCount: tally.reservedCount,
    ...(claim.draw === null ? {} : { round: claim.draw.round }),
    ...(claim.head === null ? {} : { orderHead: claim.head }),
  } satisfies EventData['drop.claimed'],
})

/** `claim.revealed`: the beacon has decided the amount of a claim. The totals include it. */
export const revealedEvent = (claim: Claim, { tokenId, pool, tally }: Drop, at: Instant): NewEvent => ({
  ...subjectOf(claim, tokenId),
  type: 'claim.revealed',
  at,
  data: {
    ...claimData(claim),
    round: claim.draw?.round ?? 0,
    ...(claim.draw?.signature == null ? {} : { beaconSignature: claim.draw.signature }),
    claimedAmount: String(tally.reservedAmount),
    remainingBalance: String(pool - tally.reservedAmount),
  } satisfies EventData['claim.revealed'],
})

/**
 * `claim.confirmed`, `claim.expired` and `claim.failed`: the outcome of a reservation. The actor is always the user who made
 * the claim, because that user follows it.
 */
export const claimEvent = (
  type: 'claim.confirmed' | 'claim.expired' | 'claim.failed',
  claim: Claim,
  tokenId: TokenId | null,
  at: Instant,
): NewEvent => ({
  ...subjectOf(claim, tokenId),
  type,
  at,
  actorId: claim.callerId,
  data: {
    ...claimData(claim),
    status: claim.state.kind,
    ...('txHash' in claim.state ? { txHash: claim.state.txHash } : {}),
    ...(claim.state.kind === 'FAILED' ? { reason: claim.state.reason } : {}),
  } satisfies EventData[typeof type],
})
