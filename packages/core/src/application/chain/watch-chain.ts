import type { Address } from '../../domain/address.ts'
import { type Claim, isReserved, sequenceOfNonce, voucherExpiryOf } from '../../domain/claim.ts'
import { confirmClaim, failTakenClaim } from '../../domain/claim-settlement.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import { doublingDelayMs, MINUTE_MS } from '../../domain/instant.ts'
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
import { jobsAfterClaims } from '../drops/clean-up-drop.ts'
import { logError } from '../log-error.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import type { JobRun, RunBudget } from '../run-budget.ts'
import { type AsideVault, readPosition, type WatchPosition, writePosition } from './watch-position.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const EVENTS_PER_PAGE = 100
const VAULTS_AT_ONCE = 4
const POLL_INTERVAL_MS = 300
const RETRY_DELAY_MS = 1_000
const RETRIES_PER_RUN = 3
const LONGEST_ASIDE_MS = 5 * MINUTE_MS
/** If this many drops fail, the drops are not the cause, and the watcher waits. */
const MOST_ASIDE = 100

/**
 * Confirms claims from the events of the chain, and pauses a drop whose vault paid something that is not a claim. A claim
 * by voucher whose nonce paid another wallet becomes FAILED, because the nonce cannot be used again. The cursor is stored
 * after the events before it are handled, so a crash reads some of them twice and misses none. A run whose time is over
 * stores which vaults of the page it has handled, and the next run handles the others.
 *
 * A vault whose events cannot be dealt with is put aside with a cursor of its own and tried again later, less and less
 * often. The other vaults go on.
 */
export async function watchChain(ports: WatchPorts, { memo, budget }: JobRun): Promise<JobOutcome> {
  const before = readPosition(memo)
  const answer = await ports.chain.claimsAfter(before.cursor, before.page?.events ?? EVENTS_PER_PAGE, {
    // A page that was begun is read again in any case. Otherwise its events would be counted twice for a vault that is aside.
    isPolling: before.page === undefined,
  })
  const now = ports.clock.now()
  if (!answer.ok)
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo, failed: chainFailure(answer.error.reason) }
  const { claims, cursor: next } = answer.value
  const handled = new Set(before.page?.vaults)
  const isAside = new Set(before.aside.map(({ vault }) => vault))
  const open = claims.filter(({ dropObjectId: vault }) => !handled.has(vault) && !isAside.has(vault))
  const { tried, failed } = await confirmByVault(ports, open, budget)
  const [error] = failed.values()
  if (failed.size > 0 && before.aside.length + failed.size > MOST_ASIDE) throw error
  const isOver = open.every(({ dropObjectId }) => tried.has(dropObjectId))
  // A vault that was put aside during this page has its events in its own cursor already.
  const behind = (one: AsideVault) => one.behind + (isOver && !handled.has(one.vault) ? claims.length : 0)
  const aside = [
    ...before.aside.map((one) => ({ ...one, behind: behind(one) })),
    ...[...failed.keys()].map((vault) => ({
      vault,
      cursor: before.cursor,
      behind: claims.length,
      attempts: 1,
      retryAt: now + RETRY_DELAY_MS,
    })),
  ]
  const page = { events: claims.length, vaults: [...handled, ...tried] }
  const position: WatchPosition = {
    aside: await retryAside(ports, aside, budget),
    ...(isOver ? { cursor: next ?? before.cursor } : { cursor: before.cursor, page }),
  }
  const isBehind = !isOver || claims.length === EVENTS_PER_PAGE
  return { kind: 'again', dueAt: isBehind ? now : now + POLL_INTERVAL_MS, memo: writePosition(position) }
}

interface Confirmed {
  /** The vaults whose events were handled, or failed. */
  readonly tried: ReadonlySet<Address>
  /** The vaults that failed, with the reason. */
  readonly failed: ReadonlyMap<Address, unknown>
}

