import { readId } from '../../domain/ids.ts'
import { type PaymentIntent, parseExternalId, receiptOf } from '../../domain/payment/payment-intent.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Caller, visitorOf } from '../../domain/user.ts'
import type { Change, DropState, DropStateQuery, Ports } from '../../ports/index.ts'

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

type StorePort = Pick<Ports, 'store'>
type Place = Pick<PaymentIntent, 'id' | 'dropId'>

/** Changes an intent under its drop's lock. Throws if either is missing, because neither is ever removed. */
export const changeIntent = <T>(
  { store }: StorePort,
  { id, dropId }: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<T>,
  query: DropStateQuery = {},
) =>
  store.changeDrop(dropId, { ...query, intentIds: [id] }, (dropState) => {
    const intent = dropState?.intents.get(id)
    if (!dropState || !intent) throw new Error(`invariant broken: there is no ${id} on ${dropId}`)
    return decide(intent, dropState)
  })

/** Does the same for a change that may count the intent's payment. Refuses if another intent has used the payment. */
export async function changeCounting<T>(
  ports: StorePort,
  place: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<Result<T, Refusal>>,
  query: DropStateQuery = {},
): Promise<Result<T, Refusal>> {
  let txHash = ''
  const deciding = (intent: PaymentIntent, dropState: DropState) => {
    txHash = receiptOf(intent)?.txHash ?? ''
    return decide(intent, dropState)
  }
  const changed = await changeIntent(ports, place, deciding, query)
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash })
}
