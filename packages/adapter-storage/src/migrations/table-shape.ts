/** Runs one statement inside the transaction of the migrations. */
export type Run = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** What the catalogue says of a table, as far as a table made anew in its place needs it. */
export interface TableShape {
  readonly indexes: readonly IndexShape[]
  /** Such as `fillfactor=60`. */
  readonly options: readonly string[]
  readonly columnOptions: readonly { readonly column: string; readonly options: readonly string[] }[]
  /** Columns of which nothing is to be known. */
  readonly withoutStatistics: readonly string[]
  readonly sequences: readonly { readonly column: string; readonly sequence: string }[]
}

export interface IndexShape {
  readonly name: string
  readonly isUnique: boolean
  readonly isPrimary: boolean
  readonly columns: readonly string[]
  readonly definition: string
}

export interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
}

const columnNames = (of: string, numbers: string) => `(
  select json_agg(attname::text order by place) from unnest(${numbers}::int2[]) with ordinality as given(number, place)
  join pg_attribute on attrelid = ${of} and attnum = given.number
)`

export async function shapeOf(run: Run, table: string): Promise<TableShape> {
  const indexes = await run(
    `select indexrelid::regclass::text as name, indisunique as "isUnique", indisprimary as "isPrimary",
       pg_get_indexdef(indexrelid) as definition,
       (select json_agg(pg_get_indexdef(indexrelid, place, true) order by place)
        from generate_series(1, indnkeyatts) as place) as columns
     from pg_index where indrelid = '${table}'::regclass order by 1`,
  )
  const [own] = await run(`select coalesce(to_json(reloptions), '[]') as options from pg_class
    where oid = '${table}'::regclass`)
  const columns = await run(
    `select attname::text as column, coalesce(to_json(attoptions), '[]') as options,
       attstattarget = 0 as "isUnknown", pg_get_serial_sequence('${table}', attname) as sequence
     from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  type Column = { column: string; options: string[]; isUnknown: boolean; sequence: string | null }
  const known = columns as unknown as readonly Column[]
  return {
    indexes: indexes as unknown as readonly IndexShape[],
    options: (own?.['options'] ?? []) as string[],
    columnOptions: known.filter(({ options }) => options.length > 0),
    withoutStatistics: known.filter(({ isUnknown }) => isUnknown).map(({ column }) => column),
    sequences: known.flatMap(({ column, sequence }) => (sequence === null ? [] : [{ column, sequence }])),
  }
}

/** All foreign keys from or to some tables. */
export async function foreignKeysOf(run: Run, tables: readonly string[]): Promise<readonly ForeignKey[]> {
  const among = tables.map((table) => `'${table}'::regclass`).join(', ')
  const rows = await run(
    `select conname::text as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       ${columnNames('conrelid', 'conkey')} as columns, ${columnNames('confrelid', 'confkey')} as "toColumns"
     from pg_constraint
     where contype = 'f' and conparentid = 0 and (conrelid in (${among}) or confrelid in (${among}))
     order by conname`,
  )
  return rows as unknown as readonly ForeignKey[]
}
