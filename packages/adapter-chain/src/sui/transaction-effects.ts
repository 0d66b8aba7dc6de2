import type { Address, ClaimedOnChain, Instant, PaymentOnChain, TransactionEffects } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { type PackageEvent, readPackageEvent } from './package-events.ts'
import { paymentsIn } from './payments-in-transaction.ts'
import { addressOf, given, instantOf } from './sui-node.ts'

/** The fields that are requested for a transaction: all that this module, and the modules that it calls, read. */
export const TRANSACTION_FIELDS = [
  'digest',
  'transaction.sender',
  'transaction.gas_payment',
  'transaction.kind',
  'effects.status',
  'effects.gas_used',
  'effects.changed_objects',
  'events',
  'balance_changes',
  'checkpoint',
  'timestamp',
]

export const isFinal = ({ checkpoint, timestamp }: GrpcTypes.ExecutedTransaction): boolean =>
  checkpoint !== undefined && timestamp !== undefined

/** The chain time of a final transaction. */
export const timeOf = ({ timestamp }: GrpcTypes.ExecutedTransaction): Instant =>
  instantOf(given(timestamp, 'the time of a transaction'))

/** The effects of a final transaction that succeeded. The tokens that it publishes are read elsewhere. */
export function effectsOf(
  transaction: GrpcTypes.ExecutedTransaction,
  packageId: Address,
): Omit<TransactionEffects, 'published'> {
  const events = eventsOf(transaction, packageId)
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
  packageId: Address,
): readonly ClaimedOnChain[] {
  return eventsOf(transaction, packageId).flatMap((event) =>
    event.kind === 'claimed' ? [claimOf(event, transaction)] : [],
  )
}

/** The payments to the treasury from others. */
export function paymentsTo(
  treasury: Address,
  transaction: GrpcTypes.ExecutedTransaction,
  packageId: Address,
): readonly PaymentOnChain[] {
  const txHash = given(transaction.digest, 'the digest')
  return paymentsIn(transaction, eventsOf(transaction, packageId))
    .filter(({ to }) => to === treasury)
    .map((payment, index) => ({ ...payment, txHash, index, at: timeOf(transaction) }))
}

const eventsOf = ({ events }: GrpcTypes.ExecutedTransaction, packageId: Address): readonly PackageEvent[] =>
  (events?.events ?? []).flatMap((event) => readPackageEvent(event, packageId) ?? [])

function claimOf(
  { dropObjectId, claimer, amount, nonce }: Extract<PackageEvent, { kind: 'claimed' }>,
  transaction: GrpcTypes.ExecutedTransaction,
): ClaimedOnChain {
  const txHash = given(transaction.digest, 'the digest')
  return { dropObjectId, claimer, amount, nonce, txHash, at: timeOf(transaction) }
}
