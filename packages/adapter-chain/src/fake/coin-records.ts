import type { Address } from '@dropkit/core'
import { moveNamesOf, typeName } from '../move-types.ts'
import { objectIdOf } from './ledger-hashes.ts'
import type { CoinRecord } from './ledger-records.ts'

const USUAL_DECIMALS = 9
const DECIMALS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6 }

/**
 * The coin type that a token has from the start. A vault that is opened before the token is published holds the same coin
 * that the publication creates.
 */
export function coinTypeOfToken(tokenId: string, symbol: string): string {
  const { module, type } = moveNamesOf(symbol)
  return `${objectIdOf('token', tokenId)}::${module}::${type}`
}

/** A coin that comes from the faucet and was not published here. It is named after its type and has the usual decimals. */
export function foreignCoin(coinType: string): CoinRecord {
  const symbol = typeName(coinType)
  return {
    coinType,
    packageId: packageIdOf(coinType),
    address: objectIdOf('coin metadata', coinType),
    symbol,
    decimals: DECIMALS[symbol] ?? USUAL_DECIMALS,
  }
}

export const packageIdOf = (coinType: string): Address => coinType.slice(0, coinType.indexOf('::')) as Address
