import type { Instant } from '../../domain/instant.ts'
import type { AuditRows, Pages } from '../../ports/audit-rows.ts'

/** A stored field that differs from what follows from the rest of the store. */
export interface Difference {
  /** Null if it concerns no drop. */
  readonly dropId: string | null
  /** The id of a drop, claim, intent …, or a part of the store. */
  readonly record: string
  readonly field: string
  /** The stored value. */
  readonly stored: string
  /** The value that follows from other rows, or the required value. */
  readonly derived: string
}

export type Report = (difference: Difference) => void

type Said = string | number | bigint | boolean | null | undefined

/** Reports a field of a record if the two values differ. */
export type Compare = (record: string, field: string, stored: Said, derived: Said) => void

export const comparing =
  (report: Report, dropId: string | null): Compare =>
  (record, field, stored, derived) => {
    if (stored === derived) return
    const [one, other] = [textOf(stored), textOf(derived)]
    if (one !== other) report({ dropId, record, field, stored: one, derived: other })
  }

const textOf = (said: Said): string => (said === null || said === undefined ? 'none' : String(said))

/** The row type of an audited list. */
export type RowOf<Name extends keyof AuditRows> = AuditRows[Name] extends () => Pages<infer Row> ? Row : never

/** Ordered rows, read key by key together with other lists in the same order. */
export interface OrderedRows<T extends object> {
  /** The rows of this key. Keys must ascend. Read all rows of a key before the next call. */
  of(key: string): AsyncGenerator<readonly T[], void, undefined>
  /** Reads to the end. */
  finish(): Promise<void>
}

/** `onStray` gets rows whose key is never requested. */
export function orderedRows<T extends object>(
  pages: Pages<T>,
  keyOf: (row: T) => string,
  onStray: (row: T) => void,
): OrderedRows<T> {
  const source = pages[Symbol.asyncIterator]()
  let page: readonly T[] = []
  let place = 0
  let isOver = false

  /** The next row; undefined after the last one. */
  async function next(): Promise<T | undefined> {
    while (place >= page.length && !isOver) {
      const read = await source.next()
      isOver = read.done === true
      page = read.done === true ? [] : read.value
      place = 0
    }
    return page[place]
  }

  async function skipTo(key: string | null): Promise<void> {
    for (let row: T | undefined = await next(); row !== undefined; row = page[place] ?? (await next())) {
      if (key !== null && keyOf(row) >= key) return
      onStray(row)
      place++
    }
  }

  return {
    async *of(key) {
      await skipTo(key)
      while ((await next()) !== undefined) {
        const from = place
        for (let row = page[place]; row !== undefined && keyOf(row) === key; row = page[place]) place++
        if (place > from) yield page.slice(from, place)
        if (place < page.length) return
      }
    },
    finish: () => skipTo(null),
  }
}

/** Whether the log has all events of a record. For a record that is older than the log, it has only the later ones. */
export type HasAllEvents = (record: { readonly createdAt: Instant }) => boolean
