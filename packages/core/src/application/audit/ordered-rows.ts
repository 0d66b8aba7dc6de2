import type { AuditRows, Pages } from '../../ports/audit-rows.ts'

/** What a row of one of the audited lists is. */
export type RowOf<Name extends keyof AuditRows> = AuditRows[Name] extends () => Pages<infer Row> ? Row : never

/** Rows in the order of a key, taken key by key beside others that are in the same order. */
export interface OrderedRows<T extends object> {
  /** The rows of this key, which is above all those asked for before; take all of them before the next. */
  of(key: string): AsyncGenerator<readonly T[], void, undefined>
  /** Goes on to the end. */
  finish(): Promise<void>
}

/** `onStray` gets the rows whose key is never asked for. */
export function orderedRows<T extends object>(
  pages: Pages<T>,
  keyOf: (row: T) => string,
  onStray: (row: T) => void,
): OrderedRows<T> {
  const source = pages[Symbol.asyncIterator]()
  let page: readonly T[] = []
  let place = 0
  let isOver = false

  /** The next row; undefined after the last. */
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
