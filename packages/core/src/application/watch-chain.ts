import type { Address } from '../domain/address.ts'
import { type Claim, isReserved } from '../domain/claim.ts'
import { confirmClaim } from '../domain/claim-settlement.ts'
import type { NewEvent } from '../domain/event.ts'
import type { DropId } from '../domain/ids.ts'
import type { Change, ClaimedOnChain, JobOutcome, Pool, Ports } from '../ports/index.ts'
import { provesClaim } from './confirm-claim.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const EVENTS_PER_RUN = 500
const POLL_INTERVAL_MS = 300
const RETRY_DELAY_MS = 1_000

/**
 * Confirms claims from what the chain shows, without anybody asking. The cursor is kept only after the events before
 * it have been dealt with, so a crash reads some of them twice and misses none.
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
  const changed = await ports.store.changeDrop(dropId, { sequences }, (pool) =>
    confirmEvents(pool, events, ports.clock.now()),
  )
  if (!changed.ok) return
  for (const { nonce, txHash } of changed.value) {
    ports.log.error('the chain shows a claim that is none of ours', { dropId, nonce, txHash })
  }
}

function confirmEvents(
  pool: Pool | null,
  seen: readonly ClaimedOnChain[],
  now: number,
): Change<readonly ClaimedOnChain[]> {
  if (pool === null) return { result: [] }
  const strange: ClaimedOnChain[] = []
  const claims: Claim[] = []
  const events: NewEvent[] = []
  let drop = pool.drop
  for (const event of seen) {
    const claim = pool.claims.get(event.nonce)
    if (!claim || !provesClaim(event, pool, claim) || !isReserved(claim.state)) {
      strange.push(event)
    } else if (claim.state.kind !== 'CONFIRMED') {
      const proof = { txHash: event.txHash, claimedAt: event.at }
      const settled = confirmClaim(claim, drop, proof, now, null)
      claims.push(settled.claim)
      events.push(...settled.events)
      drop = settled.drop
    }
  }
  return { result: strange, update: { claims, drops: drop === pool.drop ? [] : [drop] }, events }
}

function warnOfStranger(ports: WatchPorts, vault: Address, events: readonly ClaimedOnChain[]): void {
  ports.log.warn('the chain shows claims from a vault that this store does not know', {
    vault,
    claims: events.length,
  })
}
