import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const createDrop: Mutations['createDrop'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createDrop(caller, input))
