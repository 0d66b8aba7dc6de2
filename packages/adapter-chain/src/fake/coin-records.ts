import type { Address } from '@dropkit/core'
import { typeName } from '../move-types.ts'
import { objectIdOf } from './ledger-hashes.ts'
import type { CoinRecord } from './ledger-records.ts'

const USUAL_DECIMALS = 9
const DECIMALS: Readonly<Record<string, number>> = { USDC: 6, USDT: 6 }

/** A coin that the faucet gives out and nobody published here: named after its type, with the usual decimals. */
export function foreignCoin(coinType: string): CoinRecord {
  const symbol = typeName(coinType)
  return {
    coinType,
    packageId: coinType.slice(0, coinType.indexOf('::')) as Address,
    address: objectIdOf('coin metadata', coinType),
    symbol,
    decimals: DECIMALS[symbol] ?? USUAL_DECIMALS,
  }
}
