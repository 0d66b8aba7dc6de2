import type { Address } from '../../domain/address.ts'
import { isReserved } from '../../domain/claim.ts'
import type { DropId } from '../../domain/ids.ts'
import { raiseAlarm } from '../../domain/vault-alarm.ts'
import type { Change, ClaimedOnChain, JobOutcome, Pool, Ports } from '../../ports/index.ts'
import { provesClaim } from '../claims/confirm-claim.ts'
import { changeClaims, confirmClaims, type ProvenClaim } from '../claims/settle-claims.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const EVENTS_PER_RUN = 500
const POLL_INTERVAL_MS = 300
const RETRY_DELAY_MS = 1_000

/**
 * Confirms claims from what the chain shows, without anybody asking, and stops a drop whose vault paid what is no
 * claim. The cursor is kept only after the events before it have been dealt with, so a crash reads some of them twice
 * and misses none.
 */
export async function watchChain(ports: WatchPorts, cursor: string | null): Promise<JobOutcome> {
  const answer = await ports.chain.claimsAfter(cursor, EVENTS_PER_RUN)
  const now = ports.clock.now()
  if (!answer.ok) return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: cursor, failed: true }
  const { claims, cursor: next } = answer.value
  const byVault = Map.groupBy(claims, ({ dropObjectId }) => dropObjectId)
  const drops = await ports.store.dropsByVault([...byVault.keys()])
  for (const [vault, events] of byVault) {
    const drop = drops.get(vault)
    if (drop) await confirmAll(ports, drop.id, events)
    else warnOfStranger(ports, vault, events)
  }
  const dueAt = claims.length === EVENTS_PER_RUN ? now : now + POLL_INTERVAL_MS
  return { kind: 'again', dueAt, memo: next ?? cursor }
}

async function confirmAll(
  ports: WatchPorts,
  dropId: DropId,
  events: readonly ClaimedOnChain[],
): Promise<void> {
  const sequences = events.map(({ nonce }) => nonce)
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
  const proven = new Map<number, ProvenClaim>()
  for (const event of seen) {
    const claim = pool.claims.get(event.nonce)
    if (!claim || !provesClaim(event, pool, claim) || !isReserved(claim.state)) {
      strange.push(event)
    } else if (claim.state.kind !== 'CONFIRMED') {
      proven.set(event.nonce, { claim, proof: event })
    }
  }
  const confirmed = confirmClaims(pool, proven.values(), now, null)
  const [first] = strange
  return first === undefined
    ? { ...confirmed, result: strange }
    : { ...stopDrop(pool, confirmed, first, now), result: strange }
}

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
