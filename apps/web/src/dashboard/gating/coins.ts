import { KnownCoinsDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'

/** A coin of the chain, with what is needed to type amounts in whole coins. */
export interface Coin {
  readonly coinType: string
  readonly symbol: string
  readonly decimals: number
}

/** The currencies of drops and the user's deployed tokens, without duplicates. */
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
