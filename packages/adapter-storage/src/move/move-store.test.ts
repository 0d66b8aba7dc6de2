import { auditStore, type Difference } from '@dropkit/core'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import {
  type OwnDatabase,
  pathOf,
  postgresDatabase,
  preparedPostgresDatabase,
  preparedSqliteDatabase,
  sqliteDatabase,
  waitingSessions,
} from '../../test/databases.ts'
import { type FurnishedStore, furnishStore } from '../../test/furnished-store.ts'
import { openAudit } from '../audit/open-audit.ts'
import { cancelMove, type MoveOptions, moveStore } from './move-store.ts'
import { movedTables, type SqliteCatalogColumn } from './moved-tables.ts'
import { openSqliteMoveSide, pageText } from './sqlite-move-side.ts'
import { STORE_MOVE_KEY } from './store-move.ts'

const made = async (make: () => Promise<OwnDatabase>): Promise<OwnDatabase> => {
  const database = await make()
  onTestFinished(database.drop)
  return database
}

const optionsOf = (from: OwnDatabase, to: OwnDatabase, more: Partial<MoveOptions> = {}): MoveOptions => ({
  from: { url: from.url, name: 'the first' },
  to: { url: to.url, name: 'the second' },
  now: 1_700_000_000_000,
  assertUnused: async () => {},
  accept: async () => true,
  ...more,
})

/** All rows of a SQLite store, without the record of the move. */
function rowsOf({ url }: OwnDatabase): Record<string, readonly unknown[]> {
  const file = new SqliteDatabase(pathOf(url), { readonly: true })
  try {
    const names = file
      .prepare<[], string>(
        `select name from sqlite_schema where type = 'table' and name not like 'migrations%' and name <> 'sqlite_sequence'`,
      )
      .pluck()
      .all()
    const rows = names.map((name) => [
      name,
      file
        .prepare<[], Record<string, unknown>>(`select * from ${name}`)
        .all()
        .filter((row) => row['key'] !== STORE_MOVE_KEY)
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ])
    return Object.fromEntries(rows)
  } finally {
    file.close()
  }
}

const differencesOf = async (
  { url }: OwnDatabase,
  { ports }: FurnishedStore,
): Promise<readonly Difference[]> => {
  const found: Difference[] = []
  await auditStore(openAudit(url), {
    secrets: null,
    hashes: ports.hashes,
    now: ports.clock.now(),
    report: (difference) => void found.push(difference),
  })
  return found
}

const schemaOf = ({ url }: OwnDatabase): readonly unknown[] => {
  const file = new SqliteDatabase(pathOf(url), { readonly: true })
  try {
    return file.prepare('select type, name, tbl_name from sqlite_schema order by 1, 2').all()
  } finally {
    file.close()
  }
}

