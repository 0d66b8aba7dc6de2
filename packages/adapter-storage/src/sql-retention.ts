import type { Retention, RetentionKind } from '@dropkit/core'
import type { Database } from './database.ts'
import { createLogTrimmer } from './events/log-trimmer.ts'

/** For each kind, its table, its key, and the indexed column that says when its rows ended. */
const PLACES: {
  readonly [Kind in Exclude<RetentionKind, 'events'>]: {
    readonly table: string
    readonly key: string
    readonly overSince: string
  }
} = {
  deliveries: { table: 'webhook_deliveries', key: 'id', overSince: 'ended_at' },
  sessions: { table: 'sessions', key: 'id', overSince: 'expires_at' },
  challenges: { table: 'sign_in_challenges', key: 'nonce', overSince: 'expires_at' },
  receipts: { table: 'receipts', key: 'user_id, key', overSince: 'expires_at' },
  counts: { table: 'drop_counts', key: 'drop_id, span, starts_at, counted', overSince: 'expires_at' },
}

export function createSqlRetention(database: Database): Retention {
  const { dialect } = database
  const statementFor = (kind: keyof typeof PLACES) => {
    const { table, key, overSince } = PLACES[kind]
    return dialect.statement(
      `sweep_${kind}`,
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} where ${overSince} <= ?1
         order by ${overSince} limit ?2 ${dialect.skipLocked}
       ) returning 1`,
    )
  }
  const statements = {
    deliveries: statementFor('deliveries'),
    sessions: statementFor('sessions'),
    challenges: statementFor('challenges'),
    receipts: statementFor('receipts'),
    counts: statementFor('counts'),
  }
  const removeBeginning = createLogTrimmer(database)
  return {
    deleteExpired: (kind, by, limit) =>
      kind === 'events'
        ? removeBeginning(by, limit)
        : database.change([{ statement: statements[kind], values: [by, limit] }], ([swept]) => ({
            writes: [],
            hasEvents: false,
            result: swept?.length ?? 0,
          })),
  }
}
