import type { Collection, Drop } from '@dropkit/core'
import { attributesOfPiece, parseLimit } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { CollectionResolvers } from '../generated/resolver-types.ts'

function collectionOf({ id, collection }: Drop): Collection {
  if (collection === null) throw new Error(`invariant broken: ${id} has no collection`)
  return collection
}

export const collectionFields: CollectionResolvers = {
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
}
