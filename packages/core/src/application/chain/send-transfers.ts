import type { DropId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { assertSound } from '../../domain/payment/payment-intent.ts'
import type { Payout, Refund, TransferState } from '../../domain/payment/refund.ts'
import { settleRefund } from '../../domain/payment/refund-payment.ts'
import type { Change, JobOutcome, Pool } from '../../ports/index.ts'
import { type ChainWorkPorts, follow, type Settle, transactionUnderWay, undertake } from './chain-work.ts'

const RETRY_DELAY_MS = 500

/**
 * Sends a drop's refunds and payouts from the treasury, one after another: each is followed to its end before the next
 * is signed, so none is ever sent twice. One that the chain refuses for good is FAILED and can be asked for again.
 */
export async function sendTransfers(ports: ChainWorkPorts, dropId: DropId): Promise<JobOutcome> {
  const now = ports.clock.now()
  const underWay = await transactionUnderWay(ports, { id: dropId }, ['refund', 'payout'])
  if (underWay) {
    const followed = await follow(ports, underWay, settleTransfer(now))
    const isWaiting = followed.kind === 'unknown'
    return { kind: 'again', dueAt: isWaiting ? now + RETRY_DELAY_MS : now, failed: isWaiting }
  }
  const [next] = await ports.store.pendingTransfers(dropId, 1)
  if (!next) return { kind: 'done' }
  const transfer = 'refund' in next ? next.refund : next.payout
  const progress = await undertake(
    ports,
    {
      dropId,
      purpose:
        'refund' in next
          ? { kind: 'refund', refundId: next.refund.id }
          : { kind: 'payout', payoutId: next.payout.id },
      action: { kind: 'pay', coinType: transfer.coinType, amount: transfer.amount, to: transfer.to },
      onPrepared: (pool) => (isStillPending(pool, next) ? {} : null),
    },
    settleTransfer(now),
  )
  if (progress.kind === 'not_possible' || progress.kind === 'unknown') {
    ports.log.warn('a transfer waits', { dropId, reason: progress.reason })
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS * 4, failed: true }
  }
  return { kind: 'again', dueAt: now }
}

const isStillPending = (pool: Pool, next: { refund: Refund } | { payout: Payout }): boolean =>
  ('refund' in next ? pool.refunds.get(next.refund.id) : pool.payouts.get(next.payout.id))?.state.kind ===
  'PENDING'

/** A lost transaction leaves the transfer PENDING: a new one is made for it. */
const settleTransfer =
  (now: number): Settle =>
  (pool, { purpose, digest }, end) => {
    if (end.kind === 'lost') return {}
    const state: Exclude<TransferState, { kind: 'PENDING' }> =
      end.kind === 'succeeded'
        ? { kind: 'SUCCEEDED', txHash: digest }
        : { kind: 'FAILED', reason: 'the chain refused the transfer' }
    if (purpose.kind === 'refund')
      return settleRefundUnder(pool, pool.refunds.get(purpose.refundId), state, now)
    return purpose.kind === 'payout' ? settlePayout(pool, pool.payouts.get(purpose.payoutId), state) : {}
  }

function settleRefundUnder(
  pool: Pool,
  refund: Refund | undefined,
  state: Exclude<TransferState, { kind: 'PENDING' }>,
  now: number,
): Partial<Change<never>> {
  const intent = refund && pool.intents.get(refund.intentId)
  if (refund?.state.kind !== 'PENDING' || !intent) return {}
  const settled = settleRefund(refund, intent, pool.drop, state, now)
  const drops = settled.drop === pool.drop ? [] : [settled.drop]
  return {
    update: { refunds: [settled.refund], paymentIntents: [settled.intent], drops },
    events: settled.events,
  }
}

function settlePayout(
  { drop, intents }: Pool,
  payout: Payout | undefined,
  state: Exclude<TransferState, { kind: 'PENDING' }>,
): Partial<Change<never>> {
  if (payout?.state.kind !== 'PENDING') return {}
  const payouts = [{ ...payout, state }]
  if (state.kind === 'SUCCEEDED') return { update: { payouts } }
  if (payout.intentId !== null) {
    const intent = intents.get(payout.intentId)
    invariant(intent !== undefined, `${payout.id} comes with its intent`)
    const paidOut = intent.paidOut - payout.amount
    return { update: { payouts, paymentIntents: [assertSound({ ...intent, paidOut })] } }
  }
  const takings = { ...drop.takings, paidOut: drop.takings.paidOut - payout.amount }
  return { update: { payouts, drops: [{ ...drop, takings }] } }
}
