import type { Address } from '../../domain/address.ts'
import { type Claim, isReserved, sequenceOfNonce, voucherExpiryOf } from '../../domain/claim.ts'
import { confirmClaim, failTakenClaim } from '../../domain/claim-settlement.ts'
import type { DropId } from '../../domain/ids.ts'
import { raiseAlarm } from '../../domain/vault-alarm.ts'
import {
  type Change,
  type ClaimedOnChain,
  chainFailure,
  type JobOutcome,
  type Pool,
  type Ports,
} from '../../ports/index.ts'
import { provesClaim } from '../claims/confirm-claim.ts'
import { changeClaims, type confirmClaims, type ProvenClaim, settleClaims } from '../claims/settle-claims.ts'
import { isCalledOff, jobsWhenCalledOff } from '../drops/called-off-drop.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

/** Each may be of another drop, and so need a transaction of its own; all are dealt with before the cursor moves. */
const EVENTS_PER_RUN = 100
const POLL_INTERVAL_MS = 300
const RETRY_DELAY_MS = 1_000

/**
 * Confirms claims from what the chain shows, without anybody asking, and stops a drop whose vault paid what is no
 * claim. A claim by voucher whose nonce paid a stranger FAILED: nothing can pay it any more. The cursor is kept only
 * after the events before it have been dealt with, so a crash reads some of them twice and misses none. A drop whose
 * claims cannot be confirmed does not delay the other drops of the page.
 */
export async function watchChain(ports: WatchPorts, cursor: string | null): Promise<JobOutcome> {
  const answer = await ports.chain.claimsAfter(cursor, EVENTS_PER_RUN)
  const now = ports.clock.now()
  if (!answer.ok)
    return {
      kind: 'again',
      dueAt: now + RETRY_DELAY_MS,
      memo: cursor,
      failed: chainFailure(answer.error.reason),
    }
  const { claims, cursor: next } = answer.value
  const errors: unknown[] = []
  const byVault = Map.groupBy(claims, ({ dropObjectId }) => dropObjectId)
  const drops = await ports.store.dropsByVault([...byVault.keys()])
  for (const [vault, events] of byVault) {
    const drop = drops.get(vault)
    if (drop === undefined) warnOfStranger(ports, vault, events)
    else await confirmAll(ports, drop.id, events).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
  const dueAt = claims.length === EVENTS_PER_RUN ? now : now + POLL_INTERVAL_MS
  return { kind: 'again', dueAt, memo: next ?? cursor }
}

async function confirmAll(
  ports: WatchPorts,
  dropId: DropId,
  events: readonly ClaimedOnChain[],
): Promise<void> {
  const sequences = events.map(({ nonce }) => sequenceOfNonce(nonce))
  const changed = await changeClaims(ports.store, dropId, { sequences }, (pool) =>
    confirmEvents(pool, events, ports.clock.now()),
  )
  if (!changed.ok) return
  for (const { nonce, txHash } of changed.value) {
    ports.log.error('a drop is stopped: the chain shows a claim that is none of ours', {
      dropId,
      nonce,
      txHash,
    })
  }
}

function confirmEvents(
  pool: Pool | null,
  seen: readonly ClaimedOnChain[],
  now: number,
): Change<readonly ClaimedOnChain[]> {
  if (pool === null) return { result: [] }
  const strange: ClaimedOnChain[] = []
  const settled = new Map<number, ProvenClaim & { readonly isTaken: boolean }>()
  for (const event of seen) {
    const sequence = sequenceOfNonce(event.nonce)
    const claim = pool.claims.get(sequence)
    const isProven = claim !== undefined && provesClaim(event, pool, claim)
    if (!claim || !isProven || !isReserved(claim.state)) strange.push(event)
    if (!claim || !isReserved(claim.state) || claim.state.kind === 'CONFIRMED') continue
    if (isProven || paysInFull(event, claim)) settled.set(sequence, { claim, proof: event, isTaken: false })
    else if (isByVoucher(claim, event)) settled.set(sequence, { claim, proof: event, isTaken: true })
  }
  const confirmed = settleSeen(pool, settled.values(), now)
  const [first] = strange
  return first === undefined
    ? { ...confirmed, result: strange }
    : { ...stopDrop(pool, confirmed, first, now), result: strange }
}

/** Someone with the drop's key took the claim in another amount for its claimer, who has what was promised, and more. */
const paysInFull = (event: ClaimedOnChain, claim: Claim): boolean =>
  event.nonce === claim.sequence && event.claimer === claim.claimer && event.amount >= claim.amount

/** The nonce of a claim by voucher can pay its claimer no more. One that we deliver gets another nonce. */
const isByVoucher = (claim: Claim, event: ClaimedOnChain): boolean =>
  voucherExpiryOf(claim) !== null && event.nonce === claim.sequence

const settleSeen = (
  pool: Pool,
  seen: Iterable<ProvenClaim & { readonly isTaken: boolean }>,
  now: number,
): ReturnType<typeof confirmClaims> => ({
  ...settleClaims(pool, seen, ({ claim, proof, isTaken }, drop, intent) => {
    if (isTaken) return failTakenClaim(claim, drop, intent, { taken: proof.amount, now })
    const { txHash, at: claimedAt } = proof
    return confirmClaim(claim, drop, intent, { txHash, claimedAt }, now, null)
  }),
  jobs: isCalledOff(pool.drop) ? jobsWhenCalledOff(pool.drop, now) : [],
})

/** Whoever was paid without a claim has the drop's key, or more: nothing more goes out until its owner has looked. */
function stopDrop(
  { drop: before }: Pool,
  confirmed: ReturnType<typeof confirmClaims>,
  { claimer, amount, nonce, txHash }: ClaimedOnChain,
  now: number,
): Omit<Change<never>, 'result'> {
  const [settled = before] = confirmed.update.drops ?? []
  const details = { userAddress: claimer, amount: String(amount), nonce, txHash }
  const { drop, events } = raiseAlarm(settled, { alarm: 'unknown_claim', details }, now)
  return {
    update: { ...confirmed.update, drops: [drop] },
    events: [...confirmed.events, ...events],
    jobs: [...(confirmed.jobs ?? []), { kind: 'guard_vault', subject: drop.id, dueAt: now }],
  }
}

function warnOfStranger(ports: WatchPorts, vault: Address, events: readonly ClaimedOnChain[]): void {
  ports.log.warn('the chain shows claims from a vault that this store does not know', {
    vault,
    claims: events.length,
  })
}
