import type { TransactionData } from '@mysten/sui/transactions'
import { normalizeSuiAddress } from '@mysten/sui/utils'
import type { LedgerPage } from './ledger.ts'
import { coinValue, SUI_TYPE } from './objects.ts'
import { gasOwnerOf } from './transaction-checks.ts'
import { type HeldObject, setBalance } from './values.ts'

/** Merges all gas coins into the first one, and subtracts the budget while the commands run. */
export function smashGas(data: TransactionData, page: LedgerPage): HeldObject | undefined {
  const budget = BigInt(data.gasData.budget ?? 0)
  const coins = (data.gasData.payment ?? []).flatMap(
    ({ objectId }) => page.object(normalizeSuiAddress(objectId)) ?? [],
  )
  const [first] = coins
  if (first === undefined) {
    page.addToBalance(gasOwnerOf(data), SUI_TYPE, -budget)
    return undefined
  }
  for (const { objectId } of coins.slice(1)) page.remove(objectId)
  const sum = coins.reduce((total, { contents }) => total + coinValue(contents), 0n)
  const { objectId, type, owner, contents } = first
  const gasCoin: HeldObject = { objectId, type, contents, owner, newOwner: undefined, isGone: false }
  setBalance(gasCoin, sum - budget)
  return gasCoin
}

export function chargeGas(
  data: TransactionData,
  page: LedgerPage,
  gasCoin: HeldObject | undefined,
  gasCost: bigint,
): void {
  const back = BigInt(data.gasData.budget ?? 0) - gasCost
  if (gasCoin === undefined) page.addToBalance(gasOwnerOf(data), SUI_TYPE, back)
  else setBalance(gasCoin, coinValue(gasCoin.contents) + back)
}
