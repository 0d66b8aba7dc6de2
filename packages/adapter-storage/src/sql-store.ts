import type { Change, ChangeSet, Result, Store, UniqueConflict, UserCount } from '@dropkit/core'
import { createIdentity } from './accounts/store-identity.ts'
import { type Database, type Loaded, type Query, rowsAs, type Statement } from './database.ts'
import { type ChangeWrites, createChangeWrites } from './drops/change-writes.ts'
import { createClaimCounts } from './drops/claim-counts.ts'
import { createClaimLinkLists } from './drops/claim-links.ts'
import { createDropChanges, type DropChanges } from './drops/drop-changes.ts'
import { createEntryReads } from './drops/lottery-entries.ts'
import { createClaimReads } from './drops/store-claim-reads.ts'
import { VAULT_TO_OPEN } from './migrations/0030-to-0049.ts'
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
  /** Counts records up to the parameter `?2`. */
  const countIn = (table: string, condition: string) =>
    `select count(*) from (select 1 from ${table} where ${condition} limit ?2) as counted`
  const counts: { readonly [Kind in UserCount['of']]: Statement } = {
    webhooks: dialect.statement(
      'count_webhooks_of_user',
      `select (${countIn('webhooks', 'owner_id = ?1')}) as count`,
    ),
    apiKeys: dialect.statement(
      'count_api_keys_of_user',
      `select (${countIn('api_keys', 'user_id = ?1 and revoked_at is null')}) as count`,
    ),
    vaults: dialect.statement(
      'count_vaults_of_user',
      `select (${countIn('drops', `creator_id = ?1 and vault = 'open'`)})
        + (${countIn('drops', `creator_id = ?1 and ${VAULT_TO_OPEN}`)}) as count`,
    ),
  }

  /** Changes a record that is one row of one table. `counted` is read after the row is locked. */
  function changing<Stored, R>(table: Table<Stored, R>) {
    const columns = Object.keys(table.columns).join(', ')
    const load = dialect.statement(
      `lock_${table.name}`,
      `select ${columns} from ${table.name} where id = ?1 ${dialect.forUpdate}`,
    )
    return <T>(
      id: string,
      decide: (record: Stored | null, count: number) => Change<T>,
      counted?: UserCount,
    ): Promise<Result<T, UniqueConflict>> => {
      const queries: Query[] = [{ statement: load, values: [id] }]
      if (counted) queries.push({ statement: counts[counted.of], values: [id, counted.most] })
      const decided = ([rows, counts = []]: Loaded) => {
        const [row] = rowsAs<R>(rows)
        const [{ count } = { count: 0 }] = rowsAs<{ count: number | string }>(counts)
        const change = decide(row === undefined ? null : table.fromRow(row), Number(count))
        return { ...writes.of(change), result: change.result }
      }
      return orConflict(database.change(queries, decided, { locks: `${table.name}/${id}` }))
    }
  }

  return {
    changeToken: changing(tokensTable),
    changeUser: changing(usersTable),
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
