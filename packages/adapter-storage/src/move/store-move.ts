import type { Database } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { Catalog, MovedRow, MovedTable } from './moved-tables.ts'

/** The key of `key_values` under which a store records its move. It is not copied. */
export const STORE_MOVE_KEY = 'store/move'

/** The SQL condition that excludes the record of the move from the rows of a table. */
export const exceptMoveRecord = (table: string): string =>
  table === 'key_values' ? `key <> '${STORE_MOVE_KEY}'` : 'true'

/** The error message with which a moved store rejects writes; see `translate` of each database. */
export const MOVED_AWAY = 'this store is moved to another database'

/** The SQLSTATE of that error. */
export const MOVED_AWAY_STATE = 'DK002'

/** The copy progress of one table. */
export interface TableProgress {
  readonly rows: number
  /** The key of the last copied row. */
  readonly after: readonly string[] | null
  readonly isDone: boolean
}

interface MoveCommon {
  readonly id: string
  /** The name of the other store for messages. */
  readonly other: string
  /** In Unix milliseconds. */
  readonly startedAt: number
  readonly isFinished: boolean
}

export interface SourceMove extends MoveCommon {
  readonly role: 'source'
}

export interface TargetMove extends MoveCommon {
  readonly role: 'target'
  readonly tables: Readonly<Record<string, TableProgress>>
  /** The definitions of indexes and triggers to create again after all rows are copied. */
  readonly suspended: readonly string[]
}

export type StoreMove = SourceMove | TargetMove

export const readStoreMove = (value: string | null | undefined): StoreMove | undefined =>
  value === null || value === undefined ? undefined : (JSON.parse(value) as StoreMove)

/** Throws if the store was moved, is being moved, or is an unfinished copy. */
export async function assertNotMoved({ dialect, read }: Database): Promise<void> {
  const statement = dialect.statement('store_move', 'select value from key_values where key = ?1')
  const [row] = await read({ statement, values: [STORE_MOVE_KEY] })
  const move = readStoreMove(row?.['value'] as string | undefined)
  const refusal = move && refusalOf(move)
  if (refusal !== undefined) throw new StoreUnavailable(refusal, { retryable: false })
}

function refusalOf({ role, other, startedAt, isFinished }: StoreMove): string | undefined {
  const when = new Date(startedAt).toISOString()
  if (role === 'target') {
    return isFinished
      ? undefined
      : `it holds an unfinished copy of ${other} (the move was started at ${when}). Run the same npm run move again to finish it`
  }
  return isFinished
    ? `it was moved to ${other} (the move was started at ${when}). Set DATABASE_URL to that database`
    : `it is being moved to ${other} (since ${when}). Run the same npm run move again to finish it, or npm run move -- --cancel to use this store again`
}

export interface SideOptions {
  readonly role: StoreMove['role']
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

/** One of the two databases of a move. Its connection runs one call at a time. */
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
  /** From now on, the database rejects every write to the tables, except to the record of the move. */
  fence(tables: readonly MovedTable[]): Promise<void>
  unfence(): Promise<void>
  /** Removes the indexes and triggers that slow down or change inserts. Returns what must be created again. */
  suspend(tables: readonly MovedTable[]): Promise<readonly string[]>
  // Outside of `changing`:
  /** Creates again what `suspend` removed, and everything derived from the rows. Can be repeated after a crash. */
  restore(tables: readonly MovedTable[], suspended: readonly string[]): Promise<void>
  close(): Promise<void>
}

export const CHANGED_MEANWHILE = 'another npm run move is running on this store'
