import createKnex from 'knex'
import type { Query } from '../database.ts'
import { isUpToDate, MIGRATIONS_TABLE, migrate } from '../migrations/migrate.ts'
import { postgresWords } from '../migrations/words.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { PostgresOptions, PostgresPool } from './postgres-pool.ts'

/** Two numbers that no other advisory lock in this database uses. */
const MIGRATION_LOCK = 'pg_advisory_xact_lock(1685221232, 1)'

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
        `select to_regclass('${MIGRATIONS_TABLE}') is not null as there,
           to_regclass('drop_shortcodes') is not null as partitioned`,
      ),
    ])
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
  try {
    await migrate(
      knex,
      postgresWords,
      async (transaction) => {
        await transaction.raw(`select ${MIGRATION_LOCK}`)
      },
      log,
    )
  } finally {
    await knex.destroy()
  }
}
