import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Ports, TransactionEffects } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { settlePayment } from './settle-payment.ts'

type LookUpPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'log'>

export type PaymentLookUp =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_final' }
  | { readonly kind: 'final'; readonly answer: Result<PaymentIntent, Refusal> }

/** Asks the chain for a transaction that was named for an intent, and counts it once it is final. */
export async function lookUpPayment(
  ports: LookUpPorts,
  settings: Settings,
  intent: PaymentIntent,
  txHash: string,
): Promise<PaymentLookUp> {
  const outcome = await ports.chain.outcome(txHash)
  if (!outcome.ok) return { kind: 'unavailable' }
  if (outcome.value.kind === 'absent' || outcome.value.kind === 'pending') return { kind: 'not_final' }
  if (outcome.value.kind === 'failed') {
    return { kind: 'final', answer: err({ kind: 'tx_failed', txHash, reason: outcome.value.reason }) }
  }
  const { effects } = outcome.value
  const payment = paymentTo(ports.chain.treasuryAddress, effects, intent)
  const answer = payment
    ? await settlePayment(ports, settings, intent, { ...payment, txHash, at: effects.at }, { isNamed: true })
    : err(badInput('txHash', `This transaction pays nothing to ${intent.recipient}`))
  return { kind: 'final', answer }
}

/** What the transaction brought the treasury; in the coin that the intent takes where it brought several. */
function paymentTo(treasury: string, effects: TransactionEffects, intent: PaymentIntent) {
  const payments = effects.payments.filter(({ to }) => to === treasury)
  const receipt = receiptOf(intent)
  const wanted = receipt?.isCounted ? receipt.coinType : intent.coinType
  return payments.find(({ coinType }) => coinType === wanted) ?? payments[0]
}
