/** How the values of a column are converted to text, so that both databases have the same text for the same value. */
export type MovedType = 'text' | 'integer' | 'amount' | 'flag' | 'real' | 'json'

export interface MovedColumn {
  readonly name: string
  readonly type: MovedType
}

export interface MovedTable {
  readonly name: string
  readonly columns: readonly MovedColumn[]
  /** The columns of the primary key, in whose order the table is read. */
  readonly key: readonly MovedColumn[]
}

export interface CatalogColumn {
  readonly table: string
  readonly column: string
  /** The database's name of the type. */
  readonly type: string
}

export interface SqliteCatalogColumn extends CatalogColumn {
  /** The column's position in the primary key, from 1. 0 if it is not part of it. */
  readonly keyPlace: number
}

export interface Reference {
  readonly table: string
  readonly to: string
}

export interface SqliteCatalog {
  readonly kind: 'sqlite'
  readonly columns: readonly SqliteCatalogColumn[]
  readonly references: readonly Reference[]
}

export interface PostgresCatalog {
  readonly kind: 'postgres'
  readonly columns: readonly CatalogColumn[]
}

export type Catalog = SqliteCatalog | PostgresCatalog

/** Created by knex, separately in each database. */
const MIGRATION_TABLES = new Set(['migrations', 'migrations_lock'])

/**
 * Columns that SQLite does not need: there, the position of an event is its number, and the next position follows from the
 * last.
 */
const POSTGRES_ONLY: ReadonlySet<string> = new Set([
  'event_log_head.only_row',
  'event_log_head.position',
  'events.id',
])

const TYPES: Readonly<Record<string, MovedType>> = {
  text: 'text',
  bigint: 'integer',
  'numeric(20,0)': 'amount',
  'numeric(40,0)': 'amount',
  boolean: 'flag',
  'double precision': 'real',
  json: 'json',
}

/**
 * All tables that the migrations have created, read from the two databases, so that new tables and columns are moved
 * automatically. A table comes after the tables that it references. Throws if the databases differ.
 */
export function movedTables(
  { columns: sqlite, references }: SqliteCatalog,
  { columns: postgres }: PostgresCatalog,
): readonly MovedTable[] {
  const ours = sqlite.filter(({ table }) => !MIGRATION_TABLES.has(table))
  const theirs = new Map(
    postgres
      .filter(({ table }) => !MIGRATION_TABLES.has(table))
      .map((column) => [`${column.table}.${column.column}`, column.type]),
  )
  const names = new Set(ours.map(({ table, column }) => `${table}.${column}`))
  const unknown = [...theirs.keys()].filter((name) => !names.has(name) && !POSTGRES_ONLY.has(name))
  if (unknown.length > 0) throw new Error(`SQLite has no column ${unknown.join(', ')}`)
  const tables = [...new Set(ours.map(({ table }) => table))].map((name): MovedTable => {
    const own = ours.filter(({ table }) => table === name)
    const typed = own.map(({ column, keyPlace }) => {
      const theirType = theirs.get(`${name}.${column}`)
      if (theirType === undefined) throw new Error(`Postgres has no column ${name}.${column}`)
      const type = TYPES[theirType]
      if (type === undefined)
        throw new Error(`there is no rule for moving ${name}.${column} of type ${theirType}`)
      return { name: column, type, keyPlace }
    })
    const key = typed.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)
    if (key.length === 0) throw new Error(`the table ${name} has no primary key`)
    return { name, columns: typed, key }
  })
  return inOrderOfReferences(tables, references)
}

function inOrderOfReferences(
  tables: readonly MovedTable[],
  references: readonly Reference[],
): readonly MovedTable[] {
  const ordered: MovedTable[] = []
  const placed = new Set<string>()
  let waiting = tables
  while (waiting.length > 0) {
    const isReady = ({ name }: MovedTable) =>
      references.every(({ table, to }) => table !== name || to === name || placed.has(to))
    const ready = waiting.filter(isReady)
    if (ready.length === 0)
      throw new Error(`tables refer to each other in a circle: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...ready)
    for (const { name } of ready) placed.add(name)
    waiting = waiting.filter(({ name }) => !placed.has(name))
  }
  return ordered
}

/** A row, with each value as the same text in both databases. */
export type MovedRow = readonly (string | null)[]

/** Converts a value that a database returned as text to the common format. */
export function movedValue(type: MovedType, value: string | null): string | null {
  if (value === null) return null
  switch (type) {
    case 'amount':
      return value.replace(/^0+(?=\d)/, '')
    case 'flag':
      return value === 't' || value === 'true' || value === '1' ? '1' : '0'
    case 'real':
      return String(Number(value))
    default:
      return value
  }
}

export const keyOf = ({ columns, key }: MovedTable, row: MovedRow): string[] =>
  key.map((column) => row[columns.findIndex(({ name }) => name === column.name)] as string)
