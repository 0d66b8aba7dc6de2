import {
  type Address,
  amountOf,
  type ChainAnswer,
  err,
  ok,
  type TransactionEffects,
  type TransactionOutcome,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { SimulationError } from '@mysten/sui/client'
import { GrpcTypes, parseGrpcTransactionResponse, RpcError } from '@mysten/sui/grpc'
import type { Transaction } from '@mysten/sui/transactions'
import { isValidTransactionDigest } from '@mysten/sui/utils'
import { moveNamesOf } from '../move-types.ts'
import { currencyIdOf } from './coin-registrations.ts'
import { recognizeCoin } from './coin-template.ts'
import { failureOf } from './move-layouts.ts'
import { type CurrentEpoch, type Epoch, nodeFacts, type SuiNode, timeOfCheckpoint } from './node-facts.ts'
import { type PackageEvent, packageEventsIn } from './package-events.ts'
import { eventLimits, hasEvents, readEvents, TOO_LARGE } from './read-events.ts'
import {
  type AnswerHeaders,
  epochOf,
  lowestCheckpointOf,
  type SuiContext,
  settledTime,
} from './sui-context.ts'
import { isNotFound, isObjectPruned, isPruned, isTooLarge, orNull } from './sui-node.ts'
import {
  effectsOf,
  FIELDS_WITHOUT_EVENTS,
  isFinal,
  publishedPackagesOf,
  TRANSACTION_FIELDS,
  timeOf,
} from './transaction-effects.ts'

/** Reads the outcome of a transaction. */
type OutcomeReader = (txHash: string) => Promise<ChainAnswer<TransactionOutcome>>

const TOO_LARGE_TO_READ = err({ kind: 'chain_unavailable', reason: `transaction: ${TOO_LARGE}` } as const)
/** So many transactions that are too large are remembered. */
const MOST_TOO_LARGE = 1_000

/**
 * `isOurs`: the transactions are those of the service, each of which is read in one request. Of others, only the events of
 * the package are asked for, because anyone can write a transaction with 65 MB of events. A transaction that is too large
 * even so is not read again, because users can ask for it as often as they like.
 */
export function createOutcomeReader(
  context: SuiContext,
  currentEpoch: Pick<CurrentEpoch, 'get'>,
  { isOurs }: { readonly isOurs: boolean },
): OutcomeReader {
  const { calls, packageId } = context
  const tooLarge = new Set<string>()

  function refuse(digest: string) {
    if (tooLarge.size >= MOST_TOO_LARGE) tooLarge.clear()
    tooLarge.add(digest)
    return TOO_LARGE_TO_READ
  }

  async function read(
    digest: string,
    epoch: Epoch,
    wish: { readonly withEvents: boolean },
  ): Promise<ChainAnswer<TransactionOutcome>> {
    const looked = await calls.ask('transaction', (abort) => look(context, digest, wish, abort))
    if (!looked.ok) return looked
    switch (looked.value.kind) {
      case 'found':
        return ok(looked.value.outcome)
      case 'lacks_events':
        return readWithEvents(digest, epoch, looked.value.transaction)
      case 'too_large':
        return refuse(digest)
      case 'absent':
        return outcomeOfAbsent(context, looked.value, epoch)
      default:
        return unreachable(looked.value)
    }
  }

  async function readWithEvents(
    digest: string,
    epoch: Epoch,
    transaction: GrpcTypes.ExecutedTransaction,
  ): Promise<ChainAnswer<TransactionOutcome>> {
    const query = { transactions: [transaction], eventTypes: [packageId], limits: eventLimits('atOnce') }
    const answer = await orNull(readEvents(context, query), isPruned)
    // The node has pruned the events from its index, but not the transaction.
    if (answer === null) return read(digest, epoch, { withEvents: true })
    if (!answer.ok) return answer
    if (answer.value === null) return refuse(digest)
    const events = answer.value.byDigest.get(digest)
    // A node may show a transaction before its index has the events.
    if (events === undefined) return ok({ kind: 'pending' })
    return ok(outcomeOf(transaction, packageEventsIn(events, packageId), context))
  }

  return async (txHash) => {
    // No transaction can have such a hash. A node would reject the request instead of answering NOT_FOUND.
    if (!isValidTransactionDigest(txHash)) return ok({ kind: 'absent', chainTime: 0 })
    if (tooLarge.has(txHash)) return TOO_LARGE_TO_READ
    // The epoch is read first: a transaction that expires with it may still be executed while the epoch lasts, even if the
    // epoch ends late.
    const epoch = await currentEpoch.get()
    if (!epoch.ok) return epoch
    try {
      return await read(txHash, epoch.value, { withEvents: isOurs })
    } catch (error) {
      if (error instanceof RpcError) throw error
      // A later version of Dropkit may be able to read it.
      context.log?.error('a transaction cannot be read', { digest: txHash }, error)
      return err({ kind: 'chain_unavailable', reason: `the transaction ${txHash} cannot be read` })
    }
  }
}

interface Absent {
  readonly kind: 'absent'
  /** The node has the transaction, but cannot show it any more. */
  readonly isPruned: boolean
  readonly headers: AnswerHeaders
  readonly durationMs: number
}
type Found = { readonly kind: 'found'; readonly outcome: TransactionOutcome }
/** The transaction has events that were not asked for. */
type LacksEvents = { readonly kind: 'lacks_events'; readonly transaction: GrpcTypes.ExecutedTransaction }
type TooLarge = { readonly kind: 'too_large' }

async function look(
  context: SuiContext,
  digest: string,
  { withEvents }: { readonly withEvents: boolean },
  abort: AbortSignal,
): Promise<Found | LacksEvents | Absent | TooLarge> {
  const { client, packageId } = context
  const startedAt = context.machineNow()
  let isUnshowable = false
  const paths = withEvents ? TRANSACTION_FIELDS : FIELDS_WITHOUT_EVENTS
  const call = client.ledgerService.getTransaction({ digest, readMask: { paths } }, { abort })
  try {
    const { transaction } = await call.response
    if (transaction !== undefined) {
      if (!withEvents && isFinal(transaction) && hasEvents(transaction)) {
        // If a field is missing, the transaction is read again here.
        effectsOf(transaction, [], packageId)
        return { kind: 'lacks_events', transaction }
      }
      const events = packageEventsIn(transaction.events?.events ?? [], packageId)
      return { kind: 'found', outcome: outcomeOf(transaction, events, context) }
    }
  } catch (error) {
    if (isTooLarge(error)) return { kind: 'too_large' }
    isUnshowable = isObjectPruned(error)
    if (!isUnshowable && !isNotFound(error)) throw error
  }
  const durationMs = context.machineNow() - startedAt
  return { kind: 'absent', isPruned: isUnshowable, headers: await call.headers, durationMs }
}

type PublishedCoin = TransactionEffects['published'][number]

/**
 * The coin that a transaction published from our template for drops of this operator. Any other package is ignored,
 * whatever it says about itself. So are several packages in one transaction, because they cannot be told apart.
 */
function publishedCoinsIn(
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

function outcomeOf(
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly PackageEvent[],
  { packageId, operatorAddress, treasuryAddress, gasPrice }: SuiContext,
): TransactionOutcome {
  if (!isFinal(transaction)) return { kind: 'pending' }
  const { sender } = transaction.transaction ?? {}
  const isOurs = sender === operatorAddress || sender === treasuryAddress
  const { FailedTransaction: failed } = parseGrpcTransactionResponse(transaction)
  if (failed) {
    const { error } = failed.status
    const wasCongested = isCongestion(transaction)
    if (isOurs && wasCongested) gasPrice.noteCongestion()
    const failure = error ? failureOf(error, packageId) : { reason: 'it failed', isFinal: false }
    return {
      kind: 'failed',
      ...failure,
      ...(wasCongested ? { isCongestion: true } : {}),
      at: timeOf(transaction),
    }
  }
  if (isOurs) gasPrice.noteSuccess()
  const published = publishedCoinsIn(transaction, operatorAddress)
  return { kind: 'succeeded', effects: { ...effectsOf(transaction, events, packageId), published } }
}

const CONGESTION =
  GrpcTypes.ExecutionError_ExecutionErrorKind.EXECUTION_CANCELED_DUE_TO_CONSENSUS_OBJECT_CONGESTION

/** The network cancelled the transaction because too many transactions wanted the same object. */
const isCongestion = ({ effects }: GrpcTypes.ExecutedTransaction): boolean =>
  effects?.status?.error?.kind === CONGESTION

async function outcomeOfAbsent(
  context: SuiContext,
  { isPruned: isUnshowable, headers, durationMs }: Absent,
  epoch: Epoch,
): Promise<ChainAnswer<TransactionOutcome>> {
  const facts = await nodeFacts(context)
  if (!facts.ok) return facts
  const epochOfNode = epochOf(headers)
  // The node that answered for the transaction is behind the node that reported the epoch, so its answer says nothing about
  // now.
  if (epochOfNode !== null && epochOfNode < epoch.number) return ok({ kind: 'absent', chainTime: 0 })
  const readAt = settledTime(headers, facts.value.chainTime, durationMs)
  const chainTime = Math.min(readAt, epoch.endsAt - 1)
  if (isUnshowable) return ok({ kind: 'absent', chainTime, knownSince: Number.POSITIVE_INFINITY })
  const lowest = lowestCheckpointOf(headers)
  // Without the header, it is unknown whether the node still has old transactions.
  if (lowest === null) return ok({ kind: 'absent', chainTime: 0 })
  if (lowest === 0n) return ok({ kind: 'absent', chainTime })
  // The time since which the node has transactions. It prunes old ones after some epochs and then reports them as not found.
  const lowestTime = await context.calls.ask('lowest checkpoint', (abort) =>
    timeOfCheckpoint(context, lowest, abort),
  )
  if (!lowestTime.ok) return lowestTime
  // If the checkpoint was pruned after the node named it, nothing is known about old transactions.
  return ok({ kind: 'absent', chainTime, knownSince: lowestTime.value ?? Number.POSITIVE_INFINITY })
}

/**
 * The bytes of the complete transaction, or the reason why the chain would not execute it (for example, not enough gas).
 */
export const buildOrRefusal = (
  { client, calls }: SuiNode,
  transaction: Transaction,
): Promise<ChainAnswer<Uint8Array | string>> =>
  calls.ask('build', async () => {
    try {
      return await transaction.build({ client })
    } catch (error) {
      const isTheChains =
        error instanceof SimulationError && (error.cause === undefined || isRefusal(error.cause))
      if (isTheChains) return plainMessage(error)
      throw error
    }
  })

/** The codes with which a node rejects a transaction. */
const REFUSED = new Set([
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'OUT_OF_RANGE',
  'ALREADY_EXISTS',
])

/** Whether the node has checked the transaction and rejects it in the current state. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof RpcError && REFUSED.has(error.code)

export const refusalReason = (error: Error): string => `the node does not take it: ${plainMessage(error)}`

/** How a node reports the rules of regulated coins before it executes a transaction. */
const DENIED = /AddressDeniedForCoin|denied for coin/i

/** The reason, and whether it is final. It is final if the coin is denied to an address. A pause of the coin may end. */
export const refusalOf = (error: Error) => ({
  reason: refusalReason(error),
  isFinal: DENIED.test(plainMessage(error)),
})

/** Messages are sent in a header, in which all characters except plain ASCII are escaped. */
export function plainMessage({ message }: Error): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}
