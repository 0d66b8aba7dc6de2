/**
 * A row of the state in memory, with its collection and key. `value` is plain data: texts, numbers, bigints, lists, sets.
 */
export interface MemoryRow {
  readonly collection: string
  readonly key: string
  readonly value: unknown
}

/**
 * Called for each row that a change writes, and with undefined for each that it removes. Undoing a change calls it like any
 * other write. A change runs within one turn of the event loop: the calls of one turn belong together, and none is final
 * before the turn ends.
 */
export type MemoryRowListener = (row: MemoryRow) => void

/** The initial rows of a memory store. */
export interface MemoryRowsOptions {
  /** The rows that the listener of an earlier state received: the last one of each key, in any order. */
  readonly rows?: Iterable<MemoryRow>
  readonly onRow?: MemoryRowListener
}

/** Creates the maps of a state, with their initial rows. */
export function createMemoryRows({ rows = [], onRow }: MemoryRowsOptions) {
  const earlier = Map.groupBy(rows, ({ collection }) => collection)
  return <Row, Key extends string = string>(collection: string): Map<Key, Row> => {
    const entries = (earlier.get(collection) ?? []).map(
      ({ key, value }) => [key as Key, frozen(value) as Row] as const,
    )
    return onRow ? new ToldMap(collection, onRow, entries) : new Map(entries)
  }
}

/** A map that reports its writes and deletions. */
class ToldMap<Key extends string, Row> extends Map<Key, Row> {
  readonly #collection: string
  readonly #onRow: MemoryRowListener

  constructor(collection: string, onRow: MemoryRowListener, entries: readonly (readonly [Key, Row])[]) {
    super()
    this.#collection = collection
    this.#onRow = onRow
    // Initial rows are not reported again.
    for (const [key, row] of entries) super.set(key, row)
  }

  override set(key: Key, value: Row): this {
    super.set(key, value)
    this.#onRow({ collection: this.#collection, key, value })
    return this
  }

  override delete(key: Key): boolean {
    const wasThere = super.delete(key)
    if (wasThere) this.#onRow({ collection: this.#collection, key, value: undefined })
    return wasThere
  }
}

/**
 * Returns a deep, immutable copy of plain data. What is stored is a copy of the input, and a reader cannot change what it
 * gets, so no two parts share a mutable object. A set is returned as it is.
 */
export function frozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, held] of Object.entries(value)) {
    // An assignment would set the prototype; this defines an ordinary key.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozen(held), enumerable: true })
    else copy[key] = frozen(held)
  }
  return Object.freeze(copy) as T
}
