import { type Address, amountOf, type TransactionEffects } from '@dropkit/core'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { moveNamesOf } from '../move-names.ts'
import { currencyIdOf } from './coin-registrations.ts'
import { recognizeCoin } from './coin-template.ts'
import { publishedPackagesOf } from './payments-in-transaction.ts'

type PublishedCoin = TransactionEffects['published'][number]

/**
 * The coin that a transaction published from our template for drops of this operator. Any other package is ignored,
 * whatever it says about itself. So are several packages in one transaction, because they cannot be told apart.
 */
export function publishedCoinsIn(
  transaction: GrpcTypes.ExecutedTransaction,
  operatorAddress: Address,
): readonly PublishedCoin[] {
  const [packageId, ...otherPackages] = publishedPackagesOf(transaction)
  const [module, ...otherModules] = publishedModulesOf(transaction)
  if (packageId === undefined || module === undefined) return []
  if (otherPackages.length > 0 || otherModules.length > 0) return []
  const terms = recognizeCoin(module)?.terms
  if (terms === undefined || terms.operator !== operatorAddress) return []
  const names = moveNamesOf(terms.symbol)
  const coinType = `${packageId}::${names.module}::${names.type}`
  return [
    {
      tokenId: terms.tokenId,
      packageId,
      address: currencyIdOf(coinType),
      coinType,
      symbol: terms.symbol,
      decimals: terms.decimals,
      supply: amountOf(terms.forDrops + terms.forOwner),
    },
  ]
}

function publishedModulesOf({ transaction }: GrpcTypes.ExecutedTransaction): readonly Uint8Array[] {
  const data = transaction?.kind?.data
  if (data?.oneofKind !== 'programmableTransaction') return []
  return data.programmableTransaction.commands.flatMap(({ command }) =>
    command.oneofKind === 'publish' ? command.publish.modules : [],
  )
}
