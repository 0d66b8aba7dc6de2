import { type Address, parseAddress } from './address.ts'
import {
  type BeaconChain,
  type BeaconRound,
  judgeChain,
  readBeacon,
  roundAtOrAfter,
  WRONG_BEACON,
} from './beacon.ts'
import { BEACON_MARGIN_MS } from './claim-order.ts'
import { bytesOfHex, hexOfBytes } from './encodings.ts'
import { type Instant, parseIso } from './instant.ts'
import { isObject, parseJson } from './json.ts'
import { createWalletTree, describePlace, entryLeaf, type ListPlace, orderKey } from './lottery-list.ts'
import { type MerkleProof, rootOfProof, type Sha256 } from './merkle.ts'
import { err, ok, type Result } from './result.ts'
import { allAtOnce } from './slices.ts'

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

interface RecordedEntry {
  readonly wallet: Address
  readonly rank: number | null
  readonly proof: MerkleProof | null
}

/** The first error in a lottery. `verifyLottery` returns it and does not throw it. */
export type LotteryError =
  /** The beacon has the hash or key of drand's quicknet, and differs from it. */
  | { readonly kind: 'wrong_beacon' }
  | { readonly kind: 'wrong_round'; readonly round: number; readonly expected: number }
  | { readonly kind: 'forged_round'; readonly round: number }
  /** The wallet occurs twice in the list, or the list is not sorted here. Positions count from 1. */
  | { readonly kind: 'misplaced_wallet'; readonly wallet: Address; readonly position: number }
  | {
      readonly kind: 'wrong_size'
      readonly expected: number
      readonly actual: number
      readonly place: ListPlace
    }
  | { readonly kind: 'wrong_root'; readonly place: ListPlace }
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
  | {
      readonly kind: 'verified'
      /** The wallets by rank; empty without a list of wallets. */
      readonly order: readonly Address[]
      readonly entries: number
      /** See `DrawTotals.isBeaconPublic`. */
      readonly isBeaconPublic: boolean
    }
  | { readonly kind: 'invalid'; readonly error: LotteryError }

export interface LotteryHashes {
  readonly sha256: Sha256
  verifyRound(chain: BeaconChain, round: BeaconRound): boolean
}

/** Recomputes a lottery: its round, its root, the order, and the answers to single wallets. Names the first error. */
export function verifyLottery(record: LotteryRecord, hashes: LotteryHashes): LotteryCheck {
  return allAtOnce(verifyLotteryInSteps(record, hashes))
}

/** Verifies with a pause after about a thousand wallets, so that the caller can do other work. */
export function* verifyLotteryInSteps(
  record: LotteryRecord,
  hashes: LotteryHashes,
): Generator<void, LotteryCheck, void> {
  const { sha256 } = hashes
  const chain = judgeChain(record.beacon)
  if (chain === 'wrong') return { kind: 'invalid', error: { kind: 'wrong_beacon' } }
  const source = sourceOf(record, sha256)
  const error = roundError(record, source.randomness, hashes) ?? (yield* walletsError(record, sha256))
  if (error) return { kind: 'invalid', error }
  const { order, ranks } = yield* orderOf(record, (wallet) => orderKey(sha256, source, wallet))
  for (const entry of record.entries) {
    const wrong = entryError(record, entry, ranks, sha256)
    if (wrong) return { kind: 'invalid', error: wrong }
  }
  return { kind: 'verified', order, entries: record.entries.length, isBeaconPublic: chain === 'public' }
}

const WALLETS_PER_STEP = 1_024

/** The wallets by rank, and the ranks of the recorded entries. Keys are hashes, so that groups by prefix are small. */
function* orderOf(
  { wallets, entries }: LotteryRecord,
  keyOf: (wallet: Address) => string,
): Generator<void, { order: readonly Address[]; ranks: ReadonlyMap<Address, number> }, void> {
  const all = wallets ?? []
  const digits = Math.max(0, Math.ceil(Math.log(all.length / WALLETS_PER_STEP) / Math.log(16)))
  const groups = Array.from({ length: 16 ** digits }, (): { wallet: Address; key: string }[] => [])
  for (const [index, wallet] of all.entries()) {
    const key = keyOf(wallet)
    groups[digits === 0 ? 0 : Number.parseInt(key.slice(0, digits), 16)]?.push({ wallet, key })
    if (index % WALLETS_PER_STEP === 0) yield
  }
  const asked = new Set(entries.map(({ wallet }) => wallet))
  const ranks = new Map<Address, number>()
  const order: Address[] = []
  for (const group of groups) {
    for (const { wallet } of group.sort((one, other) => (one.key < other.key ? -1 : 1))) {
      order.push(wallet)
      if (asked.has(wallet)) ranks.set(wallet, order.length)
    }
    yield
  }
  return { order, ranks }
}

function sourceOf({ dropId, root, signature }: LotteryRecord, sha256: Sha256) {
  return { dropId, root, randomness: hexOfBytes(sha256(bytesOfHex(signature) ?? new Uint8Array())) }
}

function roundError(
  { beacon, round, frozenAt, signature }: LotteryRecord,
  randomness: string,
  { verifyRound }: LotteryHashes,
): LotteryError | undefined {
  const expected = roundAtOrAfter(beacon, frozenAt + BEACON_MARGIN_MS)
  if (round !== expected) return { kind: 'wrong_round', round, expected }
  return verifyRound(beacon, { round, signature, randomness }) ? undefined : { kind: 'forged_round', round }
}

