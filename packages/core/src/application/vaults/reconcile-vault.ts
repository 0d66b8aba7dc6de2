import { type Amount, amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import { raiseAlarm, type VaultFinding } from '../../domain/vault.ts'
import {
  type Change,
  chainFailure,
  type DropState,
  type JobFailure,
  type JobOutcome,
  type VaultState,
  waitingFor,
} from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  followTransaction,
  sendTransaction,
  transactionUnderWay,
} from '../chain/chain-work.ts'
import {
  findVaultDiscrepancy,
  keysOf,
  openClaims,
  unexplainedAmount,
  type VaultDiscrepancy,
} from './audit-vaults.ts'

const RETRY_DELAY_MS = 500
/** The time that the store gets to catch up with the reading, and other nodes with the node that was asked. */
const GRACE_MS = 10_000
/** The chain's time of the second reading must be later than our time of the first reading by this much. */
const CLOCK_MARGIN_MS = 5_000
const NONCES_AT_ONCE = 500

/**
 * Reconciles one vault: it is paused on the chain exactly while there is an alarm, and a discrepancy is checked again
 * later. Only a lasting discrepancy raises an alarm. `memo` is the discrepancy that an earlier run found, or when one paused or
 * resumed the vault.
 */
export async function reconcileVault(
  ports: ChainWorkPorts,
  dropId: DropId,
  memo: string | null,
): Promise<JobOutcome> {
  const soon = { kind: 'again', dueAt: ports.clock.now() + RETRY_DELAY_MS, memo } as const
  // Also if the vault was closed after the transaction was sent; otherwise the transaction would stay open forever.
  const underWay = await transactionUnderWay(ports, { id: dropId }, ['pause_vault', 'resume_vault'])
  if (underWay) {
    const changed = noteChange(ports, underWay.purpose.kind === 'pause_vault')
    const followed = await followTransaction(ports, underWay, changed.apply)
    return followed.kind === 'succeeded'
      ? { ...soon, memo: changed.memo() }
      : { ...soon, failed: failureOf(followed) }
  }
  const drop = await ports.store.dropForSettlement(dropId)
  if (drop?.vault.kind !== 'open') return { kind: 'done' }
  const seen = await ports.chain.vaults([drop.vault.objectId])
  if (!seen.ok) return { ...soon, failed: chainFailure(seen.error.reason) }
  const state = seen.value.get(drop.vault.objectId)
  const isStopped = drop.vault.alarm !== null
  const isWrong = (shown: VaultState | null | undefined) => shown != null && shown.isPaused !== isStopped
  const change = readChange(memo)
  if (isWrong(state) && change?.isPaused === isStopped) {
    // A node that is behind shows the vault as it was before. Each repetition would cost gas.
    const later = await ports.chain.usedNonces(drop.vault.objectId, [])
    if (!later.ok) return { ...soon, failed: chainFailure(later.error.reason) }
    const { chainTime, vault } = later.value
    if (vault !== undefined && chainTime <= change.at)
      return { ...soon, failed: chainFailure('the chain shows what was before') }
    if (vault != null && !isWrong(vault)) return examine(ports, drop, vault, null)
  }
  if (isWrong(state)) return { ...soon, ...(await setPause(ports, drop, isStopped)) }
  return examine(ports, drop, state, readSuspicion(memo))
}

/** Notes when a transaction has paused or resumed the vault. Nothing else follows from it. */
function noteChange({ clock }: ChainWorkPorts, isPaused: boolean) {
  // If another server has ended the transaction, its time is not known.
  let at = clock.now()
  const apply: ApplyOutcome = (_dropState, _transaction, end) => {
    if (end.kind === 'succeeded') at = end.effects.at
    return {}
  }
  return { apply, memo: () => writeChange({ at, isPaused }) }
}

