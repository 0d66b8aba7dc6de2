import type { Address } from '@dropkit/core'

/** A shared object, as a transaction names it; this never changes. */
export interface SharedRef {
  readonly objectId: Address
  readonly initialSharedVersion: string
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
