import type { Amount } from './amount.ts'
import type { Drop, Vault, VaultAlarm } from './drop.ts'
import { applySchedule, type DropChange } from './drop-schedule.ts'
import { dropEvent } from './event.ts'
import type { AlarmDetails } from './event-data.ts'
import type { Instant } from './instant.ts'

/** A difference between the vault on the chain and the store. */
export interface VaultFinding {
  readonly alarm: VaultAlarm
  /** The missing amount, if it is known. */
  readonly missing?: Amount
  /** Details for the owner, included in the event. */
  readonly details: AlarmDetails
}

/**
 * Stops a drop until its owner resumes it: no claim is accepted, and the vault is to be paused on the chain, so that a
 * thief of its key gets nothing more. A drop that is over or has not started keeps its status. A drop that is already
 * stopped only records how much is missing.
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

/** A sold-out random drop is over: nothing more is drawn from it. */
const canBePaused = ({ status, award }: Drop): boolean =>
  status === 'ACTIVE' ||
  status === 'SCHEDULED' ||
  status === 'PAUSED' ||
  (status === 'SOLD_OUT' && award.kind !== 'random')

/** The owner has seen the alarm: the vault may pay again, and the amount that is missing so far is known. */
export const withoutAlarm = (vault: Vault): Vault =>
  vault.kind === 'open' && vault.alarm !== null ? { ...vault, alarm: null } : vault

export const hasAlarm = ({ vault }: Pick<Drop, 'vault'>): boolean =>
  vault.kind === 'open' && vault.alarm !== null
