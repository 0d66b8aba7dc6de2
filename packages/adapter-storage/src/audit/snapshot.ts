import type { Dialect, Row } from '../database.ts'

/** A store at one moment: what is written meanwhile is not seen, and nobody who writes waits for it. */
export interface Snapshot {
  readonly dialect: Dialect
  /** Parameters stand in the text as ?1, ?2, … All rows, for what has few. */
  all(text: string, values?: readonly SnapshotValue[]): Promise<readonly Row[]>
  /** The rows some at a time, in the order that the text asks for. */
  pages(text: string, values?: readonly SnapshotValue[]): AsyncGenerator<readonly Row[], void, undefined>
}

export type SnapshotValue = string | number | readonly number[]

export interface Snapshots {
  take<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>
}

export const ROWS_PER_PAGE = 1_000
