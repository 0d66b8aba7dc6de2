import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const users: Queries['users'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listUsers(caller, page))
