import { type Claim, isUndrawn, sequenceOfNonce } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { MAX_PIECES_PER_CLAIM } from '../../domain/drop-terms.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Ports } from '../../ports/index.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import { isToDeliver } from './give-up-claims.ts'
import { STRANGER_GRACE_MS } from './settle-claims.ts'

type ChoosePorts = Pick<Ports, 'store' | 'clock'>

/** A transaction that is not full waits for more claims until no claim has arrived for this long … */
const QUIET_MS = 500
/** … or until its oldest claim has waited for this long. */
const LONGEST_WAIT_MS = 5_000

/** The claims that a run sends. */
export interface Chosen {
  /** Each batch is one transaction. */
  readonly batches: readonly (readonly Claim[])[]
  /** When to send next, if there is nothing to send now. Null if no claims are left. */
  readonly dueAt: Instant | null
  readonly plan: DeliveryPlan
}

/** Chooses the next claims: one that was set aside, if its retry is due, and the oldest others. */
export async function chooseClaims(
  ports: ChoosePorts,
  drop: Drop,
  before: DeliveryPlan,
  most: number,
): Promise<Chosen> {
  if (most <= 0) return { batches: [], dueAt: null, plan: before }
  const now = ports.clock.now()
  const { aside, seen = [], ...others } = before
  const sequences = new Set([...aside, ...seen.map(([nonce]) => sequenceOfNonce(nonce))])
  const ids = [...sequences].map((sequence) => ({ dropId: drop.id, sequence }))
  const found = ids.length === 0 ? [] : [...(await ports.store.claims(ids)).values()]
  const places = new Map(found.map((claim) => [claim.sequence, claim]))
  const isOpen = (sequence: number) => isUndelivered(places.get(sequence))
  const current = withSightings(
    // An earlier release stored them in the order of their retries.
    { ...others, aside: aside.filter(isOpen).toSorted((one, other) => one - other) },
    seen.filter(([nonce]) => isOpen(sequenceOfNonce(nonce))),
  )
  const resting = restingClaims(current, now)
  const asideNow = current.aside.flatMap((sequence) => places.get(sequence) ?? [])
  const first = await nextRetry(ports, drop.id, current, { asideNow, resting })
  const plan = first === undefined && current.aside.length === 0 ? withoutPassed(current) : current
  const retried = first !== undefined && now >= plan.retryAt ? [[first]] : []
  const room = most - retried.length

  // Amounts are drawn in the order of the claims, so claims that wait for the beacon come last.
  const limit = room * plan.size + plan.aside.length + resting.size
  const waiting = room === 0 ? [] : await ports.store.undeliveredClaims(drop.id, limit, plan.passed)
  const next = waiting.filter(
    (claim) => !isUndrawn(claim) && !plan.aside.includes(claim.sequence) && !resting.has(claim.sequence),
  )
  const { full, rest } = batchesOf(drop, next, plan.size, room)
  if (rest.length === 0) {
    const dueAts = [...(first === undefined ? [] : [plan.retryAt]), ...resting.values()]
    const dueAt = dueAts.length === 0 ? null : Math.min(...dueAts)
    return { batches: [...retried, ...full], dueAt, plan }
  }
  const fullAt = completeAt(drop, rest)
  return { batches: [...retried, ...full, ...(fullAt <= now ? [rest] : [])], dueAt: fullAt, plan }
}

/**
 * Claims whose nonce is used, and until when they rest. By then a payment of the claim is confirmed, so another use was a
 * stranger's.
 */
export const restingClaims = ({ seen = [] }: DeliveryPlan, now: Instant): ReadonlyMap<number, Instant> =>
  new Map(
    seen
      .filter(([, since]) => since + STRANGER_GRACE_MS > now)
      .map(([nonce, since]) => [sequenceOfNonce(nonce), since + STRANGER_GRACE_MS]),
  )

/** The next claim that was put aside: the first one after the last retry, or else the first one of all. */
async function nextRetry(
  { store }: Pick<Ports, 'store'>,
  dropId: DropId,
  { passed = 0, retried = 0 }: DeliveryPlan,
  {
    asideNow,
    resting,
  }: { readonly asideNow: readonly Claim[]; readonly resting: ReadonlyMap<number, Instant> },
): Promise<Claim | undefined> {
  for (const after of [retried, 0]) {
    const limit = 1 + resting.size
    const waiting = after < passed ? await store.undeliveredClaims(dropId, limit, after) : []
    const further = [
      ...waiting.filter(({ sequence }) => sequence <= passed),
      ...asideNow.filter((claim) => isToDeliver(claim) && claim.sequence > after),
    ]
    const next = further.find(({ sequence }) => !resting.has(sequence))
    if (next !== undefined) return next
  }
  return undefined
}

const withoutPassed = ({ passed: _, retried: __, ...plan }: DeliveryPlan): DeliveryPlan => plan

export const withSightings = (plan: DeliveryPlan, seen: NonNullable<DeliveryPlan['seen']>): DeliveryPlan =>
  seen.length === 0 ? plan : { ...plan, seen }

const isUndelivered = (claim: Claim | undefined): boolean =>
  claim !== undefined && (isToDeliver(claim) || claim.state.kind === 'SUBMITTED')

/** Returns at most `most` full batches, oldest first. `rest` is a last batch with room for more claims. */
function batchesOf(drop: Drop, claims: readonly Claim[], size: number, most: number) {
  const full: (readonly Claim[])[] = []
  for (let from = 0; full.length < most; ) {
    const next = claims.slice(from, from + size)
    const batch = drop.type === 'NFT' ? withinPieces(next) : next
    from += batch.length
    if (batch.length < size && from === claims.length) return { full, rest: batch }
    full.push(batch)
  }
  return { full, rest: [] }
}

/** The first claims that fit into the limit of pieces per transaction; at least one. */
function withinPieces(claims: readonly Claim[]): readonly Claim[] {
  let pieces = 0n
  const end = claims.findIndex(({ amount }, index) => {
    pieces += amount
    return index > 0 && pieces > BigInt(MAX_PIECES_PER_CLAIM)
  })
  return end === -1 ? claims : claims.slice(0, end)
}

/** When waiting for more claims ends, judged by these claims. */
function completeAt({ status }: Drop, claims: readonly Claim[]): Instant {
  if (status !== 'ACTIVE') return 0
  const [oldest, newest] = [claims[0]?.createdAt ?? 0, claims.at(-1)?.createdAt ?? 0]
  return Math.min(newest + QUIET_MS, oldest + LONGEST_WAIT_MS)
}
