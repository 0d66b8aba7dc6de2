import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { isKnown, isUpToDate } from '../migrations/migrate.ts'
import { openDatabase, sqlitePathOf } from '../open-sql-storage.ts'
import { keyOf, type MovedRow, type MovedTable, movedTables } from './moved-tables.ts'
import { openPostgresMoveSide } from './postgres-move-side.ts'
import { openSqliteMoveSide } from './sqlite-move-side.ts'
import {
  type MoveSide,
  readStoreMove,
  type SideOptions,
  type SourceMove,
  STORE_MOVE_KEY,
  type StoreMove,
  type TableProgress,
  type TargetMove,
} from './store-move.ts'

export interface MovedStore {
  /** `sqlite:./path.db` or `postgres://…`. */
  readonly url: string
  /** A name for messages, without a password. */
  readonly name: string
}

export interface MoveOptions {
  readonly from: MovedStore
  readonly to: MovedStore
  /** In Unix milliseconds. */
  readonly now: number
  /** Throws if a server uses the source. `read` returns the values of the source's keys with a prefix. */
  readonly assertUnused: (read: (prefix: string) => Promise<readonly string[]>) => Promise<void>
  /** Decides whether to use the complete copy, whose rows are equal to those of the source. */
  readonly accept: () => Promise<boolean>
  readonly onProgress?: (progress: MoveProgress) => void
  /** The number of rows to copy per transaction. Default: 5,000. */
  readonly rowsPerPage?: number
}

const ROWS_PER_PAGE = 5_000

export interface MoveProgress {
  readonly step: 'copying' | 'indexing' | 'comparing'
  readonly table: string
  /** The number of rows of all tables so far. */
  readonly rows: number
}

export interface MoveOutcome {
  readonly kind: 'moved' | 'was_moved' | 'not_accepted'
  readonly tables: number
  readonly rows: number
}

/** Both databases, and their common tables. */
interface Move {
  readonly source: MoveSide
  readonly target: MoveSide
  readonly tables: readonly MovedTable[]
}

/**
 * Copies a store from SQLite to Postgres or back, page by page. It can be killed at any moment: the next call continues
 * after the last page. The source rejects all writes from the beginning. Servers refuse to start on either database until
 * the copy is complete and was compared row by row; after that, they refuse to start on the source.
 */
