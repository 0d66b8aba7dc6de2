import type { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { GrpcFailure } from './grpc-answers.ts'
import { PACKAGE_TYPE } from './objects.ts'
import type { LoggedTransaction } from './transaction-log.ts'
import type { EmittedEvent } from './transaction-place.ts'

/**
 * A filter matches if any of its terms matches, and a term matches if all of its literals match. Without a filter,
 * everything matches.
 */
export function matchesTransaction(
  transaction: LoggedTransaction,
  filter: GrpcTypes.TransactionFilter | undefined,
): boolean {
  if (filter === undefined) return true
  return filter.terms.some(({ literals }) =>
    literals.every(({ negated, predicate }) => holdsOfTransaction(transaction, predicate) !== negated),
  )
}

export function matchesEvent(
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
