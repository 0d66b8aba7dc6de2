import { amountOf } from '../../domain/amount.ts'
import { amountDue, type PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Ports } from '../../ports/index.ts'
import { orConflict } from '../log-error.ts'

/**
 * The unsigned transaction, base64, with which an intent's wallet pays exactly the amount due, with the intent's id as
 * memo. Null unless the intent is open: after a transaction was named, a second one would pay twice. Every caller who may
 * read the intent may request it.
 */
export async function paymentTransaction(
  { chain, clock }: Pick<Ports, 'chain' | 'clock'>,
  intent: PaymentIntent,
): Promise<Result<string | null, Refusal>> {
  if (intent.state.kind !== 'PENDING' || clock.now() >= intent.expiresAt) return ok(null)
  const { coinType, recipient: to, externalId: memo, wallet } = intent
  return orConflict(
    await chain.preparePayment({ coinType, amount: amountOf(amountDue(intent)), to, memo }, wallet),
  )
}
