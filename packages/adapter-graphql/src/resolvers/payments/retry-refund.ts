import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const retryRefund: Mutations['retryRefund'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.retryRefund(caller, id))
