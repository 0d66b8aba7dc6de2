import { unreachable } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { GrpcTypes } from '@mysten/sui/grpc'
import { normalizeStructTag, normalizeSuiAddress, parseStructTag, toBase58 } from '@mysten/sui/utils'
import { blake2b } from '@noble/hashes/blake2.js'
import { ExecutionFailure } from './clever-abort.ts'

type ObjectOwner =
  | { readonly kind: 'address'; readonly address: string }
  /** A dynamic field, which is owned by its parent object. */
  | { readonly kind: 'object'; readonly objectId: string }
  | { readonly kind: 'shared'; readonly initialSharedVersion: bigint }
  | { readonly kind: 'immutable' }

/** An object as it is stored. */
export interface ChainObject {
  readonly objectId: string
  readonly version: bigint
  readonly digest: string
  readonly owner: ObjectOwner
  /** Normalized; `package` for a package. */
  readonly type: string
  /** The BCS of the Move struct, which starts with its id. Empty for a package. */
  readonly contents: Uint8Array
  readonly previousTransaction: string
}

export const PACKAGE_TYPE = 'package'
export const SUI_TYPE = normalizeStructTag('0x2::sui::SUI')
export const CLOCK_ID = normalizeSuiAddress('0x6')
export const CLOCK_TYPE = normalizeStructTag('0x2::clock::Clock')

export const coinTypeName = (coinType: string): string => normalizeStructTag(`0x2::coin::Coin<${coinType}>`)

/** The type of a coin object's coin. Undefined if the type is not a coin. */
export function coinOf(type: string): string | undefined {
  const prefix = `${normalizeSuiAddress('0x2')}::coin::Coin<`
  return type.startsWith(prefix) ? type.slice(prefix.length, -1) : undefined
}

export const typeArguments = (type: string): string[] =>
  parseStructTag(type).typeParams.map((parameter) =>
    typeof parameter === 'string' ? parameter : normalizeStructTag(parameter),
  )

const Coin = bcs.struct('Coin', { id: bcs.Address, balance: bcs.u64() })
export const Clock = bcs.struct('Clock', { id: bcs.Address, timestampMs: bcs.u64() })

export const coinValue = (contents: Uint8Array): bigint => BigInt(Coin.parse(contents).balance)

const Digested = bcs.struct('Object', {
  id: bcs.Address,
  version: bcs.u64(),
  type: bcs.string(),
  contents: bcs.byteVector(),
})

/** BLAKE2b with 32 bytes, which is Sui's hash, over the concatenated parts. */
export function blake2b256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = blake2b.create({ dkLen: 32 })
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Equal objects have equal digests. The digest is not the one that Sui computes. */
export function objectDigest(id: string, version: bigint, type: string, contents: Uint8Array): string {
  return toBase58(blake2b256(Digested.serialize({ id, version, type, contents }).toBytes()))
}

/** The id of the n-th object that a transaction creates, as Sui derives it. */
export function createdId(digest: Uint8Array, n: number): string {
  const hash = blake2b256(Uint8Array.of(0xf1), digest, bcs.u64().serialize(n).toBytes())
  return normalizeSuiAddress(Buffer.from(hash).toString('hex'))
}

const { Owner_OwnerKind: OwnerKind } = GrpcTypes

export function ownerMessage(owner: ObjectOwner): GrpcTypes.Owner {
  switch (owner.kind) {
    case 'address':
      return { kind: OwnerKind.ADDRESS, address: owner.address }
    case 'object':
      return { kind: OwnerKind.OBJECT, address: owner.objectId }
    case 'shared':
      return { kind: OwnerKind.SHARED, version: owner.initialSharedVersion }
    case 'immutable':
      return { kind: OwnerKind.IMMUTABLE }
    default:
      return unreachable(owner)
  }
}

export function objectMessage(object: ChainObject): GrpcTypes.Object {
  const isCoin = coinOf(object.type) !== undefined
  return GrpcTypes.Object.create({
    objectId: object.objectId,
    version: object.version,
    digest: object.digest,
    owner: ownerMessage(object.owner),
    objectType: object.type,
    previousTransaction: object.previousTransaction,
    ...(object.type !== PACKAGE_TYPE && { contents: { name: object.type, value: object.contents } }),
    ...(isCoin && { balance: coinValue(object.contents) }),
  })
}

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

interface CoinInHand {
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
