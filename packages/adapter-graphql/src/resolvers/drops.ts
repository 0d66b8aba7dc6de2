import {
  type Currency,
  type Drop,
  inWholeUnits,
  type LoggedEvent,
  type PriceFeed,
  readClaimId,
  statusAt,
  type Token,
} from '@dropkit/core'
import {
  displayMoney,
  eventIdOf,
  isActiveAt,
  isSoldOut,
  lotteryWithin,
  parsePage,
  percentClaimed,
  publicKeysOf,
  readId,
  withdrawable,
} from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { DropDashboardStatsResolvers, DropResolvers, Resolvers } from '../generated/resolver-types.ts'
import { idOfEitherForm, type Mutations, type Queries, shortAddress } from './operation.ts'

const drop: Queries['drop'] = async (_root, { id }, { loaders }) => {
  const dropId = readId('drop', id)
  return (dropId && (await loaders.drop.load(dropId))) ?? null
}

const dropByShortcode: Queries['dropByShortcode'] = async (_root, { shortcode }, { caller, services }) =>
  (await services.dropkit.readDropByShortcode(caller, shortcode)) ?? null

const drops: Queries['drops'] = async (_root, { filter, ...page }, { caller, services }) => {
  const wanted = {
    status: filter?.status ?? undefined,
    type: filter?.type ?? undefined,
    claimType: filter?.claimType ?? undefined,
    creatorId: filter?.creatorId ?? undefined,
    tokenId: filter?.tokenId ?? undefined,
    communityId: filter?.communityId ?? undefined,
  }
  return orThrow(await services.dropkit.listDrops(caller, wanted, page))
}

const myDrops: Queries['myDrops'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listDrops(caller, { creatorId: caller.user.id }, page))

const createDrop: Mutations['createDrop'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createDrop(caller, input))

const updateDrop: Mutations['updateDrop'] = async (_root, { id, input }, { caller, services }) => {
  const { id: idInside, ...changes } = input
  const dropId = orThrow(idOfEitherForm(id, idInside))
  return orThrow(await services.dropkit.updateDrop(caller, dropId, changes))
}

const deleteDrop: Mutations['deleteDrop'] = async (_root, { id, input }, { caller, services }) =>
  orThrow(await services.dropkit.deleteDrop(caller, orThrow(idOfEitherForm(id, input?.id))))

const prepareDropFunding: Mutations['prepareDropFunding'] = async (
  _root,
  { input },
  { caller, services },
) => ({
  transactionBytes: orThrow(await services.dropkit.prepareDropFunding(caller, input)),
})

/** Always refuses, for any caller and drop, because private keys never pass through GraphQL. */
const updateDropKey: Mutations['updateDropKey'] = (_root, { input }) => ({
  success: false,
  newPublicKey: null,
  newPrivateKey: null,
  transactionDigest: null,
  error: `A key cannot be rotated through GraphQL. Use POST /drops/${encodeURIComponent(shortened(input.dropId))}/rotate-key`,
})

const LONGEST_SHOWN = 100
const shortened = (id: string): string => id.slice(0, LONGEST_SHOWN).toWellFormed()

const CLAIMS_LIMIT = 10

