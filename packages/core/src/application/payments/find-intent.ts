import { readId } from '../../domain/ids.ts'
import { type PaymentIntent, parseExternalId } from '../../domain/payment/payment-intent.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { visitorOf } from '../../domain/visitor.ts'
import type { Ports } from '../../ports/index.ts'

/** Finds an intent by either of its two ids. */
export async function intentByName(
  { store }: Pick<Ports, 'store'>,
  name: string,
): Promise<PaymentIntent | undefined> {
  const externalId = parseExternalId(name)
  if (externalId !== undefined) return store.paymentIntentByExternalId(externalId)
  const intentId = readId('intent', name)
  return intentId && (await store.paymentIntents([intentId])).get(intentId)
}

/**
 * An intent, by either of its ids, that the caller may read: its payer, the owner of its drop, or a visitor of its page.
 */
export async function findPaymentIntent(
  ports: Pick<Ports, 'store'>,
  caller: Caller,
  id: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const intent = await intentByName(ports, id)
  return intent && isFor(caller, intent) ? ok(intent) : err(notFound('Payment intent'))
}

const isFor = (caller: Caller, { payerId, creatorId, externalId }: PaymentIntent): boolean =>
  payerId === caller.user.id ||
  creatorId === caller.user.id ||
  visitorOf(caller)?.paymentIntentId === externalId
