import {
  KnownCoinsDocument,
  type KnownCoinsQuery,
  MyDropTitlesDocument,
} from '../../api/generated/operations.ts'
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
  return data ? coinsOf(data.service.currencies, data.me?.tokens) : []
}

/** The coins of currencies and of deployed tokens, without duplicates. */
export function coinsOf(
  currencies: KnownCoinsQuery['service']['currencies'],
  tokens: NonNullable<KnownCoinsQuery['me']>['tokens'] = [],
): readonly Coin[] {
  const coins = new Map<string, Coin>()
  for (const { code, coinType, decimals } of currencies)
    coins.set(coinType, { coinType, symbol: code, decimals })
  for (const { coinType, symbol, decimals } of tokens)
    if (coinType !== null && !coins.has(coinType)) coins.set(coinType, { coinType, symbol, decimals })
  return [...coins.values()]
}

const NONE: readonly { readonly id: string; readonly title: string }[] = []

/** The titles of the user's 200 newest drops by id. */
export function useDropTitles(): ReadonlyMap<string, string> {
  const { data } = useRead(MyDropTitlesDocument, {}, { staleTime: 60_000 })
  return new Map((data?.myDrops ?? NONE).map(({ id, title }) => [id, title]))
}
