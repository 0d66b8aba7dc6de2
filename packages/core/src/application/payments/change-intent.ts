import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Change, DropState, DropStateQuery, Ports } from '../../ports/index.ts'

type StorePort = Pick<Ports, 'store'>
type Place = Pick<PaymentIntent, 'id' | 'dropId'>

/** Changes an intent under its drop's lock. Throws if either is missing, because neither is ever removed. */
export const changeIntent = <T>(
  { store }: StorePort,
  { id, dropId }: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<T>,
  question: DropStateQuery = {},
) =>
  store.changeDrop(dropId, { ...question, intentIds: [id] }, (dropState) => {
    const intent = dropState?.intents.get(id)
    if (!dropState || !intent) throw new Error(`invariant broken: there is no ${id} on ${dropId}`)
    return decide(intent, dropState)
  })

/** Does the same for a change that may count the intent's payment. Refuses if another intent has used the payment. */
export async function changeCounting<T>(
  ports: StorePort,
  place: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<Result<T, Refusal>>,
  question: DropStateQuery = {},
): Promise<Result<T, Refusal>> {
  let txHash = ''
  const deciding = (intent: PaymentIntent, dropState: DropState) => {
    txHash = receiptOf(intent)?.txHash ?? ''
    return decide(intent, dropState)
  }
  const changed = await changeIntent(ports, place, deciding, question)
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash })
}
