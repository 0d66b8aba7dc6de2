export interface NodeClock {
  now(): number
  epoch(): bigint
  epochStartMs(): bigint
  advance(ms: number): void
}

export const EPOCH_MS = 24 * 60 * 60 * 1_000
const FIRST_EPOCH = 1n

/** The chain's time: a clock that may run by itself, moved forward at will. Epochs are counted from its start. */
export function createNodeClock(base: () => number): NodeClock {
  const startsAt = base()
  let offset = 0
  const now = () => base() + offset
  const epochsPassed = () => Math.floor((now() - startsAt) / EPOCH_MS)
  return {
    now,
    epoch: () => FIRST_EPOCH + BigInt(epochsPassed()),
    epochStartMs: () => BigInt(startsAt + epochsPassed() * EPOCH_MS),
    advance(ms) {
      offset += ms
    },
  }
}
