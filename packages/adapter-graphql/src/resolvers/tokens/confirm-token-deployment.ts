import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const confirmTokenDeployment: Mutations['confirmTokenDeployment'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.confirmTokenDeployment(caller, input))
