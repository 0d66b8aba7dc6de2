import type { Address } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import { type GrpcTypes, RpcError } from '@mysten/sui/grpc'
import type { SuiContext } from './sui-context.ts'
import { addressOf, given } from './sui-node.ts'

/** The maximum number of objects per request to a node. */
export const OBJECTS_PER_REQUEST = 50

export interface ReadObject {
  readonly objectId: string
  readonly type: string
  /** BCS of the struct. */
  readonly contents: Uint8Array
}

export interface ReadObjects {
  /** In the order of the ids; null if the object does not exist. */
  readonly objects: readonly (ReadObject | null)[]
  /** The headers of the answer. Some say how far the node is. */
  readonly headers: Readonly<Record<string, unknown>>
}

const NOT_FOUND = 5

/**
 * Reads the current state of at most `OBJECTS_PER_REQUEST` objects in one request. Throws if the node answers incompletely.
 */
export async function readObjects(
  { client }: Pick<SuiContext, 'client'>,
  objectIds: readonly string[],
  abort: AbortSignal,
): Promise<ReadObjects> {
  const { response, headers } = await client.ledgerService.batchGetObjects(
    {
      requests: objectIds.map((objectId) => ({ objectId })),
      readMask: { paths: ['object_id', 'object_type', 'contents'] },
    },
    { abort },
  )
  const objects = response.objects.map(readObject)
  const isAnswer =
    objects.length === objectIds.length &&
    objects.every((object, index) => object === null || object.objectId === addressOf(objectIds[index] ?? ''))
  if (!isAnswer) throw new RpcError('the node answers for other objects than it was asked for', 'DATA_LOSS')
  return { objects, headers }
}

function readObject({ result }: GrpcTypes.GetObjectResult): ReadObject | null {
  switch (result.oneofKind) {
    case 'object':
      return {
        objectId: addressOf(given(result.object.objectId, 'which object it is')),
        type: given(result.object.objectType, 'the type of an object'),
        contents: given(result.object.contents?.value, 'the contents of an object'),
      }
    case 'error':
      if (result.error.code === NOT_FOUND) return null
      throw new RpcError(`the node does not give an object: ${result.error.message}`, 'DATA_LOSS')
    case undefined:
      throw new RpcError('the node answers for an object with nothing', 'DATA_LOSS')
  }
}

/** A shared object, in the form in which a transaction names it. This form never changes. */
export interface SharedRef {
  readonly objectId: Address
  readonly initialSharedVersion: string
}

/** Null if the node does not show the object, or if it is not shared. */
export function sharedRefOf(object: SuiClientTypes.Object | Error): SharedRef | null {
  if (object instanceof Error || object.owner.$kind !== 'Shared') return null
  const { initialSharedVersion } = object.owner.Shared
  return { objectId: addressOf(object.objectId), initialSharedVersion }
}

/** One version of an owned object. A transaction that names it consumes this version. */
export interface OwnedRef {
  readonly objectId: string
  readonly version: string
  readonly digest: string
}

/**
 * The type of a collection's pieces. Gating asks for it, and it identifies a vault of pieces as the coin type identifies a
 * vault of coins.
 */
export const piecesTypeOf = (packageId: Address, collection: string): string =>
  `${packageId}::nft_drop::Nft<${collection}>`
