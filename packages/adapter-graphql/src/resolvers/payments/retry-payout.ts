import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const retryPayout: Mutations['retryPayout'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.retryPayout(caller, id))
