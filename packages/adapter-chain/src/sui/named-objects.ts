import type { Address } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import { addressOf } from './sui-types.ts'

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
