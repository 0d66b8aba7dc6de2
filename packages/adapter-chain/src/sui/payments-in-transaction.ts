import { type Address, amountOf, type TransactionEffects } from '@dropkit/core'
import { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, SUI_TYPE_ARG } from '@mysten/sui/utils'
import { normalizeType } from '../move-types.ts'
import type { PackageEvent } from './package-events.ts'
import { addressOf, given, packageOf } from './sui-node.ts'

type Payment = TransactionEffects['payments'][number]

const SUI = normalizeStructTag(SUI_TYPE_ARG)

/**
 * The payments in a transaction: each address that has more of a coin after the transaction than before was paid by the
 * sender. It does not matter how the coins moved: by a plain transfer, through `payment::pay`, or from an exchange in the
 * same transaction. Gas and the amounts that vaults paid for vouchers are not included. A coin that the transaction itself
 * publishes does not count.
 */
export function paymentsIn(
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
): readonly Payment[] {
  const sender = addressOf(given(transaction.transaction?.sender, 'the sender'))
  const published = new Set(publishedPackagesOf(transaction))
  const changes = new Changes()
  for (const { address, coinType, amount } of transaction.balanceChanges) {
    changes.add(
      addressOf(given(address, 'whose')),
      coinTypeOf(given(coinType, 'the coin')),
      BigInt(given(amount, 'how much')),
    )
  }
  changes.add(gasOwnerOf(transaction, sender), SUI, netGasOf(transaction))
  for (const event of events) {
    if (event.kind === 'claimed') changes.add(event.claimer, event.coinType, -event.amount)
  }
  return changes
    .all()
    .filter(
      ({ owner, coinType, amount }) => amount > 0n && owner !== sender && !published.has(packageOf(coinType)),
    )
    .sort(byOwnerAndCoin)
    .flatMap((change) => transfersIn(change, events).map((transfer) => ({ from: sender, ...transfer })))
}

/** The order must be the same in every answer of every node, because a transfer is identified by its index. */
const byOwnerAndCoin = (one: Change, other: Change): number => {
  const [first, second] = [`${one.owner} ${one.coinType}`, `${other.owner} ${other.coinType}`]
  return first < second ? -1 : first > second ? 1 : 0
}

/**
 * Splits the change of one owner and coin into transfers: one for each payment with a reference, and one without a
 * reference for the rest. Their sum never exceeds the change.
 */
function transfersIn(
  { owner, coinType, amount }: Change,
  events: readonly PackageEvent[],
): readonly Omit<Payment, 'from'>[] {
  let rest = amount
  const transfers: Omit<Payment, 'from'>[] = []
  const add = (part: bigint, memo: string | null) => {
    if (part > 0n) transfers.push({ to: owner, coinType, amount: amountOf(part), memo })
    rest -= part
  }
  for (const event of events) {
    if (event.kind !== 'paid' || event.recipient !== owner || event.coinType !== coinType) continue
    add(event.amount < rest ? event.amount : rest, event.reference)
  }
  add(rest, null)
  return transfers
}

/** Anyone may send the treasury coins of any type. A type that cannot be normalized is returned unchanged. */
const coinTypeOf = (type: string): string => normalizeType(type) ?? type

interface Change {
  readonly owner: Address
  readonly coinType: string
  readonly amount: bigint
}

/** Sums by owner and coin, in the order of their first addition. */
class Changes {
  readonly #sums = new Map<string, Change>()

  add(owner: Address, coinType: string, amount: bigint): void {
    const key = `${owner} ${coinType}`
    this.#sums.set(key, { owner, coinType, amount: (this.#sums.get(key)?.amount ?? 0n) + amount })
  }

  all(): readonly Change[] {
    return [...this.#sums.values()]
  }
}

const gasOwnerOf = ({ transaction }: GrpcTypes.ExecutedTransaction, sender: Address): Address =>
  transaction?.gasPayment?.owner === undefined ? sender : addressOf(transaction.gasPayment.owner)

function netGasOf({ effects }: GrpcTypes.ExecutedTransaction): bigint {
  const { computationCost = 0n, storageCost = 0n, storageRebate = 0n } = effects?.gasUsed ?? {}
  return computationCost + storageCost - storageRebate
}

export const publishedPackagesOf = ({ effects }: GrpcTypes.ExecutedTransaction): readonly Address[] =>
  (effects?.changedObjects ?? [])
    .filter(({ outputState }) => outputState === GrpcTypes.ChangedObject_OutputObjectState.PACKAGE_WRITE)
    .map(({ objectId }) => addressOf(given(objectId, 'the package')))
