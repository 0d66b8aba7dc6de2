import {
  type Address,
  type DropCount,
  type DropCounts,
  type DropId,
  type Instant,
  LOG_REMOVED_KEY,
  type LotteryEntry,
  type LotteryStore,
  type Retention,
  type RetentionKind,
  readRemovedLog,
  type WebhookDelivery,
  writeRemovedLog,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import type { MemoryState } from './memory-state.ts'
import { walletKey } from './memory-table.ts'

interface Over {
  readonly at: number
  readonly remove: () => void
}

export const createMemoryRetention = (state: MemoryState): Retention => ({
  async deleteExpired(kind, by, limit) {
    if (kind === 'events') return removeBeginning(state, by, limit)
    const over = everythingOf(state, kind)
      .filter(({ at }) => at <= by)
      .sort((one, other) => one.at - other.at)
      .slice(0, limit)
    for (const { remove } of over) remove()
    return over.length
  },
})

/** Removed events leave empty positions, so that the other events keep theirs. */
function removeBeginning(state: MemoryState, by: Instant, limit: number): number {
  const delivered = [...state.deliveries.values()].map(({ delivery }) => delivery.position)
  const end = Math.min(state.dispatchedUpTo + 1, state.events.length, ...delivered)
  const removed = readRemovedLog(state.texts.get(LOG_REMOVED_KEY)).upTo
  let position = removed
  while (position + 1 < end && position - removed < limit && (state.events[position]?.at ?? by) <= by)
    delete state.events[position++]
  if (position > removed) state.texts.set(LOG_REMOVED_KEY, writeRemovedLog({ upTo: position, by }))
  return position - removed
}

function everythingOf(state: MemoryState, kind: Exclude<RetentionKind, 'events'>): readonly Over[] {
  switch (kind) {
    case 'deliveries':
      return [...state.deliveries].map(([id, { delivery }]) => ({
        at: delivery.state.kind === 'waiting' ? abandonedAt(state, delivery) : delivery.state.at,
        remove: () => void state.deliveries.delete(id),
      }))
    case 'sessions':
      return [...state.sessions.all()].map(({ id, expiresAt }) => ({
        at: expiresAt,
        remove: () => void state.sessions.remove(id, []),
      }))
    case 'challenges':
      return [...state.challenges.all()].map(({ nonce, expiresAt }) => ({
        at: expiresAt,
        remove: () => void state.challenges.remove(nonce, []),
      }))
    case 'receipts':
      return [...state.idempotencyRecords].map(([key, { expiresAt }]) => ({
        at: expiresAt,
        remove: () => void state.idempotencyRecords.delete(key),
      }))
    case 'counts':
      return [...state.dropCounts].map(([key, { expiresAt }]) => ({
        at: expiresAt,
        remove: () => void state.dropCounts.delete(key),
      }))
    default:
      return unreachable(kind)
  }
}

function abandonedAt(state: MemoryState, { webhookId }: WebhookDelivery): Instant {
  const webhook = state.webhooks.get(webhookId)
  return webhook && !webhook.isActive ? webhook.updatedAt : Number.POSITIVE_INFINITY
}

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
