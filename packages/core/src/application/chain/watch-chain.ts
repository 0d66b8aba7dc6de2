import type { Address } from '../../domain/address.ts'
import { type Claim, isReserved, sequenceOfNonce, voucherExpiryOf } from '../../domain/claim.ts'
import { confirmClaim, failTakenClaim } from '../../domain/claim-settlement.ts'
import type { DropId } from '../../domain/ids.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { recipientOf } from '../../domain/recipient.ts'
import { raiseAlarm } from '../../domain/vault.ts'
import {
  type Change,
  type ClaimedOnChain,
  chainFailure,
  type DropState,
  isStoreUnavailable,
  type JobOutcome,
  type Ports,
} from '../../ports/index.ts'
import { provesClaim } from '../claims/confirm-claim.ts'
import { changeClaims, type confirmClaims, type ProvenClaim, settleClaims } from '../claims/settle-claims.ts'
import { cleanUpJobs } from '../drops/clean-up-drop.ts'
import { logError } from '../log-error.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import { type AsideVault, readPosition, writePosition } from './watch-position.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

/** Each event may concern another drop and need its own transaction. All are handled before the cursor moves. */
const EVENTS_PER_RUN = 100
const POLL_INTERVAL_MS = 300
const RETRY_DELAY_MS = 1_000
const RETRIES_PER_RUN = 3
const LONGEST_ASIDE_MS = 5 * MINUTE_MS
/** If this many drops fail, the drops are not the cause, and the watcher waits. */
const MOST_ASIDE = 100

/**
 * Confirms claims from the events of the chain, and pauses a drop whose vault paid something that is not a claim. A claim
 * by voucher whose nonce paid another wallet becomes FAILED, because the nonce cannot be used again. The cursor is stored
 * after the events before it are handled, so a crash reads some of them twice and misses none.
 *
 * A vault whose events cannot be dealt with is put aside with a cursor of its own and tried again later, less and less
 * often. The other vaults go on.
 */
export async function watchChain(ports: WatchPorts, memo: string | null): Promise<JobOutcome> {
  const before = readPosition(memo)
  const answer = await ports.chain.claimsAfter(before.cursor, EVENTS_PER_RUN)
  const now = ports.clock.now()
  if (!answer.ok)
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo, failed: chainFailure(answer.error.reason) }
  const { claims, cursor: next } = answer.value
  const isAside = new Set(before.aside.map(({ vault }) => vault))
  const failed = await confirmByVault(
    ports,
    claims.filter(({ dropObjectId }) => !isAside.has(dropObjectId)),
  )
  const [error] = failed.values()
  if (failed.size > 0 && before.aside.length + failed.size > MOST_ASIDE) throw error
  const aside = [
    ...before.aside.map((one) => ({ ...one, behind: one.behind + claims.length })),
    ...[...failed.keys()].map((vault) => ({
      vault,
      cursor: before.cursor,
      behind: claims.length,
      attempts: 1,
      retryAt: now + RETRY_DELAY_MS,
    })),
  ]
  const position = { cursor: next ?? before.cursor, aside: await retryAside(ports, aside) }
  const dueAt = claims.length === EVENTS_PER_RUN ? now : now + POLL_INTERVAL_MS
  return { kind: 'again', dueAt, memo: writePosition(position) }
}

/** Handles events vault by vault. Returns the vaults that failed, with the reason. */
async function confirmByVault(
  ports: WatchPorts,
  claims: readonly ClaimedOnChain[],
): Promise<ReadonlyMap<Address, unknown>> {
  const failed = new Map<Address, unknown>()
  const byVault = Map.groupBy(claims, ({ dropObjectId }) => dropObjectId)
  // A drop that cannot be read fails alone.
  const drops = await ports.store.dropsByVault([...byVault.keys()]).catch(orNullIfAvailable)
  for (const [vault, events] of byVault) {
    try {
      const drop = (drops ?? (await ports.store.dropsByVault([vault]))).get(vault)
      if (drop === undefined) noteStranger(ports, vault, events)
      else await confirmAll(ports, drop.id, events)
    } catch (error) {
      orNullIfAvailable(error)
      failed.set(vault, error)
      const [first] = events
      logError(
        ports.log,
        'claims on the chain could not be confirmed; they are tried again',
        { vault, txHash: first?.txHash ?? null, claims: events.length },
        error,
      )
    }
  }
  return failed
}

/** If the store does not answer, no drop is the cause, and the whole page is read again. */
function orNullIfAvailable(error: unknown): null {
  if (isStoreUnavailable(error)) throw error
  return null
}

/** Retries some of the due vaults that were put aside. Returns all that are still aside. */
async function retryAside(ports: WatchPorts, aside: readonly AsideVault[]): Promise<readonly AsideVault[]> {
  const due = aside.filter(({ retryAt }) => retryAt <= ports.clock.now()).slice(0, RETRIES_PER_RUN)
  const after: AsideVault[] = []
  for (const one of aside) after.push(due.includes(one) ? await retryVault(ports, one) : one)
  return after.filter(({ behind }) => behind > 0)
}

