import type { Address } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import { addressOf } from './sui-types.ts'

/** A shared object, as a transaction names it; this never changes. */
export interface SharedRef {
  readonly objectId: Address
  readonly initialSharedVersion: string
}

/** Null if the node does not show such an object, or it is not shared. */
export function sharedRefOf(object: SuiClientTypes.Object | Error): SharedRef | null {
  if (object instanceof Error || object.owner.$kind !== 'Shared') return null
  const { initialSharedVersion } = object.owner.Shared
  return { objectId: addressOf(object.objectId), initialSharedVersion }
}

/** An owned object in one of its versions. A transaction that names it uses this version up. */
export interface OwnedRef {
  readonly objectId: string
  readonly version: string
  readonly digest: string
}

/** What gating asks for, and what names a vault of pieces where one of coins is named by its coin. */
export const piecesTypeOf = (packageId: Address, collection: string): string =>
  `${packageId}::nft_drop::Nft<${collection}>`
