import type { Dialect, Row } from '../database.ts'

/** The store at one moment. Later writes are not visible, and writers do not wait for the snapshot. */
export interface Snapshot {
  readonly dialect: Dialect
  /** Returns all rows; for small results. The text numbers its parameters: ?1, ?2, … */
  all(text: string, values?: readonly SnapshotValue[]): Promise<readonly Row[]>
  /** Returns the rows in pages, in the order of the query. */
  pages(text: string, values?: readonly SnapshotValue[]): AsyncGenerator<readonly Row[], void, undefined>
}

export type SnapshotValue = string | number | readonly number[]

export interface Snapshots {
  take<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>
}

export const ROWS_PER_PAGE = 1_000
