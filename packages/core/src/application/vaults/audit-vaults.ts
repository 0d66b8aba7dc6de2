import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf, readId, type UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { hasAlarm } from '../../domain/vault-alarm.ts'
import {
  isStoreUnavailable,
  type JobOutcome,
  type JobRequest,
  type Ports,
  type VaultState,
} from '../../ports/index.ts'
import type { JobRun } from '../run-budget.ts'
import { findVaultDiscrepancy } from './vault-discrepancy.ts'

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
