import { type Address, parseAddress } from './address.ts'
import type { DropType } from './drop.ts'
import { utf8LengthOf } from './encodings.ts'
import { fileNamedBy } from './gating/wallet-allowlist.ts'
import type { FileId } from './ids.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { parsePictureUrl, parseText, shownText } from './text.ts'

/** A property of a piece that marketplaces show. */
export interface PieceAttribute {
  readonly name: string
  readonly value: string
}

/** What all pieces of an NFT drop share besides its title, description and picture. Fixed when the drop is created. */
export interface Collection {
  /** The picture of each piece; `{number}` is replaced by the piece's number. Null for the drop's own picture. */
  readonly pieceImageUrl: string | null
  /** The attributes of every piece. Each name occurs once. */
  readonly attributes: readonly PieceAttribute[]
  /** The upload with the names, pictures and attributes of single pieces; null if all pieces follow the template. */
  readonly manifest: FileId | null
  /** The royalty of a sale for the collection's owner, in hundredths of a percent of the price. */
  readonly royaltyBasisPoints: number
  /**
   * The wallet that gets the rights to change the display of the pieces and the rules of their sales; null for the
   * service's treasury.
   */
  readonly owner: Address | null
}

/** A collection as the creator of a drop describes it. */
export interface CollectionInput {
  /** An http, https or ipfs URL with `{number}` in it. */
  readonly pieceImageUrl?: string | null | undefined
  /** At most 20, with 2,000 bytes in all. */
  readonly attributes?: readonly PieceAttribute[] | null | undefined
  /** The URL of a file that the creator has uploaded. */
  readonly manifestUrl?: string | null | undefined
  /** From 0 to 25, with at most two decimals. */
  readonly royaltyPercent?: number | null | undefined
  /** Default: the creator's wallet. */
  readonly owner?: string | null | undefined
}

const MAX_ATTRIBUTES = 20
const MAX_ATTRIBUTE_BYTES = 2_000
const MAX_ROYALTY_PERCENT = 25
const NUMBER = '{number}'

/** The collection of a new drop; null for a drop of tokens. */
export function parseCollection(
  input: CollectionInput | null | undefined,
  type: DropType,
  creatorsWallet: Address | null,
): Result<Collection | null, Refusal> {
  if (type !== 'NFT') {
    return input == null
      ? ok(null)
      : err(badInput('collection', 'NOT_FOR_THIS_DROP', 'Only an NFT drop has a collection'))
  }
  const pieceImageUrl = parsePieceImageUrl(input?.pieceImageUrl)
  if (!pieceImageUrl.ok) return pieceImageUrl
  const attributes = parseAttributes(input?.attributes ?? [], 'collection.attributes')
  if (!attributes.ok) return attributes
  const manifest = parseManifestUrl(input?.manifestUrl)
  if (!manifest.ok) return manifest
  const royalty = parseRoyalty(input?.royaltyPercent ?? 0)
  if (!royalty.ok) return royalty
  const owner = input?.owner == null ? ok(creatorsWallet) : parseAddress(input.owner, 'collection.owner')
  if (!owner.ok) return owner
  return ok({
    pieceImageUrl: pieceImageUrl.value,
    attributes: attributes.value,
    manifest: manifest.value,
    royaltyBasisPoints: royalty.value,
    owner: owner.value,
  })
}

function parsePieceImageUrl(url: string | null | undefined): Result<string | null, Refusal> {
  if (url == null) return ok(null)
  const field = 'collection.pieceImageUrl'
  const parsed = parseWalletPicture(url, field)
  if (!parsed.ok) return parsed
  const places = parsed.value.split(NUMBER).length - 1
  return places === 1
    ? parsed
    : err(
        badInput(
          field,
          'WRONG_FORMAT',
          `${field} must contain ${NUMBER} once; it contains it ${places} times`,
        ),
      )
}

/** Checks the URL of a picture that wallets read from the chain. A path of this server would not work there. */
export function parseWalletPicture(url: string, field: string): Result<string, Refusal> {
  const parsed = parsePictureUrl(url, field)
  return parsed.ok && parsed.value.startsWith('/')
    ? err(badInput(field, 'NO_URL', `${field} must be an http, https or ipfs URL`))
    : parsed
}

function parseManifestUrl(url: string | null | undefined): Result<FileId | null, Refusal> {
  if (url == null) return ok(null)
  const field = 'collection.manifestUrl'
  const fileId = fileNamedBy(url)
  return fileId === undefined
    ? err(badInput(field, 'NO_FILE', `${shownText(url)} is not one of your files`))
    : ok(fileId)
}

/** Checks that attribute names differ and that all attributes fit into a piece. */
export function parseAttributes(
  given: readonly PieceAttribute[],
  field: string,
): Result<readonly PieceAttribute[], Refusal> {
  if (given.length > MAX_ATTRIBUTES) {
    return err(
      badInput(
        field,
        'TOO_MANY',
        `${field} may have at most ${MAX_ATTRIBUTES} entries, it has ${given.length}`,
        { most: MAX_ATTRIBUTES },
      ),
    )
  }
  const attributes: PieceAttribute[] = []
  for (const [index, attribute] of given.entries()) {
    const name = parseText(attribute.name, `${field}[${index}].name`, { min: 1, max: 100 })
    if (!name.ok) return name
    const value = parseText(attribute.value, `${field}[${index}].value`, { min: 1, max: 500 })
    if (!value.ok) return value
    if (attributes.some((other) => other.name === name.value)) {
      return err(
        badInput(`${field}[${index}].name`, 'DUPLICATE', `${field} has ${name.value} more than once`),
      )
    }
    attributes.push({ name: name.value, value: value.value })
  }
  const bytes = attributes.reduce((sum, { name, value }) => sum + utf8LengthOf(name) + utf8LengthOf(value), 0)
  if (bytes > MAX_ATTRIBUTE_BYTES) {
    return err(
      badInput(
        field,
        'TOO_LONG',
        `${field} may have at most ${MAX_ATTRIBUTE_BYTES} bytes in all, it has ${bytes}`,
        { most: MAX_ATTRIBUTE_BYTES },
      ),
    )
  }
  return ok(attributes)
}

function parseRoyalty(percent: number): Result<number, Refusal> {
  const field = 'collection.royaltyPercent'
  if (!(percent >= 0 && percent <= MAX_ROYALTY_PERCENT)) {
    return err(
      badInput(field, 'OUT_OF_RANGE', `${field} must be from 0 to ${MAX_ROYALTY_PERCENT}`, {
        least: 0,
        most: MAX_ROYALTY_PERCENT,
      }),
    )
  }
  const basisPoints = Math.round(percent * 100)
  return basisPoints / 100 === percent
    ? ok(basisPoints)
    : err(badInput(field, 'TOO_PRECISE', `${field} may have at most two decimals`, { decimals: 2 }))
}
