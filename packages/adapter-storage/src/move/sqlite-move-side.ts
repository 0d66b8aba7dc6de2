import { setImmediate as immediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { MIGRATIONS_TABLE } from '../migrations/migrate.ts'
import { whenFree } from '../sqlite/sqlite-dialect.ts'
import {
  type MovedColumn,
  type MovedRow,
  type MovedTable,
  movedValue,
  type Reference,
  type SqliteCatalogColumn,
} from './moved-tables.ts'
import {
  BYTES_PER_PAGE,
  CHANGED_MEANWHILE,
  exceptMoveRecord,
  MOVED_AWAY,
  type MoveSide,
  type SideOptions,
  STORE_MOVE_KEY,
} from './store-move.ts'

const DIGITS_OF_AMOUNT = 20

const SETTINGS = [
  'busy_timeout = 20',
  'cache_size = -65536',
  'temp_store = file',
  'foreign_keys = on',
  // A power failure may undo the last pages, together with their progress record.
  'synchronous = normal',
]

/** Opens the database file of a store. */
export function openSqliteMoveSide(path: string, { rowsPerPage }: SideOptions): MoveSide {
  const raw = new SqliteDatabase(path, { fileMustExist: true })
  for (const setting of SETTINGS) raw.pragma(setting)
  const statements = new Map<string, SqliteDatabase.Statement<unknown[]>>()
  const prepared = (text: string) => {
    const known = statements.get(text) ?? raw.prepare<unknown[]>(text)
    statements.set(text, known)
    return known
  }
  const one = (text: string, ...values: readonly unknown[]) =>
    raw
      .prepare(text)
      .pluck()
      .get(...values)

  return {
    catalog: async () => ({
      kind: 'sqlite',
      columns: raw
        .prepare<[], SqliteCatalogColumn>(
          `select tables.name as "table", columns.name as "column", columns.type, columns.pk as keyPlace
           from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
           order by tables.rowid, columns.cid`,
        )
        .all(),
      references: raw
        .prepare<[], Reference>(
          `select tables.name as "table", keys."table" as "to"
           from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
           where tables.type = 'table'`,
        )
        .all(),
    }),
    keyValue: async (key) => one('select value from key_values where key = ?', key) as string | undefined,
    keyValues: async (prefix) =>
      raw
        .prepare<[string, string], string>(
          `select key || ' ' || value from key_values where key >= ? and key < ? || '\u{10ffff}' order by key`,
        )
        .pluck()
        .all(prefix, prefix),
    migrations: async () => {
      const isThere = one('select 1 from sqlite_schema where name = ?', MIGRATIONS_TABLE)
      if (isThere === undefined) return []
      return raw.prepare<[], string>(`select name from ${MIGRATIONS_TABLE} order by id`).pluck().all()
    },
    countRows: async ({ name }) =>
      Number(one(`select count(*) from ${name} where ${exceptMoveRecord(name)}`)),
    async page({ table, after, rows }) {
      // Reading blocks this thread. What the caller sends to Postgres at the same time goes out first.
      await immediate()
      const statement = prepared(pageText(table, after !== null)).raw()
      const found: MovedRow[] = []
      let bytes = 0
      for (const row of statement.iterate(...(after ?? []), rows ?? rowsPerPage)) {
        const values = row as readonly unknown[]
        found.push(
          table.columns.map(({ type }, place) => {
            const value = values[place]
            const text = movedValue(type, value === null ? null : String(value))
            bytes += text?.length ?? 0
            return text
          }),
        )
        if (rows === undefined && bytes >= BYTES_PER_PAGE) break
      }
      return found
    },
    async changing(from, work) {
      await whenFree(() => raw.exec('begin immediate'))
      try {
        if (one('select value from key_values where key = ?', STORE_MOVE_KEY) !== from)
          throw new Error(CHANGED_MEANWHILE)
        const to = await work()
        if (to === undefined) prepared('delete from key_values where key = ?').run(STORE_MOVE_KEY)
        else prepared(PUT).run(STORE_MOVE_KEY, to)
        raw.exec('commit')
      } catch (cause) {
        if (raw.inTransaction) raw.exec('rollback')
        throw cause
      }
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const text = `insert into ${name} (${namesOf(columns)}) values (${places})`
      const statement = prepared(text)
      for (const row of rows) statement.run(...row.map((value, place) => stored(columns[place], value)))
    },
    async clear({ name }) {
      raw.exec(`delete from ${name}`)
    },
    async fence(tables) {
      for (const { name } of tables) for (const act of ACTS) raw.exec(fenceTrigger(name, act))
    },
    async unfence() {
      const names = raw.prepare<[], string>(
        `select name from sqlite_schema where type = 'trigger' and name glob '${FENCE}_*'`,
      )
      for (const name of names.pluck().all()) raw.exec(`drop trigger ${name}`)
    },
    async suspend(tables) {
      const names = tables.map(({ name }) => name)
      const found = raw
        .prepare<[string], { readonly type: string; readonly name: string; readonly sql: string }>(
          `select type, name, sql from sqlite_schema
           where type in ('index', 'trigger') and sql is not null and tbl_name in (select value from json_each(?))`,
        )
        .all(JSON.stringify(names))
      for (const { type, name } of found) raw.exec(`drop ${type} ${name}`)
      return found.map(({ sql }) => sql)
    },
    async restore(_tables, suspended) {
      for (const text of suspended)
        raw.exec(text.replace(/^\s*create (unique )?(index|trigger)/i, '$& if not exists'))
      raw.pragma('synchronous = full')
      await whenFree(() => raw.pragma('wal_checkpoint(truncate)'))
    },
    close: async () => {
      statements.clear()
      raw.close()
    },
  }
}

const PUT =
  'insert into key_values (key, value) values (?, ?) on conflict (key) do update set value = excluded.value'

const namesOf = (columns: readonly MovedColumn[]): string => columns.map(({ name }) => name).join(', ')

/** The query of a page. It is exported for a test of how SQLite runs it. */
export function pageText({ name, columns, key }: MovedTable, isFurther: boolean): string {
  const selected = columns.map((column) =>
    // Read as text, because integers may be larger than a JavaScript number can hold.
    column.type === 'integer' ? `cast(${column.name} as text)` : column.name,
  )
  // Without casts: SQLite searches an index by all columns of a row value only if the values have no type of their own.
  const places = key.map(() => '?').join(', ')
  const further = isFurther ? ` and (${namesOf(key)}) > (${places})` : ''
  return `select ${selected.join(', ')} from ${name} where ${exceptMoveRecord(name)}${further} order by ${namesOf(key)} limit ?`
}

/** A value as SQLite stores it: SQLite converts the text to a number if the column has numbers. */
const stored = (column: MovedColumn | undefined, value: string | null): string | null =>
  column?.type === 'amount' && value !== null ? value.padStart(DIGITS_OF_AMOUNT, '0') : value

const ACTS = ['insert', 'update', 'delete'] as const
type Act = (typeof ACTS)[number]

const FENCE = 'move_fence'

function fenceTrigger(table: string, act: Act): string {
  const condition =
    table === 'key_values' ? `when ${act === 'delete' ? 'old' : 'new'}.key <> '${STORE_MOVE_KEY}'` : ''
  return `create trigger ${FENCE}_${table}_${act} before ${act} on ${table} ${condition}
    begin select raise(abort, '${MOVED_AWAY}'); end`
}
