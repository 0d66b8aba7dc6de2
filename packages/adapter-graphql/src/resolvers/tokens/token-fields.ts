import { parsePage, readId } from '@dropkit/core'
import { orThrow } from '../../errors/refusal-error.ts'
import type { TokenResolvers } from '../../generated/resolver-types.ts'

export const tokenFields: TokenResolvers = {
  status: ({ deployment }) => deployment.kind,
  address: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.address : null),
  packageId: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.packageId : null),
  coinType: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.coinType : null),
  communityDropsReserve: ({ reserves }) => reserves.communityDrops,
  publicSaleReserve: ({ reserves }) => reserves.publicSale,
  creatorReserve: ({ reserves }) => reserves.creator,
  async creator({ creatorId }, _args, { loaders }) {
    const creator = await loaders.user.load(creatorId)
    if (!creator) throw new Error(`invariant broken: nobody made this token (${creatorId})`)
    return creator
  },
  drops({ id }, given, { loaders }) {
    const page = orThrow(parsePage(given, (text) => readId('drop', text)))
    return loaders.dropsOfToken.load({ owner: id, page })
  },
}
