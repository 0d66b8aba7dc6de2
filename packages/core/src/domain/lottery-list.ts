import type { Address } from './address.ts'
import { hexHashOf, hexOfBytes, utf8 } from './encodings.ts'
import {
  type Hash,
  leafHash,
  leftOf,
  type MerkleProof,
  merkleRoot,
  rootOfProof,
  type Sha256,
} from './merkle.ts'

/** Where a list of wallets first differs from the published root, as far as the proofs of entries show it. */
export interface ListPlace {
  /** The first difference is at one of these positions, counted from 1. */
  readonly first: number
  readonly last: number
  /** The wallet that belongs at `first`, if a proof shows it. */
  readonly expected: Address | null
}

/** What was published about a list of wallets. */
interface PublishedList {
  readonly dropId: string
  readonly size: number
  /** Hex. */
  readonly root: string
  readonly entries: readonly { readonly wallet: Address; readonly proof: MerkleProof | null }[]
}

/** The Merkle tree over a list of wallets. */
export interface WalletTree {
  /** Hex. */
  readonly root: string
  /** The narrowest place that the record's proofs show. Call it only if the root is wrong. */
  firstDifference(): ListPlace
}

/** A power of two, as `merkleRoot` needs it. */
const LEAVES_PER_CHUNK = 1_024

/** Builds the tree over at most `size` wallets, with a pause after each chunk. */
export function* createWalletTree(
  sha256: Sha256,
  record: PublishedList,
  listed: readonly Address[],
): Generator<void, WalletTree, void> {
  const { dropId, size } = record
  const leafOf = (wallet: string) => entryLeaf(sha256, dropId, wallet)
  const wallets = listed.slice(0, size)
  const chunks: Hash[] = []
  for (let from = 0; from < wallets.length; from += LEAVES_PER_CHUNK) {
    chunks.push(merkleRoot(sha256, wallets.slice(from, from + LEAVES_PER_CHUNK).map(leafOf)))
    yield
  }

  /** The hash of a subtree; undefined if the list is too short for it. Large subtrees consist of whole chunks. */
  function subtree(from: number, leaves: number): string | undefined {
    const to = from + leaves
    if (to > wallets.length) return undefined
    const hashes =
      leaves > LEAVES_PER_CHUNK
        ? chunks.slice(from / LEAVES_PER_CHUNK, Math.ceil(to / LEAVES_PER_CHUNK))
        : wallets.slice(from, to).map(leafOf)
    return hexOfBytes(merkleRoot(sha256, hashes))
  }

  return {
    root: hexOfBytes(merkleRoot(sha256, chunks)),
    firstDifference() {
      const { hashes, wallets: proved } = subtreesShown(sha256, record)
      let [from, leaves] = [0, size]
      while (leaves > 1) {
        const left = leftOf(leaves)
        const shown = hashes.get(`${from} ${left}`)
        if (shown === undefined) break
        const isInLeft = subtree(from, left) !== shown
        if (!isInLeft) from += left
        leaves = isInLeft ? left : leaves - left
      }
      return {
        first: from + 1,
        last: from + leaves,
        expected: leaves === 1 ? (proved.get(from) ?? null) : null,
      }
    },
  }
}

/** What the proofs that lead to the root show: the hashes of subtrees by first leaf and size, and wallets by index. */
function subtreesShown(sha256: Sha256, { dropId, size, root, entries }: PublishedList) {
  const hashes = new Map<string, string>()
  const wallets = new Map<number, Address>()
  for (const { wallet, proof } of entries) {
    if (proof?.size !== size) continue
    const shown: [string, string][] = []
    const note = (from: number, leaves: number, hash: Hash) =>
      void shown.push([`${from} ${leaves}`, hexOfBytes(hash)])
    const reached = rootOfProof(sha256, entryLeaf(sha256, dropId, wallet), proof, note)
    if (reached === undefined || hexOfBytes(reached) !== root) continue
    for (const [subtree, hash] of shown) hashes.set(subtree, hash)
    wallets.set(proof.index, wallet)
  }
  return { hashes, wallets }
}

/** Says a place in half a sentence. */
export const describePlace = ({ first, last, expected }: ListPlace): string => {
  if (first < last)
    return `the first difference is in positions ${first} to ${last}; more proofs would say where`
  const rightful = expected === null ? '' : `, where wallet ${expected} belongs`
  return `the first difference is at position ${first}${rightful}`
}

/**
 * The leaf of an entry. It does not depend on when the wallet entered or how often it asked. The tree covers the sorted set
 * of wallets.
 */
export const entryLeaf = (sha256: Sha256, dropId: string, wallet: string): Hash =>
  leafHash(sha256, utf8(`dropkit::lottery::v1:${dropId}:${wallet}`))

/** What decides the order of all entries. The randomness is unknown when the root is published. */
interface LotterySource {
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
): string => hexHashOf(`dropkit::lottery::order::v1:${dropId}:${root}:${randomness}:${wallet}`, sha256)
