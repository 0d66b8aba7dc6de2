import type { Address } from './address.ts'
import { hexOfBytes } from './hex.ts'
import { type Hash, leafHash, type Sha256 } from './merkle.ts'
import { utf8 } from './utf8.ts'

/**
 * The leaf of an entry. It says nothing about when the wallet entered, or how often it asked: the tree is one over a set
 * of wallets, sorted.
 */
export const entryLeaf = (sha256: Sha256, dropId: string, wallet: string): Hash =>
  leafHash(sha256, utf8(`dropkit::lottery::v1:${dropId}:${wallet}`))

/** What decides the order of all entries. The randomness is not known yet when the root is published. */
export interface LotterySource {
  readonly dropId: string
  /** Hex. */
  readonly root: string
  /** Of the round, hex. */
  readonly randomness: string
}

/** Entries are ranked by this: 32 bytes in hex, the smallest first. */
export const orderKey = (
  sha256: Sha256,
  { dropId, root, randomness }: LotterySource,
  wallet: Address,
): string => hexOfBytes(sha256(utf8(`dropkit::lottery::order::v1:${dropId}:${root}:${randomness}:${wallet}`)))
