import { readId } from '../../domain/ids.ts'
import { type PaymentIntent, parseExternalId } from '../../domain/payment/payment-intent.ts'
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
