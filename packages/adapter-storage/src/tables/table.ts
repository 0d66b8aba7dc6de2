import type { ColumnType, Value } from '../database.ts'

/** How records of one kind are stored in one table. `R` is a row of it, and `Read` is a row as reads select it. */
export interface Table<Kept, R, Read = R> {
  readonly name: string
  readonly columns: { readonly [Column in keyof R & string]: ColumnType }
  /** Columns that an update does not change, such as keys, creators and creation times. */
  readonly fixed: readonly (keyof R & string)[]
  toRow(record: Kept): { readonly [Column in keyof R]: Value }
  fromRow(row: Read): Kept
}

/** A flag as either database returns it. */
export type Flag = boolean | 0 | 1

/** Throws if a row is not a member of the union. The table's CHECKs prevent that. */
export function must<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`invariant broken: a stored record has no ${what}`)
  return value
}

export const valuesOf = <R>(
  row: { readonly [Column in keyof R]: Value },
  columns: readonly string[],
): Value[] => columns.map((column) => row[column as keyof R])
