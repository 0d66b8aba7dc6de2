import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const cancelPaymentIntent: Mutations['cancelPaymentIntent'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.cancelPaymentIntent(caller, id))
