import { createRotation } from '@dropkit/core/internal'

/** How many tasks continue in one turn: a few milliseconds of work. */
const AT_A_TIME = 100

/** Of this many turns of the event loop in which a connection arrives, large work continues in one. */
const WORK_EVERY = 10

let turnsWithConnections = 0
let hasConnection = false

/** Call this for each new connection. */
export function connectionArrived(): void {
  if (hasConnection) return
  hasConnection = true
  turnsWithConnections++
  setImmediate(() => {
    hasConnection = false
  })
}

/**
 * Whether large work skips this turn of the event loop, because a connection arrived in it. Node accepts one connection in each
 * turn, so a client would otherwise wait for as much large work as connections arrived before its own.
 */
export const yieldsToConnections = (): boolean => hasConnection && turnsWithConnections % WORK_EVERY !== 0

export interface Turns {
  /** Waits for a turn, in the order of the calls. */
  next(): Promise<void>
}

/**
 * Spreads the simultaneous work of thousands of tasks over turns of the event loop, so that other input is processed in
 * between. Large work skips turns in which connections arrive.
 */
export function createTurns(atATime = AT_A_TIME, { isLargeWork = false } = {}): Turns {
  let waiting: (() => void)[] = []
  let isDue = false

  function take(): void {
    if (isLargeWork && yieldsToConnections()) {
      setImmediate(take)
      return
    }
    const now = waiting.slice(0, atATime)
    waiting = waiting.slice(atATime)
    isDue = waiting.length > 0
    if (isDue) setImmediate(take)
    for (const goOn of now) goOn()
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (isDue) return
        isDue = true
        setImmediate(take)
      }),
  }
}

interface Slots {
  /** Waits for a slot. Call the returned function to give it back; after `longestMs`, it goes to the next task anyway. */
  take(owner: string): Promise<() => void>
}

interface SlotsOptions {
  readonly count: number
  /** So that the slow tasks of one owner do not take all slots. By default, one owner may. */
  readonly countOfOwner?: number
  readonly longestMs: number
}

/** How long the slots of others may keep an owner from its first one. */
const SHARED_MS = 250

/**
 * Lets a few tasks run at the same time. Owners take turns, and those without a running task come first. Unlike with
 * `createFairSlots` of core, no waiting task is displaced, and slots are lent: if the slow tasks of a few owners have all slots,
 * an owner without any gets the one that was taken first. The task that had it runs on, and still counts for its owner, so that
 * each owner has at most `countOfOwner` tasks. At most twice as many tasks as slots run.
 */
export function createLendingSlots({ count, countOfOwner = count, longestMs }: SlotsOptions): Slots {
  const waiting = createRotation<string, () => void>()
  const runningOf = new Map<string, number>()
  /** When each slot was taken. The first one was taken first. */
  const taken = new Map<symbol, number>()
  let lending: NodeJS.Timeout | undefined
  let running = 0

  const isNew = (owner: string) => !runningOf.has(owner)
  const mayRun = (owner: string) => (runningOf.get(owner) ?? 0) < countOfOwner

  function begin(owner: string): () => void {
    const slot = Symbol(owner)
    taken.set(slot, performance.now())
    running++
    runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1)
    let hasLeft = false
    const leave = () => {
      if (hasLeft) return
      hasLeft = true
      clearTimeout(timer)
      taken.delete(slot)
      running--
      const left = (runningOf.get(owner) ?? 1) - 1
      if (left > 0) runningOf.set(owner, left)
      else runningOf.delete(owner)
      beginWaiting()
    }
    const timer = setTimeout(leave, longestMs).unref()
    return leave
  }

  function beginWaiting(): void {
    while (taken.size < count) {
      const goOn = waiting.next(isNew) ?? waiting.next(mayRun)
      if (!goOn) return
      goOn()
    }
    const [first] = taken.values()
    if (lending !== undefined || first === undefined || running >= 2 * count || !waiting.has(isNew)) return
    lending = setTimeout(lend, Math.max(1, first + SHARED_MS - performance.now())).unref()
  }

  function lend(): void {
    lending = undefined
    const [first] = taken
    if (first && waiting.has(isNew) && performance.now() - first[1] >= SHARED_MS) taken.delete(first[0])
    beginWaiting()
  }

  return {
    take: (owner) =>
      new Promise((resolve) => {
        waiting.add(owner, () => resolve(begin(owner)))
        beginWaiting()
      }),
  }
}
