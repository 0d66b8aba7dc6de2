import type {
  DeliveryQueue,
  DropCounts,
  IdempotencyStore,
  Instant,
  JobQueue,
  KeyValueStore,
  Log,
  Retention,
  Store,
} from '@dropkit/core'
import type { CurrentBudget } from '@dropkit/core/internal'
import { createSealedValues, type SealedValues } from './accounts/sealed-values.ts'
import { createSqlKeyValueStore } from './accounts/sql-key-value-store.ts'
import type { Database } from './database.ts'
import { createSqlDropCounts } from './drops/claim-counts.ts'
import { createEventLogBacklog, type EventLogBacklog } from './events/event-reads.ts'
import { createSqlJobQueue } from './jobs/sql-job-queue.ts'
import { assertNotMoved } from './move/store-move.ts'
import { openPostgres } from './postgres/postgres-database.ts'
import { createSqlIdempotencyStore } from './sql-idempotency-store.ts'
import { createSqlRetention } from './sql-retention.ts'
import { createSqlStore } from './sql-store.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'
import { createSqlDeliveryQueue } from './webhooks/sql-delivery-queue.ts'

export interface SqlStorageOptions {
  /** `sqlite:./path.db` or `postgres://…`. */
  readonly url: string
  readonly log?: Log
  /** The maximum number of Postgres connections, besides the one that listens. Default: 10. */
  readonly maxConnections?: number
  /** The maximum time to wait for a Postgres connection. Default: 5 seconds. */
  readonly connectTimeoutMs?: number
  /** The maximum duration of a Postgres statement; a long read may take three times as long. Default: 10 seconds. */
  readonly statementTimeoutMs?: number
  /** How often to look for events that other servers wrote. Default: 250 ms. */
  readonly pollEveryMs?: number
  /** Called with the name of each statement that runs, for counting. */
  readonly onStatement?: (name: string) => void
  /**
   * Returns the budget of the current request, so that its reads are counted and stopped. By default nothing is counted.
   */
  readonly budget?: CurrentBudget | undefined
  /**
   * Returns the owner for whom the calling code works. Owners take turns for connections to Postgres and for long reads. By
   * default all calls have the same owner.
   */
  readonly owner?: (() => string | undefined) | undefined
}

export interface SqlStorage {
  readonly store: Store
  readonly jobs: JobQueue
  readonly keyValues: KeyValueStore
  readonly deliveries: DeliveryQueue
  readonly idempotency: IdempotencyStore
  readonly retention: Retention
  readonly dropCounts: DropCounts
  readonly sealedValues: SealedValues
  /** The clock of Postgres, which all servers share. Returns Unix milliseconds. Null on SQLite. */
  readonly databaseNow: (() => Promise<Instant>) | null
  eventLogBacklog(now: Instant): Promise<EventLogBacklog>
  /** Finishes running work, then closes the database. Further calls fail. */
  close(): Promise<void>
}

/**
 * Opens a database and runs its migrations first. Any number of servers may do so at the same time. Throws if the store was
 * moved away or is not completely copied.
 */
export async function openSqlStorage(options: SqlStorageOptions): Promise<SqlStorage> {
  const database = await openDatabase(options)
  try {
    await assertNotMoved(database)
    return createSqlStorage(database)
  } catch (cause) {
    await database.close()
    throw cause
  }
}

export function createSqlStorage(database: Database): SqlStorage {
  const { store, flush } = createSqlStore(database)
  return {
    store,
    jobs: createSqlJobQueue(database),
    keyValues: createSqlKeyValueStore(database),
    deliveries: createSqlDeliveryQueue(database),
    idempotency: createSqlIdempotencyStore(database),
    retention: createSqlRetention(database),
    dropCounts: createSqlDropCounts(database),
    sealedValues: createSealedValues(database),
    databaseNow: database.now,
    eventLogBacklog: createEventLogBacklog(database),
    close() {
      flush()
      return database.close()
    },
  }
}

const SQLITE_URL = /^sqlite:(?:\/\/)?(?<path>.+)$/
const POSTGRES_URL = /^postgres(?:ql)?:\/\//

/** Returns the file of a `sqlite:` URL. Undefined for any other URL. */
export const sqlitePathOf = (url: string): string | undefined => SQLITE_URL.exec(url)?.groups?.['path']

export function openDatabase(options: SqlStorageOptions): Promise<Database> {
  const { url, log, onStatement, budget, owner, pollEveryMs = 250 } = options
  const path = sqlitePathOf(url)
  if (path === ':memory:') throw new Error('the database needs a file: one in memory has a single connection')
  if (path !== undefined) return openSqlite({ path, log, pollEveryMs, onStatement, budget, owner })
  // The message does not include the URL, because it may contain a password.
  if (!POSTGRES_URL.test(url)) throw new Error('the database url must begin with sqlite: or postgres://')
  return openPostgres({
    url,
    log,
    pollEveryMs,
    onStatement,
    budget,
    owner,
    maxConnections: options.maxConnections ?? 10,
    connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
  })
}
