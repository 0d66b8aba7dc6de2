import type { Catalog, MovedRow, MovedTable } from './moved-tables.ts'

export interface SideOptions {
  readonly isSource: boolean
  /** A page ends after so many rows or `BYTES_PER_PAGE`, whichever comes first. It has one row at least. */
  readonly rowsPerPage: number
}

export const BYTES_PER_PAGE = 4 * 1024 * 1024

interface PageRequest {
  readonly table: MovedTable
  /** The key after which the page begins; null for the first page. */
  readonly after: readonly string[] | null
  /** Exactly so many rows, however large; without it a page is bounded by the two numbers above. */
  readonly rows?: number
}

/** One of the two databases of a move, on one connection that is used for one thing at a time. */
export interface MoveSide {
  catalog(): Promise<Catalog>
  /** The value of a key of `key_values`. */
  keyValue(key: string): Promise<string | undefined>
  /** The keys that begin so, each with its value. */
  keyValues(prefix: string): Promise<readonly string[]>
  /** The names of the migrations that were applied. */
  migrations(): Promise<readonly string[]>
  /** Neither this nor `page` counts the note of the move itself. */
  countRows(table: MovedTable): Promise<number>
  /** Rows in the order of the primary key; none after the last one. */
  page(request: PageRequest): Promise<readonly MovedRow[]>
  /**
   * Does `work` in one transaction, and writes what it returns as the note of the move (undefined: removes it). Throws
   * if the note is not `from`, because another process has changed it.
   */
  changing(from: string | undefined, work: () => Promise<string | undefined>): Promise<void>
  // Inside of `changing`:
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  clear(table: MovedTable): Promise<void>
  /** Makes the database refuse every write to the tables, except for the note of the move. */
  fence(tables: readonly MovedTable[]): Promise<void>
  unfence(): Promise<void>
  /** Removes the indexes and triggers that slow down or change inserts. Returns what must be created again. */
  suspend(tables: readonly MovedTable[]): Promise<readonly string[]>
  // Outside of `changing`:
  /** Creates again what `suspend` removed, and all that follows from the rows. May be repeated after a kill. */
  restore(tables: readonly MovedTable[], suspended: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const CHANGED_MEANWHILE = 'another npm run move works on this store'
