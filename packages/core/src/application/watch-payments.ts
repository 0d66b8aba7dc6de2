import type { DropId } from '../domain/ids.ts'
import { candidateOf, passTime } from '../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Change, JobOutcome, PaymentOnChain, Ports } from '../ports/index.ts'
import type { Settings } from './settings.ts'
import { intentFor, settlePayment } from './settle-payment.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const PAYMENTS_PER_RUN = 200
const INTENTS_PER_RUN = 200
const POLL_INTERVAL_MS = 400
const RETRY_DELAY_MS = 1_000

/** Finds payments that nobody has named: whoever paid, in time or late, is never ignored. */
export async function watchPayments(
  ports: WatchPorts,
  settings: Settings,
  cursor: string | null,
): Promise<JobOutcome> {
  const answer = await ports.chain.paymentsAfter(cursor, PAYMENTS_PER_RUN)
  const now = ports.clock.now()
  if (!answer.ok) return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: cursor, failed: true }
  const { payments, cursor: next } = answer.value
  const since = now - settings.latePaymentWatchMs
  const named = payments.length > 0 ? await ports.store.intentsWithCandidate(since, INTENTS_PER_RUN) : []
  for (const payment of payments) await matchPayment(ports, since, payment, named)
  const dueAt = payments.length === PAYMENTS_PER_RUN ? now : now + POLL_INTERVAL_MS
  return { kind: 'again', dueAt, memo: next ?? cursor }
}

async function matchPayment(
  ports: WatchPorts,
  since: number,
  payment: PaymentOnChain,
  named: readonly PaymentIntent[],
): Promise<void> {
  if ((await ports.store.intentUsing(payment.txHash)) !== undefined) return
  const unpaid = await ports.store.unpaidIntents(payment.from, since)
  const byName = named.find((intent) => candidateOf(intent) === payment.txHash)
  const intent = byName ?? intentFor(payment, unpaid)
  if (!intent) {
    const { txHash, from, coinType } = payment
    ports.log.warn('a payment is for no intent that is known', {
      txHash,
      from,
      coinType,
      amount: String(payment.amount),
    })
    return
  }
  const settled = await settlePayment(ports, intent, payment)
  if (!settled.ok && settled.error.kind !== 'conflict' && settled.error.kind !== 'tx_already_used') {
    ports.log.warn('a payment could not be taken', { txHash: payment.txHash, reason: settled.error.kind })
  }
}

/** Expires intents whose time is over and forgets candidates that never turned up. */
export async function settleIntents(ports: WatchPorts, dropId: DropId): Promise<JobOutcome> {
  const open = await ports.store.openIntents(dropId, INTENTS_PER_RUN)
  const now = ports.clock.now()
  const due = open.filter(({ expiresAt, state }) => expiresAt <= now || state.kind === 'PROCESSING')
  const intentIds = due.map(({ id }) => id)
  if (intentIds.length > 0) {
    await ports.store.changeDrop(dropId, { intentIds }, (pool): Change<void> => {
      if (pool === null) return { result: undefined }
      const paymentIntents: PaymentIntent[] = []
      const events = []
      let drop = pool.drop
      for (const intent of pool.intents.values()) {
        const passed = passTime(intent, drop, now)
        if (passed.intent !== intent) paymentIntents.push(passed.intent)
        events.push(...passed.events)
        drop = passed.drop
      }
      const drops = drop === pool.drop ? [] : [drop]
      return { result: undefined, update: { paymentIntents, drops }, events }
    })
  }
  const rest = await ports.store.openIntents(dropId, INTENTS_PER_RUN)
  if (rest.length === 0) return { kind: 'done' }
  const nextExpiry = Math.min(...rest.map(({ expiresAt }) => expiresAt))
  const isProcessing = rest.some(({ state }) => state.kind === 'PROCESSING')
  return { kind: 'again', dueAt: isProcessing ? Math.min(nextExpiry, now + RETRY_DELAY_MS) : nextExpiry }
}
