import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const prepareTokenDeployment: Mutations['prepareTokenDeployment'] = async (
  _root,
  { input },
  { caller, services },
) => ({
  transactionBytes: orThrow(await services.dropkit.prepareTokenDeployment(caller, input)),
})
