import type { Address } from './address.ts'
import { type Amount, amountOf } from './amount.ts'
import { type Drop, isDrawnByBeacon, type Tally, type Vault, type VaultAlarm } from './drop.ts'
import { applySchedule, type DropChange } from './drop-status.ts'
import { dropEvent } from './event.ts'
import type { AlarmDetails } from './event-data.ts'
import type { Instant } from './instant.ts'
import { badInput, type Refusal } from './refusal.ts'

/** What is left of the deposits for claims, paid and unpaid ones: all but the amount that is missing from the vault. */
export const availableDeposits = ({
  deposited,
  missing,
}: Pick<Extract<Vault, { kind: 'open' }>, 'deposited' | 'missing'>): Amount =>
  amountOf(deposited > missing ? deposited - missing : 0n)

/**
 * Why claims of this amount cannot be paid on the chain yet; undefined if they can. The available deposits must cover
 * everything that is reserved, including these claims, and the whole pool if a beacon draws the amounts later. Confirmed
 * claims have already left the vault, so the balance alone does not decide.
 */
export function vaultRefusal(
  { vault, award, pool }: Pick<Drop, 'vault' | 'award' | 'pool'>,
  tally: Tally,
  amount: Amount,
): Refusal | undefined {
  switch (vault.kind) {
    case 'none':
      return { kind: 'drop_not_ready', waitingFor: 'its vault is not on the chain yet' }
    case 'closed':
      return { kind: 'drop_not_ready', waitingFor: 'its vault is closed' }
    case 'open':
      return availableDeposits(vault) >= (isDrawnByBeacon(award) ? pool : tally.reservedAmount + amount)
        ? undefined
        : { kind: 'drop_not_ready', waitingFor: 'its vault does not hold enough' }
  }
}

/** Refuses the drop's own vault as a receiver, because coins that are sent to its address cannot be taken out. */
export const refusalOfVault = (
  { vault }: Pick<Drop, 'vault'>,
  receiver: Address,
  field: string,
): Refusal | undefined =>
  vault.kind !== 'none' && vault.objectId === receiver
    ? badInput(field, 'SERVICE_ADDRESS', `${field} is the vault of this drop. Use the address of a wallet`)
    : undefined

/** What a wallet has deposited into a vault in total. */
export interface WalletDeposit {
  readonly from: Address
  readonly amount: Amount
}

/** Adds a deposit to what the same wallet has deposited before. */
export function withDeposit(
  deposits: readonly WalletDeposit[],
  from: Address,
  amount: Amount,
): readonly WalletDeposit[] {
  const earlier = deposits.find((deposit) => deposit.from === from)?.amount ?? 0n
  return [
    ...deposits.filter((deposit) => deposit.from !== from),
    { from, amount: amountOf(earlier + amount) },
  ]
}

/**
 * What each wallet gets back when a vault is closed: its share of the deposits, applied to the balance and rounded down.
 * The operator gets the remainder.
 */
export const sharesOfLeftover = (vault: {
  readonly balance: bigint
  readonly deposited: bigint
  readonly walletDeposits: readonly WalletDeposit[]
}): readonly { readonly to: Address; readonly amount: Amount }[] =>
  vault.walletDeposits
    .map(({ from, amount }) => ({ to: from, amount: amountOf((vault.balance * amount) / vault.deposited) }))
    .filter(({ amount }) => amount > 0n)

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
