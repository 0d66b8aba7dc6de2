import { unreachable } from '@dropkit/core/internal'
import type { CallArg, TransactionData } from '@mysten/sui/transactions'
import { fromBase64, normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import type { Ledger, LedgerPage } from './ledger.ts'
import { gasOwnerOf, senderOf } from './transaction-checks.ts'
import type { Value } from './values.ts'

export function inputValue(input: CallArg, data: TransactionData, page: LedgerPage): Value {
  switch (input.$kind) {
    case 'Pure':
      return { kind: 'pure', bytes: fromBase64(input.Pure.bytes) }
    case 'FundsWithdrawal': {
      const { reservation, typeArg, withdrawFrom } = input.FundsWithdrawal
      const owner = withdrawFrom.$kind === 'Sponsor' ? gasOwnerOf(data) : senderOf(data)
      const coinType = normalizeStructTag(typeArg.Balance)
      return { kind: 'withdrawal', coinType, amount: BigInt(reservation.MaxAmountU64), owner, isGone: false }
    }
    case 'Object': {
      const object = page.object(normalizeSuiAddress(objectIdOf(input.Object)))
      // A deleted object is detected before any command runs.
      if (object === undefined) return { kind: 'vector', items: [] }
      const { objectId, type, contents, owner } = object
      return {
        kind: input.Object.$kind === 'Receiving' ? 'receiving' : 'object',
        object: { objectId, type, contents, owner, newOwner: undefined, isGone: false },
      }
    }
    default:
      throw new Error(`the input ${input.$kind} was to be resolved before`)
  }
}

function objectIdOf(object: Extract<CallArg, { $kind: 'Object' }>['Object']): string {
  switch (object.$kind) {
    case 'ImmOrOwnedObject':
      return object.ImmOrOwnedObject.objectId
    case 'SharedObject':
      return object.SharedObject.objectId
    case 'Receiving':
      return object.Receiving.objectId
    default:
      return unreachable(object)
  }
}

const objectInputs = (data: TransactionData) =>
  data.inputs.flatMap((input) => (input.$kind === 'Object' ? [input.Object] : []))

export const missingShared = (data: TransactionData, ledger: Ledger): string | undefined =>
  objectInputs(data)
    .map(objectIdOf)
    .find((objectId) => ledger.object(objectId) === undefined)

export function readOnlyInputs(data: TransactionData): ReadonlySet<string> {
  const shared = objectInputs(data).filter(
    (object) => object.$kind === 'SharedObject' && !object.SharedObject.mutable,
  )
  return new Set(shared.map(objectIdOf).map((objectId) => normalizeSuiAddress(objectId)))
}

/** One more than the highest version of all objects that the transaction names. */
export function nextVersion(data: TransactionData, ledger: Ledger): bigint {
  const named = [
    ...objectInputs(data).map(objectIdOf),
    ...(data.gasData.payment ?? []).map((one) => one.objectId),
  ]
  const versions = named.map((objectId) => ledger.object(objectId)?.version ?? 0n)
  return versions.reduce((highest, version) => (version > highest ? version : highest), 0n) + 1n
}
