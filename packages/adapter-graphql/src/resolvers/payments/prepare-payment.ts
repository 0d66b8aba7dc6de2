import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const preparePayment: Mutations['preparePayment'] = async (
  _root,
  { paymentIntentId },
  { caller, services },
) => ({
  transactionBytes: orThrow(await services.dropkit.preparePayment(caller, paymentIntentId)),
})
