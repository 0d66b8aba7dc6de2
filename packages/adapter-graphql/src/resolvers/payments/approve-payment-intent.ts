import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const approvePaymentIntent: Mutations['approvePaymentIntent'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.approvePaymentIntent(caller, id))
