import {
  type Address,
  amountOf,
  type ClaimedOnChain,
  type Instant,
  type PaymentOnChain,
  type TransactionEffects,
} from '@dropkit/core'
import { MAX_AMOUNT, normalizeType, unreachable } from '@dropkit/core/internal'
import { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, SUI_TYPE_ARG } from '@mysten/sui/utils'
import type { PackageEvent } from './package-events.ts'
import { addressOf, given, instantOf, packageOf } from './sui-node.ts'

/** The fields of events that are read. All fields of `events` would contain the contents twice. */
const EVENT_FIELDS = ['events.events.event_type', 'events.events.contents']

/** The fields, besides the events, that are read of a transaction with claims. */
export const CLAIM_FIELDS = ['digest', 'effects.status', 'effects.events_digest', 'checkpoint', 'timestamp']

/** The fields, besides the events, that are read of a transaction with payments. */
export const PAYMENT_FIELDS = [
  ...CLAIM_FIELDS,
  'transaction.sender',
  'transaction.gas_payment',
  'effects.gas_used',
  'effects.changed_objects',
  'balance_changes',
]

/** All fields that this module, and the modules that it calls, read of a transaction, except its events. */
export const FIELDS_WITHOUT_EVENTS = [...PAYMENT_FIELDS, 'transaction.kind']

export const TRANSACTION_FIELDS = [...FIELDS_WITHOUT_EVENTS, ...EVENT_FIELDS]

export const isFinal = ({ checkpoint, timestamp }: GrpcTypes.ExecutedTransaction): boolean =>
  checkpoint !== undefined && timestamp !== undefined

/** The chain time of a final transaction. */
export const timeOf = ({ timestamp }: GrpcTypes.ExecutedTransaction): Instant =>
  instantOf(given(timestamp, 'the time of a transaction'))

/** The effects of a final transaction that succeeded. The tokens that it publishes are read elsewhere. */
export function effectsOf(
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
  packageId: Address,
): Omit<TransactionEffects, 'published'> {
  const claimed: ClaimedOnChain[] = []
  const vaultsOpened: TransactionEffects['vaultsOpened'][number][] = []
  const deposits: TransactionEffects['deposits'][number][] = []
  for (const event of events) {
    switch (event.kind) {
      case 'opened': {
        const { dropObjectId, coinType, deposited } = event
        vaultsOpened.push({ dropObjectId, packageId, coinType })
        deposits.push({ dropObjectId, amount: deposited })
        break
      }
      case 'funded':
        deposits.push({ dropObjectId: event.dropObjectId, amount: event.amount })
        break
      case 'claimed':
        claimed.push(claimOf(event, transaction))
        break
      case 'paid':
        break
      default:
        unreachable(event)
    }
  }
  return {
    sender: addressOf(given(transaction.transaction?.sender, 'the sender')),
    at: timeOf(transaction),
    claimed,
    vaultsOpened,
    deposits,
    payments: paymentsIn(transaction, events),
  }
}

export function claimsIn(
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
): readonly ClaimedOnChain[] {
  return events.flatMap((event) => (event.kind === 'claimed' ? [claimOf(event, transaction)] : []))
}

/** The payments to the treasury from others. */
export function paymentsTo(
  treasury: Address,
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
): readonly PaymentOnChain[] {
  const txHash = given(transaction.digest, 'the digest')
  return paymentsIn(transaction, events)
    .filter(({ to }) => to === treasury)
    .map((payment, index) => ({ ...payment, txHash, index, at: timeOf(transaction) }))
}

function claimOf(
  { dropObjectId, claimer, amount, nonce }: Extract<PackageEvent, { kind: 'claimed' }>,
  transaction: GrpcTypes.ExecutedTransaction,
): ClaimedOnChain {
  const txHash = given(transaction.digest, 'the digest')
  return { dropObjectId, claimer, amount, nonce, txHash, at: timeOf(transaction) }
}

type Payment = TransactionEffects['payments'][number]

const SUI = normalizeStructTag(SUI_TYPE_ARG)
const INTEGER = /^-?\d+$/

/**
 * The payments in a transaction: each address that has more of a coin after the transaction than before was paid by the
 * sender. It does not matter how the coins moved: by a plain transfer, through `payment::pay`, or from an exchange in the
 * same transaction. Gas and the amounts that vaults paid for vouchers are not included. A coin that the transaction itself
 * publishes does not count, and neither does more of a coin than a supply can be: only a stranger's own coin has so much.
 */
function paymentsIn(
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
): readonly Payment[] {
  const sender = addressOf(given(transaction.transaction?.sender, 'the sender'))
  const published = new Set(publishedPackagesOf(transaction))
  const changes = new Changes()
  for (const { address, coinType, amount } of transaction.balanceChanges) {
    const change = given(amount, 'how much')
    if (!INTEGER.test(change)) continue
    changes.add(addressOf(given(address, 'whose')), coinTypeOf(given(coinType, 'the coin')), BigInt(change))
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

/**
 * The order must be the same in every answer of every node, because a transfer is identified by its index. No two changes have
 * the same owner and coin.
 */
const byOwnerAndCoin = (one: Change, other: Change): number =>
  `${one.owner} ${one.coinType}` < `${other.owner} ${other.coinType}` ? -1 : 1

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
    if (part > 0n && part <= MAX_AMOUNT) transfers.push({ to: owner, coinType, amount: amountOf(part), memo })
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
