import type { Change, ChangeSet, Result, Store, UniqueConflict } from '@dropkit/core'
import { createIdentity } from './accounts/store-identity.ts'
import { type Database, type Loaded, type Query, rowsAs, type Statement } from './database.ts'
import { type ChangeWrites, createChangeWrites } from './drops/change-writes.ts'
import { createClaimCounts } from './drops/claim-counts.ts'
import { createClaimLinkLists } from './drops/claim-links.ts'
import { createDropChanges, type DropChanges } from './drops/drop-changes.ts'
import { createEntryReads } from './drops/lottery-entries.ts'
import { createClaimReads } from './drops/store-claim-reads.ts'
import { createPaymentReads } from './payments/store-payment-reads.ts'
import { createLists } from './reads/store-lists.ts'
import { createReads } from './reads/store-reads.ts'
import { orConflict } from './store-unavailable.ts'
import type { Table } from './tables/table.ts'
import { tokensTable } from './tables/tokens-table.ts'
import { unmatchedPaymentsTable } from './tables/unmatched-payments-table.ts'
import { apiKeysTable, usersTable } from './tables/users-table.ts'
import { createWebhooks } from './webhooks/store-webhooks.ts'

interface SqlStore extends Pick<DropChanges, 'flush'> {
  readonly store: Store
}

export function createSqlStore(database: Database): SqlStore {
  const writes = createChangeWrites(database.dialect)
  const { flush, ...dropChanges } = createDropChanges(database, writes)
  const store: Store = {
    ...createChanges(database, writes),
    ...dropChanges,
    ...createReads(database),
    ...createLists(database),
    ...createClaimLinkLists(database),
    ...createEntryReads(database),
    ...createClaimReads(database),
    ...createClaimCounts(database),
    ...createPaymentReads(database),
    ...createIdentity(database, writes),
    ...createWebhooks(database, writes),
    onEvents: (listener) => database.onEvents(listener),
    check: () => database.check(),
  }
  return { store, flush }
}

type Changes = Pick<
  Store,
  'changeToken' | 'changeUnmatchedPayment' | 'changeUser' | 'changeApiKey' | 'create'
>

function createChanges(database: Database, writes: ChangeWrites): Changes {
  const { dialect } = database

  /** Changes a record that is one row of one table. `counted` runs after the row is locked. */
  function changing<Stored, R>(table: Table<Stored, R>, counted?: Statement) {
    const columns = Object.keys(table.columns).join(', ')
    const load = dialect.statement(
      `lock_${table.name}`,
      `select ${columns} from ${table.name} where id = ?1 ${dialect.forUpdate}`,
    )
    return <T>(
      id: string,
      decide: (record: Stored | null, count: number) => Change<T>,
    ): Promise<Result<T, UniqueConflict>> => {
      const statements = counted === undefined ? [load] : [load, counted]
      const queries = statements.map((statement): Query => ({ statement, values: [id] }))
      const decided = ([rows, counts = []]: Loaded) => {
        const [row] = rowsAs<R>(rows)
        const [{ count } = { count: 0 }] = rowsAs<{ count: number | string }>(counts)
        const change = decide(row === undefined ? null : table.fromRow(row), Number(count))
        return { ...writes.of(change), result: change.result }
      }
      return orConflict(database.change(queries, decided))
    }
  }

  const webhooksOf = dialect.statement(
    'count_webhooks_of_user',
    'select count(*) as count from webhooks where owner_id = ?1',
  )

  return {
    changeToken: changing(tokensTable),
    changeUser: changing(usersTable, webhooksOf),
    changeApiKey: changing(apiKeysTable),
    changeUnmatchedPayment: changing(unmatchedPaymentsTable),
    create: (change: ChangeSet) =>
      orConflict(
        database.change([], () => ({ ...writes.of(change), result: undefined }), {
          rows: change.insert?.claimLinks?.length ?? 0,
        }),
      ),
  }
}
