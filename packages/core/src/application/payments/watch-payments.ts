import { candidateOf } from '../../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { JobOutcome, PaymentOnChain, Ports } from '../../ports/index.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import { CONTESTED, likelyIntent, purchasesOf } from './match-payment.ts'
import { settlePayment } from './settle-payment.ts'

type WatchPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

const PAYMENTS_PER_RUN = 200
const INTENTS_PER_RUN = 200
const POLL_INTERVAL_MS = 400
const RETRY_DELAY_MS = 1_000

/** Finds payments that nobody has named: whoever paid, in time or late, is never ignored. */
export async function watchPayments(
  ports: WatchPorts,
  settings: Settings,
  { memo: cursor, budget }: JobRun,
): Promise<JobOutcome> {
  const answer = await ports.chain.paymentsAfter(cursor, Math.min(PAYMENTS_PER_RUN, budget.itemsLeft))
  const now = ports.clock.now()
  if (!answer.ok) return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: cursor, failed: true }
  const { payments, cursor: next } = answer.value
  const since = now - settings.latePaymentWatchMs
  const named =
    payments.length > 0 ? await ports.store.intentsWithCandidate(since, { limit: INTENTS_PER_RUN }) : []
  for (const payment of payments) await matchPayment(ports, settings, payment, named)
  const dueAt = payments.length === PAYMENTS_PER_RUN ? now : now + POLL_INTERVAL_MS
  return { kind: 'again', dueAt, memo: next ?? cursor }
}

async function matchPayment(
  ports: WatchPorts,
  settings: Settings,
  payment: PaymentOnChain,
  named: readonly PaymentIntent[],
): Promise<void> {
  if ((await ports.store.intentUsing(payment.txHash)) !== undefined) return
  const purchases = await purchasesOf(ports, payment.from, payment.at - settings.latePaymentWatchMs)
  const byName = named.find((intent) => candidateOf(intent) === payment.txHash)
  const intent = byName ?? (await likelyIntent(ports, payment, purchases))
  const found = { isNamed: byName !== undefined, known: purchases }
  const settled = intent && (await settlePayment(ports, settings, intent, payment, found))
  if (!settled || (!settled.ok && settled.error === CONTESTED)) {
    const { txHash, from, coinType } = payment
    const mayBeFor = [...purchases.unpaid, ...purchases.paid].map(({ id }) => id)
    const fields = { txHash, from, coinType, amount: String(payment.amount), mayBeFor }
    ports.log.error('a payment is for no intent that is known', fields)
  }
}