/** Why and when to retry, or when it was done. Pausing and resuming are retried however often they were refused. */
async function setPause(
  ports: ChainWorkPorts,
  drop: Drop,
  isStopped: boolean,
): Promise<{ readonly failed?: JobFailure; readonly dueAt?: Instant; readonly memo?: string }> {
  const { vault } = drop
  if (vault.kind !== 'open') return {}
  // A delivery through the pause leaves the vault paused. It is awaited, and none is started after the alarm.
  if (!isStopped && (await transactionUnderWay(ports, drop, ['deliver_claims'])))
    return { failed: waitingFor('a delivery has no result yet') }
  const kind = isStopped ? 'pause_vault' : 'resume_vault'
  const changed = noteChange(ports, isStopped)
  const progress = await sendTransaction(
    ports,
    {
      dropId: drop.id,
      purpose: { kind },
      action: { kind, dropObjectId: vault.objectId, coinType: vault.coinType },
      onPrepared: (dropState) =>
        dropState.drop.vault.kind === 'open' && (dropState.drop.vault.alarm !== null) === isStopped
          ? {}
          : null,
    },
    changed.apply,
  )
  if (progress.kind === 'succeeded') return { memo: changed.memo() }
  const failed = failureOf(progress)
  ports.log.error('a vault could not be paused or resumed yet', {
    dropId: drop.id,
    kind,
    reason: failed.reason,
  })
  const retryAt = 'retryAt' in progress ? progress.retryAt : undefined
  return retryAt === undefined ? { failed } : { failed, dueAt: retryAt }
}

async function examine(
  ports: ChainWorkPorts,
  drop: Drop,
  state: VaultState | undefined,
  earlier: VaultDiscrepancy | null,
): Promise<JobOutcome> {
  const now = ports.clock.now()
  if (earlier === null) {
    const suspicion = await findVaultDiscrepancy(ports.store, drop, state, now)
    return suspicion === null ? { kind: 'done' } : lookAgain(suspicion, now + GRACE_MS)
  }
  if (now < earlier.readAt + GRACE_MS) return lookAgain(earlier, earlier.readAt + GRACE_MS)
  const verdict = await judge(ports, drop, state, earlier)
  switch (verdict) {
    case 'unknown':
      return lookAgain(earlier, now + GRACE_MS)
    case 'explained':
      return { kind: 'done' }
    case 'alarm':
      return { kind: 'again', dueAt: now, memo: null }
    default:
      return unreachable(verdict)
  }
}

/** What remains of a discrepancy after the store had time to catch up. */
async function judge(
  ports: ChainWorkPorts,
  drop: Drop,
  state: VaultState | undefined,
  suspicion: VaultDiscrepancy,
): Promise<'unknown' | 'explained' | 'alarm'> {
  const later = await readLater(ports, drop, state, suspicion)
  if (later === null) return 'unknown'
  const { unpaid } = later
  const isClosing = (await transactionUnderWay(ports, drop, ['close_vault'])) !== undefined
  const changed = await ports.store.changeDrop(
    drop.id,
    { sequences: [...unpaid] },
    (dropState): Change<VaultFinding | null> => {
      const found = dropState && findingOf(dropState, suspicion, { ...later, before: drop, isClosing })
      if (!dropState || !found) return { result: null }
      const { drop: stopped, events } = raiseAlarm(dropState.drop, found, ports.clock.now())
      return { result: found, update: { drops: [stopped] }, events }
    },
  )
  if (!changed.ok || changed.value === null) return 'explained'
  const { alarm, details } = changed.value
  ports.log.error('a drop was paused: its vault differs from the store', {
    dropId: drop.id,
    alarm,
    ...details,
  })
  return 'alarm'
}

/** What the chain shows after the time of the first reading. */
interface LaterReading {
  /** Undefined if the vault is gone, or if the chain shows only its nonces. */
  readonly state: VaultState | undefined
  readonly isGone: boolean
  readonly unpaid: ReadonlySet<number>
}

/** What was read before the drop is locked. */
interface Observed extends LaterReading {
  readonly before: Drop
  readonly isClosing: boolean
}

