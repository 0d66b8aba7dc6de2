import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const checkEligibility: Queries['checkEligibility'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.checkEligibility(caller, input))
