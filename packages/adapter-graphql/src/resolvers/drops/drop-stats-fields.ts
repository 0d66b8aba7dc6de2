import { eventIdOf, type LoggedEvent, percentClaimed } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { DropDashboardStatsResolvers } from '../../generated/resolver-types.ts'

const HISTORY_POINTS = 48

export const dropStatsFields: DropDashboardStatsResolvers = {
  totalClaims: ({ drop }) => drop.tally.reservedCount,
  claimRate: ({ drop }) => percentClaimed(drop),
  totalAmount: ({ drop }) => String(drop.pool),
  claimedAmount: ({ drop }) => String(drop.tally.reservedAmount),
  recentActivity: ({ recentActivity }) =>
    recentActivity.map((event) => ({
      id: eventIdOf(event.position),
      type: event.type,
      description: describe(event),
      timestamp: event.at,
    })),
  async claimHistory({ drop }, { points, from, to }, { services }) {
    const wanted = { points: points ?? HISTORY_POINTS, from, to }
    const history = orThrow(await services.dropkit.claimHistory(drop, wanted))
    return history.map((point) => ({ ...point, amount: String(point.amount) }))
  },
}

/** One line for people. */
function describe({ type, data }: LoggedEvent): string {
  const { userAddress, amount } = data
  const what = type.replace(/[._]/g, ' ')
  return typeof userAddress === 'string' && typeof amount === 'string'
    ? `${what}: ${amount} by ${userAddress}`
    : what
}
