import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const withdrawProceeds: Mutations['withdrawProceeds'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.withdrawProceeds(caller, input))
