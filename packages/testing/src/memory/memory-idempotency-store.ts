import {
  type BegunRequest,
  type Effect,
  type IdempotencyKey,
  type IdempotencyLease,
  type IdempotencyStore,
  isLeased,
  type KeyValueStore,
} from '@dropkit/core'
import type { IdempotencyRow, MemoryState } from './memory-state.ts'
import { frozen, type Undo } from './memory-table.ts'

/**
 * Ends a transaction because another request has taken over the key, or because the request has taken effect before. Callers
 * recognize it by its name.
 */
class LeaseLost extends Error {
  constructor() {
    super('this request may have no more effects under its Idempotency-Key')
    this.name = 'LeaseLost'
  }
}

const keyOf = ({ userId, key }: IdempotencyKey): string => `${userId} ${key}`

/** Stores, as part of a change, the effect of the request that holds the lease. */
export function noteEffect(state: MemoryState, lease: IdempotencyLease, effect: Effect, undo: Undo): void {
  const key = keyOf(lease)
  const row = heldRow(state, lease)
  if (!row || row.effect !== null) throw new LeaseLost()
  state.idempotencyRecords.set(key, { ...row, effect: frozen(effect) })
  undo.push(() => state.idempotencyRecords.set(key, row))
}

/** Returns the row if the lease still holds it. An expired lease holds it until another request takes it over. */
function heldRow(state: MemoryState, lease: IdempotencyLease): IdempotencyRow | undefined {
  const row = state.idempotencyRecords.get(keyOf(lease))
  return row?.fence === lease.fence && row.leasedUntil !== null ? row : undefined
}

export function createMemoryIdempotencyStore(state: MemoryState): IdempotencyStore {
  return {
    async begin({ userId, key }, fingerprint, { now, leaseMs, expiresAt }): Promise<BegunRequest> {
      const at = keyOf({ userId, key })
      const row = state.idempotencyRecords.get(at)
      const known = row && row.expiresAt > now ? row : undefined
      const isRunning = known !== undefined && isLeased(known.leasedUntil, now, leaseMs)
      const isBlank = !known || (!isRunning && known.effect === null && known.answer === null)
      if (known && !isBlank) {
        if (known.fingerprint !== fingerprint) return { kind: 'reused' }
        if (known.answer !== null) return { kind: 'answered', answer: known.answer }
        if (isRunning) return { kind: 'in_progress', retryAfterMs: (known.leasedUntil ?? now) - now }
      }
      const lease = { userId, key, fence: ++state.receiptFence }
      const held = { fence: lease.fence, leasedUntil: now + leaseMs }
      if (known && known.effect !== null) {
        state.idempotencyRecords.set(at, { ...known, ...held })
        return { kind: 'took_effect', effect: known.effect, lease }
      }
      state.idempotencyRecords.set(at, { ...held, fingerprint, expiresAt, effect: null, answer: null })
      return { kind: 'begun', lease }
    },

    tookEffect: async (lease) => (heldRow(state, lease)?.effect ?? null) !== null,

    async answer(lease, answer) {
      const row = heldRow(state, lease)
      if (!row) return false
      const effect = row.effect && { kind: row.effect.kind, id: row.effect.id }
      state.idempotencyRecords.set(keyOf(lease), { ...row, effect, answer, leasedUntil: null })
      return true
    },

    async forget(lease) {
      const row = heldRow(state, lease)
      if (!row) return
      if (row.effect === null) state.idempotencyRecords.delete(keyOf(lease))
      else state.idempotencyRecords.set(keyOf(lease), { ...row, leasedUntil: null })
    },
  }
}

const MAX_KEY_LENGTH = 400

/** Compares texts by code points, which is the order of their UTF-8 bytes. JavaScript's `<` has another order. */
function compareAsBytes(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]]
  for (let place = 0; place < Math.min(ones.length, others.length); place++) {
    const difference = (ones[place]?.codePointAt(0) ?? 0) - (others[place]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ones.length - others.length
}

export function createMemoryKeyValueStore(state: MemoryState): KeyValueStore {
  function read(keys: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const key of keys) {
      const value = state.texts.get(key)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  return {
    get: async (keys) => read(keys),

    async transact(keys, decide) {
      const { writes, result } = decide(read(keys))
      for (const key of writes.keys()) {
        if (key.length > MAX_KEY_LENGTH) throw new Error(`a key has ${key.length} characters`)
      }
      for (const [key, value] of writes) {
        if (value === null) state.texts.delete(key)
        else state.texts.set(key, value)
      }
      return result
    },

    async list(prefix, { after, limit }) {
      const isWanted = (key: string) =>
        key.startsWith(prefix) && (after === undefined || compareAsBytes(key, after) > 0)
      return [...state.texts]
        .filter(([key]) => isWanted(key))
        .sort(([one], [other]) => compareAsBytes(one, other))
        .slice(0, limit)
        .map(([key, value]) => ({ key, value }))
    },
  }
}
