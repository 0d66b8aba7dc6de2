import { orThrow } from '../../errors/refusal-error.ts'
import type { Mutations } from '../operation.ts'

export const createToken: Mutations['createToken'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createToken(caller, input))
