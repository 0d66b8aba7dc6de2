import { type Amount, amountOf } from '../../domain/amount.ts'
import type { Collection } from '../../domain/collection.ts'
import { utf8LengthOf } from '../../domain/encodings.ts'
import { attributesOfPiece, type Piece } from '../../domain/piece-manifest.ts'
import type { Ports } from '../../ports/index.ts'

/** The largest number of pieces with their own looks in one transaction. Each takes about 300 bytes besides its texts. */
const MOST_PIECES = 100
/** The largest total length of these texts. A Sui transaction has at most 128 KiB. */
const MOST_TEXT_BYTES = 60_000

/** How many pieces are put into a vault next, and the looks of those that the manifest names. */
export async function nextPieces(
  { store }: Pick<Ports, 'store'>,
  collection: Collection | null,
  { deposited, lacking }: { readonly deposited: Amount; readonly lacking: Amount },
): Promise<{ readonly deposit: Amount; readonly pieces: readonly Piece[] }> {
  if (!collection?.manifest) return { deposit: lacking, pieces: [] }
  const page = { after: Number(deposited), limit: MOST_PIECES + 1 }
  const found = await store.pieces([collection.manifest], page)
  const named = (found.get(collection.manifest) ?? [])
    .filter(({ number }) => BigInt(number) <= deposited + lacking)
    .map((piece) => ({ ...piece, attributes: attributesOfPiece(collection, piece) }))
  let bytes = 0
  const end = named.findIndex((piece, index) => {
    bytes += bytesOf(piece)
    return index === MOST_PIECES || (index > 0 && bytes > MOST_TEXT_BYTES)
  })
  if (end === -1) return { deposit: lacking, pieces: named }
  const pieces = named.slice(0, end)
  return { deposit: amountOf(BigInt(pieces.at(-1)?.number ?? 0) - deposited), pieces }
}

const bytesOf = ({ name, imageUrl, attributes }: Piece): number =>
  [name, imageUrl, ...attributes.flatMap((attribute) => [attribute.name, attribute.value])].reduce(
    (sum, text) => sum + utf8LengthOf(text ?? ''),
    0,
  )
