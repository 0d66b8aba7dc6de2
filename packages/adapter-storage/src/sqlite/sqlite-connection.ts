import SqliteDatabase from 'better-sqlite3'
import {
  type EachQuery,
  type Load,
  missOf,
  type Parameter,
  type Row,
  type Statement,
  type Value,
  type Write,
} from '../database.ts'

type Bindable = string | number | null
/** The values of a row, in the order of the columns. */
type Values = readonly unknown[]

interface Prepared {
  readonly statement: SqliteDatabase.Statement<Bindable[], unknown[]>
  readonly columns: readonly string[]
  readonly makeRow: MakeRow
}

/** Rows without the names of their columns. */
export interface ValuesOfRows {
  readonly columns: readonly string[]
  readonly rows: readonly Values[]
}

type MakeRow = (values: Values) => Row

/**
 * Returns a function that makes rows from values. A compiled one takes a tenth of a loop over the columns. The driver also
 * compiles one, but to call it with an argument for each column costs more than the list of values.
 */
export function rowMaker(columns: readonly string[]): MakeRow {
  const properties = columns.map((column, place) => `${JSON.stringify(column)}: values[${place}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as MakeRow
}

/** How many statements without a name stay prepared. */
const MAX_UNNAMED = 200

/** The longest that SQLite may block the process for a lock. Any further wait is asynchronous. */
const BUSY_TIMEOUT_MS = 20

const DIGITS_OF_AMOUNT = 20

function bindable(value: Parameter): Bindable {
  switch (typeof value) {
    case 'bigint':
      return String(value).padStart(DIGITS_OF_AMOUNT, '0')
    case 'boolean':
      return value ? 1 : 0
    case 'object':
      return value === null ? null : JSON.stringify(value)
    default:
      return value
  }
}

function bindings(statement: Statement, values: readonly Parameter[]): Bindable[] {
  const { order } = statement
  return order === null ? values.map(bindable) : order.map((place) => bindable(values[place] as Parameter))
}

export interface SqliteConnection {
  readonly raw: SqliteDatabase.Database
  all(load: Load): readonly Row[]
  /** The same, to be sent to another thread: names would be copied with each row. */
  values(load: Load): ValuesOfRows
  each(query: EachQuery): (readonly Row[])[]
  /** Whether a load changes nothing. */
  isRead(load: Load): boolean
  write(write: Write): void
  /** Begins or ends a transaction, or sets a savepoint. */
  command(text: string): void
}

/**
 * Some of these settings read the file. They find it locked while another process changes its journal or creates its
 * tables.
 */
const SETTINGS = [
  // In KiB. With a million claims on a drop, neither more memory nor a mapped file was faster: pages that are not here are
  // in the operating system's cache, which does not count as resident memory.
  'cache_size = -16384',
  'temp_store = memory',
  'foreign_keys = on',
  'synchronous = full',
]

function openRaw(path: string, readonly: boolean): SqliteDatabase.Database {
  const raw = new SqliteDatabase(path, { readonly, timeout: BUSY_TIMEOUT_MS })
  try {
    for (const setting of SETTINGS) raw.pragma(setting)
    // The reading threads redefine this function, so that statements with this condition are stopped.
    raw.function('within_time', { varargs: false }, (_column: unknown) => 1)
    return raw
  } catch (cause) {
    raw.close()
    throw cause
  }
}

function prepare(raw: SqliteDatabase.Database, { text }: Statement): Prepared {
  const statement = raw.prepare<Bindable[], unknown[]>(text)
  if (!statement.reader) return { statement, columns: [], makeRow: () => ({}) }
  const columns = statement.columns().map(({ name }) => name)
  let known: MakeRow | undefined
  const makeRow: MakeRow = (values) => {
    known ??= rowMaker(columns)
    return known(values)
  }
  return { statement: statement.raw(true), columns, makeRow }
}

/** One connection with its prepared statements. `onStatement` is called with the name of each statement that runs. */
export function openConnection(
  path: string,
  options: { readonly readonly: boolean; readonly onStatement?: ((name: string) => void) | undefined },
): SqliteConnection {
  const raw = openRaw(path, options.readonly)
  const named = new Map<Statement, Prepared>()
  const unnamed = new Map<string, Prepared>()

  function running(statement: Statement): Prepared {
    options.onStatement?.(statement.name ?? 'unnamed')
    return prepared(statement)
  }

  function prepared(statement: Statement): Prepared {
    const known = statement.name === null ? unnamed.get(statement.text) : named.get(statement)
    if (known) return known
    const fresh = prepare(raw, statement)
    if (statement.name !== null) named.set(statement, fresh)
    else {
      if (unnamed.size >= MAX_UNNAMED) unnamed.clear()
      unnamed.set(statement.text, fresh)
    }
    return fresh
  }

  const read = ({ statement }: Prepared, asked: Statement, values: readonly Parameter[]): Values[] =>
    statement.all(...bindings(asked, values))

  /** Calls `take` for each parent that has rows. */
  function readLists(
    { statement, parents, shared, nonEmpty }: EachQuery,
    take: (list: readonly Values[], from: Prepared, place: number) => void,
  ): void {
    let list: Prepared | undefined
    const some = nonEmpty && parents.length > 0 ? running(nonEmpty) : undefined
    parents.forEach((parent, place) => {
      const values = shared.length === 0 ? parent : [...parent, ...shared]
      if (nonEmpty && some?.statement.get(...bindings(nonEmpty, values)) === undefined) return
      list ??= running(statement)
      take(read(list, statement, values), list, place)
    })
  }

  function each(query: EachQuery): (readonly Row[])[] {
    const lists: (readonly Row[])[] = query.parents.map(() => [])
    readLists(query, (list, { makeRow }, place) => {
      lists[place] = list.map(makeRow)
    })
    return lists
  }

  function values(load: Load): ValuesOfRows {
    if (!('parents' in load)) {
      const from = running(load.statement)
      return { columns: from.columns, rows: read(from, load.statement, load.values) }
    }
    let columns: readonly string[] = []
    const rows: Values[] = []
    readLists(load, (list, from, place) => {
      columns = from.columns
      for (const row of list) rows.push([...row, place + 1])
    })
    return { columns: [...columns, 'parent_place'], rows }
  }

  function all(load: Load): readonly Row[] {
    if (!('parents' in load)) {
      const from = running(load.statement)
      return read(from, load.statement, load.values).map(from.makeRow)
    }
    return each(load).flatMap((rows, place) => {
      for (const row of rows) (row as { parent_place?: number }).parent_place = place + 1
      return rows
    })
  }

  const commands = new Map<string, SqliteDatabase.Statement<[]>>()

  return {
    raw,
    command: (text) => {
      options.onStatement?.(text)
      const known = commands.get(text) ?? raw.prepare<[]>(text)
      commands.set(text, known)
      known.run()
    },
    all,
    values,
    each,
    isRead: ({ statement }) => prepared(statement).statement.readonly,
    // There are no round trips to save here: running the prepared statement for each row takes half the time of one
    // statement that unpacks all rows from JSON.
    write: (write) => {
      const { statement, shared, rows, mustMatch } = write
      const { statement: run } = running(statement)
      for (const row of rows) {
        const values: readonly Value[] = shared.length === 0 ? row : [...shared, ...row]
        const { changes } = run.run(...bindings(statement, values))
        if (mustMatch && changes !== 1) throw missOf(write)
      }
    },
  }
}
