import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const claims: Queries['claims'] = async (_root, { filter, ...page }, { caller, services }) =>
  orThrow(await services.dropkit.listClaims(caller, filter ?? {}, page))
