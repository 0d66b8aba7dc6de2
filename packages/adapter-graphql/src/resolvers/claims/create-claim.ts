import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const createClaim: Mutations['createClaim'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createClaim(caller, input))
