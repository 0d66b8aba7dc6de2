import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const deleteFile: Mutations['deleteFile'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteFile(caller, input))
