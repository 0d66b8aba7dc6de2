/** A queue whose items are served in batches. */
export interface WaitingLine<Item, Answer> {
  /** Queues one item; its answer comes with those of its batch. */
  join(item: Item): Promise<Answer>
  readonly length: number
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (fault: unknown) => void
}

/**
 * Serves items in batches: the first is served at once, and those that come while a batch is being served wait
 * together for the next one. So nobody waits when nobody else is there, and the more there are the less each costs.
 * `serveBatch` gives one answer an item, in their order; when it throws, all of its batch fail.
 */
export function createWaitingLine<Item, Answer>(
  maxBatch: number,
  serveBatch: (items: readonly Item[]) => Promise<readonly Answer[]>,
  onEmpty: () => void = () => {},
): WaitingLine<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let isServing = false

  async function serve(): Promise<void> {
    isServing = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch)
      try {
        const answers = await serveBatch(batch.map(({ item }) => item))
        batch.forEach(({ resolve, reject }, index) => {
          if (index < answers.length) resolve(answers[index] as Answer)
          else reject(new Error('invariant broken: a batch without an answer for each item'))
        })
      } catch (fault) {
        for (const { reject } of batch) reject(fault)
      }
    }
    isServing = false
    onEmpty()
  }

  return {
    join: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isServing) void serve()
      }),
    get length() {
      return waiting.length
    },
  }
}
