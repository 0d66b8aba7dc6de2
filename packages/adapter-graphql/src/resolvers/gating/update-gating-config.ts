import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const updateGatingConfig: Mutations['updateGatingConfig'] = async (
  _root,
  { dropId, input },
  { caller, services },
) => orThrow(await services.dropkit.updateGatingConfig(caller, dropId, input))