async function retryVault(ports: WatchPorts, one: AsideVault): Promise<AsideVault> {
  const later = (): AsideVault => {
    const delayMs = Math.min(RETRY_DELAY_MS * 2 ** Math.min(one.attempts, 20), LONGEST_ASIDE_MS)
    return { ...one, attempts: one.attempts + 1, retryAt: ports.clock.now() + delayMs }
  }
  const answer = await ports.chain.claimsAfter(one.cursor, Math.min(one.behind, EVENTS_PER_RUN))
  if (!answer.ok || answer.value.claims.length === 0) return later()
  const { claims, cursor } = answer.value
  const failed = await confirmByVault(
    ports,
    claims.filter(({ dropObjectId }) => dropObjectId === one.vault),
  )
  if (failed.size > 0) return later()
  const behind = one.behind - claims.length
  return { ...one, cursor: cursor ?? one.cursor, behind, attempts: 0, retryAt: ports.clock.now() }
}

async function confirmAll(
  ports: WatchPorts,
  dropId: DropId,
  events: readonly ClaimedOnChain[],
): Promise<void> {
  const sequences = events.map(({ nonce }) => sequenceOfNonce(nonce))
  const changed = await changeClaims(ports.store, dropId, { sequences }, (dropState) =>
    confirmEvents(dropState, events, ports.clock.now()),
  )
  if (!changed.ok) return
  for (const { nonce, txHash } of changed.value) {
    ports.log.error('a drop was paused: the chain shows a claim that this store does not have', {
      dropId,
      nonce,
      txHash,
    })
  }
}

function confirmEvents(
  dropState: DropState | null,
  seen: readonly ClaimedOnChain[],
  now: number,
): Change<readonly ClaimedOnChain[]> {
  if (dropState === null) return { result: [] }
  const strange: ClaimedOnChain[] = []
  const settled = new Map<number, ProvenClaim & { readonly isTaken: boolean }>()
  for (const event of seen) {
    const sequence = sequenceOfNonce(event.nonce)
    const claim = dropState.claims.get(sequence)
    const isProven = claim !== undefined && provesClaim(event, dropState, claim)
    if (!claim || !isProven || !isReserved(claim.state)) strange.push(event)
    if (!claim || !isReserved(claim.state) || claim.state.kind === 'CONFIRMED') continue
    if (isProven || paysInFull(event, claim)) settled.set(sequence, { claim, proof: event, isTaken: false })
    else if (isByVoucher(claim, event)) settled.set(sequence, { claim, proof: event, isTaken: true })
  }
  const confirmed = confirmSeen(dropState, settled.values(), now)
  const [first] = strange
  return first === undefined
    ? { ...confirmed, result: strange }
    : { ...stopDrop(dropState, confirmed, first, now), result: strange }
}

/**
 * A thief with the drop's key took the claim in another amount for its claimer. The claimer has at least the promised
 * amount.
 */
const paysInFull = (event: ClaimedOnChain, claim: Claim): boolean =>
  event.nonce === claim.sequence && event.claimer === recipientOf(claim) && event.amount >= claim.amount

/**
 * The nonce of a claim with a voucher cannot pay its claimer any more. A claim that the service delivers gets another
 * nonce.
 */
const isByVoucher = (claim: Claim, event: ClaimedOnChain): boolean =>
  voucherExpiryOf(claim) !== null && event.nonce === claim.sequence

const confirmSeen = (
  dropState: DropState,
  seen: Iterable<ProvenClaim & { readonly isTaken: boolean }>,
  now: number,
): ReturnType<typeof confirmClaims> => ({
  ...settleClaims(dropState, seen, ({ claim, proof, isTaken }, drop, intent) => {
    if (isTaken) return failTakenClaim({ claim, drop, intent }, { taken: proof.amount, now })
    const { txHash, at: claimedAt } = proof
    return confirmClaim({ claim, drop, intent }, { txHash, claimedAt }, now, null)
  }),
  jobs: [...cleanUpJobs(dropState.drop, now), ...lotteryJobs(dropState.drop, now)],
})

/** A payment without a claim means that the drop's key was stolen. The drop pays nothing until the owner has acted. */
function stopDrop(
  { drop: before }: DropState,
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
    jobs: [
      ...(confirmed.jobs ?? []),
      { kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now },
    ],
  }
}

/** For example the vault of another service that uses the same package. */
function noteStranger(ports: WatchPorts, vault: Address, events: readonly ClaimedOnChain[]): void {
  ports.log.debug('the chain shows claims from a vault that this store does not know', {
    vault,
    claims: events.length,
  })
}
