import {
  type Drop,
  displayMoney,
  isActiveAt,
  isSoldOut,
  ownersShare,
  type PriceFeed,
  parsePage,
  percentClaimed,
  readClaimId,
  statusAt,
} from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { DropResolvers } from '../../generated/resolver-types.ts'

const CLAIMS_LIMIT = 10

/** Both vocabularies: several fields say the same under two names. */
export const dropFields: DropResolvers = {
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

  randomnessCommitment: ({ award }) => (award.kind === 'random' ? award.commitment : null),
  randomnessSeed: (drop, _args, { services }) => services.dropkit.publishedSeed(drop),

  async creator({ creatorId }, _args, { loaders }) {
    const creator = await loaders.user.load(creatorId)
    if (!creator) throw new Error(`invariant broken: nobody made this drop (${creatorId})`)
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
  gatingConfig: ({ gating }) => gating,
  proceeds({ creatorId, takings, currency }, _args, { caller }) {
    if (caller.user.id !== creatorId) return null
    return {
      receivedAtomic: String(takings.received),
      refundedAtomic: String(takings.refunding),
      paidOutAtomic: String(takings.paidOut),
      withdrawableAtomic: String(ownersShare(takings)),
      currency,
    }
  },
}

function wholeUnits(price: NonNullable<Drop['price']>, prices: PriceFeed): number {
  const currency = prices.currencies().find(({ code }) => code === price.currency)
  return displayMoney(price.atomic, currency?.decimals ?? 0)
}
