import { readId } from '../../domain/ids.ts'
import { type PaymentIntent, parseExternalId } from '../../domain/payment/payment-intent.ts'
import type { Ports } from '../../ports/index.ts'

/** The intent that a text is one of the two ids of, whoever made it. */
export async function intentByName(
  { store }: Pick<Ports, 'store'>,
  name: string,
): Promise<PaymentIntent | undefined> {
  const externalId = parseExternalId(name)
  if (externalId !== undefined) return store.paymentIntentByExternalId(externalId)
  const intentId = readId('intent', name)
  return intentId && (await store.paymentIntents([intentId])).get(intentId)
}
