import { bcs } from '@mysten/sui/bcs'
import { ExecutionFailure } from './clever-abort.ts'
import { Coin, coinOf, coinTypeName, coinValue, type ObjectOwner } from './objects.ts'

/** An object while a transaction uses it. */
export interface HeldObject {
  readonly objectId: string
  readonly type: string
  contents: Uint8Array
  /** The owner before the transaction. Undefined if this transaction created the object. */
  readonly owner: ObjectOwner | undefined
  /** The owner after the transaction. Undefined if it is not known yet. */
  newOwner: ObjectOwner | undefined
  /** Whether it was consumed by value or deleted. */
  isGone: boolean
}

/** An argument or a result of a command. */
export type Value =
  | { readonly kind: 'object'; readonly object: HeldObject }
  | { readonly kind: 'pure'; readonly bytes: Uint8Array }
  | { readonly kind: 'balance'; readonly coinType: string; readonly amount: bigint; isGone: boolean }
  | {
      readonly kind: 'withdrawal'
      readonly coinType: string
      readonly amount: bigint
      readonly owner: string
      isGone: boolean
    }
  | { readonly kind: 'vector'; readonly items: readonly Value[] }
  /** An object that was sent to another object. Only that object can receive it. */
  | { readonly kind: 'receiving'; readonly object: HeldObject }

export const newObject = (objectId: string, type: string, contents: Uint8Array): HeldObject => ({
  objectId,
  type,
  contents,
  owner: undefined,
  newOwner: undefined,
  isGone: false,
})

export const newCoin = (objectId: string, coinType: string, balance: bigint): HeldObject =>
  newObject(objectId, coinTypeName(coinType), coinContents(objectId, balance))

export const coinContents = (id: string, balance: bigint): Uint8Array =>
  Coin.serialize({ id, balance }).toBytes()

const wrongArgument = (description: string) => new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description })

/** Returns the object. Throws if it was consumed already. */
export function asObject(value: Value | undefined): HeldObject {
  if (value?.kind !== 'object') throw wrongArgument('an object is wanted')
  if (value.object.isGone || value.object.newOwner !== undefined)
    throw wrongArgument(`${value.object.objectId} is used up`)
  return value.object
}

/** Consumes an object by value. A shared object may be consumed to delete it, but not to transfer it. */
export function takeObject(value: Value | undefined): HeldObject {
  const object = asObject(value)
  if (object.owner?.kind === 'immutable') throw wrongArgument(`${object.objectId} is immutable`)
  object.isGone = true
  return object
}

export interface CoinInHand {
  readonly object: HeldObject
  readonly coinType: string
  readonly balance: bigint
}

export function asCoin(value: Value | undefined): CoinInHand {
  const object = asObject(value)
  const coinType = coinOf(object.type)
  if (coinType === undefined) throw wrongArgument(`${object.type} is no coin`)
  return { object, coinType, balance: coinValue(object.contents) }
}

export function setBalance(object: HeldObject, balance: bigint): void {
  object.contents = coinContents(object.objectId, balance)
}

export function pureBytes(value: Value | undefined): Uint8Array {
  if (value?.kind !== 'pure') throw wrongArgument('a pure value is wanted')
  return value.bytes
}

export const asU64 = (value: Value | undefined): bigint => BigInt(bcs.u64().parse(pureBytes(value)))
export const asAddress = (value: Value | undefined): string => bcs.Address.parse(pureBytes(value))
export const asBytes = (value: Value | undefined): Uint8Array =>
  Uint8Array.from(bcs.byteVector().parse(pureBytes(value)))
