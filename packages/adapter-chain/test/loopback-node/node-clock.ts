export interface NodeClock {
  now(): number
  epoch(): bigint
  epochStartMs(): bigint
  advance(ms: number): void
  /** Ends the epoch now, without moving the time. */
  endEpoch(): void
}

export const EPOCH_MS = 24 * 60 * 60 * 1_000
const FIRST_EPOCH = 1n

/** The chain clock. It follows `base` and can be moved forward. Epochs are counted from its start. */
export function createNodeClock(base: () => number): NodeClock {
  /** The epoch from which epochs are counted, and its start time. */
  let [first, startsAt] = [FIRST_EPOCH, base()]
  let offset = 0
  const now = () => base() + offset
  const epochsPassed = () => Math.floor((now() - startsAt) / EPOCH_MS)
  return {
    now,
    epoch: () => first + BigInt(epochsPassed()),
    epochStartMs: () => BigInt(startsAt + epochsPassed() * EPOCH_MS),
    advance(ms) {
      offset += ms
    },
    endEpoch() {
      first += BigInt(epochsPassed()) + 1n
      startsAt = now()
    },
  }
}
