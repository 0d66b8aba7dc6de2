import { type Amount, amountOf } from '../../domain/amount.ts'
import { type Claim, isReserved } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import { type DropId, idOf, readId, type UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { hasAlarm } from '../../domain/vault.ts'
import {
  type DropState,
  isStoreUnavailable,
  type JobOutcome,
  type JobRequest,
  type Ports,
  type VaultState,
} from '../../ports/index.ts'
import { vaultTransactions } from '../chain/chain-work.ts'
import type { JobRun } from '../run-budget.ts'

type AuditPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'jobs' | 'log'>

const VAULTS_AT_ONCE = 50
const BATCH_INTERVAL_MS = 5_000
const ROUND_INTERVAL_MS = 30_000
/** In the order of ids, no drop of a user comes after this one. */
const LAST_DROP = idOf('drop', 'f'.repeat(32))

/** A place in the order of `openVaults`. */
type Place = NonNullable<Parameters<Ports['store']['openVaults']>[0]['after']>

/**
 * Compares what the chain shows of open vaults with the ledger, some at a time. Where anything looks wrong, `guard_vault`
 * looks closer; `open_vault` takes note of deposits. `memo` is the place at which the last run ended.
 *
 * The audit of the chain goes through all users again and again. A page in which all vaults belong to one user is the last
 * one it reads of this user: the user's vaults are then audited in a job of the user's own, whose subject is the user.
 */
export async function auditVaults(
  ports: AuditPorts,
  subject: string,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const ownerId = readId('user', subject)
  const after = readPlace(memo) ?? (ownerId && { creatorId: ownerId, dropId: '' as DropId })
  const page = await ports.store.openVaults({ after, limit: VAULTS_AT_ONCE })
  const drops = page.filter(({ creatorId }) => ownerId === undefined || creatorId === ownerId)
  const vaultIds = drops.flatMap(({ vault }) => (vault.kind === 'open' ? [vault.objectId] : []))
  const seen = vaultIds.length > 0 ? await ports.chain.vaults(vaultIds) : undefined
  const now = ports.clock.now()
  if (seen && !seen.ok)
    return {
      kind: 'again',
      dueAt: now + BATCH_INTERVAL_MS,
      memo,
      failed: { class: 'chain_unavailable', reason: seen.error.reason },
    }
  const jobs: JobRequest[] = []
  let last: Drop | undefined
  for (const drop of drops) {
    if (budget.isSpent()) break
    budget.spend()
    last = drop
    const state = drop.vault.kind === 'open' ? seen?.value.get(drop.vault.objectId) : undefined
    // A deposit that its owner made without saying so.
    if (drop.vault.kind === 'open' && state !== undefined && state.deposited > drop.vault.deposited)
      jobs.push({ kind: 'open_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
    const isPausedRightly = state === undefined || state.isPaused === hasAlarm(drop)
    if (isPausedRightly && (await isExplained(ports, drop, state, now))) continue
    jobs.push({ kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
  }
  const isPageDone = drops.length === VAULTS_AT_ONCE && last === drops.at(-1)
  const isOfOneUser = ownerId === undefined && isPageDone && drops[0]?.creatorId === last?.creatorId
  if (last && isOfOneUser)
    jobs.push({ kind: 'audit_vaults', subject: last.creatorId, ownerId: last.creatorId, dueAt: now })
  if (jobs.length > 0) await ports.jobs.request(jobs)
  if (last && isPageDone)
    return {
      kind: 'again',
      dueAt: now + BATCH_INTERVAL_MS,
      memo: writePlace({ creatorId: last.creatorId, dropId: isOfOneUser ? LAST_DROP : last.id }),
    }
  if (last && last !== drops.at(-1))
    return { kind: 'again', dueAt: now, memo: writePlace({ creatorId: last.creatorId, dropId: last.id }) }
  return ownerId ? { kind: 'done' } : { kind: 'again', dueAt: now + ROUND_INTERVAL_MS, memo: null }
}

const writePlace = ({ creatorId, dropId }: Place): string => `${creatorId}/${dropId}`

/** Undefined also for the memo of an earlier release, which went through all vaults by drop. */
function readPlace(memo: string | null): Place | undefined {
  const [creatorId, dropId] = memo?.split('/') ?? []
  return dropId === undefined ? undefined : { creatorId: creatorId as UserId, dropId: dropId as DropId }
}

/** False also if that cannot be said: then the guard of the vault, a job of its own, meets the same error. */
async function isExplained(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  drop: Drop,
  state: VaultState | undefined,
  now: Instant,
): Promise<boolean> {
  try {
    return (await findVaultDiscrepancy(store, drop, state, now)) === null
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    log.error('a vault could not be compared with the ledger', { dropId: drop.id }, error)
    return false
  }
}

/** A difference between a vault and the store, before the store had time to catch up with the chain. */
export type VaultDiscrepancy = { readonly readAt: Instant } & (
  | {
      readonly alarm: 'missing_amount'
      /** What had left the vault by then: deposits minus balance. It never shrinks. */
      readonly spent: Amount
    }
  | { readonly alarm: 'unknown_key' }
  | { readonly alarm: 'vault_gone' }
)

/**
 * The largest number of claims of one drop that are checked one by one. The others may have been paid as far as we know.
 */
const MOST_OPEN_CLAIMS = 1_000

/**
 * Compares a reading of the chain with the store. Null if the store explains all of it. A deposit by a third party counts
 * in both the deposits and the balance.
 */
export async function findVaultDiscrepancy(
  store: Pick<Ports['store'], 'expiredVouchers' | 'undeliveredClaims' | 'dropState'>,
  drop: Drop,
  state: VaultState | undefined,
  readAt: Instant,
): Promise<VaultDiscrepancy | null> {
  if (drop.vault.kind !== 'open') return null
  const { alarm, missing } = drop.vault
  if (state === undefined)
    return alarm === null && !isCancelledOrDeleted(drop) ? { alarm: 'vault_gone', readAt } : null
  if (alarm === null && !keysOf(drop).includes(state.publicKey)) return { alarm: 'unknown_key', readAt }
  const spent = amountOf(state.deposited > state.balance ? state.deposited - state.balance : 0n)
  if (spent <= missing) return null
  const open = await openClaims(store, drop.id)
  const confirmed = drop.tally.reservedAmount - sumOf(open)
  return spent - missing > confirmed ? { alarm: 'missing_amount', spent, readAt } : null
}

export const keysOf = ({ voucherKey, nextVoucherKey }: Drop): readonly string[] =>
  [voucherKey, nextVoucherKey].flatMap((key) => key?.publicKey ?? [])

/** Reserved claims that are not confirmed: with an open voucher, or to be delivered by the service. */
export async function openClaims(
  store: Pick<Ports['store'], 'expiredVouchers' | 'undeliveredClaims' | 'dropState'>,
  dropId: DropId,
): Promise<readonly Claim[]> {
  const vouchers = await store.expiredVouchers(dropId, Number.MAX_SAFE_INTEGER, MOST_OPEN_CLAIMS)
  const undelivered = await store.undeliveredClaims(dropId, MOST_OPEN_CLAIMS)
  const sent = await vaultTransactions({ store }, dropId)
  const sequences = sent.flatMap(({ purpose }) =>
    purpose.kind === 'deliver_claims' ? purpose.sequences : [],
  )
  const carried =
    sequences.length === 0 ? [] : [...((await store.dropState(dropId, { sequences }))?.claims.values() ?? [])]
  const open = [...vouchers, ...undelivered, ...carried].filter(
    ({ state }) => isReserved(state) && state.kind !== 'CONFIRMED',
  )
  return [...new Map(open.map((claim) => [claim.sequence, claim])).values()]
}

/**
 * The part of what left a vault that nothing explains. Reserved claims may have been paid, except those that the chain has
 * shown as unpaid later than the reading.
 */
export function unexplainedAmount(
  { drop, claims }: DropState,
  spent: Amount,
  unpaid: ReadonlySet<number>,
): Amount {
  const still = [...claims.values()].filter(
    ({ sequence, state }) => unpaid.has(sequence) && isReserved(state),
  )
  const explained = drop.tally.reservedAmount - sumOf(still)
  return amountOf(spent > explained ? spent - explained : 0n)
}

const sumOf = (claims: readonly Claim[]): bigint => claims.reduce((sum, { amount }) => sum + amount, 0n)
