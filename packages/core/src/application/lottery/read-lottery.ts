import { type Address, parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { bytesOfHex, hexOfBytes } from '../../domain/encodings.ts'
import { ENTRIES_PER_CHUNK, frozenDraw, type LotteryEntry } from '../../domain/lottery.ts'
import { entryLeaf } from '../../domain/lottery-list.ts'
import { merklePath } from '../../domain/merkle.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import { parseLimit } from '../parse-page.ts'
import { findDrop } from '../read-records.ts'
import type { EnterDropInput, EnteredDrop } from './enter-drop.ts'

/** A wallet's entry; undefined if it has not entered. */
export async function readLotteryEntry(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop | undefined, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const found = await findDrop({ store }, caller, input.dropId)
  if (!found.ok) return found
  const drop = found.value
  const entry = await store.lotteryEntry(drop.id, wallet.value)
  return ok(entry && { drop, entry })
}

/** The largest number of wallets in one answer. */
const MAX_ENTRIES_PER_PAGE = 1_000

/** The wallets that entered, sorted, as in the Merkle tree. Published after the entries are closed. */
export async function listLotteryWallets(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: {
    readonly dropId: string
    readonly limit?: number | null | undefined
    readonly after?: string | null | undefined
  },
): Promise<Result<readonly Address[], Refusal>> {
  const limit = parseLimit(input.limit, MAX_ENTRIES_PER_PAGE, MAX_ENTRIES_PER_PAGE)
  if (!limit.ok) return limit
  const after = input.after == null ? ok(undefined) : parseAddress(input.after, 'after')
  if (!after.ok) return after
  const found = await findDrop({ store }, caller, input.dropId)
  if (!found.ok) return found
  const drop = found.value
  if (!isFrozen(drop)) return ok([])
  const entries = await store.entriesByWallet(drop.id, { after: after.value, limit: limit.value })
  return ok(entries.map(({ wallet }) => wallet))
}

/** Proves that a wallet is among the entries under the published root. */
export interface InclusionProof {
  /** The wallet's index among all entries, sorted by wallet, from 0. */
  readonly index: number
  /** The number of entries. */
  readonly size: number
  /** Hashes in hex, from the leaf's sibling to a child of the root. */
  readonly path: readonly string[]
}

/** Null until the root is published. */
export async function proveEntry(
  { store, hashes: { sha256 } }: Pick<Ports, 'store' | 'hashes'>,
  drop: Drop,
  { wallet }: LotteryEntry,
): Promise<InclusionProof | null> {
  if (!isFrozen(drop)) return null
  const firsts = await store.firstEntriesOfChunks(drop.id)
  const chunk = firsts.findLastIndex((first) => first.wallet <= wallet)
  const from = firsts[chunk]?.wallet
  if (from === undefined) return null
  const entries = await store.entriesByWallet(drop.id, { from, limit: ENTRIES_PER_CHUNK })
  const place = entries.findIndex((entry) => entry.wallet === wallet)
  if (place < 0) return null
  const leaves = entries.map((entry) => entryLeaf(sha256, drop.id, entry.wallet))
  const roots = firsts.map(({ chunkRoot }) => bytesOfHex(chunkRoot ?? '') ?? new Uint8Array())
  const path = [...merklePath(sha256, leaves, place), ...merklePath(sha256, roots, chunk)]
  return {
    index: chunk * ENTRIES_PER_CHUNK + place,
    size: drop.lottery?.entries ?? 0,
    path: path.map(hexOfBytes),
  }
}

const isFrozen = ({ lottery }: Drop): boolean => lottery !== null && frozenDraw(lottery) !== null
