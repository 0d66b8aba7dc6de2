import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const myDrops: Queries['myDrops'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listDrops(caller, { creatorId: caller.user.id }, page))
