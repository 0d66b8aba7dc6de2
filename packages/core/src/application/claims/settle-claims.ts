import type { Address } from '../../domain/address.ts'
import { type Claim, sequenceOfNonce } from '../../domain/claim.ts'
import { type ClaimSettlement, confirmClaim } from '../../domain/claim-settlement.ts'
import type { Drop } from '../../domain/drop.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Change, ClaimedOnChain, DropState, DropStateQuery, Ports, Store } from '../../ports/index.ts'
import { cursorOf, readPosition } from '../chain/watch-position.ts'
import { jobsAfterClaims } from '../drops/clean-up-drop.ts'

/**
 * `changeDrop` for claims by sequence. `decide` also gets the intents whose items the claims spend. Only the claims say
 * which intents these are, and a claim never changes its intent. If an intent is missing, nothing is decided and the drop
 * is read once more. A free drop therefore needs no query for payments.
 */
export async function changeClaims<T>(
  store: Pick<Store, 'changeDrop'>,
  dropId: DropId,
  query: DropStateQuery,
  decide: (dropState: DropState | null) => Change<T>,
): ReturnType<typeof store.changeDrop<T>> {
  type Seen = { readonly missing: readonly PaymentIntent['id'][] } | { readonly decided: T }
  const changed = await store.changeDrop(dropId, query, (dropState): Change<Seen> => {
    const missing = dropState ? missingIntents(dropState) : []
    if (missing.length > 0) return { result: { missing } }
    const change = decide(dropState)
    return { ...change, result: { decided: change.result } }
  })
  if (!changed.ok) return changed
  if ('decided' in changed.value) return { ok: true, value: changed.value.decided }
  const intentIds = [...(query.intentIds ?? []), ...changed.value.missing]
  return changeClaims(store, dropId, { ...query, intentIds }, decide)
}

function missingIntents({ claims, intents }: DropState): readonly PaymentIntent['id'][] {
  const wanted = new Set([...claims.values()].flatMap(({ intentId }) => intentId ?? []))
  return [...wanted].filter((id) => !intents.has(id))
}

/** The effects of changed claims: the claims, the other changed records, and the events. */
interface Settled {
  readonly update: NonNullable<Change<never>['update']> & { readonly claims: readonly Claim[] }
  readonly events: readonly NewEvent[]
}

/** Applies a change to claims one by one. Each change sees the drop and the intents as the previous ones left them. */
export function settleClaims<Due extends { readonly claim: Claim }>(
  dropState: DropState,
  due: Iterable<Due>,
  settle: (due: Due, drop: Drop, intent: PaymentIntent | null) => ClaimSettlement,
): Settled {
  const settled: Claim[] = []
  const events: NewEvent[] = []
  const intents = new Map(dropState.intents)
  let { drop } = dropState
  for (const each of due) {
    const { intentId } = each.claim
    const settlement = settle(each, drop, intentId === null ? null : (intents.get(intentId) ?? null))
    if (settlement.intent) intents.set(settlement.intent.id, settlement.intent)
    settled.push(settlement.claim)
    events.push(...settlement.events)
    drop = settlement.drop
  }
  const paymentIntents = [...intents.values()].filter((intent) => intent !== dropState.intents.get(intent.id))
  return { update: { claims: settled, drops: drop === dropState.drop ? [] : [drop], paymentIntents }, events }
}

/** A claim and the chain's proof that it was paid. */
export interface ProvenClaim {
  readonly claim: Claim
  readonly proof: ClaimedOnChain
}

/** The claims may include the last open voucher of a drop that is closed to buyers, so its clean-up is scheduled. */
export const confirmClaims = (
  dropState: DropState,
  proven: Iterable<ProvenClaim>,
  now: Instant,
): Settled & Pick<Change<never>, 'jobs'> => {
  const settled = settleClaims(dropState, proven, ({ claim, proof: { txHash, at } }, drop, intent) =>
    confirmClaim({ claim, drop, intent }, { txHash, claimedAt: at }, now),
  )
  return { ...settled, jobs: jobsAfterClaims(dropState.drop, settled.update.claims, now) }
}

/** This long after a nonce was used, every node shows the event. */
export const STRANGER_GRACE_MS = 10 * 60_000

const EVENTS_AT_ONCE = 500

/** The chain must show its claims this far beyond the time at which the service saw a nonce used. */
const CLOCK_DIFFERENCE_MS = 60_000

/**
 * Returns which of these used nonces of a vault paid no claim of the service. The watcher (`watch_chain`) has read the
 * chain's events for this vault up to its cursor and has confirmed each claim that one of them proves. If no event after
 * the cursor explains a used nonce, a stranger used it, perhaps before there was a claim with this sequence. Empty while
 * this is unknown: the chain does not show all events until the nonces were seen used, or the watcher is behind. Call this
 * only for claims whose nonce was seen used `STRANGER_GRACE_MS` ago, and check under the lock that they are not confirmed.
 * `used` has the time since when each nonce is seen used.
 */
export async function strangerNonces(
  ports: Pick<Ports, 'chain' | 'jobs'>,
  dropObjectId: Address,
  used: Sightings,
): Promise<ReadonlySet<number>> {
  if (used.size === 0) return new Set()
  const position = readPosition(await ports.jobs.memoOf('watch_chain', 'chain'))
  const cursor = cursorOf(position, dropObjectId)
  const answer = await ports.chain.claimsAfter(cursor, EVENTS_AT_ONCE)
  if (!answer.ok || answer.value.completeUntil === null) return new Set()
  const { completeUntil } = answer.value
  // A claim that the service delivers may have been paid with a later nonce.
  const unread = new Set(
    answer.value.claims
      .filter((event) => event.dropObjectId === dropObjectId)
      .flatMap(({ nonce }) => [nonce, sequenceOfNonce(nonce)]),
  )
  const isShown = (seenAt: Instant) => seenAt + CLOCK_DIFFERENCE_MS <= completeUntil
  return new Set([...used].flatMap(([nonce, at]) => (isShown(at) && !unread.has(nonce) ? [nonce] : [])))
}

/** When nonces of unconfirmed claims were first seen used, by sequence. Stored with the job that saw them. */
export type Sightings = ReadonlyMap<number, Instant>

export function readSightings(memo: string | null): Sightings {
  return new Map(memo === null ? [] : (JSON.parse(memo) as [number, Instant][]))
}

export const writeSightings = (sightings: Sightings): string | null =>
  sightings.size === 0 ? null : JSON.stringify([...sightings])