const indexesOf = (database: OwnDatabase) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query(
      `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    )
    return rows
  })

class Killed extends Error {}

describe('moving a store', () => {
  it('from SQLite to Postgres and back gives the same rows, indexes and triggers, and an audit finds nothing', async () => {
    const [first, second, third] = [
      await made(preparedSqliteDatabase),
      await made(postgresDatabase),
      await made(sqliteDatabase),
    ]
    const furnished = await furnishStore(first)
    const before = rowsOf(first)
    const schema = schemaOf(first)

    const there = await moveStore(optionsOf(first, second))
    const rows = Object.values(before).reduce((sum, { length }) => sum + length, 0)
    expect(there).toEqual({ kind: 'moved', tables: Object.keys(before).length, rows })
    expect(await differencesOf(second, furnished)).toEqual([])
    const fresh = await made(preparedPostgresDatabase)
    expect(await indexesOf(second)).toEqual(await indexesOf(fresh))

    await (await second.open()).close()
    expect(await moveStore(optionsOf(second, third))).toMatchObject({ kind: 'moved', rows })
    expect(await differencesOf(third, furnished)).toEqual([])
    expect(schemaOf(third)).toEqual(schema)
    const after = rowsOf(third)
    const withoutStart = (all: typeof after) => ({
      ...all,
      // Events up to the cursor were dispatched, so a webhook may start at the cursor.
      webhooks: all['webhooks']?.map((row) => ({ ...(row as object), events_after: 0 })),
    })
    expect(withoutStart(after)).toEqual(withoutStart(before))
    // The old source is unchanged.
    expect(rowsOf(first)).toEqual(before)
  })

  it('from Postgres may take longer than a statement of the database', async () => {
    const [source, target] = [await made(preparedPostgresDatabase), await made(preparedSqliteDatabase)]
    await (await source.open()).close()
    const url = `${source.url}?options=-c%20statement_timeout%3D400ms`
    const moved = await withClient(source.url, async (other) => {
      await other.query('begin; lock table drops in access exclusive mode')
      const move = moveStore(optionsOf({ ...source, url }, target))
      move.catch(() => undefined)
      await expect.poll(() => waitingSessions(source.url)).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await other.query('commit')
      return move
    })
    expect(moved).toMatchObject({ kind: 'moved' })
  })

  it.each([
    ['SQLite', preparedSqliteDatabase, preparedPostgresDatabase],
    ['Postgres', preparedPostgresDatabase, preparedSqliteDatabase],
  ] as const)('from %s goes on after it was killed at any moment', async (_, makeSource, makeTarget) => {
    const source = await made(makeSource)
    await furnishStore(source)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }), async (kills) => {
        const target = await makeTarget()
        try {
          for (const kill of kills) {
            let steps = 0
            const onProgress = () => {
              if (steps++ === kill) throw new Killed()
            }
            const order = {
              ...optionsOf(source, target, { onProgress, accept: async () => false }),
              rowsPerPage: 3,
            }
            await moveStore(order).catch((cause) => {
              if (!(cause instanceof Killed)) throw cause
            })
          }
          const end = await moveStore({
            ...optionsOf(source, target, { accept: async () => false }),
            rowsPerPage: 7,
          })
          expect(end.kind).toBe('not_accepted')
        } finally {
          await cancelMove(source.url).catch(() => {})
          await target.drop()
        }
      }),
      { numRuns: 5 },
    )
  })

  it.each([
    ['SQLite', preparedSqliteDatabase, preparedPostgresDatabase],
    ['Postgres', preparedPostgresDatabase, preparedSqliteDatabase],
  ] as const)(
    'from %s refuses writes and servers until it is finished, and afterwards on the source',
    async (_, makeSource, makeTarget) => {
      const [source, target] = [await made(makeSource), await made(makeTarget)]
      await furnishStore(source)
      const running = await source.open()
      const write = () =>
        running.keyValues.transact(['some key'], () => ({
          writes: new Map([['some key', 'value']]),
          result: undefined,
        }))
      await write()
      const stop = () => {
        throw new Killed()
      }
      await expect(moveStore(optionsOf(source, target, { onProgress: stop }))).rejects.toThrow(Killed)
      await expect(write()).rejects.toMatchObject({ name: 'StoreUnavailable', retryable: true })
      await running.close()
      await expect(source.open()).rejects.toThrow('it is being moved to the second')
      await expect(target.open()).rejects.toThrow('it holds an unfinished copy of the first')

      expect(await moveStore(optionsOf(source, target))).toMatchObject({ kind: 'moved' })
      await expect(source.open()).rejects.toThrow('it was moved to the second')
      await (await target.open()).close()
      expect(await moveStore(optionsOf(source, target))).toMatchObject({ kind: 'was_moved' })
      await expect(cancelMove(source.url)).rejects.toThrow('was moved to the second')
    },
  )

  it('can be cancelled until it is finished, which leaves the source as it was', async () => {
    const [source, target, other] = [
      await made(preparedSqliteDatabase),
      await made(preparedPostgresDatabase),
      await made(preparedPostgresDatabase),
    ]
    await furnishStore(source)
    const before = [rowsOf(source), schemaOf(source)]
    await moveStore(optionsOf(source, target, { accept: async () => false }))
    const elsewhere = optionsOf(source, other, { to: { url: other.url, name: 'the third' } })
    await expect(moveStore(elsewhere)).rejects.toThrow('this store is being moved to the second')

    await cancelMove(source.url)
    expect([rowsOf(source), schemaOf(source)]).toEqual(before)
    await (await source.open()).close()
    await expect(cancelMove(source.url)).rejects.toThrow('this store is not being moved')
    await expect(moveStore(optionsOf(source, target))).rejects.toThrow('the second is not empty')
    await expect(moveStore(elsewhere)).resolves.toMatchObject({ kind: 'moved' })
  })

  it('begins nothing while servers use the source', async () => {
    const [source, target] = [await made(preparedSqliteDatabase), await made(preparedPostgresDatabase)]
    await furnishStore(source)
    const before = [rowsOf(source), schemaOf(source)]
    const assertUnused = async () => {
      throw new Error('a server uses it')
    }
    await expect(moveStore(optionsOf(source, target, { assertUnused }))).rejects.toThrow('a server uses it')
    expect([rowsOf(source), schemaOf(source)]).toEqual(before)
    await (await target.open()).close()
  })

  it('finds a row of the copy that differs from the source, and one that only the copy has', async () => {
    const source = await made(preparedSqliteDatabase)
    const { free } = await furnishStore(source)
    const faults = [
      [`update drops set title = 'Salt' where id = '${free.id}'`, `drops.title of the row ${free.id}`],
      [`insert into key_values (key, value) values ('stray', 'value')`, 'key_values.key of the row stray'],
      [`delete from claims where drop_id = '${free.id}'`, `claims.drop_id of the row ${free.id}, 1`],
    ] as const
    for (const [fault, said] of faults) {
      const target = await made(preparedPostgresDatabase)
      const order = optionsOf(source, target, { accept: async () => false })
      await moveStore(order)
      await withClient(target.url, (client) => client.query(fault))
      await expect(moveStore(order)).rejects.toThrow(said)
      await cancelMove(source.url)
    }
  })

  it('finds each page by an index over the whole key, so that late pages take no longer than early ones', async () => {
    const source = await made(preparedSqliteDatabase)
    await (await source.open()).close()
    const file = new SqliteDatabase(pathOf(source.url), { readonly: true })
    const side = openSqliteMoveSide(pathOf(source.url), { role: 'source', rowsPerPage: 1 })
    onTestFinished(() => side.close())
    onTestFinished(() => void file.close())
    const { columns } = (await side.catalog()) as { columns: readonly SqliteCatalogColumn[] }
    const names = [...new Set(columns.map(({ table }) => table))].filter((name) => !/^migrations/.test(name))
    const plans = names.map((name) => {
      const own = columns.filter(({ table }) => table === name)
      const key = own.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)
      const moved = (list: readonly SqliteCatalogColumn[]) =>
        list.map(
          ({ column, type }) => ({ name: column, type: type === 'INTEGER' ? 'integer' : 'text' }) as const,
        )
      const text = pageText({ name, columns: moved(own), key: moved(key) }, true)
      const steps = file.prepare<unknown[], { readonly detail: string }>(`explain query plan ${text}`)
      const [{ detail = '' } = {}, ...more] = steps.all(...key.map(() => '1'), 1)
      const searched = /\(\(?([^)>]+)\)?>/.exec(detail)?.[1]?.replace('rowid', key[0]?.column ?? '')
      return { name, searched, more, wanted: key.map(({ column }) => column).join(',') }
    })
    expect(plans.length).toBeGreaterThan(20)
    expect(plans.filter(({ searched, wanted, more }) => searched !== wanted || more.length > 0)).toEqual([])
  })

  it('is refused between databases of one kind', async () => {
    const [one, other] = [await made(preparedSqliteDatabase), await made(preparedSqliteDatabase)]
    await expect(moveStore(optionsOf(one, other))).rejects.toThrow('npm run backup')
  })
})

describe('the tables of a move', () => {
  const column = (table: string, name: string, type: string, keyPlace = 0) => ({
    table,
    column: name,
    type,
    keyPlace,
  })
  const references = [{ table: 'claims', to: 'drops' }]
  const sqlite = [column('claims', 'id', 'TEXT', 1), column('drops', 'id', 'TEXT', 1)]
  const inPostgres = (more: readonly ReturnType<typeof column>[] = []) => ({
    kind: 'postgres' as const,
    columns: [column('claims', 'id', 'text'), column('drops', 'id', 'text'), ...more],
  })
  const inSqlite = (more: readonly ReturnType<typeof column>[] = []) => ({
    kind: 'sqlite' as const,
    columns: [...sqlite, ...more],
    references,
  })

  it('come after the rows that they reference', () => {
    expect(movedTables(inSqlite(), inPostgres()).map(({ name }) => name)).toEqual(['drops', 'claims'])
  })

  it.each([
    [
      'a table that one database lacks',
      inSqlite([column('new', 'id', 'TEXT', 1)]),
      inPostgres(),
      'Postgres has no column new.id',
    ],
    [
      'a column that one database lacks',
      inSqlite(),
      inPostgres([column('drops', 'new', 'text')]),
      'SQLite has no column drops.new',
    ],
    [
      'a type without a rule',
      inSqlite([column('drops', 'new', 'BLOB')]),
      inPostgres([column('drops', 'new', 'bytea')]),
      'no rule for moving drops.new of type bytea',
    ],
    [
      'a table without a key',
      inSqlite([column('new', 'id', 'TEXT')]),
      inPostgres([column('new', 'id', 'text')]),
      'new has no primary key',
    ],
  ] as const)('refuse %s', (_, ours, theirs, said) => {
    expect(() => movedTables(ours, theirs)).toThrow(said)
  })
})
