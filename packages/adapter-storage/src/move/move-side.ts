import type { Catalog, MovedRow, MovedTable } from './moved-tables.ts'

export interface SideOptions {
  readonly isSource: boolean
  /** A page ends after this many rows or after `BYTES_PER_PAGE`, whichever comes first. It has at least one row. */
  readonly rowsPerPage: number
}

export const BYTES_PER_PAGE = 4 * 1024 * 1024

interface PageRequest {
  readonly table: MovedTable
  /** The key after which the page begins; null for the first page. */
  readonly after: readonly string[] | null
  /** The exact number of rows, regardless of their size. Without it, the two limits above apply. */
  readonly rows?: number
}

/** One of the two databases of a move. Its connection does one thing at a time. */
export interface MoveSide {
  catalog(): Promise<Catalog>
  /** The value of a key of `key_values`. */
  keyValue(key: string): Promise<string | undefined>
  /** The values of the keys with this prefix. */
  keyValues(prefix: string): Promise<readonly string[]>
  /** The names of the applied migrations. */
  migrations(): Promise<readonly string[]>
  /** The number of rows. Like `page`, it leaves out the record of the move itself. */
  countRows(table: MovedTable): Promise<number>
  /** Rows in the order of the primary key; empty after the last row. */
  page(request: PageRequest): Promise<readonly MovedRow[]>
  /**
   * Runs `work` in one transaction, and stores its result as the record of the move (undefined removes the record). Throws
   * if the record is not `from`, because another process has changed it.
   */
  changing(from: string | undefined, work: () => Promise<string | undefined>): Promise<void>
  // Inside of `changing`:
  insert(table: MovedTable, rows: readonly MovedRow[]): Promise<void>
  clear(table: MovedTable): Promise<void>
  /** Makes the database reject every write to the tables, except to the record of the move. */
  fence(tables: readonly MovedTable[]): Promise<void>
  unfence(): Promise<void>
  /** Removes the indexes and triggers that slow down or change inserts. Returns what must be created again. */
  suspend(tables: readonly MovedTable[]): Promise<readonly string[]>
  // Outside of `changing`:
  /** Creates again what `suspend` removed, and everything derived from the rows. Can be repeated after a crash. */
  restore(tables: readonly MovedTable[], suspended: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const CHANGED_MEANWHILE = 'another npm run move works on this store'
