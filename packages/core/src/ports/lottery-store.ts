import type { Address } from '../domain/address.ts'
import type { DropId } from '../domain/ids.ts'
import type { LotteryEntry } from '../domain/lottery.ts'

/** The entries of lotteries. A drop may have millions, so they are read in pages. */
export interface LotteryStore {
  /** A wallet's entry, with its rank if it has one. */
  lotteryEntry(dropId: DropId, wallet: Address): Promise<LotteryEntry | undefined>
  /** Entries sorted by wallet, starting after or at one of them. Their `rank` is null. */
  entriesByWallet(
    dropId: DropId,
    page: {
      readonly after?: Address | undefined
      readonly from?: Address | undefined
      readonly limit: number
    },
  ): Promise<readonly LotteryEntry[]>
  /** All order keys from one text on and before another (or to the end), sorted. Reads all entries of the drop. */
  orderKeysBetween(dropId: DropId, from: string, before: string | null): Promise<readonly string[]>
  /**
   * Entries with a `chunkRoot`, sorted by wallet, without `rank`: all of them, at most `MAX_ENTRIES / ENTRIES_PER_CHUNK`.
   */
  firstEntriesOfChunks(dropId: DropId): Promise<readonly LotteryEntry[]>
}
