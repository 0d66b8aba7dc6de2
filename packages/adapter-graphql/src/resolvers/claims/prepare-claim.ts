import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const prepareClaim: Mutations['prepareClaim'] = async (_root, { claimId }, { caller, services }) => ({
  transactionBytes: orThrow(await services.dropkit.prepareClaim(caller, claimId)),
})
