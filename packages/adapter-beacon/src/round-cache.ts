/**
 * The maximum number of cached rounds. Drops that reveal in the same round share it. A round stays valid forever, so
 * entries do not expire.
 */
const MOST_ROUNDS = 1_000

/** A bounded cache of values by round. The oldest entry is removed first. */
export interface RoundCache<Value> {
  get(round: number): Value | undefined
  put(round: number, value: Value): Value
}

export function createRoundCache<Value>(): RoundCache<Value> {
  const values = new Map<number, Value>()
  return {
    get: (round) => values.get(round),
    put(round, value) {
      const [oldest] = values.keys()
      if (values.size >= MOST_ROUNDS && oldest !== undefined) values.delete(oldest)
      values.set(round, value)
      return value
    },
  }
}
