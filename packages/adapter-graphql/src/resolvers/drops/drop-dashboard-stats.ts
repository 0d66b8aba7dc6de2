import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const dropDashboardStats: Queries['dropDashboardStats'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.readDropStats(caller, id))
