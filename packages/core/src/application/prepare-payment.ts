import { amountOf } from '../domain/amount.ts'
import { amountDue, type PaymentIntent, statusOf } from '../domain/payment/payment-intent.ts'
import { FORBIDDEN, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Ports } from '../ports/index.ts'
import { findPaymentIntent } from './confirm-payment-intent.ts'
import { orConflict } from './or-conflict.ts'

type PreparePorts = Pick<Ports, 'chain' | 'clock'>

/**
 * The unsigned transaction, base64, by which an intent's wallet pays exactly what is due, with the intent's id as memo.
 * For the intent's maker, while nothing has been paid.
 */
export async function preparePayment(
  ports: PreparePorts & Pick<Ports, 'store'>,
  caller: Caller,
  id: string,
): Promise<Result<string, Refusal>> {
  const found = await findPaymentIntent(ports, caller, id)
  if (!found.ok) return found
  if (found.value.payerId !== caller.user.id) return err(FORBIDDEN)
  const prepared = await paymentTransaction(ports, found.value)
  if (!prepared.ok) return prepared
  if (prepared.value !== null) return ok(prepared.value)
  const status = statusOf(found.value)
  // A sweeper that is late changes nothing.
  const from = status === 'PENDING' ? 'EXPIRED' : status
  return err({ kind: 'invalid_transition', from, to: 'PROCESSING' })
}

/**
 * The same for whoever may read the intent; null unless it is open: once a transaction is named, a second one would pay
 * twice.
 */
export async function paymentTransaction(
  { chain, clock }: PreparePorts,
  intent: PaymentIntent,
): Promise<Result<string | null, Refusal>> {
  if (intent.state.kind !== 'PENDING' || clock.now() >= intent.expiresAt) return ok(null)
  const { coinType, recipient: to, externalId: memo, wallet } = intent
  return orConflict(
    await chain.preparePayment({ coinType, amount: amountOf(amountDue(intent)), to, memo }, wallet),
  )
}
