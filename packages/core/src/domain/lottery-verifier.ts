import type { Address } from './address.ts'
import { type BeaconChain, type BeaconRound, roundAtOrAfter } from './beacon.ts'
import { BEACON_MARGIN_MS } from './claim-order.ts'
import { bytesOfHex, hexOfBytes } from './hex.ts'
import type { Instant } from './instant.ts'
import { entryLeaf, orderKey } from './lottery-order.ts'
import { type MerkleProof, merkleRoot, rootOfProof, type Sha256 } from './merkle.ts'

/** The published data of a drawn lottery. */
export interface LotteryRecord {
  readonly dropId: string
  readonly beacon: BeaconChain
  readonly root: string
  readonly round: number
  readonly frozenAt: Instant
  /** The number of entries. */
  readonly size: number
  /** The beacon's signature of the round, hex. */
  readonly signature: string
  /** All entered wallets, as published; null to verify only proofs. */
  readonly wallets: readonly Address[] | null
  /** What the service told single wallets. */
  readonly entries: readonly RecordedEntry[]
}

export interface RecordedEntry {
  readonly wallet: Address
  readonly rank: number | null
  readonly proof: MerkleProof | null
}

export type LotteryFault =
  | { readonly kind: 'wrong_round'; readonly round: number; readonly expected: number }
  | { readonly kind: 'forged_round'; readonly round: number }
  /** The wallet occurs twice in the list, or the list is not sorted here. */
  | { readonly kind: 'misplaced_wallet'; readonly wallet: Address }
  | { readonly kind: 'wrong_size'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'wrong_root' }
  | { readonly kind: 'wrong_proof'; readonly wallet: Address }
  | {
      readonly kind: 'wrong_rank'
      readonly wallet: Address
      readonly expected: number
      readonly actual: number
    }
  /** A wallet with an entry is not in the list. */
  | { readonly kind: 'missing_wallet'; readonly wallet: Address }

export type LotteryCheck =
  /** `order` lists the wallets by rank; it is empty without a list of wallets. */
  | { readonly kind: 'verified'; readonly order: readonly Address[]; readonly entries: number }
  | { readonly kind: 'faulty'; readonly fault: LotteryFault }

export interface LotteryHashes {
  readonly sha256: Sha256
  verifyRound(chain: BeaconChain, round: BeaconRound): boolean
}

/** Recomputes a lottery: its round, its root, the order, and the answers to single wallets. Names the first fault. */
export function verifyLottery(record: LotteryRecord, hashes: LotteryHashes): LotteryCheck {
  const { sha256 } = hashes
  const source = sourceOf(record, sha256)
  const fault = faultOfRound(record, source.randomness, hashes) ?? faultOfWallets(record, sha256)
  if (fault) return { kind: 'faulty', fault }
  const order = (record.wallets ?? [])
    .map((wallet) => ({ wallet, key: orderKey(sha256, source, wallet) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ wallet }) => wallet)
  const ranks = new Map(order.map((wallet, place) => [wallet, place + 1]))
  for (const entry of record.entries) {
    const wrong = faultOfEntry(record, entry, ranks, sha256)
    if (wrong) return { kind: 'faulty', fault: wrong }
  }
  return { kind: 'verified', order, entries: record.entries.length }
}

function sourceOf({ dropId, root, signature }: LotteryRecord, sha256: Sha256) {
  return { dropId, root, randomness: hexOfBytes(sha256(bytesOfHex(signature) ?? new Uint8Array())) }
}

function faultOfRound(
  { beacon, round, frozenAt, signature }: LotteryRecord,
  randomness: string,
  { verifyRound }: LotteryHashes,
): LotteryFault | undefined {
  const expected = roundAtOrAfter(beacon, frozenAt + BEACON_MARGIN_MS)
  if (round !== expected) return { kind: 'wrong_round', round, expected }
  return verifyRound(beacon, { round, signature, randomness }) ? undefined : { kind: 'forged_round', round }
}

function faultOfWallets(
  { dropId, wallets, size, root }: LotteryRecord,
  sha256: Sha256,
): LotteryFault | undefined {
  if (wallets === null) return undefined
  const misplaced = wallets.find((wallet, place) => place > 0 && (wallets[place - 1] ?? '') >= wallet)
  if (misplaced !== undefined) return { kind: 'misplaced_wallet', wallet: misplaced }
  if (wallets.length !== size) return { kind: 'wrong_size', expected: size, actual: wallets.length }
  const leaves = wallets.map((wallet) => entryLeaf(sha256, dropId, wallet))
  return hexOfBytes(merkleRoot(sha256, leaves)) === root ? undefined : { kind: 'wrong_root' }
}

function faultOfEntry(
  { dropId, wallets, size, root }: LotteryRecord,
  { wallet, rank, proof }: RecordedEntry,
  ranks: ReadonlyMap<Address, number>,
  sha256: Sha256,
): LotteryFault | undefined {
  if (proof !== null) {
    const reached = proof.size === size && rootOfProof(sha256, entryLeaf(sha256, dropId, wallet), proof)
    if (!reached || hexOfBytes(reached) !== root) return { kind: 'wrong_proof', wallet }
  }
  if (wallets === null) return undefined
  const expected = ranks.get(wallet)
  if (expected === undefined) return { kind: 'missing_wallet', wallet }
  return rank === null || rank === expected
    ? undefined
    : { kind: 'wrong_rank', wallet, expected, actual: rank }
}

/** Describes a fault in one sentence. */
export function describeLotteryFault(fault: LotteryFault): string {
  switch (fault.kind) {
    case 'wrong_round':
      return `the lottery was drawn with round ${fault.round}, not with ${fault.expected}, which follows from when the root was published`
    case 'forged_round':
      return `the lottery was drawn with a round ${fault.round} that the beacon did not sign`
    case 'misplaced_wallet':
      return `wallet ${fault.wallet} is twice in the list, or not in its place`
    case 'wrong_size':
      return `${fault.expected} wallets entered, ${fault.actual} are in the list`
    case 'wrong_root':
      return 'the list of wallets has another root than the one that was published'
    case 'wrong_proof':
      return `the proof of wallet ${fault.wallet} does not lead to the published root`
    case 'missing_wallet':
      return `wallet ${fault.wallet} has an entry and is not in the list`
    case 'wrong_rank':
      return `wallet ${fault.wallet} has rank ${fault.expected}, not ${fault.actual}`
  }
}
