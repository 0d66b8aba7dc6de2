import { type Address, parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { bytesOfHex, hexOfBytes } from '../../domain/hex.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { ENTRIES_PER_CHUNK, type LotteryEntry } from '../../domain/lottery.ts'
import { entryLeaf } from '../../domain/lottery-order.ts'
import { merklePath } from '../../domain/merkle.ts'
import { canRead } from '../../domain/ownership.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import type { EnterDropInput, EnteredDrop } from './enter-drop.ts'

/** A wallet's entry; undefined if it has not entered. */
export async function readLotteryEntry(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: EnterDropInput,
): Promise<Result<EnteredDrop | undefined, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const drop = await readableDrop({ store }, caller, input.dropId)
  if (!drop) return err(notFound('Drop'))
  const entry = await store.lotteryEntry(drop.id, wallet.value)
  return ok(entry && { drop, entry })
}

/** Most wallets in one answer. */
const MAX_ENTRIES_PER_PAGE = 1_000

/** The wallets that entered, sorted, which is the order of the leaves. Published once nothing is added any more. */
export async function listLotteryWallets(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: {
    readonly dropId: string
    readonly limit?: number | null | undefined
    readonly after?: string | null | undefined
  },
): Promise<Result<readonly Address[], Refusal>> {
  const limit = input.limit ?? MAX_ENTRIES_PER_PAGE
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES_PER_PAGE)
    return err(badInput('limit', `limit must be a whole number from 1 to ${MAX_ENTRIES_PER_PAGE}`))
  const after = input.after == null ? ok(undefined) : parseAddress(input.after, 'after')
  if (!after.ok) return after
  const drop = await readableDrop({ store }, caller, input.dropId)
  if (!drop) return err(notFound('Drop'))
  if (!isFrozen(drop)) return ok([])
  const entries = await store.entriesByWallet(drop.id, { after: after.value, limit })
  return ok(entries.map(({ wallet }) => wallet))
}

/** Shows that a wallet is among the entries under the published root. */
export interface InclusionProof {
  /** The wallet's place among all entries sorted by wallet, from 0. */
  readonly index: number
  /** How many entries there are. */
  readonly size: number
  /** Hashes in hex, from the leaf's sibling to the child of the root. */
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

const isFrozen = ({ lottery }: Drop): boolean =>
  lottery !== null && lottery.draw.kind !== 'OPEN' && lottery.draw.kind !== 'FREEZING'

async function readableDrop(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  id: string,
): Promise<Drop | undefined> {
  const dropId: DropId | undefined = readId('drop', id)
  const drop = dropId && (await store.drops([dropId])).get(dropId)
  return drop && canRead(caller, drop) ? drop : undefined
}
