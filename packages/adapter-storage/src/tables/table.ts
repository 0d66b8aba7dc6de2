import type { Columns, ColumnType, Dialect, Statement, Value, Write } from '../database.ts'

/** How records of one kind are stored in one table. `R` is a row of it, and `Read` is a row as reads select it. */
export interface Table<Stored, R, Read = R> {
  readonly name: string
  readonly columns: { readonly [Column in keyof R & string]: ColumnType }
  /** Columns that an update does not change, such as keys, creators and creation times. */
  readonly fixed: readonly (keyof R & string)[]
  toRow(record: Stored): { readonly [Column in keyof R]: Value }
  fromRow(row: Read): Stored
}

/** A column whose values in rows have this type. Only the compiler knows the type. */
type Column<T> = ColumnType & { toString(): string; readonly valueInRow?: T }

export const column = <T>(type: ColumnType): Column<T> => type

/** A row with these columns. */
export type RowOf<C> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** A record whose fields have the values of these columns, for example `createdAt` that of `created_at`. */
type RecordOf<C> = { readonly [Name in keyof C & string as Camel<Name>]: RowOf<C>[Name] }

/** A table whose columns contain the fields of a record as they are. */
export function plainTable<const C extends Columns>(
  name: string,
  columns: C,
  fixed: readonly (keyof C & string)[],
): Table<RecordOf<C>, RowOf<C>> {
  const pairs = Object.keys(columns).map((column): [column: string, field: string] => [
    column,
    column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  ])
  const renaming = (from: 0 | 1, to: 0 | 1) => (given: object) =>
    Object.fromEntries(
      pairs.map((pair) => [pair[to], (given as Readonly<Record<string, unknown>>)[pair[from]]]),
    )
  return {
    name,
    columns,
    fixed,
    toRow: renaming(1, 0) as Table<RecordOf<C>, RowOf<C>>['toRow'],
    fromRow: renaming(0, 1) as Table<RecordOf<C>, RowOf<C>>['fromRow'],
  }
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

export interface TableWriter<Stored> {
  insert(records: readonly Stored[] | undefined): Write[]
  update(records: readonly Stored[] | undefined): Write[]
}

/** Returns the columns of a table that meet a condition. */
export const pick = (columns: Columns, wanted: (column: string) => boolean): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([column]) => wanted(column)))

/** Writes the records of a table by id. */
export function createWriter<Stored, R extends { id: unknown }>(
  dialect: Dialect,
  table: Pick<Table<Stored, R>, 'name' | 'columns' | 'fixed' | 'toRow'>,
): TableWriter<Stored> {
  const columns: Columns = table.columns
  const all = Object.keys(columns)
  const changing = pick(columns, (column) => !(table.fixed as readonly string[]).includes(column))
  const updated = ['id', ...Object.keys(changing)]
  const insert = dialect.insert(`insert_${table.name}`, table.name, columns)
  const update = dialect.update(
    `update_${table.name}`,
    table.name,
    { shared: {}, own: { id: 'text' } },
    changing,
  )
  const write = (
    statement: Statement,
    records: readonly Stored[] | undefined,
    names: readonly string[],
  ): Write[] =>
    records === undefined || records.length === 0
      ? []
      : [
          {
            statement,
            shared: [],
            rows: records.map((record) => valuesOf(table.toRow(record), names)),
            mustMatch: statement === update,
          },
        ]
  return {
    insert: (records) => write(insert, records, all),
    update: (records) => write(update, records, updated),
  }
}

/** Writes records that belong to a drop. The records of one drop are written together and found by drop and id. */
export function createDropRecordWriter<
  Stored extends { readonly dropId: string },
  R extends { id: unknown; drop_id: unknown },
>(
  dialect: Dialect,
  table: Pick<Table<Stored, R>, 'name' | 'columns' | 'fixed' | 'toRow'>,
): TableWriter<Stored> {
  const columns: Columns = table.columns
  const changing = pick(columns, (column) => !(table.fixed as readonly string[]).includes(column))
  const updated = ['id', ...Object.keys(changing)]
  const keys = { shared: { drop_id: 'text' }, own: { id: 'text' } } as const
  const update = dialect.update(`update_${table.name}`, table.name, keys, changing)
  return {
    insert: createWriter(dialect, table).insert,
    update: (records = []) =>
      [...Map.groupBy(records, ({ dropId }) => dropId)].map(([dropId, ofDrop]) => ({
        statement: update,
        shared: [dropId],
        rows: ofDrop.map((record) => valuesOf(table.toRow(record), updated)),
        mustMatch: true,
      })),
  }
}

/** A longer JSON text is parsed when it is first read. Most readers of a list do not read it, and it can take milliseconds. */
export const LONG_TEXT = 2_000

export const isLong = (text: string | null): text is string => (text?.length ?? 0) > LONG_TEXT

/** Replaces a field by one that is made when it is first read. Costs microseconds, so use it for long texts only. */
export function onFirstRead<R extends object, Field extends keyof R>(
  record: R,
  field: Field,
  make: () => R[Field],
): R {
  let made: { readonly value: R[Field] } | undefined
  const get = () => {
    made ??= { value: make() }
    return made.value
  }
  return Object.defineProperty(record, field, { get, enumerable: true, configurable: true })
}
