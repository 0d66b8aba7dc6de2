import type { BriefDrop, Collection } from '@dropkit/core'
import { attributesOfPiece, parseLimit, parsePage, readId } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { CollectionResolvers, Resolvers, TokenResolvers } from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

const token: Queries['token'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readToken(caller, id)) ?? null

const tokens: Queries['tokens'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listTokens(caller, page))

const createToken: Mutations['createToken'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createToken(caller, input))

const prepareTokenDeployment: Mutations['prepareTokenDeployment'] = async (
  _root,
  { input },
  { caller, services },
) => ({
  transactionBytes: orThrow(await services.dropkit.prepareTokenDeployment(caller, input)),
})

const confirmTokenDeployment: Mutations['confirmTokenDeployment'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.confirmTokenDeployment(caller, input))

const tokenFields = {
  status: ({ deployment }) => deployment.kind,
  address: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.address : null),
  packageId: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.packageId : null),
  coinType: ({ deployment }) => (deployment.kind === 'DEPLOYED' ? deployment.coinType : null),
  communityDropsReserve: ({ reserves }) => reserves.communityDrops,
  publicSaleReserve: ({ reserves }) => reserves.publicSale,
  creatorReserve: ({ reserves }) => reserves.creator,
  async creator({ creatorId }, _args, { loaders }) {
    const creator = await loaders.user.load(creatorId)
    if (!creator) throw new Error(`invariant broken: this token has no creator (${creatorId})`)
    return creator
  },
  drops({ id }, given, { loaders }) {
    const page = orThrow(parsePage(given, (text) => readId('drop', text)))
    return loaders.dropsOfToken.load({ owner: id, page })
  },
} satisfies TokenResolvers

function collectionOf({ id, collection }: BriefDrop): Collection {
  if (collection === null) throw new Error(`invariant broken: ${id} has no collection`)
  return collection
}

const collectionFields = {
  type: ({ vault }) => (vault.kind === 'open' ? vault.coinType : null),
  pieceImageUrl: (drop) => collectionOf(drop).pieceImageUrl,
  attributes: (drop) => collectionOf(drop).attributes,
  async pieces(drop, args, { loaders }) {
    const limit = orThrow(parseLimit(args.limit))
    const collection = collectionOf(drop)
    if (collection.manifest === null) return []
    const page = { limit, after: args.after ?? 0 }
    const pieces = await loaders.piecesOfManifest.load({ owner: collection.manifest, page })
    return pieces.map((piece) => ({ ...piece, attributes: attributesOfPiece(collection, piece) }))
  },
  royaltyPercent: (drop) => collectionOf(drop).royaltyBasisPoints / 100,
  owner: (drop) => collectionOf(drop).owner,
} satisfies CollectionResolvers

/** The operations of this area, and the fields that need a resolver. */
export const tokenResolvers = {
  Query: { token, tokens },
  Mutation: { createToken, prepareTokenDeployment, confirmTokenDeployment },
  Collection: collectionFields,
  Token: tokenFields,
} satisfies Resolvers
