import type { Instant } from '@dropkit/core'
import type { Chance } from './chance.ts'

/** Every runtime of the simulator has this function, but `lib` does not declare it. */
declare const setImmediate: (call: () => void) => unknown

/** Calls back when no promise callback is pending. */
export type Turn = (goOn: () => void) => unknown

/** Simulated time. Events happen one after another; each ends before the next begins. */
export interface Timeline {
  readonly now: Instant
  /** Schedules an event in `delayMs`. Randomness orders events at the same instant. */
  after(delayMs: number, happen: () => void): void
  /**
   * Handles a request of the running code after all running code has stopped, ordered by `key` and then by `details`, so
   * that the order does not depend on the machine.
   */
  ask(key: string, deal: () => void, details?: () => string): void
  pause(delayMs: number): Promise<void>
  /** Lets time pass until `isOver` returns true or no event is left. */
  run(isOver: () => boolean): Promise<void>
}

interface Entry {
  readonly at: Instant
  /** Orders events at the same instant. */
  readonly lot: number
  readonly happen: () => void
}

interface Asked {
  readonly key: string
  readonly deal: () => void
  readonly details: (() => string) | undefined
}

/** `turn` calls back when all running code waits for a future event. */
export function createTimeline(start: Instant, chance: Chance, turn: Turn = setImmediate): Timeline {
  const heap: Entry[] = []
  let asked: Asked[] = []
  let now = start

  /** Lets all pending promise callbacks run. */
  const everybodyWaits = (): Promise<void> => new Promise((resolve) => turn(resolve))

  function dealWithAsked(): void {
    while (asked.length > 0) {
      const all = asked
      asked = []
      if (all.length === 1) all[0]?.deal()
      else for (const { deal } of inOrder(all)) deal()
    }
  }

  const timeline: Timeline = {
    get now() {
      return now
    },
    after(delayMs, happen) {
      push(heap, { at: now + Math.max(0, Math.round(delayMs)), lot: chance.below(0x1_0000_0000), happen })
    },
    ask(key, deal, details) {
      asked.push({ key, deal, details })
    },
    pause: (delayMs) =>
      new Promise((resolve) => timeline.ask(`pause ${delayMs}`, () => timeline.after(delayMs, resolve))),
    async run(isOver) {
      await null
      await everybodyWaits()
      dealWithAsked()
      while (!isOver()) {
        const next = pop(heap)
        if (!next) return
        now = next.at
        next.happen()
        await everybodyWaits()
        dealWithAsked()
      }
    },
  }
  return timeline
}

const inOrder = (all: readonly Asked[]): readonly Asked[] =>
  all.toSorted(
    (one, other) => compare(one.key, other.key) || compare(one.details?.() ?? '', other.details?.() ?? ''),
  )

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.lot < other.lot)

/** A binary heap: the children of entry n are 2n + 1 and 2n + 2, and come after it. */
function push(heap: Entry[], entry: Entry): void {
  let place = heap.length
  heap.push(entry)
  while (place > 0) {
    const parent = (place - 1) >> 1
    const above = heap[parent] as Entry
    if (!isBefore(entry, above)) break
    heap[place] = above
    place = parent
  }
  heap[place] = entry
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (first === undefined || last === undefined || heap.length === 0) return first
  let place = 0
  for (;;) {
    let child = 2 * place + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++
    if (!isBefore(heap[child] as Entry, last)) break
    heap[place] = heap[child] as Entry
    place = child
  }
  heap[place] = last
  return first
}