/** Handles events vault by vault until the budget is spent. */
async function confirmByVault(
  ports: WatchPorts,
  claims: readonly ClaimedOnChain[],
  budget: RunBudget,
): Promise<Confirmed> {
  const failed = new Map<Address, unknown>()
  const tried = new Set<Address>()
  const byVault = [...Map.groupBy(claims, ({ dropObjectId }) => dropObjectId)]
  // A drop that cannot be read fails alone.
  const vaults = byVault.map(([vault]) => vault)
  const drops = vaults.length === 0 ? null : await ports.store.dropsByVault(vaults).catch(orNullIfAvailable)
  for (let next = 0; next < byVault.length && !budget.isSpent(); next += VAULTS_AT_ONCE) {
    const some = byVault.slice(next, next + VAULTS_AT_ONCE)
    await Promise.all(
      some.map(async ([vault, events]) => {
        const failure = await confirmVault(ports, drops, vault, events)
        if (failure) failed.set(vault, failure.error)
        tried.add(vault)
        budget.spend(events.length)
      }),
    )
  }
  return { tried, failed }
}

/** Handles the events of one vault. `drops` is null if its drop is still to be read. Returns why this failed. */
async function confirmVault(
  ports: WatchPorts,
  drops: ReadonlyMap<Address, Drop> | null,
  vault: Address,
  events: readonly ClaimedOnChain[],
): Promise<{ readonly error: unknown } | null> {
  try {
    const drop = (drops ?? (await ports.store.dropsByVault([vault]))).get(vault)
    if (drop === undefined) noteStranger(ports, vault, events)
    else await confirmAll(ports, drop.id, events)
    return null
  } catch (error) {
    orNullIfAvailable(error)
    const [first] = events
    logError(
      ports.log,
      'claims on the chain could not be confirmed; they are tried again',
      { vault, txHash: first?.txHash ?? null, claims: events.length },
      error,
    )
    return { error }
  }
}

/** If the store does not answer, no drop is the cause, and the whole page is read again. */
function orNullIfAvailable(error: unknown): null {
  if (isStoreUnavailable(error)) throw error
  return null
}

/** Retries some of the due vaults that were put aside, at least one in each run. Returns all that are still aside. */
async function retryAside(
  ports: WatchPorts,
  aside: readonly AsideVault[],
  budget: RunBudget,
): Promise<readonly AsideVault[]> {
  const due = aside.filter(({ retryAt }) => retryAt <= ports.clock.now()).slice(0, RETRIES_PER_RUN)
  const after = new Map(aside.map((one) => [one, one]))
  for (const one of due) {
    if (one !== due[0] && budget.isSpent()) break
    after.set(one, await retryVault(ports, one))
    budget.spend()
  }
  return [...after.values()].filter(({ behind }) => behind > 0)
}

async function retryVault(ports: WatchPorts, one: AsideVault): Promise<AsideVault> {
  const later = (): AsideVault => {
    const delayMs = doublingDelayMs(RETRY_DELAY_MS, one.attempts, LONGEST_ASIDE_MS)
    return { ...one, attempts: one.attempts + 1, retryAt: ports.clock.now() + delayMs }
  }
  const answer = await ports.chain.claimsAfter(one.cursor, Math.min(one.behind, EVENTS_PER_PAGE))
  if (!answer.ok || answer.value.claims.length === 0) return later()
  const { claims, cursor } = answer.value
  const events = claims.filter(({ dropObjectId }) => dropObjectId === one.vault)
  if (events.length > 0 && (await confirmVault(ports, null, one.vault, events))) return later()
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
): ReturnType<typeof confirmClaims> => {
  const settled = settleClaims(dropState, seen, ({ claim, proof, isTaken }, drop, intent) => {
    if (isTaken) return failTakenClaim({ claim, drop, intent }, { taken: proof.amount, now })
    const { txHash, at: claimedAt } = proof
    return confirmClaim({ claim, drop, intent }, { txHash, claimedAt }, now)
  })
  const { drop } = dropState
  return {
    ...settled,
    jobs: [...jobsAfterClaims(drop, settled.update.claims, now), ...lotteryJobs(drop, now)],
  }
}

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