function findingOf(
  dropState: DropState,
  suspicion: VaultDiscrepancy,
  { before, state, isGone, unpaid, isClosing }: Observed,
): VaultFinding | null {
  const { vault } = dropState.drop
  if (vault.kind !== 'open') return null
  const vaultId = vault.objectId
  switch (suspicion.alarm) {
    case 'missing_amount': {
      const missing = unexplainedAmount(dropState, suspicion.spent, unpaid)
      if (missing <= vault.missing) return null
      return { alarm: suspicion.alarm, missing, details: { vaultId, missing: String(missing) } }
    }
    case 'unknown_key': {
      const isKnown =
        state === undefined || [...keysOf(before), ...keysOf(dropState.drop)].includes(state.publicKey)
      if (isKnown || vault.alarm !== null) return null
      return { alarm: suspicion.alarm, details: { vaultId, publicKey: state.publicKey } }
    }
    case 'vault_gone':
      if (!isGone || isClosing || vault.alarm !== null) return null
      return { alarm: suspicion.alarm, details: { vaultId } }
    default:
      return unreachable(suspicion)
  }
}

/**
 * Reads the vault and which open claims the chain shows as unpaid, both after the time of the first reading; null while the
 * chain cannot tell. `state` alone proves nothing: a node that is behind shows a vault as it was before it was opened, or
 * before its key was changed.
 */
async function readLater(
  ports: ChainWorkPorts,
  drop: Drop,
  state: VaultState | undefined,
  { alarm, readAt }: VaultDiscrepancy,
): Promise<LaterReading | null> {
  if (drop.vault.kind !== 'open') return null
  const open = alarm === 'missing_amount' ? await openClaims(ports.store, drop.id) : []
  // Without a nonce, `used` does not say whether there is a vault.
  const nonces = alarm === 'vault_gone' ? [1] : open.map(({ sequence }) => sequence)
  const unpaid = new Set(nonces)
  let later = state
  let isGone = false
  for (let from = 0; from === 0 || from < nonces.length; from += NONCES_AT_ONCE) {
    const asked = nonces.slice(from, from + NONCES_AT_ONCE)
    const answer = await ports.chain.usedNonces(drop.vault.objectId, asked)
    if (!answer.ok || answer.value.chainTime < readAt + CLOCK_MARGIN_MS) return null
    const { used, vault } = answer.value
    if (used === null) return alarm === 'vault_gone' ? { state: undefined, isGone: true, unpaid } : null
    for (const nonce of used) unpaid.delete(nonce)
    if (vault === undefined) continue
    later = vault ?? undefined
    isGone = vault === null
  }
  return { state: later, isGone, unpaid }
}

const lookAgain = (suspicion: VaultDiscrepancy, dueAt: number): JobOutcome => ({
  kind: 'again',
  dueAt,
  memo: JSON.stringify(suspicion, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
})

/** When a vault was paused or resumed by the service. */
interface PauseChange {
  readonly at: Instant
  readonly isPaused: boolean
}

type Written = Omit<VaultDiscrepancy, 'spent'> & { readonly spent?: string; readonly change?: PauseChange }

/** An earlier release takes it for a discrepancy that the next reading explains. */
const writeChange = (change: PauseChange): string =>
  JSON.stringify({ alarm: 'vault_gone', readAt: change.at, change } satisfies Written)

const readChange = (memo: string | null): PauseChange | null =>
  memo === null ? null : ((JSON.parse(memo) as Written).change ?? null)

function readSuspicion(memo: string | null): VaultDiscrepancy | null {
  if (memo === null || readChange(memo) !== null) return null
  const { alarm, readAt, spent = '0' } = JSON.parse(memo) as Written
  return alarm === 'missing_amount'
    ? { alarm, readAt, spent: amountOf(BigInt(spent)) satisfies Amount }
    : { alarm, readAt }
}
