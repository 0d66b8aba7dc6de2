import { frozen } from './frozen.ts'

/** A row of the state in memory, by where it stands. `value` is plain data: texts, numbers, bigints, lists, sets. */
export interface MemoryRow {
  readonly collection: string
  readonly key: string
  readonly value: unknown
}

/**
 * Told of each row that a change writes, and with undefined of each that it removes, while it does so; what a change
 * takes back is told like any other write. A change is made within one turn of the event loop: what was told in a turn
 * belongs together, and nothing of it is final before the turn is over.
 */
export type MemoryRowListener = (row: MemoryRow) => void

/** How the rows of a memory store begin. */
export interface MemoryRowsOptions {
  /** The rows that an earlier state told of, the last of each key; in any order. */
  readonly rows?: Iterable<MemoryRow>
  readonly onRow?: MemoryRowListener
}

/** Makes the maps that a state consists of, each with the rows that it had. */
export function createMemoryRows({ rows = [], onRow }: MemoryRowsOptions) {
  const earlier = Map.groupBy(rows, ({ collection }) => collection)
  return <Row, Key extends string = string>(collection: string): Map<Key, Row> => {
    const entries = (earlier.get(collection) ?? []).map(
      ({ key, value }) => [key as Key, frozen(value) as Row] as const,
    )
    return onRow ? new ToldMap(collection, onRow, entries) : new Map(entries)
  }
}

/** A map that tells of what is set and deleted. */
class ToldMap<Key extends string, Row> extends Map<Key, Row> {
  readonly #collection: string
  readonly #onRow: MemoryRowListener

  constructor(collection: string, onRow: MemoryRowListener, entries: readonly (readonly [Key, Row])[]) {
    super()
    this.#collection = collection
    this.#onRow = onRow
    // Nobody is told of what he has told.
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
