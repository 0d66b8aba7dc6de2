import type { ColumnType, Value } from '../database.ts'

/** How records of one kind are kept in one table. `R` is a row of it, `Read` what a read makes of that. */
export interface Table<Kept, R, Read = R> {
  readonly name: string
  readonly columns: { readonly [Column in keyof R & string]: ColumnType }
  /** Columns that an update leaves alone: keys, makers, birthdays. */
  readonly fixed: readonly (keyof R & string)[]
  toRow(record: Kept): { readonly [Column in keyof R]: Value }
  fromRow(row: Read): Kept
}

/** A flag as the two databases give it back. */
export type Flag = boolean | 0 | 1

/** Throws when a row is no union member; the table's own CHECKs keep that from happening. */
export function must<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`invariant broken: a stored record has no ${what}`)
  return value
}

export const valuesOf = <R>(
  row: { readonly [Column in keyof R]: Value },
  columns: readonly string[],
): Value[] => columns.map((column) => row[column as keyof R])
