import { KnownCoinsDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'

/** A coin that the chain knows, with what is needed to type amounts of it in whole. */
export interface Coin {
  readonly coinType: string
  readonly symbol: string
  readonly decimals: number
}

/** The coins that drops can be priced in, and one's own tokens that are on the chain; each once. */
export function useKnownCoins(): readonly Coin[] {
  const { data } = useRead(KnownCoinsDocument, {}, { staleTime: 60_000 })
  if (!data) return []
  const coins = new Map<string, Coin>()
  for (const { code, coinType, decimals } of data.service.currencies)
    coins.set(coinType, { coinType, symbol: code, decimals })
  for (const { coinType, symbol, decimals } of data.me?.tokens ?? [])
    if (coinType !== null && !coins.has(coinType)) coins.set(coinType, { coinType, symbol, decimals })
  return [...coins.values()]
}
