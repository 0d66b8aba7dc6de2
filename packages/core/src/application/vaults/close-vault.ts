import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import type { DropId } from '../../domain/ids.ts'
import { CLOCK_DIFFERENCE_MS } from '../../domain/payment/match-payment.ts'
import { type Change, type DropState, type JobOutcome, waitingFor } from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  followTransaction,
  retryAfter,
  sendTransaction,
  transactionUnderWay,
} from '../chain/chain-work.ts'
import { applyOpeningOutcome } from './open-vault.ts'

const RETRY_DELAY_MS = 1_000

/**
 * Closes the vault of a cancelled or deleted drop and gives back what is left to where it came from, but only once
 * nothing is owed any more: vouchers that are out are honoured until they were used or have run out, and random claims
 * are delivered first. A vault that is gone counts as closed. `memo` is when it was first not found.
 */
export async function closeVault(
  ports: ChainWorkPorts,
  dropId: DropId,
  memo: string | null,
): Promise<JobOutcome> {
  const filling = await transactionUnderWay(ports, { id: dropId }, ['open_vault', 'fund_vault'])
  // Read only now: where none is under way any more, one may have made the vault a moment ago.
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isCancelledOrDeleted(drop)) return { kind: 'done' }
  const soon = ports.clock.now() + RETRY_DELAY_MS
  const later = (reason: string): JobOutcome => ({ kind: 'again', dueAt: soon, failed: waitingFor(reason) })
  // A vault that is still being opened or funded is finished first, so that its content is not lost.
  if (filling) {
    const followed = await followTransaction(ports, filling, applyOpeningOutcome)
    return followed.kind === 'unknown' ? retryAfter(followed, soon) : { kind: 'again', dueAt: soon }
  }
  if (drop.vault.kind !== 'open') return { kind: 'done' }
  if (await transactionUnderWay(ports, drop, ['deliver_claims'])) return later('a delivery has no result yet')
  const underWay = await transactionUnderWay(ports, drop, ['close_vault'])
  if (underWay) {
    const followed = await followTransaction(ports, underWay, applyClosingOutcome)
    return followed.kind === 'succeeded' ? { kind: 'done' } : retryAfter(followed, soon)
  }
  const undelivered = await ports.store.undeliveredClaims(dropId, 1)
  const nextExpiry = await ports.store.nextVoucherExpiry(dropId)
  if (undelivered.length > 0) return later('claims of the drop are not delivered yet')
  if (nextExpiry !== null) {
    return nextExpiry > ports.clock.now()
      ? { kind: 'again', dueAt: nextExpiry + RETRY_DELAY_MS }
      : later('expired vouchers are not released yet')
  }
  const { objectId, coinType } = drop.vault
  const progress = await sendTransaction(
    ports,
    {
      dropId,
      purpose: { kind: 'close_vault' },
      action: { kind: 'close_vault', dropObjectId: objectId, coinType },
      onPrepared: (dropState) => (owesDrawn(dropState) || dropState.drop.vault.kind !== 'open' ? null : {}),
    },
    applyClosingOutcome,
  )
  if (progress.kind === 'succeeded') return { kind: 'done' }
  const again = retryAfter(progress, soon)
  const isRefused = progress.kind === 'not_possible' || progress.kind === 'failed'
  if (!isRefused || again.kind === 'failed') return again
  // The drop had its vault before it was first not found, so a later reading without it proves that the vault is gone.
  const answer = await ports.chain.usedNonces(objectId, [1])
  if (!answer.ok) return again
  if (answer.value.used !== null) return { ...again, memo: null }
  const missingSince = memo === null ? ports.clock.now() : Number(memo)
  if (answer.value.chainTime <= missingSince + CLOCK_DIFFERENCE_MS)
    return { ...again, memo: String(missingSince) }
  ports.log.error('the vault of a cancelled drop is not on the chain any more', { dropId, objectId })
  await ports.store.changeDrop(dropId, { anUndelivered: true, openTransactions: true }, (dropState) =>
    dropState === null || owesDrawn(dropState) ? { result: null } : { result: null, ...closed(dropState) },
  )
  return { kind: 'again', dueAt: soon }
}

/** One whose transaction was lost may be under way again since it was looked for. */
const owesDrawn = ({ claims, openTransactions }: DropState): boolean =>
  claims.size > 0 || openTransactions.some(({ purpose }) => purpose.kind === 'deliver_claims')

const applyClosingOutcome: ApplyOutcome = (dropState, _transaction, end) =>
  end.kind === 'succeeded' ? closed(dropState) : {}

const closed = ({ drop }: DropState): Partial<Change<never>> =>
  drop.vault.kind === 'open'
    ? { update: { drops: [{ ...drop, vault: { kind: 'closed', objectId: drop.vault.objectId } }] } }
    : {}
