import { type Currency, inWholeUnits, type LoggedEvent, type Token } from '@dropkit/core'
import { eventIdOf, percentClaimed } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { DropDashboardStatsResolvers } from '../generated/resolver-types.ts'
import type { Queries } from './operation.ts'
import { shortAddress } from './short-address.ts'

export const dropDashboardStats: Queries['dropDashboardStats'] = async (
  _root,
  { id },
  { caller, services },
) => orThrow(await services.dropkit.readDropStats(caller, id))

const HISTORY_POINTS = 48

export const dropStatsFields: DropDashboardStatsResolvers = {
  totalClaims: ({ drop }) => drop.tally.reservedCount,
  claimRate: ({ drop }) => percentClaimed(drop),
  totalAmount: ({ drop }) => String(drop.pool),
  claimedAmount: ({ drop }) => String(drop.tally.reservedAmount),
  async recentActivity({ drop, recentActivity }, _args, { loaders, services }) {
    const token = drop.type === 'NFT' ? null : ((await loaders.token.load(drop.tokenId)) ?? null)
    const units = { token, currencies: services.prices.currencies() }
    return recentActivity.map((event) => ({
      id: eventIdOf(event.position),
      type: event.type,
      description: describe(event, units),
      timestamp: event.at,
    }))
  },
  async claimHistory({ drop }, { points, from, to }, { services }) {
    const wanted = { points: points ?? HISTORY_POINTS, from, to }
    const history = orThrow(await services.dropkit.claimHistory(drop, wanted))
    return history.map((point) => ({ ...point, amount: String(point.amount) }))
  },
}

/** The units in which amounts are shown. */
interface Units {
  /** The drop's token. Null for an NFT drop, whose amounts count pieces. */
  readonly token: Pick<Token, 'symbol' | 'decimals'> | null
  readonly currencies: readonly Currency[]
}

/** One line of text for people: whole units with their symbol, and shortened addresses. */
function describe({ type, data }: LoggedEvent, units: Units): string {
  const words = type.replace(/[._]/g, ' ')
  const what = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const amount = amountIn(data, units)
  const wallet = data['userAddress'] ?? data['walletAddress']
  if (amount === undefined) return what
  return typeof wallet === 'string' ? `${what}: ${amount} by ${shortAddress(wallet)}` : `${what}: ${amount}`
}

function amountIn({ amount, amountAtomic, currency }: LoggedEvent['data'], units: Units): string | undefined {
  if (typeof amount === 'string') {
    const { token } = units
    if (token === null) return `${amount} ${amount === '1' ? 'piece' : 'pieces'}`
    return `${inWholeUnits(amount, token.decimals)} ${token.symbol}`
  }
  const paidIn = units.currencies.find(({ code }) => code === currency)
  if (typeof amountAtomic !== 'string' || !paidIn) return undefined
  return `${inWholeUnits(amountAtomic, paidIn.decimals)} ${paidIn.code}`
}
