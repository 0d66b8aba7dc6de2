import { orThrow } from '../errors/refusal-error.ts'
import type { Queries } from './operation.ts'

export const dropAnalytics: Queries['dropAnalytics'] = async (_root, input, { caller, services }) => {
  const { refusals, ...analytics } = orThrow(await services.dropkit.readDropAnalytics(caller, input))
  return {
    ...analytics,
    refusals: refusals.map(({ kind, count }) => ({ code: kind.toUpperCase(), count })),
  }
}
