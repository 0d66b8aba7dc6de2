import { type Address, type Amount, amountOf, type Token } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'

/** The terms of a published coin. */
export interface CoinTerms {
  /** The id of the token at Dropkit. */
  readonly tokenId: string
  readonly symbol: string
  readonly name: string
  /** May be empty. */
  readonly description: string
  /** An absolute URL in ASCII; empty if there is none. */
  readonly iconUrl: string
  readonly decimals: number
  /** The amount that is minted to the operator, who fills vaults from it. */
  readonly forDrops: Amount
  /** The amount that is minted to the wallet that publishes the coin. */
  readonly forOwner: Amount
  readonly operator: Address
}

/** The terms on which a token is published, for drops of this operator. */
export function coinTermsOf(token: Token, operator: Address): CoinTerms {
  const { totalSupply, reserves } = token
  return {
    tokenId: token.id,
    symbol: token.symbol,
    name: token.name,
    description: token.description ?? '',
    iconUrl: iconUrlOf(token.imageUrl),
    decimals: token.decimals,
    forDrops: reserves.communityDrops,
    forOwner: amountOf(totalSupply - reserves.communityDrops),
    operator,
  }
}

const NOT_ASCII = /[^\x20-\x7e]+/gu

/** Empty for a path on this server, because a wallet cannot resolve it. The chain accepts only ASCII. */
function iconUrlOf(imageUrl: string | null): string {
  if (imageUrl === null || imageUrl.startsWith('/')) return ''
  return imageUrl.toWellFormed().replace(NOT_ASCII, encodeURIComponent)
}

/** How one of the terms is encoded in the compiled module. */
interface CoinConstant {
  readonly type: 'U8' | 'U64' | 'U128' | 'Address' | { readonly Vector: 'U8' }
  /** The BCS of the placeholder in `template.move`. */
  readonly placeholder: Uint8Array
  write(terms: CoinTerms): Uint8Array
  /** Throws if `write` could not have produced the data. */
  read(data: Uint8Array): Partial<CoinTerms>
}

type TextTerm = 'tokenId' | 'symbol' | 'name' | 'description' | 'iconUrl'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A text constant. Each ends in its own letter, so that no two constants are ever equal. */
function text(term: TextTerm, placeholder: string, tag: string): CoinConstant {
  const written = (value: string) =>
    bcs
      .byteVector()
      .serialize(encoder.encode(value + tag))
      .toBytes()
  return {
    type: { Vector: 'U8' },
    placeholder: written(placeholder),
    write: (terms) => written(terms[term]),
    read(data) {
      const tagged = decoder.decode(bcs.byteVector().parse(data))
      invariant(tagged.endsWith(tag), `${term} ends in ${tag}`)
      return { [term]: tagged.slice(0, -tag.length) }
    },
  }
}

/** The constants of `template.move`. */
export const COIN_CONSTANTS: readonly CoinConstant[] = [
  text('symbol', 'SYMBOL OF THE COIN', 's'),
  text('name', 'Name of the coin', 'n'),
  text('description', 'Description of the coin', 'd'),
  text('iconUrl', 'Icon of the coin', 'i'),
  text('tokenId', "Dropkit's id of the token", 't'),
  {
    type: 'U8',
    placeholder: bcs.u8().serialize(251).toBytes(),
    write: ({ decimals }) => bcs.u8().serialize(decimals).toBytes(),
    read: (data) => ({ decimals: bcs.u8().parse(data) }),
  },
  {
    type: 'U64',
    placeholder: bcs.u64().serialize(1_000_000_000_000_000_003n).toBytes(),
    write: ({ forDrops }) => bcs.u64().serialize(forDrops).toBytes(),
    read: (data) => ({ forDrops: amountOf(BigInt(bcs.u64().parse(data))) }),
  },
  {
    type: 'U128',
    placeholder: bcs.u128().serialize(2_000_000_000_000_000_005n).toBytes(),
    write: ({ forOwner }) => bcs.u128().serialize(forOwner).toBytes(),
    read: (data) => ({ forOwner: amountOf(BigInt(bcs.u128().parse(data))) }),
  },
  {
    type: 'Address',
    placeholder: bcs.Address.serialize(`0xd20b417c0de${'0'.repeat(49)}face`).toBytes(),
    write: ({ operator }) => bcs.Address.serialize(operator).toBytes(),
    read: (data) => ({ operator: bcs.Address.parse(data) as Address }),
  },
]
