import type { Amount } from './amount.ts'
import type { Drop, Vault, VaultAlarm } from './drop.ts'
import { applySchedule, type DropChange } from './drop-schedule.ts'
import { dropEvent } from './event.ts'
import type { AlarmDetails } from './event-data.ts'
import type { Instant } from './instant.ts'

/** What was found on the chain that the ledger cannot explain. */
export interface VaultFinding {
  readonly alarm: VaultAlarm
  /** How much is missing in the vault, where that is known. */
  readonly missing?: Amount
  /** For the owner, with the event. */
  readonly details: AlarmDetails
}

/**
 * Stops a drop until its owner resumes it: no claim is accepted any more, and the vault is to be paused on the chain,
 * so that whoever has its key gets nothing more. What is over, or has not begun, keeps its status. A drop that is
 * stopped already only learns how much is missing.
 */
export function raiseAlarm(before: Drop, finding: VaultFinding, now: Instant): DropChange {
  if (before.vault.kind !== 'open') return { drop: before, events: [] }
  const { alarm, missing } = before.vault
  const vault: Vault = {
    ...before.vault,
    alarm: alarm ?? finding.alarm,
    missing: finding.missing !== undefined && finding.missing > missing ? finding.missing : missing,
  }
  if (alarm !== null || before.deletedAt !== null) return { drop: { ...before, vault }, events: [] }
  const settled = applySchedule(before, now)
  const isPaused = canBePaused(settled.drop)
  const status = isPaused ? 'PAUSED' : settled.drop.status
  const drop: Drop = { ...settled.drop, vault, status, updatedAt: now }
  const data = { status, reason: finding.alarm, ...finding.details }
  const event = isPaused
    ? dropEvent('drop.paused', drop, now, null, data)
    : dropEvent('drop.updated', drop, now, null, { changed: ['vault'], ...data })
  return { drop, events: [...settled.events, event] }
}

/** A random drop that has sold out is over: nothing is drawn from it any more. */
const canBePaused = ({ status, award }: Drop): boolean =>
  status === 'ACTIVE' ||
  status === 'SCHEDULED' ||
  status === 'PAUSED' ||
  (status === 'SOLD_OUT' && award.kind !== 'random')

/** The owner has seen it: the vault pays again, and what is missing by now is known to be. */
export const withoutAlarm = (vault: Vault): Vault =>
  vault.kind === 'open' && vault.alarm !== null ? { ...vault, alarm: null } : vault

export const hasAlarm = ({ vault }: Pick<Drop, 'vault'>): boolean =>
  vault.kind === 'open' && vault.alarm !== null
