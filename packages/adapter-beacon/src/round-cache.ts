/** Drops that reveal in the same round share it. A round stays valid for ever, so nothing expires. */
const MOST_ROUNDS = 1_000

/** The newest values by round, a bounded number of them. */
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
