import type { Address } from '../domain/address.ts'
import type { DropId } from '../domain/ids.ts'
import type { LotteryEntry } from '../domain/lottery.ts'

/** The entries of drops with a lottery. There may be millions on one drop, so they are read in pages. */
export interface LotteryStore {
  /** A wallet's entry, with its rank if it has one. */
  lotteryEntry(dropId: DropId, wallet: Address): Promise<LotteryEntry | undefined>
  /** Entries sorted by wallet, after one of them or from one of them on. Their `rank` is null. */
  entriesByWallet(
    dropId: DropId,
    page: {
      readonly after?: Address | undefined
      readonly from?: Address | undefined
      readonly limit: number
    },
  ): Promise<readonly LotteryEntry[]>
  /** All order keys from one text on and before another (or to the end), sorted. It reads all entries of the drop. */
  orderKeysBetween(dropId: DropId, from: string, before: string | null): Promise<readonly string[]>
  /** Entries that have a `chunkRoot`, sorted by wallet, without `rank`: all of them, at most `MAX_ENTRIES / ENTRIES_PER_CHUNK`. */
  firstEntriesOfChunks(dropId: DropId): Promise<readonly LotteryEntry[]>
}
