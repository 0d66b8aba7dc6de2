import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const checkGatingEligibility: Queries['checkGatingEligibility'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.checkGatingEligibility(caller, input))
