import type { Address, DropId, LotteryEntry, LotteryStore } from '@dropkit/core'
import { walletKey } from './memory-claims.ts'
import type { MemoryState } from './memory-state.ts'

/** A wallet's entry, with the rank from the rank pages of its drop. */
export function rankedEntry(state: MemoryState, dropId: DropId, wallet: Address): LotteryEntry | undefined {
  const entry = state.lotteryEntries.get(walletKey(dropId, wallet))
  return entry && { ...entry, rank: rankOf(state, entry) }
}

function rankOf({ rankPages }: MemoryState, { dropId, orderKey }: LotteryEntry): number | null {
  if (orderKey === null) return null
  for (const page of rankPages.all()) {
    const index = page.dropId === dropId ? page.keys.indexOf(orderKey) : -1
    if (index >= 0) return page.firstRank + index
  }
  return null
}

export function createMemoryLottery(state: MemoryState): LotteryStore {
  const byWallet = (one: LotteryEntry, other: LotteryEntry) => (one.wallet < other.wallet ? -1 : 1)
  const entriesOf = (dropId: DropId) =>
    [...state.lotteryEntries.all()].filter((entry) => entry.dropId === dropId)

  return {
    lotteryEntry: async (dropId, wallet) => rankedEntry(state, dropId, wallet),
    entriesByWallet: async (dropId, { after = '', from = '', limit }) =>
      entriesOf(dropId)
        .filter(({ wallet }) => wallet > after && wallet >= from)
        .sort(byWallet)
        .slice(0, limit),
    orderKeysBetween: async (dropId, from, before) =>
      entriesOf(dropId)
        .flatMap(({ orderKey }) => orderKey ?? [])
        .filter((key) => key >= from && (before === null || key < before))
        .sort(),
    firstEntriesOfChunks: async (dropId) =>
      entriesOf(dropId)
        .filter(({ chunkRoot }) => chunkRoot !== null)
        .sort(byWallet),
  }
}
