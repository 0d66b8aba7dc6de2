import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const revokeApiKey: Mutations['revokeApiKey'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.revokeApiKey(caller, id))