export async function moveStore(options: MoveOptions): Promise<MoveOutcome> {
  const { from, to, rowsPerPage = ROWS_PER_PAGE } = options
  const [fromPath, toPath] = [sqlitePathOf(from.url), sqlitePathOf(to.url)]
  if ((fromPath === undefined) === (toPath === undefined))
    throw new Error(
      fromPath === undefined
        ? 'both databases are Postgres; use pg_dump and pg_restore'
        : 'both databases are SQLite; use npm run backup and npm run restore',
    )
  if (fromPath !== undefined && !existsSync(fromPath)) throw new Error(`there is no file ${fromPath}`)
  const source = await openSide(from.url, { role: 'source', rowsPerPage })
  try {
    await assertCurrent(source, 'source')
    // Creates the tables.
    await (await openDatabase({ url: to.url })).close()
    const target = await openSide(to.url, { role: 'target', rowsPerPage })
    try {
      await assertCurrent(target, 'target')
      const tables = await commonTables(source, target)
      return await run({ source, target, tables }, options)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Makes a store usable again whose move was not finished. The other database then contains an unfinished copy. */
export async function cancelMove(url: string): Promise<void> {
  const source = await openSide(url, { role: 'source', rowsPerPage: 1 })
  try {
    const value = await source.keyValue(STORE_MOVE_KEY)
    const move = readStoreMove(value)
    if (move?.role !== 'source') throw new Error('this store is not being moved')
    if (move.isFinished)
      throw new Error(
        `this store was moved to ${move.other}, which may have changed since. Move it back from there`,
      )
    await source.changing(value, async () => {
      await source.unfence()
      return undefined
    })
  } finally {
    await source.close()
  }
}

const openSide = async (url: string, options: SideOptions): Promise<MoveSide> => {
  const path = sqlitePathOf(url)
  return path === undefined ? openPostgresMoveSide(url, options) : openSqliteMoveSide(path, options)
}

async function assertCurrent(side: MoveSide, role: 'source' | 'target'): Promise<void> {
  const applied = await side.migrations()
  if (applied.length === 0) throw new Error(`there is no store of Dropkit in the ${role}`)
  if (!isUpToDate(applied))
    throw new Error(`the tables of the ${role} are of an earlier release; start a server on it once`)
  if (!isKnown(applied))
    throw new Error(`the tables of the ${role} are of a newer release; use that release to move it`)
}

async function commonTables(one: MoveSide, other: MoveSide): Promise<readonly MovedTable[]> {
  const [first, second] = await Promise.all([one.catalog(), other.catalog()])
  const [sqlite, postgres] = first.kind === 'sqlite' ? [first, second] : [second, first]
  if (sqlite.kind !== 'sqlite' || postgres.kind !== 'postgres')
    throw new Error('invariant broken: a move is between SQLite and Postgres')
  return movedTables(sqlite, postgres)
}

async function run(move: Move, options: MoveOptions): Promise<MoveOutcome> {
  const { source, target, tables } = move
  const outcome = async (kind: MoveOutcome['kind']): Promise<MoveOutcome> => {
    let rows = 0
    for (const table of tables) rows += await target.countRows(table)
    return { kind, tables: tables.length, rows }
  }
  const before = await readMove(source)
  const there = await readMove(target)
  const isContinued = before?.role === 'source' && there?.role === 'target' && there.id === before.id
  if (isContinued && there.isFinished) return outcome('was_moved')
  if (before?.role === 'source' && !isContinued) await assertMayBegin(move, before, options.to)
  if (before?.role === 'target' && !before.isFinished)
    throw new Error(`the source holds an unfinished copy of ${before.other}`)

  const ours = before?.role === 'source' ? before : await fenceSource(move, options)
  const theirs = isContinued ? there : await prepareTarget(move, ours, options)
  const copied = await copyTables(move, theirs, options)
  options.onProgress?.({ step: 'indexing', table: 'all', rows: 0 })
  await target.restore(tables, theirs.suspended)
  await compareTables(move, options)
  if (!(await options.accept())) return outcome('not_accepted')

  // After this write the source cannot be used again, and after the next one the target can be used.
  const end: TargetMove = { ...copied, suspended: [], tables: {}, isFinished: true }
  await changeMove(source, (await readMove(source)) ?? ours, { ...ours, isFinished: true })
  await changeMove(target, copied, end)
  return outcome('moved')
}

const readMove = async (side: MoveSide): Promise<StoreMove | undefined> =>
  readStoreMove(await side.keyValue(STORE_MOVE_KEY))

const changeMove = (side: MoveSide, from: StoreMove | undefined, to: StoreMove, work = async () => {}) =>
  side.changing(from && JSON.stringify(from), async () => {
    await work()
    return JSON.stringify(to)
  })

/**
 * Checks a source whose move has begun. Its target may still be empty after a crash at the start, or it may be a new one.
 */
async function assertMayBegin(move: Move, { other, isFinished }: SourceMove, to: MovedStore): Promise<void> {
  if (isFinished) throw new Error(`this store was moved to ${other} already`)
  if (other === to.name && (await isFresh(move))) return
  throw new Error(`this store is being moved to ${other}; finish that, or run npm run move -- --cancel`)
}

/** Tables that have rows after a server has run on a store. */
const USED_BY_SERVERS = new Set(['users', 'key_values', 'events', 'jobs'])

async function assertFresh(move: Move, { name }: MovedStore): Promise<void> {
  if (!(await isFresh(move))) throw new Error(`${name} is not empty; move to an empty database`)
}

async function isFresh({ target, tables }: Move): Promise<boolean> {
  for (const table of tables)
    if (USED_BY_SERVERS.has(table.name) && (await target.countRows(table)) > 0) return false
  return true
}

async function fenceSource(move: Move, { to, now, assertUnused }: MoveOptions): Promise<SourceMove> {
  const { source, tables } = move
  await assertFresh(move, to)
  await assertUnused((prefix) => source.keyValues(prefix))
  const common = { id: randomUUID(), other: to.name, startedAt: now, isFinished: false } as const
  const ours: SourceMove = { role: 'source', ...common }
  await changeMove(source, await readMove(source), ours, () => source.fence(tables))
  return ours
}

async function prepareTarget(
  move: Move,
  { id, startedAt }: SourceMove,
  { from, to }: MoveOptions,
): Promise<TargetMove> {
  const { target, tables } = move
  await assertFresh(move, to)
  const begun = { role: 'target', id, other: from.name, startedAt, isFinished: false, tables: {} } as const
  let theirs: TargetMove = { ...begun, suspended: [] }
  await target.changing(undefined, async () => {
    // Migrations insert a few rows into some tables.
    for (const table of tables.toReversed()) await target.clear(table)
    theirs = { ...begun, suspended: await target.suspend(tables) }
    return JSON.stringify(theirs)
  })
  return theirs
}

/** Copies the remaining rows. Each page is written in the same transaction as the progress of the copy. */
async function copyTables(
  { source, target, tables }: Move,
  begun: TargetMove,
  { onProgress }: MoveOptions,
): Promise<TargetMove> {
  let move = begun
  let rows = Object.values(begun.tables).reduce((sum, table) => sum + table.rows, 0)
  for (const table of tables) {
    const { name } = table
    let progress: TableProgress = move.tables[name] ?? { rows: 0, after: null, isDone: false }
    let next = progress.isDone ? [] : source.page({ table, after: progress.after })
    while (!progress.isDone) {
      const page = await next
      const last = page.at(-1)
      const after = last === undefined ? progress.after : keyOf(table, last)
      progress = { rows: progress.rows + page.length, after, isDone: last === undefined }
      const noted: TargetMove = { ...move, tables: { ...move.tables, [name]: progress } }
      await changeMove(target, move, noted, async () => {
        if (last === undefined) return
        // The next page is read while this one is written.
        next = source.page({ table, after })
        Promise.resolve(next).catch(() => undefined)
        await target.insert(table, page)
      })
      move = noted
      rows += page.length
      onProgress?.({ step: 'copying', table: name, rows })
    }
  }
  return move
}

/** Throws if a row of one database differs from the other database or does not exist there. */
async function compareTables({ source, target, tables }: Move, { onProgress }: MoveOptions): Promise<void> {
  let rows = 0
  for (const table of tables) {
    let after: readonly string[] | null = null
    let page = await source.page({ table, after })
    for (;;) {
      const last = page.at(-1)
      // After the last row of the source, the target must have no more rows.
      const theirs = target.page({ table, after, rows: Math.max(1, page.length) })
      after = last === undefined ? after : keyOf(table, last)
      // The next page is read while the other database reads this one.
      const [found, following] = await Promise.all([
        theirs,
        last === undefined ? undefined : source.page({ table, after }),
      ])
      assertSameRows(table, page, found)
      if (following === undefined) break
      rows += page.length
      page = following
      onProgress?.({ step: 'comparing', table: table.name, rows })
    }
  }
}

function assertSameRows(table: MovedTable, ours: readonly MovedRow[], theirs: readonly MovedRow[]): void {
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const [one, other] = [ours[place], theirs[place]]
    const column = table.columns.find((_, at) => one?.[at] !== other?.[at])
    if (column === undefined) continue
    const key = keyOf(table, (one ?? other) as MovedRow).join(', ')
    throw new Error(
      `the copy differs from its source: ${table.name}.${column.name} of the row ${key}. Remove the copy, and move again after npm run move -- --cancel`,
    )
  }
}
