import { invariant } from './invariant.ts'

/** 32 bytes. */
export type Hash = Uint8Array
export type Sha256 = (bytes: Uint8Array) => Hash

// Different first bytes for leaves and inner nodes, so that neither can be passed off as the other.
const LEAF = 0
const INNER = 1

/** The hash of one leaf of a tree. */
export function leafHash(sha256: Sha256, content: Uint8Array): Hash {
  const bytes = new Uint8Array(1 + content.length)
  bytes[0] = LEAF
  bytes.set(content, 1)
  return sha256(bytes)
}

function innerHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(1 + left.length + right.length)
  bytes[0] = INNER
  bytes.set(left, 1)
  bytes.set(right, 1 + left.length)
  return sha256(bytes)
}

/** The number of leaves in the left subtree: the largest power of two below the number of leaves. */
export function leftOf(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/**
 * The root of the Merkle tree of RFC 9162 over hashes of leaves. If each hash is the root of a chunk with the same power of
 * two of leaves (the last chunk may be smaller), the result is the root over all leaves.
 */
export function merkleRoot(sha256: Sha256, hashes: readonly Hash[]): Hash {
  const [only] = hashes
  if (only === undefined) return sha256(new Uint8Array())
  if (hashes.length === 1) return only
  const left = leftOf(hashes.length)
  return innerHash(sha256, merkleRoot(sha256, hashes.slice(0, left)), merkleRoot(sha256, hashes.slice(left)))
}

/** The hashes from a leaf to the root: the leaf's sibling first, a child of the root last. */
export function merklePath(sha256: Sha256, hashes: readonly Hash[], index: number): readonly Hash[] {
  invariant(index >= 0 && index < hashes.length, 'a path begins at one of the hashes')
  if (hashes.length === 1) return []
  const left = leftOf(hashes.length)
  const [inside, outside, place] =
    index < left
      ? [hashes.slice(0, left), hashes.slice(left), index]
      : [hashes.slice(left), hashes.slice(0, left), index - left]
  return [...merklePath(sha256, inside, place), merkleRoot(sha256, outside)]
}

/** A leaf's index, the number of leaves, and the path to the root. */
export interface MerkleProof {
  readonly index: number
  readonly size: number
  readonly path: readonly Hash[]
}

/** Is told the hash of the subtree over `size` leaves from a leaf on. */
export type NoteSubtree = (from: number, size: number, hash: Hash) => void

/**
 * The root that a leaf's path leads to; undefined if the path has the wrong length. `note` is told the subtrees that the
 * path shows below the root. They are right only if the root is.
 */
export function rootOfProof(
  sha256: Sha256,
  leaf: Hash,
  { index, size, path }: MerkleProof,
  note: NoteSubtree = () => {},
): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined
  if (size === 1) return path.length === 0 ? leaf : undefined
  const sibling = path.at(-1)
  if (sibling === undefined) return undefined
  const left = leftOf(size)
  const isLeft = index < left
  const from = isLeft ? 0 : left
  const inside = { index: index - from, size: isLeft ? left : size - left, path: path.slice(0, -1) }
  const below = rootOfProof(sha256, leaf, inside, (start, leaves, hash) => note(from + start, leaves, hash))
  if (below === undefined) return undefined
  note(from, inside.size, below)
  note(isLeft ? left : 0, size - inside.size, sibling)
  return isLeft ? innerHash(sha256, below, sibling) : innerHash(sha256, sibling, below)
}
