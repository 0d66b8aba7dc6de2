/** A queue that processes its items in batches. */
export interface Batcher<Item, Answer> {
  /** Adds one item and resolves with its answer when its batch is done. */
  add(item: Item): Promise<Answer>
  /** Items that wait for a batch. */
  readonly length: number
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: unknown) => void
}

/**
 * The first item starts a batch at once. Items that arrive while a batch runs form the next one, so a single item
 * never waits, and the cost per item falls as the load grows. With `endOfTurn`, a batch starts when that has resolved, so
 * that items of one turn of the event loop share it. `runBatch` returns one answer per item, in the same order. If it
 * throws, all items of its batch fail with that error.
 */
export function createBatcher<Item, Answer>(
  maxBatch: number,
  runBatch: (items: readonly Item[]) => Promise<readonly Answer[]>,
  onEmpty: () => void = () => {},
  endOfTurn?: (() => Promise<void>) | undefined,
): Batcher<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      if (endOfTurn) await endOfTurn()
      const batch = waiting.splice(0, maxBatch)
      try {
        const answers = await runBatch(batch.map(({ item }) => item))
        batch.forEach(({ resolve, reject }, index) => {
          if (index < answers.length) resolve(answers[index] as Answer)
          else reject(new Error('invariant broken: a batch without an answer for each item'))
        })
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    isRunning = false
    onEmpty()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isRunning) void run()
      }),
    get length() {
      return waiting.length
    },
  }
}
