import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const confirmClaim: Mutations['confirmClaim'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.confirmClaim(caller, input))
