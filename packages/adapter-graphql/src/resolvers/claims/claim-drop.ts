import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const claimDrop: Mutations['claimDrop'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.claimDrop(caller, input))
