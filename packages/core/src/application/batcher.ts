import { invariant } from '../domain/invariant.ts'
import { isStoreUnavailable } from '../ports/index.ts'
import type { JobRun } from './run-budget.ts'

/** A queue that processes its items in batches. */
export interface Batcher<Item, Answer> {
  /** Adds one item. Resolves with its answer, or rejects with its error, when its batch is done. */
  add(item: Item): Promise<Answer>
  /** Items that wait for a batch. */
  readonly length: number
}

export interface BatcherOptions<Item, Answer> {
  readonly maxBatch: number
  /** Returns one answer per item, in the same order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>
  /** Called if a batch has failed, before its items run one by one. */
  readonly onSplit?: (items: readonly Item[], error: unknown) => void
  readonly onEmpty?: () => void
  /** The first batch starts when this has resolved, so that items of one turn of the event loop share it. */
  readonly endOfTurn?: (() => Promise<void>) | undefined
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * The first item starts a batch at once. Items that arrive while a batch runs form the next one, so a single item
 * never waits, and the cost per item falls as the load grows. The next batch starts before the items of the last one get
 * their answers, so that it does not wait for what is then done with them. A batch that fails is settled by `settleBatch`.
 */
export function createBatcher<Item, Answer>({
  maxBatch,
  run,
  onSplit,
  onEmpty,
  endOfTurn,
}: BatcherOptions<Item, Answer>): Batcher<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let isRunning = false

  /** Resolves when the next batch is settled, with a function that answers its items. */
  async function runNext(): Promise<() => void> {
    const batch = waiting.splice(0, maxBatch)
    const items = batch.map(({ item }) => item)
    const outcomes = await settleBatch(items, run, (error) => onSplit?.(items, error))
    return () =>
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome?.reason)
      })
  }

  async function runAll(): Promise<void> {
    isRunning = true
    if (endOfTurn) await endOfTurn()
    let answerLast = () => {}
    do {
      const running = runNext()
      answerLast()
      answerLast = await running
    } while (waiting.length > 0)
    answerLast()
    isRunning = false
    onEmpty?.()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!isRunning) void runAll()
      }),
    get length() {
      return waiting.length
    },
  }
}

/** One batcher per key, which is forgotten when it has no items. */
export function createBatchers<Key, Item, Answer>() {
  const batchers = new Map<Key, Batcher<Item, Answer>>()
  return {
    get: (key: Key) => batchers.get(key),
    open(key: Key, options: () => BatcherOptions<Item, Answer>): Batcher<Item, Answer> {
      const existing = batchers.get(key)
      if (existing) return existing
      const batcher = createBatcher({ ...options(), onEmpty: () => batchers.delete(key) })
      batchers.set(key, batcher)
      return batcher
    },
  }
}

/**
 * Runs items together. If that throws, runs each alone, one after another, so that an item that always fails does not fail
 * the others. If the store is unavailable, no item is the cause: all items that have not succeeded fail at once.
 */
async function settleBatch<Item, Answer>(
  items: readonly Item[],
  run: BatcherOptions<Item, Answer>['run'],
  onSplit?: (error: unknown) => void,
): Promise<readonly PromiseSettledResult<Answer>[]> {
  const runSome = async (some: readonly Item[]): Promise<readonly PromiseSettledResult<Answer>[]> => {
    const answers = await run(some)
    invariant(answers.length === some.length, 'a batch has an answer for each item')
    return answers.map((value) => ({ status: 'fulfilled', value }))
  }
  try {
    return await runSome(items)
  } catch (reason) {
    if (items.length === 1 || isStoreUnavailable(reason))
      return items.map(() => ({ status: 'rejected', reason }))
    onSplit?.(reason)
  }
  const outcomes: PromiseSettledResult<Answer>[] = []
  for (const item of items) {
    try {
      outcomes.push(...(await runSome([item])))
    } catch (reason) {
      const failed = isStoreUnavailable(reason) ? items.slice(outcomes.length) : [item]
      outcomes.push(...failed.map(() => ({ status: 'rejected' as const, reason })))
      if (isStoreUnavailable(reason)) break
    }
  }
  return outcomes
}

/**
 * Changes items together. If that fails, changes each alone until the run's budget is spent. Each attempt of the job begins
 * with another item, so that items that always fail do not use up every run. Throws the first error at the end.
 */
export async function changeEach<Item>(
  items: readonly Item[],
  change: (some: readonly Item[]) => Promise<unknown>,
  { budget, attempts }: Pick<JobRun, 'budget' | 'attempts'>,
): Promise<void> {
  try {
    await change(items)
    return budget.spend(items.length)
  } catch (error) {
    if (items.length === 1 || isStoreUnavailable(error)) throw error
  }
  const errors: unknown[] = []
  const first = (attempts - 1) % items.length
  for (const item of [...items.slice(first), ...items.slice(0, first)]) {
    if (budget.isSpent()) break
    try {
      await change([item])
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      errors.push(error)
    }
    budget.spend()
  }
  if (errors.length > 0) throw errors[0]
}

/** Handles items one after another, continuing after a failure. Throws the first error at the end. */
export async function eachApart<Item>(
  items: readonly Item[],
  handle: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await handle(item)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
