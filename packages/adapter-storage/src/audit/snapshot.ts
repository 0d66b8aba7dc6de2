import { existsSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import type { Dialect, Row } from '../database.ts'
import { sqliteDialect, translate, whenFree } from '../sqlite/sqlite-dialect.ts'

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

type Bindable = string | number

/** Sorts use temporary files, so that the memory use does not grow with the store. */
const SETTINGS = ['cache_size = -16384', 'temp_store = file', 'query_only = on']

/** Reads a file that servers may be writing to. Throws if there is no file. */
export function sqliteSnapshots(path: string): Snapshots {
  return {
    async take(read) {
      if (!existsSync(path)) throw new Error(`there is no file ${path}`)
      const connection = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
      try {
        for (const setting of SETTINGS) connection.pragma(setting)
        connection.exec('begin')
        // The snapshot begins at the first read.
        await whenFree(() => connection.prepare('select 1 from sqlite_schema').all())
        const { snapshot, release } = snapshotOn(connection)
        try {
          return await read(snapshot)
        } finally {
          release()
        }
      } catch (cause) {
        throw translate(cause)
      } finally {
        connection.close()
      }
    },
  }
}

function snapshotOn(connection: SqliteDatabase.Database): {
  readonly snapshot: Snapshot
  readonly release: () => void
} {
  // The open iterators. The connection cannot be closed while one is open.
  const open = new Set<IterableIterator<Row>>()

  // Statements that are run repeatedly. An open iterator has exclusive use of its statement.
  const known = new Map<string, SqliteDatabase.Statement<Bindable[], Row>>()

  function bind(text: string, values: readonly SnapshotValue[]) {
    const { text: placed, order } = sqliteDialect.statement('audit', text)
    const bound = values.map(bindable)
    const bindings = order === null ? bound : order.map((place) => bound[place] as Bindable)
    return { prepare: () => connection.prepare<Bindable[], Row>(placed), bindings }
  }

  return {
    snapshot: {
      dialect: sqliteDialect,
      async all(text, values = []) {
        const { prepare, bindings } = bind(text, values)
        const statement = known.get(text) ?? prepare()
        known.set(text, statement)
        return statement.all(...bindings)
      },
      async *pages(text, values = []) {
        const { prepare, bindings } = bind(text, values)
        const rows = prepare().iterate(...bindings)
        open.add(rows)
        for (;;) {
          const page = pageOf(rows)
          if (page.length > 0) yield page
          if (page.length < ROWS_PER_PAGE) break
        }
        open.delete(rows)
      },
    },
    release() {
      for (const rows of open) rows.return?.()
    },
  }
}

function pageOf(rows: IterableIterator<Row>): readonly Row[] {
  const page: Row[] = []
  while (page.length < ROWS_PER_PAGE) {
    const next = rows.next()
    if (next.done) break
    page.push(next.value)
  }
  return page
}

const bindable = (value: SnapshotValue): Bindable =>
  typeof value === 'object' ? JSON.stringify(value) : value