/** Has both vocabularies: some values are available under two field names. */
const dropFields = {
  name: ({ title }) => title,
  status: (drop, _args, { services }) => statusAt(drop, services.clock.now()),
  isActive: (drop, _args, { services }) => isActiveAt(drop, services.clock.now()),
  isSoldOut: (drop) => isSoldOut(drop, drop.tally),

  price: (drop, _args, { services }) => (drop.price ? wholeUnits(drop.price, services.prices) : null),
  priceUSD: ({ price }, _args, { services }) =>
    price ? wholeUnits(price, services.prices) * services.prices.usdRate(price.currency) : 0,

  totalSupply: ({ pool }) => pool,
  maxAmount: ({ pool }) => String(pool),
  tokenAmount: ({ award }) => {
    switch (award.kind) {
      case 'open':
        return null
      case 'fixed':
        return String(award.amount)
      case 'random':
        return '0'
    }
  },
  claimedAmount: ({ tally }) => tally.reservedAmount,
  remainingBalance: ({ pool, tally }) => pool - tally.reservedAmount,
  claimCount: ({ tally }) => tally.reservedCount,
  claimRate: percentClaimed,
  percentClaimed: percentClaimed,
  async tokenBalance({ vault }, _args, { loaders }) {
    if (vault.kind !== 'open') return null
    const state = await loaders.vault.load(vault.objectId)
    return state ? state.balance : null
  },

  randomness: ({ award }) => (award.kind === 'random' ? (award.beacon ? 'BEACON' : 'INSTANT') : null),
  beacon({ award }) {
    if (award.kind !== 'random' || award.beacon == null) return null
    const { hash: chainHash, ...chain } = award.beacon
    return { chainHash, ...chain }
  },
  admission: ({ lottery }) => (lottery === null ? 'FIRST_COME' : 'LOTTERY'),
  entriesCloseAt: ({ lottery }) => lottery?.entriesCloseAt ?? null,
  lottery: lotteryWithin,
  claimWindowSeconds: ({ lottery }) => (lottery === null ? null : lottery.claimWindowMs / 1_000),
  publicKeys: publicKeysOf,
  hasAllPublicKeys: ({ formerKeys }) => formerKeys === null || formerKeys.isComplete,
  orderHead: ({ tally }) => tally.order?.head ?? null,
  orderSince: ({ tally }) => tally.order?.since ?? null,
  randomnessCommitment: ({ award }) => (award.kind === 'random' ? award.commitment : null),
  randomnessSeed: (drop, _args, { services }) => services.dropkit.publishedSeed(drop),

  async creator({ creatorId }, _args, { loaders }) {
    const creator = await loaders.user.load(creatorId)
    if (!creator) throw new Error(`invariant broken: this drop has no creator (${creatorId})`)
    return creator
  },
  token: async ({ tokenId }, _args, { loaders }) => (await loaders.token.load(tokenId)) ?? null,
  claims({ id }, given, { loaders }) {
    const ofThisDrop = (text: string) => {
      const place = readClaimId(text)
      return place?.dropId === id ? place : undefined
    }
    const page = orThrow(parsePage(given, ofThisDrop, CLAIMS_LIMIT))
    return loaders.claimsOfDrop.load({ owner: id, page })
  },
  collection: (drop) => (drop.collection === null ? null : drop),
  metadata: ({ id, metadata }, _args, { loaders }) =>
    metadata === undefined ? loaders.metadataOfDrop.load(id).then(orNull) : metadata,
  gatingConfig: ({ id, gating }, _args, { loaders }) =>
    gating === undefined ? loaders.gatingOfDrop.load(id).then(orNull) : gating,
  proceeds({ creatorId, payments: totals, currency }, _args, { caller }) {
    if (caller.user.id !== creatorId) return null
    return {
      receivedAtomic: String(totals.received),
      refundedAtomic: String(totals.refunded),
      paidOutAtomic: String(totals.paidOut),
      withdrawableAtomic: String(withdrawable(totals)),
      currency,
    }
  },
} satisfies DropResolvers

const orNull = <T>(value: T | undefined): T | null => value ?? null

function wholeUnits(price: NonNullable<Drop['price']>, prices: PriceFeed): number {
  const currency = prices.currencies().find(({ code }) => code === price.currency)
  return displayMoney(price.atomic, currency?.decimals ?? 0)
}

const dropDashboardStats: Queries['dropDashboardStats'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.readDropStats(caller, id))

const HISTORY_POINTS = 48

const dropStatsFields = {
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
} satisfies DropDashboardStatsResolvers

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

const dropAnalytics: Queries['dropAnalytics'] = async (_root, given, { caller, services }) => {
  const input = { ...given, interval: given.interval ?? 'HOUR' }
  const { refusals, ...analytics } = orThrow(await services.dropkit.readDropAnalytics(caller, input))
  return {
    ...analytics,
    refusals: refusals.map(({ kind, count }) => ({ code: kind.toUpperCase(), count })),
  }
}

/** The operations of this area, and the fields that need a resolver. */
export const dropResolvers = {
  Query: { drop, dropByShortcode, drops, myDrops, dropDashboardStats, dropAnalytics },
  Mutation: { createDrop, updateDrop, deleteDrop, prepareDropFunding, updateDropKey },
  Drop: dropFields,
  DropDashboardStats: dropStatsFields,
} satisfies Resolvers
