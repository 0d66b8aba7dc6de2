import type { Instant } from '../../domain/instant.ts'

interface Entry<T> {
  readonly at: Instant
  /** Counts what was put in. */
  readonly order: number
  readonly what: T
}

/** What is still to happen: the earliest first, and at one instant in the order in which it was put in. A binary heap. */
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

  /** Takes out the first of what is due by then; undefined when nothing is. */
  takeDue(by: Instant): Entry<T> | undefined {
    const entries = this.#entries
    const first = entries[0]
    if (first === undefined || first.at > by) return undefined
    const last = entries.pop()
    if (last !== undefined && entries.length > 0) this.#sink(last)
    return first
  }

  /** Finds a place from the top down for an entry, where the first one was. */
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
