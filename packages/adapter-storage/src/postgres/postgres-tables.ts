import { setTimeout as pause } from 'node:timers/promises'
import createKnex from 'knex'
import type { Query } from '../database.ts'
import { isUpToDate, MIGRATIONS_TABLE, migrate } from '../migrations/migrate.ts'
import { postgresWords } from '../migrations/words.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { isOutOfLockTime, isRepeatable } from './postgres-dialect.ts'
import { type PostgresOptions, type PostgresPool, withoutTimeouts } from './postgres-pool.ts'

/** Two numbers that no other advisory lock in this database uses. */
const MIGRATION_LOCK = 'pg_advisory_xact_lock(1685221232, 1)'

/**
 * A migration that waits for a lock makes all later statements on the table wait too. After this time, or after a deadlock,
 * it is rolled back, so that they continue, and begins again after a pause.
 */
const MAX_LOCK_WAIT_MS = 2_000
const PAUSE_BETWEEN_ATTEMPTS_MS = 3_000

/** The oldest open transactions of other sessions. A migration may wait for them. */
const OPEN_TRANSACTIONS = `
  select pid, application_name as application, usename as "user", xact_start as since
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
  order by xact_start limit 5`

/** Creates the tables, or migrates them to this release. */
export async function bringUpToDate(
  pool: PostgresPool,
  { url, connectTimeoutMs, log }: PostgresOptions,
): Promise<void> {
  const query = (text: string): Query => ({
    statement: { name: null, text, order: null, isPlannedAnew: true },
    values: [],
  })
  const applied = await pool.withSession(async (session) => {
    const [tables] = await session.run([
      query(
        `select current_setting('server_encoding') as encoding, to_regclass('${MIGRATIONS_TABLE}') is not null as there,
           to_regclass('drop_shortcodes') is not null as partitioned`,
      ),
    ])
    const encoding = tables?.rows[0]?.['encoding']
    // SQL_ASCII stores any bytes.
    if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII') {
      throw new StoreUnavailable(
        `its encoding is ${encoding}, in which not every text can be stored; create a database with the encoding UTF8 ` +
          '(createdb --encoding=UTF8 --template=template0) and set DATABASE_URL to it. To keep a store, move it there: ' +
          'pg_dump --encoding=UTF8 --format=custom, then pg_restore',
        { retryable: false },
      )
    }
    if (tables?.rows[0]?.['partitioned'] === true) {
      throw new StoreUnavailable(
        'this database was created with DATABASE_PARTITIONS, a table layout that this release no longer supports; ' +
          'move its rows into a database that this release creates (pg_dump --data-only)',
        { retryable: false },
      )
    }
    if (tables?.rows[0]?.['there'] !== true) return []
    const [names] = await session.run([query(`select name from ${MIGRATIONS_TABLE}`)])
    return names?.rows ?? []
  })
  if (isUpToDate(applied.map((row) => String(row['name'])))) return
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: connectTimeoutMs },
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: connectTimeoutMs,
    log: { warn: (message: string) => log?.warn(`migrations: ${message}`) },
  })
  const migrateOnce = () =>
    migrate(
      knex,
      postgresWords,
      async (transaction) => {
        // A statement after the lock must see what was committed before it.
        await transaction.raw('set transaction isolation level read committed')
        // A limit of the database or the user is shorter than a migration of large tables, or the wait for it.
        await transaction.raw(
          withoutTimeouts(['statement', 'idle_in_transaction_session', 'transaction'], {
            inTransaction: true,
          }),
        )
        await transaction.raw(`select ${MIGRATION_LOCK}`)
        await transaction.raw(`set local lock_timeout = ${MAX_LOCK_WAIT_MS}`)
      },
      log,
    )
  try {
    for (;;) {
      const failed = await migrateOnce().then(
        () => null,
        (cause: unknown) => ({ cause }),
      )
      if (failed === null) return
      if (!isOutOfLockTime(failed.cause) && !isRepeatable(failed.cause)) throw failed.cause
      const { rows: sessions } = await knex.raw(OPEN_TRANSACTIONS)
      log?.warn('the migration waits until other sessions end', { sessions })
      await pause(PAUSE_BETWEEN_ATTEMPTS_MS)
    }
  } finally {
    await knex.destroy()
  }
}
