import { eventIdOf, type LoggedEvent, percentClaimed } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { Queries } from '../operation.ts'

export const dropDashboardStats: Queries['dropDashboardStats'] = async (
  _root,
  { id },
  { caller, services },
) => {
  const { drop, recentClaims, recentActivity } = orThrow(await services.dropkit.readDropStats(caller, id))
  const { pool, tally } = drop
  return {
    totalClaims: tally.reservedCount,
    recentClaims,
    claimRate: percentClaimed(drop),
    totalAmount: String(pool),
    claimedAmount: String(tally.reservedAmount),
    recentActivity: recentActivity.map((event) => ({
      id: eventIdOf(event.position),
      type: event.type,
      description: describe(event),
      timestamp: event.at,
    })),
  }
}

/** One line for people. */
function describe({ type, data }: LoggedEvent): string {
  const { userAddress, amount } = data
  const what = type.replace(/[._]/g, ' ')
  return typeof userAddress === 'string' && typeof amount === 'string'
    ? `${what}: ${amount} by ${userAddress}`
    : what
}
