import type { Address } from './address.ts'
import { hexOfBytes } from './hex.ts'
import { type Hash, leafHash, type Sha256 } from './merkle.ts'
import { utf8 } from './utf8.ts'

/**
 * The leaf of an entry. It does not depend on when the wallet entered or how often it asked. The tree covers the sorted set
 * of wallets.
 */
export const entryLeaf = (sha256: Sha256, dropId: string, wallet: string): Hash =>
  leafHash(sha256, utf8(`dropkit::lottery::v1:${dropId}:${wallet}`))

/** What decides the order of all entries. The randomness is unknown when the root is published. */
export interface LotterySource {
  readonly dropId: string
  /** Hex. */
  readonly root: string
  /** Of the round, hex. */
  readonly randomness: string
}

/** Entries are ranked by this key, the smallest first: 32 bytes in hex. */
export const orderKey = (
  sha256: Sha256,
  { dropId, root, randomness }: LotterySource,
  wallet: Address,
): string => hexOfBytes(sha256(utf8(`dropkit::lottery::order::v1:${dropId}:${root}:${randomness}:${wallet}`)))
