import type { Address } from './address.ts'
import { type Amount, amountOf, ZERO } from './amount.ts'
import type { EventType, NewEvent } from './event.ts'
import type { EventData } from './event-data.ts'
import type { TokenId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'

/** The deployment state of a token. */
export type Deployment =
  | { readonly kind: 'PENDING' }
  | {
      readonly kind: 'DEPLOYED'
      readonly address: Address
      readonly packageId: Address
      /** `0xPACKAGE::module::TYPE`, with all 64 digits of the package. */
      readonly coinType: string
      /** Null for an adopted coin, because the service has not seen its publish transaction. */
      readonly txHash: string | null
    }
  /** The named transaction failed on the chain. Another one may be tried. */
  | { readonly kind: 'FAILED'; readonly txHash: string; readonly reason: string }

/** How the supply is divided when it is minted. The parts sum to at most the supply. */
export interface Reserves {
  /** Minted to the service's operator, whose account fills vaults. */
  readonly communityDrops: Amount
  readonly publicSale: Amount
  readonly creator: Amount
}

/** A creator's fungible token, on the chain or not yet deployed. */
export interface Token {
  readonly id: TokenId
  readonly creatorId: UserId
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly totalSupply: Amount
  readonly description: string | null
  readonly imageUrl: string | null
  /** True for a coin that existed on the chain before. */
  readonly isExternal: boolean
  readonly reserves: Reserves
  readonly deployment: Deployment
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The largest number of decimals of a token. */
export const MAX_DECIMALS = 18

/** The parts of the supply that a creator has set, in base units. Missing parts follow from the others. */
export interface GivenReserves {
  readonly communityDrops?: Amount | undefined
  readonly publicSale?: Amount | undefined
  readonly creator?: Amount | undefined
}

/**
 * Divides the supply. What no given part takes is for drops, unless that part is given too. The parts must fit into the
 * supply.
 */
export function divideSupply(totalSupply: Amount, given: GivenReserves): Result<Reserves, Refusal> {
  const others = (given.publicSale ?? ZERO) + (given.creator ?? ZERO)
  const reserves: Reserves = {
    communityDrops: given.communityDrops ?? (others < totalSupply ? amountOf(totalSupply - others) : ZERO),
    publicSale: given.publicSale ?? ZERO,
    creator: given.creator ?? ZERO,
  }
  const sum = reserves.communityDrops + reserves.publicSale + reserves.creator
  if (sum > totalSupply) {
    return err(
      badInput(
        'communityDropsReserve',
        'MORE_THAN_SUPPLY',
        `the reserves sum to ${sum}, more than the supply of ${totalSupply}`,
        {
          sum: String(sum),
          supply: String(totalSupply),
        },
      ),
    )
  }
  return ok(reserves)
}

/** Parses `0xPACKAGE::module::TYPE` into normal form; see `normalizeType`. */
export function parseCoinType(text: string, field: string): Result<string, Refusal> {
  const type = typeof text === 'string' ? normalizeType(text) : undefined
  return type === undefined
    ? err(badInput(field, 'NO_COIN_TYPE', `${field} must be a coin type such as 0x2::sui::SUI`))
    : ok(type)
}

export const tokenEvent = (
  type: Extract<EventType, `token.${string}`>,
  token: Token,
  at: Instant,
  actorId: UserId | null,
): NewEvent => ({
  type,
  at,
  ownerId: token.creatorId,
  actorId,
  dropId: null,
  tokenId: token.id,
  intentId: null,
  data: {
    tokenId: token.id,
    name: token.name,
    symbol: token.symbol,
    status: token.deployment.kind,
    ...(token.deployment.kind === 'DEPLOYED'
      ? { coinType: token.deployment.coinType, packageId: token.deployment.packageId }
      : {}),
    ...(token.deployment.kind === 'FAILED' ? { reason: token.deployment.reason } : {}),
  } satisfies EventData[typeof type],
})

/** The most characters of a type in normal form. */
const MAX_TYPE_LENGTH = 1_000
/** How deep type arguments may be nested. */
const MAX_TYPE_DEPTH = 16

const STRUCT = /0x([0-9a-f]{1,64})::([a-z]\w*)::([a-z]\w*)/iy
const PRIMITIVE = /(?:bool|address|u8|u16|u32|u64|u128|u256)\b/y

/**
 * Normalizes `0xPACKAGE::module::TYPE`, with or without type arguments: each address in it has 64 digits, and there are no
 * spaces. Undefined if the text is not such a type.
 */
export function normalizeType(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_TYPE_LENGTH) return undefined
  const source = trimmed.replace(/ *([<>,]) */g, '$1')
  let at = 0

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }

  function readStruct(depth: number): string | undefined {
    const [match, digits = '', module, name] = take(STRUCT) ?? []
    if (match === undefined) return undefined
    const struct = `0x${digits.toLowerCase().padStart(64, '0')}::${module}::${name}`
    if (!take(/</y)) return struct
    const parameters: string[] = []
    do {
      const parameter = readParameter(depth + 1)
      if (parameter === undefined) return undefined
      parameters.push(parameter)
    } while (take(/,/y))
    return take(/>/y) ? `${struct}<${parameters.join(',')}>` : undefined
  }

  function readParameter(depth: number): string | undefined {
    if (depth > MAX_TYPE_DEPTH) return undefined
    const primitive = take(PRIMITIVE)
    if (primitive) return primitive[0]
    if (!take(/vector</y)) return readStruct(depth)
    const inner = readParameter(depth + 1)
    return inner !== undefined && take(/>/y) ? `vector<${inner}>` : undefined
  }

  const type = readStruct(0)
  return at === source.length && type !== undefined && type.length <= MAX_TYPE_LENGTH ? type : undefined
}
