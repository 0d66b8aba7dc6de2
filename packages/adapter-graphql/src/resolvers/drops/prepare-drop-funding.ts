import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const prepareDropFunding: Mutations['prepareDropFunding'] = async (
  _root,
  { input },
  { caller, services },
) => ({
  transactionBytes: orThrow(await services.dropkit.prepareDropFunding(caller, input)),
})
