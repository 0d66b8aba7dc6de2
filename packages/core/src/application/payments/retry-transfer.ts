import { type PayoutId, type RefundId, readId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { assertSound, earnedApart } from '../../domain/payment/payment-intent.ts'
import { withdrawable } from '../../domain/payment/payment-totals.ts'
import { restartRefund } from '../../domain/payment/refund-payment.ts'
import { firstAttemptAt, type Payout, type Refund } from '../../domain/payment/transfer.ts'
import { FORBIDDEN, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'

type RetryPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Restarts a FAILED refund. Only for the drop's owner. Its money became free when it failed, so the limits are checked
 * again under the drop's lock.
 */
export async function retryRefund(
  ports: RetryPorts,
  caller: Caller,
  id: string,
): Promise<Result<Refund, Refusal>> {
  const refundId: RefundId | undefined = readId('refund', id)
  const found = refundId && (await ports.store.refunds([refundId])).get(refundId)
  // Queried even if there is no refund, so that the response time tells other users nothing.
  const intents = await ports.store.paymentIntents(found ? [found.intentId] : [])
  const intent = found && intents.get(found.intentId)
  if (!found || !intent) return err(notFound('Refund'))
  if (intent.creatorId !== caller.user.id) {
    return err(intent.payerId === caller.user.id ? FORBIDDEN : notFound('Refund'))
  }
  const query = { refundIds: [found.id], intentsOfTransfers: true }
  const changed = await ports.store.changeDrop(found.dropId, query, (dropState) => {
    const refund = dropState?.refunds.get(found.id)
    invariant(dropState !== null && refund !== undefined, `${found.id} is never removed`)
    return restartedRefund(dropState, refund, ports.clock.now())
  })
  invariant(changed.ok, 'a retry takes no unique value')
  return changed.value
}

function restartedRefund(dropState: DropState, refund: Refund, now: number): Change<Result<Refund, Refusal>> {
  const intent = dropState.intents.get(refund.intentId)
  invariant(intent !== undefined, `${refund.id} comes with its intent`)
  const restarted = restartRefund(refund, intent, dropState.drop, now)
  if (!restarted.ok) return { result: restarted }
  const { drop, events } = restarted.value
  return {
    result: ok(restarted.value.refund),
    update: {
      refunds: [restarted.value.refund],
      paymentIntents: [restarted.value.intent],
      drops: drop === dropState.drop ? [] : [drop],
    },
    effect: { kind: 'refund', id: refund.id },
    events,
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}

/** Restarts a FAILED payout, unless its money was refunded or paid out since. Only for the drop's owner. */
export async function retryPayout(
  ports: RetryPorts,
  caller: Caller,
  id: string,
): Promise<Result<Payout, Refusal>> {
  const payoutId: PayoutId | undefined = readId('payout', id)
  const found = payoutId && (await ports.store.payouts([payoutId])).get(payoutId)
  if (found?.creatorId !== caller.user.id) return err(notFound('Payout'))
  const query = { payoutIds: [found.id], intentsOfTransfers: true }
  const changed = await ports.store.changeDrop(found.dropId, query, (dropState) => {
    const payout = dropState?.payouts.get(found.id)
    invariant(dropState !== null && payout !== undefined, `${found.id} is never removed`)
    return restartedPayout(dropState, payout, ports.clock.now())
  })
  invariant(changed.ok, 'a retry takes no unique value')
  return changed.value
}

function restartedPayout(
  { drop, intents }: DropState,
  payout: Payout,
  now: number,
): Change<Result<Payout, Refusal>> {
  if (payout.state.kind !== 'FAILED')
    return { result: err({ kind: 'invalid_transition', from: payout.state.kind, to: 'PENDING' }) }
  const intent = payout.intentId === null ? null : intents.get(payout.intentId)
  invariant(intent !== undefined, `${payout.id} comes with its intent`)
  const most = intent === null ? withdrawable(drop.payments) : earnedApart(intent)
  if (payout.amount > most) {
    const message = `The payout is ${payout.amount}, but only ${most} can be paid out now`
    return { result: err({ kind: 'conflict', reason: 'PAYOUT_TOO_LARGE', message }) }
  }
  const made: Payout = { ...payout, ...firstAttemptAt(now), state: { kind: 'PENDING' } }
  const totals = { ...drop.payments, paidOut: drop.payments.paidOut + payout.amount }
  const paidFrom =
    intent === null
      ? { drops: [{ ...drop, payments: totals }] }
      : {
          paymentIntents: [
            assertSound({ ...intent, paidOut: intent.paidOut + payout.amount, updatedAt: now }),
          ],
        }
  return {
    result: ok(made),
    update: { payouts: [made], ...paidFrom },
    effect: { kind: 'payout', id: made.id },
    jobs: [{ kind: 'send_transfers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }],
  }
}
