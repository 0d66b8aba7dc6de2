import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const tokens: Queries['tokens'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listTokens(caller, page))
