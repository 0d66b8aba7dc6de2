import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const updateProfile: Mutations['updateProfile'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.updateProfile(caller, input))
