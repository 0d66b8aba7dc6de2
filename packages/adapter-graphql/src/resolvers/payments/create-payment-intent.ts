import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const createPaymentIntent: Mutations['createPaymentIntent'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.createPaymentIntent(caller, input))
