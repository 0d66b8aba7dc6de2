import type { Queries } from '../operation.ts'

export const paymentIntent: Queries['paymentIntent'] = async (_root, { id }, { caller, services }) => {
  const found = await services.dropkit.readPaymentIntent(caller, id)
  return found.ok ? found.value : null
}
