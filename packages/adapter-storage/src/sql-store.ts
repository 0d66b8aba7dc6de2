import type { Change, ChangeSet, Result, Store, UniqueConflict } from '@dropkit/core'
import { type ChangeWrites, createChangeWrites } from './change-writes.ts'
import { createClaimCounts } from './claim-counts.ts'
import { type Database, type Loaded, type Query, rowsAs } from './database.ts'
import { createDropChanges } from './drop-changes.ts'
import { orConflict } from './or-conflict.ts'
import { createClaimReads } from './store-claim-reads.ts'
import { createIdentity } from './store-identity.ts'
import { createLists } from './store-lists.ts'
import { createPaymentReads } from './store-payment-reads.ts'
import { createReads } from './store-reads.ts'
import { createWebhooks } from './store-webhooks.ts'
import type { Table } from './tables/table.ts'
import { tokensTable } from './tables/tokens-table.ts'
import { apiKeysTable, usersTable } from './tables/users-table.ts'

export function createSqlStore(database: Database): Store {
  const writes = createChangeWrites(database.dialect)
  return {
    ...createChanges(database, writes),
    ...createDropChanges(database, writes),
    ...createReads(database),
    ...createLists(database),
    ...createClaimReads(database),
    ...createClaimCounts(database),
    ...createPaymentReads(database),
    ...createIdentity(database, writes),
    ...createWebhooks(database, writes),
    onEvents: (listener) => database.onEvents(listener),
    check: () => database.check(),
  }
}

type Changes = Pick<Store, 'changeToken' | 'changeUser' | 'changeApiKey' | 'create'>

function createChanges(database: Database, writes: ChangeWrites): Changes {
  const { dialect } = database

  /** Changes something that is one row of one table. */
  function changing<Kept, R>(table: Table<Kept, R>) {
    const columns = Object.keys(table.columns).join(', ')
    const load = dialect.statement(
      `lock_${table.name}`,
      `select ${columns} from ${table.name} where id = ?1 ${dialect.forUpdate}`,
    )
    return <T>(
      id: string,
      decide: (record: Kept | null) => Change<T>,
    ): Promise<Result<T, UniqueConflict>> => {
      const query: Query = { statement: load, values: [id] }
      const decided = ([rows]: Loaded) => {
        const [row] = rowsAs<R>(rows)
        const change = decide(row === undefined ? null : table.fromRow(row))
        return { ...writes.of(change), result: change.result }
      }
      return orConflict(database.change([query], decided))
    }
  }

  return {
    changeToken: changing(tokensTable),
    changeUser: changing(usersTable),
    changeApiKey: changing(apiKeysTable),
    create: (change: ChangeSet) =>
      orConflict(database.change([], () => ({ ...writes.of(change), result: undefined }))),
  }
}
