import {
  type BegunRequest,
  type Effect,
  type IdempotencyLease,
  type IdempotencyStore,
  type Instant,
  isLeased,
  type Sealed,
} from '@dropkit/core'
import { type Database, type Decided, type Query, rowsAs, type Write } from './database.ts'

interface IdempotencyRow {
  fingerprint: string
  fence: number
  leased_until: Instant | null
  effect_kind: string | null
  effect_id: string | null
  effect_shown_once: Sealed | null
  answer: Sealed | null
  expires_at: Instant
}

/** A fingerprint that no request has. */
const FORGOTTEN = ''

export function createSqlIdempotencyStore(database: Database): IdempotencyStore {
  const { dialect } = database

  const insert = dialect.statement(
    'begin_keyed_request',
    `insert into receipts (user_id, key, fingerprint, fence, leased_until, expires_at)
     values (?1, ?2, ?3, 1, ?4, ?5) on conflict (user_id, key) do nothing returning fence`,
  )
  const load = dialect.statement(
    'lock_keyed_request',
    `select fingerprint, fence, leased_until, effect_kind, effect_id, effect_shown_once, answer, expires_at
     from receipts where user_id = ?1 and key = ?2 ${dialect.forUpdate}`,
  )
  const own = { user_id: 'text', key: 'text' } as const
  const lease = dialect.update(
    'lease_keyed_request',
    'receipts',
    { shared: {}, own },
    { fence: 'integer', leased_until: 'integer' },
  )
  const startAnew = dialect.update(
    'restart_keyed_request',
    'receipts',
    { shared: {}, own },
    {
      fence: 'integer',
      leased_until: 'integer',
      fingerprint: 'text',
      expires_at: 'integer',
      effect_kind: 'text',
      effect_id: 'text',
      effect_shown_once: 'text',
      answer: 'text',
    },
  )
  const isHeld = 'user_id = ?1 and key = ?2 and fence = ?3'
  const effect = dialect.statement(
    'effect_of_keyed_request',
    `select effect_kind from receipts where ${isHeld} and effect_kind is not null`,
  )
  const answer = dialect.statement(
    'answer_keyed_request',
    `update receipts set answer = ?4, effect_shown_once = null, leased_until = null, fence = fence + 1
     where ${isHeld} returning fence`,
  )
  // The row stays, so that a later lease never reuses a fence. Its fingerprint matches no request.
  const forget = dialect.statement(
    'forget_keyed_request',
    `update receipts set leased_until = null, fence = fence + 1,
       fingerprint = case when effect_kind is null then '${FORGOTTEN}' else fingerprint end
     where ${isHeld} returning fence`,
  )

  const run = (queries: readonly Query[]): Promise<number> =>
    database.change(queries, (loaded) => ({
      writes: [],
      hasEvents: false,
      result: loaded.reduce((sum, rows) => sum + rows.length, 0),
    }))
  const heldBy = ({ userId, key, fence }: IdempotencyLease) => [userId, key, fence]

  const beginOnce = (
    ...[{ userId, key }, fingerprint, { now, leaseMs, expiresAt }]: Parameters<IdempotencyStore['begin']>
  ): Promise<BegunRequest | 'swept'> => {
    const leasedUntil = now + leaseMs
    const queries = [
      { statement: insert, values: [userId, key, fingerprint, leasedUntil, expiresAt] },
      { statement: load, values: [userId, key] },
    ]
    const leaseOf = (fence: number): IdempotencyLease => ({ userId, key, fence })
    return database.change(queries, ([inserted, found]): Decided<BegunRequest | 'swept'> => {
      const decided = (result: BegunRequest | 'swept', ...writes: Write[]) => ({
        writes,
        hasEvents: false,
        result,
      })
      const [row] = rowsAs<IdempotencyRow>(found)
      if (!row) return decided('swept')
      if (inserted?.length === 1) return decided({ kind: 'begun', lease: leaseOf(row.fence) })
      const fence = row.fence + 1
      if (row.expires_at <= now || row.fingerprint === FORGOTTEN) {
        const values = [userId, key, fence, leasedUntil, fingerprint, expiresAt, null, null, null, null]
        const write = { statement: startAnew, shared: [], rows: [values], mustMatch: false }
        return decided({ kind: 'begun', lease: leaseOf(fence) }, write)
      }
      if (row.fingerprint !== fingerprint) return decided({ kind: 'reused' })
      if (row.answer !== null) return decided({ kind: 'answered', answer: row.answer })
      if (isLeased(row.leased_until, now, leaseMs)) {
        return decided({ kind: 'in_progress', retryAfterMs: row.leased_until - now })
      }
      const rows = [[userId, key, fence, leasedUntil]]
      const write = { statement: lease, shared: [], rows, mustMatch: false }
      const effect = effectOf(row)
      return effect
        ? decided({ kind: 'took_effect', effect, lease: leaseOf(fence) }, write)
        : decided({ kind: 'begun', lease: leaseOf(fence) }, write)
    })
  }

  return {
    async begin(key, fingerprint, terms) {
      // Retries if an expired record existed at the insert but was deleted before it was read.
      for (;;) {
        const begun = await beginOnce(key, fingerprint, terms)
        if (begun !== 'swept') return begun
      }
    },
    tookEffect: async (held) =>
      (await database.read({ statement: effect, values: heldBy(held) })).length === 1,
    answer: async (held, text) => (await run([{ statement: answer, values: [...heldBy(held), text] }])) === 1,
    async forget(held) {
      await run([{ statement: forget, values: heldBy(held) }])
    },
  }
}

function effectOf({
  effect_kind: kind,
  effect_id: id,
  effect_shown_once: shownOnce,
}: IdempotencyRow): Effect | undefined {
  if (kind === null || id === null) return undefined
  return shownOnce === null ? { kind, id } : { kind, id, shownOnce }
}
