import { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { GrpcFailure, type Placed, pageOf } from './grpc-answers.ts'
import { masked, type ServedService } from './grpc-web-server.ts'
import type { NodeState } from './node-state.ts'
import { objectMessage, PACKAGE_TYPE } from './objects.ts'
import {
  eventMessage,
  type LoggedTransaction,
  type TransactionLog,
  timestampOf,
  transactionMessage,
} from './transaction-log.ts'
import type { EmittedEvent } from './transaction-place.ts'

const NOT_FOUND = 5

const EVENTS_PER_TRANSACTION = 10_000n

interface LoggedEvent {
  readonly event: EmittedEvent
  readonly eventIndex: number
  readonly transaction: LoggedTransaction
}

/** The final transactions, each with its position. */
const transactionPlaces = (log: TransactionLog): Placed<LoggedTransaction>[] =>
  log.final().map((item) => ({ at: BigInt(item.index), checkpoint: log.checkpointOf(item) ?? 0n, item }))

const eventPlaces = (log: TransactionLog): Placed<LoggedEvent>[] =>
  log.final().flatMap((transaction) =>
    transaction.events.map((event, eventIndex) => ({
      at: BigInt(transaction.index) * EVENTS_PER_TRANSACTION + BigInt(eventIndex),
      checkpoint: log.checkpointOf(transaction) ?? 0n,
      item: { event, eventIndex, transaction },
    })),
  )

const errorResult = (error: unknown) => ({
  oneofKind: 'error' as const,
  error: { code: NOT_FOUND, message: error instanceof Error ? error.message : String(error), details: [] },
})

/** Reads objects, transactions and checkpoints. */
export function ledgerService(state: NodeState): ServedService {
  const { clock, log } = state
  const pageLimits = () => ({
    ...state.pageLimits,
    oldestCheckpoint: log.oldestCheckpoint(),
    tip: log.height(),
  })

  function readObject({ objectId = '', version }: GrpcTypes.GetObjectRequest, paths: string[] | undefined) {
    const object = state.readObject(objectId)
    if (object === undefined || (version !== undefined && object.version !== version)) {
      throw new GrpcFailure('notFound', `Object ${objectId} not found`)
    }
    return masked(GrpcTypes.Object, objectMessage(object), paths ?? ['object_id', 'version', 'digest'])
  }

  function readTransaction(digest: string, paths: string[] | undefined) {
    const transaction = log.find(digest)
    if (transaction === undefined) throw new GrpcFailure('notFound', `Transaction ${digest} not found`)
    const message = transactionMessage(transaction, log.checkpointOf(transaction))
    return masked(GrpcTypes.ExecutedTransaction, message, paths ?? ['digest'])
  }

  return {
    service: GrpcTypes.LedgerService,
    handlers: {
      getServiceInfo: (): GrpcTypes.GetServiceInfoResponse => ({
        chainId: state.chainId,
        chain: 'loopback',
        epoch: clock.epoch(),
        checkpointHeight: log.height(),
        timestamp: timestampOf(state.settledMs()),
        lowestAvailableCheckpoint: log.oldestCheckpoint(),
        lowestAvailableCheckpointObjects: 0n,
        server: 'loopback-node',
      }),

      getEpoch: (): GrpcTypes.GetEpochResponse => ({
        epoch: GrpcTypes.Epoch.create({
          epoch: clock.epoch(),
          start: timestampOf(Number(clock.epochStartMs())),
          referenceGasPrice: state.gasPrice,
          systemState: GrpcTypes.SystemState.create({
            version: 2n,
            epoch: clock.epoch(),
            protocolVersion: 1n,
            referenceGasPrice: state.gasPrice,
            epochStartTimestampMs: clock.epochStartMs(),
            parameters: { epochDurationMs: BigInt(state.epochMs) },
          }),
        }),
      }),

      getCheckpoint({ checkpointId }: GrpcTypes.GetCheckpointRequest): GrpcTypes.GetCheckpointResponse {
        const sequenceNumber =
          checkpointId.oneofKind === 'sequenceNumber' ? checkpointId.sequenceNumber : log.height()
        const ended = log.final()[Number(sequenceNumber) - 1]
        if (sequenceNumber < log.oldestCheckpoint() || ended === undefined) {
          throw new GrpcFailure('notFound', `Checkpoint ${sequenceNumber} not found`)
        }
        const summary = GrpcTypes.CheckpointSummary.create({ timestamp: timestampOf(ended.nowMs) })
        return { checkpoint: GrpcTypes.Checkpoint.create({ sequenceNumber, summary }) }
      },

      getObject: (request: GrpcTypes.GetObjectRequest): GrpcTypes.GetObjectResponse => ({
        object: readObject(request, request.readMask?.paths),
      }),

      batchGetObjects: ({ requests, readMask }: GrpcTypes.BatchGetObjectsRequest) => ({
        objects: requests.map((request): GrpcTypes.GetObjectResult => {
          try {
            return { result: { oneofKind: 'object', object: readObject(request, readMask?.paths) } }
          } catch (error) {
            return { result: errorResult(error) }
          }
        }),
      }),

      getTransaction: ({ digest = '', readMask }: GrpcTypes.GetTransactionRequest) => ({
        transaction: readTransaction(digest, readMask?.paths),
      }),

      batchGetTransactions: ({ digests, readMask }: GrpcTypes.BatchGetTransactionsRequest) => ({
        transactions: digests.map((digest): GrpcTypes.GetTransactionResult => {
          try {
            const transaction = readTransaction(digest, readMask?.paths)
            return { result: { oneofKind: 'transaction', transaction } }
          } catch (error) {
            return { result: errorResult(error) }
          }
        }),
      }),

      listTransactions(request: GrpcTypes.ListTransactionsRequest): GrpcTypes.ListTransactionsResponse[] {
        const matches = (item: Parameters<typeof matchesTransaction>[0]) =>
          matchesTransaction(item, request.filter)
        return pageOf(transactionPlaces(log), matches, request, pageLimits()).map(
          ({ item, watermark, end }) => ({
            ...(item && {
              transaction: masked(
                GrpcTypes.ExecutedTransaction,
                transactionMessage(item, log.checkpointOf(item)),
                request.readMask?.paths ?? ['digest'],
              ),
            }),
            ...(watermark && { watermark }),
            ...(end && { end }),
          }),
        )
      },

      listEvents(request: GrpcTypes.ListEventsRequest): GrpcTypes.ListEventsResponse[] {
        const places = eventPlaces(log)
        const matches = ({ event, transaction }: (typeof places)[number]['item']) =>
          matchesEvent(event, transaction.sender, request.filter)
        return pageOf(places, matches, request, pageLimits()).map(({ item, watermark, end }) => ({
          ...(item && {
            event: masked(
              GrpcTypes.Event,
              {
                ...eventMessage(item.event, item.transaction.sender),
                checkpoint: log.checkpointOf(item.transaction) ?? 0n,
                transactionDigest: item.transaction.digest,
                eventIndex: item.eventIndex,
              },
              request.readMask?.paths,
            ),
          }),
          ...(watermark && { watermark }),
          ...(end && { end }),
        }))
      },
    },
  }
}

/**
 * A filter matches if any of its terms matches, and a term matches if all of its literals match. Without a filter,
 * everything matches.
 */
function matchesTransaction(
  transaction: LoggedTransaction,
  filter: GrpcTypes.TransactionFilter | undefined,
): boolean {
  if (filter === undefined) return true
  return filter.terms.some(({ literals }) =>
    literals.every(({ negated, predicate }) => holdsOfTransaction(transaction, predicate) !== negated),
  )
}

function matchesEvent(
  event: EmittedEvent,
  sender: string,
  filter: GrpcTypes.EventFilter | undefined,
): boolean {
  if (filter === undefined) return true
  return filter.terms.some(({ literals }) =>
    literals.every(({ negated, predicate }) => holdsOfEvent(event, sender, predicate) !== negated),
  )
}

function holdsOfTransaction(
  transaction: LoggedTransaction,
  predicate: GrpcTypes.TransactionLiteral['predicate'],
): boolean {
  const { sender, affected, changes, data, events } = transaction
  switch (predicate.oneofKind) {
    case 'sender':
      return sender === addressIn(predicate.sender.address)
    case 'affectedAddress':
      return affected.has(addressIn(predicate.affectedAddress.address))
    case 'affectedObject': {
      const wanted = addressIn(predicate.affectedObject.objectId)
      return changes.some(({ objectId }) => objectId === wanted)
    }
    case 'packageWrite':
      return changes.some(({ after }) => after?.type === PACKAGE_TYPE)
    case 'moveCall': {
      const wanted = pathIn(predicate.moveCall.function)
      return data.commands.some((command) => {
        if (command.$kind !== 'MoveCall') return false
        const { package: packageId, module, function: name } = command.MoveCall
        return startsPath(`${normalizeSuiAddress(packageId)}::${module}::${name}`, wanted)
      })
    }
    case 'emitModule':
    case 'eventType':
      return events.some((event) => holdsOfEvent(event, sender, predicate))
    default:
      throw new GrpcFailure('invalidArgument', `this node does not filter by ${predicate.oneofKind}`)
  }
}

function holdsOfEvent(
  { packageId, module, type }: EmittedEvent,
  sender: string,
  predicate: GrpcTypes.EventLiteral['predicate'],
): boolean {
  switch (predicate.oneofKind) {
    case 'sender':
      return sender === addressIn(predicate.sender.address)
    case 'emitModule':
      return startsPath(`${packageId}::${module}`, pathIn(predicate.emitModule.module))
    case 'eventType': {
      const wanted = predicate.eventType.eventType ?? ''
      return wanted.includes('<')
        ? type === normalizeStructTag(wanted)
        : startsPath(type.split('<')[0] ?? '', pathIn(wanted))
    }
    default:
      throw new GrpcFailure('invalidArgument', `this node does not filter by ${predicate.oneofKind}`)
  }
}

const addressIn = (text: string | undefined): string => normalizeSuiAddress(text ?? '')

function pathIn(text: string | undefined): string {
  const [address = '', ...rest] = (text ?? '').split('::')
  return [normalizeSuiAddress(address), ...rest].join('::')
}

const startsPath = (path: string, wanted: string): boolean =>
  path === wanted || path.startsWith(`${wanted}::`)
