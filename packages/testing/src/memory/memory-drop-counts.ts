import type { DropCount, DropCounts } from '@dropkit/core'
import type { MemoryState } from './memory-state.ts'

const keyOf = ({ dropId, interval, at, counted }: DropCount): string =>
  `${dropId} ${interval} ${at} ${counted}`

export const createMemoryDropCounts = ({ drops, dropCounts }: MemoryState): DropCounts => ({
  async add(counts) {
    for (const count of counts) {
      if (drops.get(count.dropId)?.deletedAt !== null) continue
      const key = keyOf(count)
      dropCounts.set(key, { ...count, amount: count.amount + (dropCounts.get(key)?.amount ?? 0) })
    }
  },
  read: async (dropId, { interval, from, to }) =>
    [...dropCounts.values()]
      .filter((count) => count.dropId === dropId && count.interval === interval)
      .filter(({ at }) => at >= from && at < to)
      .map(({ at, counted, amount }) => ({ at, counted, amount })),
})
