import { type Amount, parseAmount, parsePositiveAmount } from '../../domain/amount.ts'
import type { NewEvent } from '../../domain/event.ts'
import { idOf } from '../../domain/ids.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseDescription, parsePictureUrl, parseSymbol, parseText } from '../../domain/text.ts'
import {
  type Deployment,
  divideSupply,
  MAX_DECIMALS,
  parseCoinType,
  type Token,
  tokenEvent,
} from '../../domain/token.ts'
import type { Caller } from '../../domain/user.ts'
import type { CoinInfo, Ports } from '../../ports/index.ts'
import { refusePicture } from '../files/manage-files.ts'
import type { UserLimits } from '../user-limits.ts'

/** A new token, as its creator wrote it. */
export interface CreateTokenInput {
  readonly name: string
  readonly symbol: string
  /** Base units, as a decimal string, like the reserves. */
  readonly supply: string
  readonly description?: string | null | undefined
  readonly decimals?: number | null | undefined
  readonly imageUrl?: string | null | undefined
  /** Adopts a coin that the chain already knows. */
  readonly coinType?: string | null | undefined
  readonly communityDropsReserve?: string | null | undefined
  readonly publicSaleReserve?: string | null | undefined
  readonly creatorReserve?: string | null | undefined
}

/** Creates a token. It is PENDING until its deployment is confirmed; an adopted coin is DEPLOYED immediately. */
export async function createToken(
  ports: Pick<Ports, 'store' | 'chain' | 'clock' | 'ids'> & { readonly limits?: UserLimits | undefined },
  caller: Caller,
  input: CreateTokenInput,
): Promise<Result<Token, Refusal>> {
  const described = parseDescriptionOf(input)
  if (!described.ok) return described
  const noPicture = await refusePicture(ports, input.imageUrl, 'imageUrl')
  if (noPicture) return err(noPicture)
  const supply = parsePositiveAmount(input.supply, 'supply')
  if (!supply.ok) return supply
  const reserves = parseReserves(supply.value, input)
  if (!reserves.ok) return reserves
  const decimals = parseDecimals(input.decimals)
  if (!decimals.ok) return decimals
  const adopted = input.coinType == null ? ok(null) : await findCoin(ports.chain, input.coinType)
  if (!adopted.ok) return adopted
  const now = ports.clock.now()
  const token: Token = {
    id: idOf('token', ports.ids.next(now)),
    creatorId: caller.user.id,
    ...described.value,
    decimals: adopted.value?.decimals ?? decimals.value,
    totalSupply: supply.value,
    isExternal: adopted.value !== null,
    reserves: reserves.value,
    deployment: adopted.value ? adoptedDeployment(adopted.value) : { kind: 'PENDING' },
    createdAt: now,
    updatedAt: now,
  }
  const insert = async (): Promise<Result<Token, Refusal>> => {
    const events: NewEvent[] = [tokenEvent('token.created', token, now, caller.user.id)]
    const created = await ports.store.create({
      insert: { tokens: [token] },
      effect: { kind: 'token', id: token.id },
      events,
    })
    if (!created.ok) throw new Error('invariant broken: a token has no unique field of its own')
    return ok(token)
  }
  return ports.limits?.counting(caller, 'tokens', insert) ?? insert()
}

function parseDescriptionOf(
  input: CreateTokenInput,
): Result<Pick<Token, 'name' | 'symbol' | 'description' | 'imageUrl'>, Refusal> {
  const name = parseText(input.name, 'name', { min: 1, max: 120 })
  if (!name.ok) return name
  const symbol = parseSymbol(input.symbol, 'symbol')
  if (!symbol.ok) return symbol
  const description = input.description == null ? ok(null) : parseDescription(input.description)
  if (!description.ok) return description
  const imageUrl = input.imageUrl == null ? ok(null) : parsePictureUrl(input.imageUrl, 'imageUrl')
  if (!imageUrl.ok) return imageUrl
  return ok({
    name: name.value,
    symbol: symbol.value,
    description: description.value,
    imageUrl: imageUrl.value,
  })
}

function parseReserves(supply: Amount, input: CreateTokenInput) {
  const communityDrops = optionalAmount(input.communityDropsReserve, 'communityDropsReserve')
  if (!communityDrops.ok) return communityDrops
  const publicSale = optionalAmount(input.publicSaleReserve, 'publicSaleReserve')
  if (!publicSale.ok) return publicSale
  const creator = optionalAmount(input.creatorReserve, 'creatorReserve')
  if (!creator.ok) return creator
  return divideSupply(supply, {
    communityDrops: communityDrops.value,
    publicSale: publicSale.value,
    creator: creator.value,
  })
}

const optionalAmount = (
  text: string | null | undefined,
  field: string,
): Result<Amount | undefined, Refusal> => (text == null ? ok(undefined) : parseAmount(text, field))

function parseDecimals(decimals: number | null | undefined): Result<number, Refusal> {
  const value = decimals ?? 0
  if (Number.isInteger(value) && value >= 0 && value <= MAX_DECIMALS) return ok(value)
  return err(
    badInput('decimals', 'OUT_OF_RANGE', `decimals must be 0 to ${MAX_DECIMALS}`, {
      least: 0,
      most: MAX_DECIMALS,
    }),
  )
}

async function findCoin(chain: Ports['chain'], text: string): Promise<Result<CoinInfo, Refusal>> {
  const coinType = parseCoinType(text, 'coinType')
  if (!coinType.ok) return coinType
  const found = await chain.coin(coinType.value)
  if (!found.ok) return found
  return found.value
    ? ok(found.value)
    : err(badInput('coinType', 'UNKNOWN_COIN', `The chain knows no coin ${coinType.value}`))
}

const adoptedDeployment = (coin: CoinInfo): Deployment => ({
  kind: 'DEPLOYED',
  address: coin.address,
  packageId: coin.packageId,
  coinType: coin.coinType,
  txHash: null,
})
