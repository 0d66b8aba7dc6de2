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
type Prepared = SqliteDatabase.Statement<Bindable[], Row>

/** How many statements put together for one use stay prepared. */
const MAX_UNNAMED = 200

/** Longest that SQLite itself may hold up the process for another one's lock; the rest is waited for elsewhere. */
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
  each(query: EachQuery): (readonly Row[])[]
  /** Whether a load leaves everything as it is. */
  isRead(load: Load): boolean
  write(write: Write): void
  /** Begins, ends or divides a transaction. */
  command(text: string): void
}

/** Some of these read the file: while another process turns its journal or makes its tables they meet its lock. */
const SETTINGS = [
  // KiB. Beyond this, more memory was not faster, nor was a mapped file, with a million claims on a drop: what is not
  // here is in the operating system's own cache, and that is nobody's resident memory.
  'cache_size = -16384',
  'temp_store = memory',
  'foreign_keys = on',
  'synchronous = full',
]

function openRaw(path: string, readonly: boolean): SqliteDatabase.Database {
  const raw = new SqliteDatabase(path, { readonly, timeout: BUSY_TIMEOUT_MS })
  try {
    for (const setting of SETTINGS) raw.pragma(setting)
    // Statements with this condition are stopped on the threads that read, which define it anew.
    raw.function('within_time', { varargs: false }, (_column: unknown) => 1)
    return raw
  } catch (cause) {
    raw.close()
    throw cause
  }
}

/** One connection with its prepared statements. `onStatement` hears the name of each one run. */
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
    const fresh = raw.prepare<Bindable[], Row>(statement.text)
    if (statement.name !== null) named.set(statement, fresh)
    else {
      if (unnamed.size >= MAX_UNNAMED) unnamed.clear()
      unnamed.set(statement.text, fresh)
    }
    return fresh
  }

  const each = ({ statement, parents, shared, nonEmpty }: EachQuery): (readonly Row[])[] => {
    let list: Prepared | undefined
    const rowsOf = (values: readonly Value[]) => {
      list ??= running(statement)
      return list.all(...bindings(statement, values))
    }
    if (parents.length === 0 || nonEmpty === undefined)
      return parents.map((parent) => rowsOf([...parent, ...shared]))
    const some = running(nonEmpty)
    return parents.map((parent) => {
      const values = [...parent, ...shared]
      return some.get(...bindings(nonEmpty, values)) === undefined ? [] : rowsOf(values)
    })
  }

  const placed = (rows: readonly Row[], place: number): readonly Row[] => {
    for (const row of rows) (row as { parent_place?: number }).parent_place = place + 1
    return rows
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
    all: (load) =>
      'parents' in load
        ? each(load).flatMap(placed)
        : running(load.statement).all(...bindings(load.statement, load.values)),
    each,
    isRead: ({ statement }) => prepared(statement).readonly,
    // There is no round trip to save here: the prepared statement, run row by row, takes half the time of one
    // statement that unpacks all rows from JSON.
    write: (write) => {
      const { statement, shared, rows, mustMatch } = write
      const run = running(statement)
      for (const row of rows) {
        const values: readonly Value[] = shared.length === 0 ? row : [...shared, ...row]
        const { changes } = run.run(...bindings(statement, values))
        if (mustMatch && changes !== 1) throw missOf(write)
      }
    },
  }
}
