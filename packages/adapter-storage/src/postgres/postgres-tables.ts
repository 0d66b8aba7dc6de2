import createKnex, { type Knex } from 'knex'
import type { Query } from '../database.ts'
import { distributeTables, type Partitions, readPartitions } from '../migrations/distribute-tables.ts'
import { isUpToDate, MIGRATIONS_TABLE, migrate } from '../migrations/migrate.ts'
import type { Run } from '../migrations/table-shape.ts'
import { postgresWords } from '../migrations/words.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { PostgresOptions, PostgresPool } from './postgres-pool.ts'

/** Two numbers that no other use of advisory locks in this database has. */
const MIGRATION_LOCK = 'pg_advisory_xact_lock(1685221232, 1)'

/** Brings the tables up to date, or makes them; gives back how they lie. */
export async function bringUpToDate(
  pool: PostgresPool,
  { url, connectTimeoutMs, partitions, log }: PostgresOptions,
): Promise<Partitions> {
  const query = (text: string): Query => ({
    statement: { name: null, text, order: null, isPlannedAnew: true },
    values: [],
  })
  const { applied, there } = await pool.withSession(async (session) => {
    const { rows } = await session.run(
      query(`select to_regclass('${MIGRATIONS_TABLE}') is not null as there`),
    )
    if (rows[0]?.['there'] !== true) return { applied: [], there: 0 }
    return {
      applied: (await session.run(query(`select name from ${MIGRATIONS_TABLE}`))).rows,
      there: await agreedPartitions(async (text) => (await session.run(query(text))).rows, partitions),
    }
  })
  if (isUpToDate(applied.map((row) => String(row['name'])))) return there
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: connectTimeoutMs },
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: connectTimeoutMs,
    log: { warn: (message: string) => log?.warn(`migrations: ${message}`) },
  })
  try {
    const running =
      (transaction: Knex.Transaction): Run =>
      async (text) =>
        (await transaction.raw(text)).rows
    let agreed = 0
    const lock = async (transaction: Knex.Transaction) => {
      await transaction.raw(`select ${MIGRATION_LOCK}`)
      agreed = await agreedPartitions(running(transaction), partitions)
    }
    await migrate(knex, postgresWords, lock, log, (transaction) =>
      distributeTables(running(transaction), agreed),
    )
    return agreed
  } finally {
    await knex.destroy()
  }
}

/** How the tables lie, or are to lie where there are none yet: what is there counts, and no other wish is met quietly. */
async function agreedPartitions(run: Run, wanted: Partitions | undefined): Promise<Partitions> {
  const there = await readPartitions(run)
  if (there === null) return wanted ?? 0
  if (wanted === undefined || wanted === there) return there
  throw new StoreUnavailable(
    `the tables of this database were laid out with ${there} partitions, and ${wanted} are wanted; ` +
      'leave the number out to take them as they are, or begin with an empty database',
    { retryable: false },
  )
}
