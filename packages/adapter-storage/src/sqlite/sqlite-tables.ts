import type { Log } from '@dropkit/core'
import type SqliteDatabase from 'better-sqlite3'
import createKnex from 'knex'
import { isUpToDate, MIGRATIONS_TABLE, migrate } from '../migrations/migrate.ts'
import { sqliteWords } from '../migrations/words.ts'
import { isBusy, whenFree } from './sqlite-dialect.ts'

/** Creates the tables, or migrates them to this release, on a connection of its own. */
export async function bringUpToDate(raw: SqliteDatabase.Database, log?: Log): Promise<void> {
  const isThere = raw.prepare(`select 1 from sqlite_schema where name = '${MIGRATIONS_TABLE}'`)
  if (await whenFree(() => isThere.get() !== undefined)) {
    const names = await whenFree(() => raw.prepare(`select name from ${MIGRATIONS_TABLE}`).pluck().all())
    if (isUpToDate(names as string[])) return
  }
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: raw.name },
    useNullAsDefault: true,
    pool: { min: 0, max: 1 },
    log: { warn: (message: string) => log?.warn(`migrations: ${message}`) },
  })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        // A write that changes nothing. It locks out other processes from here on.
        await migrate(knex, sqliteWords, (transaction) => transaction.raw('pragma user_version = 0'), log)
        return
      } catch (cause) {
        if (!isBusy(cause) || attempt >= 20) throw cause
      }
    }
  } finally {
    await knex.destroy()
  }
}
