import type { Instant } from '../../domain/instant.ts'

interface Entry<T> {
  readonly at: Instant
  /** Counts the entries in the order in which they were added. */
  readonly order: number
  readonly what: T
}

/** Future events in order of time; events at the same instant in the order in which they were added. A binary heap. */
export class Agenda<T> {
  readonly #entries: Entry<T>[] = []
  #order = 0

  put(at: Instant, what: T): void {
    const entry = { at, order: this.#order++, what }
    const entries = this.#entries
    let place = entries.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = entries[parent]
      if (above === undefined || isBefore(above, entry)) break
      entries[place] = above
      place = parent
    }
    entries[place] = entry
  }

  /** Removes and returns the first event that is due by then; undefined if none is. */
  takeDue(by: Instant): Entry<T> | undefined {
    const entries = this.#entries
    const first = entries[0]
    if (first === undefined || first.at > by) return undefined
    const last = entries.pop()
    if (last !== undefined && entries.length > 0) this.#sink(last)
    return first
  }

  /** Sinks an entry from the top to its place. */
  #sink(entry: Entry<T>): void {
    const entries = this.#entries
    let place = 0
    for (;;) {
      const left = entries[2 * place + 1]
      const right = entries[2 * place + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (next === undefined || isBefore(entry, next)) break
      entries[place] = next
      place = 2 * place + (isRight ? 2 : 1)
    }
    entries[place] = entry
  }
}

const isBefore = (one: Entry<unknown>, other: Entry<unknown>): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)
