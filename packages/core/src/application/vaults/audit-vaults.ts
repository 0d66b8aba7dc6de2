import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
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

/**
 * Goes through all open vaults, some at a time, and compares what the chain shows of them with the ledger. Where
 * anything looks wrong, `guard_vault` looks closer; `open_vault` takes note of deposits. `memo` is the drop that the
 * last run ended with.
 */
export async function auditVaults(ports: AuditPorts, { memo, budget }: JobRun): Promise<JobOutcome> {
  const after = (memo ?? undefined) as DropId | undefined
  const drops = await ports.store.openVaults({ after, limit: VAULTS_AT_ONCE })
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
  let last: DropId | undefined
  for (const drop of drops) {
    if (budget.isSpent()) break
    budget.spend()
    last = drop.id
    const state = drop.vault.kind === 'open' ? seen?.value.get(drop.vault.objectId) : undefined
    // A deposit that its owner made without saying so.
    if (drop.vault.kind === 'open' && state !== undefined && state.deposited > drop.vault.deposited)
      jobs.push({ kind: 'open_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
    const isPausedRightly = state === undefined || state.isPaused === hasAlarm(drop)
    if (isPausedRightly && (await isExplained(ports, drop, state, now))) continue
    jobs.push({ kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: now })
  }
  if (jobs.length > 0) await ports.jobs.request(jobs)
  if (last !== drops.at(-1)?.id) return { kind: 'again', dueAt: now, memo: last ?? memo }
  const isOver = drops.length < VAULTS_AT_ONCE
  return {
    kind: 'again',
    dueAt: now + (isOver ? ROUND_INTERVAL_MS : BATCH_INTERVAL_MS),
    memo: isOver ? null : (last ?? null),
  }
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
