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
    // There are no round trips to save here: running the prepared statement for each row takes half the time of one
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
