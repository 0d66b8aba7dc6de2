/** Counts the calls of `count`, until `stop` is called. `stop` returns the most calls in one turn of the event loop. */
export function countPerTurn() {
  let inTurn = 0
  let most = 0
  let total = 0
  let isOver = false
  const next = () => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isOver) setImmediate(next)
  }
  next()
  return {
    count: () => {
      inTurn++
      total++
    },
    total: () => total,
    stop() {
      isOver = true
      return most
    },
  }
}
