import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Change, Pool, Ports } from '../../ports/index.ts'

type StorePort = Pick<Ports, 'store'>
type Place = Pick<PaymentIntent, 'id' | 'dropId'>

/** Changes an intent as it stands under its drop's lock. Throws when it is not there: neither is ever removed. */
export const changeIntent = <T>(
  { store }: StorePort,
  { id, dropId }: Place,
  decide: (intent: PaymentIntent, pool: Pool) => Change<T>,
) =>
  store.changeDrop(dropId, { intentIds: [id] }, (pool) => {
    const intent = pool?.intents.get(id)
    if (!pool || !intent) throw new Error(`invariant broken: there is no ${id} on ${dropId}`)
    return decide(intent, pool)
  })

/** The same where the payment that an intent has may come to count by it: refused when another has used that up. */
export async function changeCounting<T>(
  ports: StorePort,
  place: Place,
  decide: (intent: PaymentIntent, pool: Pool) => Change<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  let txHash = ''
  const changed = await changeIntent(ports, place, (intent, pool) => {
    txHash = receiptOf(intent)?.txHash ?? ''
    return decide(intent, pool)
  })
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash })
}
