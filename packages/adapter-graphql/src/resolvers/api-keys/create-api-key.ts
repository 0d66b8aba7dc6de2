import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const createApiKey: Mutations['createApiKey'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createApiKey(caller, input))
