import { orThrow } from '../errors/refusal-error.ts'
import type { Queries } from './operation.ts'

export const dropAnalytics: Queries['dropAnalytics'] = async (_root, given, { caller, services }) => {
  const input = { ...given, interval: given.interval ?? 'HOUR' }
  const { refusals, ...analytics } = orThrow(await services.dropkit.readDropAnalytics(caller, input))
  return {
    ...analytics,
    refusals: refusals.map(({ kind, count }) => ({ code: kind.toUpperCase(), count })),
  }
}