function* walletsError(
  record: LotteryRecord,
  sha256: Sha256,
): Generator<void, LotteryError | undefined, void> {
  const { wallets, size, root } = record
  if (wallets === null) return undefined
  for (const [index, wallet] of wallets.entries()) {
    if (index > 0 && (wallets[index - 1] ?? '') >= wallet)
      return { kind: 'misplaced_wallet', wallet, position: index + 1 }
    if (index % WALLETS_PER_STEP === 0) yield
  }
  const tree = yield* createWalletTree(sha256, record, wallets)
  // The tree covers no more wallets than entered.
  const isRoot = tree.root === root
  if (isRoot && wallets.length === size) return undefined
  const place = isRoot ? { first: size + 1, last: size + 1, expected: null } : tree.firstDifference()
  return wallets.length === size
    ? { kind: 'wrong_root', place }
    : { kind: 'wrong_size', expected: size, actual: wallets.length, place }
}

function entryError(
  { dropId, wallets, size, root }: LotteryRecord,
  { wallet, rank, proof }: RecordedEntry,
  ranks: ReadonlyMap<Address, number>,
  sha256: Sha256,
): LotteryError | undefined {
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

/** Describes an error in one sentence. */
export function describeLotteryError(error: LotteryError): string {
  switch (error.kind) {
    case 'wrong_beacon':
      return WRONG_BEACON
    case 'wrong_round':
      return `the lottery was drawn with round ${error.round}, not with ${error.expected}, which follows from when the root was published`
    case 'forged_round':
      return `the lottery was drawn with a round ${error.round} that the beacon did not sign`
    case 'misplaced_wallet':
      return `wallet ${error.wallet}, at position ${error.position}, is twice in the list or not in its place`
    case 'wrong_size':
      return `${error.expected} wallets entered, ${error.actual} are in the list; ${describePlace(error.place)}`
    case 'wrong_root':
      return `the list of wallets has another root than the one that was published; ${describePlace(error.place)}`
    case 'wrong_proof':
      return `the proof of wallet ${error.wallet} does not lead to the published root`
    case 'missing_wallet':
      return `wallet ${error.wallet} has an entry and is not in the list`
    case 'wrong_rank':
      return `wallet ${error.wallet} has rank ${error.expected}, not ${error.actual}`
  }
}

/** Which records a text has: of a drop's lottery, of its draws, or both. */
export function recordsIn(text: string): { readonly hasLottery: boolean; readonly hasDraws: boolean } {
  const json = parsed(text)
  const hasLottery = isObject(json) && json['lottery'] != null
  // If the amounts are fixed, the claims are not draws.
  const hasDraws = !hasLottery || ('draws' in json && json['randomnessCommitment'] !== null)
  return { hasLottery, hasDraws }
}

/**
 * Parses the record of a drawn lottery, with the names of the API: `dropId`, `lottery`, `wallets` (all pages of
 * `lotteryWallets`), and `entries` (answers of `lotteryEntry`). `wallets` and `entries` are optional. The error says what
 * is wrong.
 */
export function readLotteryRecord(text: string): Result<LotteryRecord, string> {
  const json = parsed(text)
  if (!isObject(json)) return err('it is no JSON')
  const { dropId, lottery, wallets: listed = null, entries: told = [] } = json
  if (typeof dropId !== 'string') return err('dropId: must be a text')
  if (!isObject(lottery)) return err('lottery: must be an object')
  const beacon = readBeacon(lottery['beacon'])
  if (!beacon) return err('lottery.beacon: cannot be read')
  const { root, round, entries: size, frozenAt: frozenTime, beaconSignature: signature } = lottery
  const frozenAt = parseIso(frozenTime)
  if (typeof root !== 'string' || typeof signature !== 'string' || Number.isNaN(frozenAt))
    return err('lottery: root, frozenAt or beaconSignature is missing; is it drawn?')
  if (!isCount(round) || !isCount(size)) return err('lottery: round or entries is not a whole number')
  const wallets = listed === null ? null : readList(listed, readWallet)
  if (wallets === undefined) return err('wallets: must be a list of addresses')
  const entries = readList(told, readEntry)
  if (entries === undefined) return err('entries: must be a list with userAddress, rank and proof')
  return ok({ dropId, beacon, root, round, frozenAt, size, signature, wallets, entries })
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function readList<T>(value: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: T[] = []
  for (const one of value) {
    const item = read(one)
    if (item === undefined) return undefined
    items.push(item)
  }
  return items
}

function readWallet(value: unknown): Address | undefined {
  const address = typeof value === 'string' ? parseAddress(value, 'wallet') : undefined
  return address?.ok ? address.value : undefined
}

function readEntry(value: unknown): RecordedEntry | undefined {
  if (!isObject(value)) return undefined
  const wallet = readWallet(value['userAddress'])
  const { rank = null, proof: shown = null } = value
  const proof = shown === null ? null : readProof(shown)
  if (wallet === undefined || proof === undefined || (rank !== null && !isCount(rank))) return undefined
  return { wallet, rank, proof }
}

/** Parses a proof as the API shows it, with hashes in hex. */
function readProof(value: unknown): MerkleProof | undefined {
  if (!isObject(value) || !isCount(value['index']) || !isCount(value['size'])) return undefined
  const path = readList(value['path'], (hash) => (typeof hash === 'string' ? bytesOfHex(hash) : undefined))
  return path && { index: value['index'], size: value['size'], path }
}
