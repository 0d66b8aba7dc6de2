// Fills a store with any number of claims in seconds. The product makes the first claim; the other claims are copies.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FIRST_HEAD, headAfter } from '@dropkit/core/internal'
import { claimDrop, createDrop } from './drops.ts'
import { withClient } from './postgres-client.ts'
import { type StartServerOptions, startServer } from './server.ts'

/** Creates a store with its tables, one drop and one claim. The product itself makes them. */
export const makeStore = async (options: StartServerOptions, drop: object = {}): Promise<string> => {
  const server = await startServer(options)
  try {
    const dropId = await createDrop(server, { maxAmount: '1000000000', tokenAmount: '100', ...drop })
    await claimDrop(server, dropId, nthWallet(1))
    return dropId
  } finally {
    await server.stop()
  }
}

/**
 * Multiplying by an odd number permutes the 32-bit numbers, so that wallets are spread over an index as real wallets are.
 */
const SCATTER = 2_654_435_769n

const hex = (value: bigint, digits: number): string => value.toString(16).padStart(digits, '0')

/** The wallet of the nth claim. */
export const nthWallet = (n: number): string =>
  `0x${hex((BigInt(n) * SCATTER) % (1n << 32n), 8)}${hex(BigInt(n), 56)}`

export type ClaimRow = Readonly<Record<string, unknown>>

/** The head of the claim order after a claim, computed from the claim's row. */
export const headOfRow = (previous: string | null, row: ClaimRow): string =>
  headAfter(
    previous ?? FIRST_HEAD,
    {
      dropId: row['drop_id'],
      sequence: Number(row['sequence']),
      claimer: row['user_address'],
      amount: BigInt(String(row['amount'])),
      createdAt: Number(row['created_at']),
      recipient: null,
      draw: null,
    } as Parameters<typeof headAfter>[1],
    (bytes) => createHash('sha256').update(bytes).digest(),
  )

/** The heads after each claim up to `count`, in order, 32 bytes each. */
const headsAfter = (first: ClaimRow, count: number): Buffer => {
  const heads = Buffer.alloc(32 * count)
  let head = String(first['order_head'])
  heads.write(head, 0, 'hex')
  for (let n = 2; n <= count; n++) {
    head = headOfRow(head, { ...first, sequence: n, user_address: nthWallet(n) })
    heads.write(head, 32 * (n - 1), 'hex')
  }
  return heads
}

const FIRST_CLAIM = 'select * from claims where sequence = 1 and drop_id = '

/** The SQL expressions that differ between the two databases. `n` is the number of a claim. */
interface Words {
  readonly wallet: string
  /** The product of two SQL expressions: `amount`, a column of the claim's row, and `factor`, a number. */
  readonly times: (amount: string, factor: string) => string
  readonly text: (number: string) => string
  /** The nth of the heads, in hex. */
  readonly head: string
  /** Sets members of a JSON object. Each member is a name and the SQL expression of its value. */
  readonly withMembers: (json: string, members: Readonly<Record<string, string>>) => string
}

const SQLITE: Words = {
  wallet: `'0x' || printf('%08x%056x', (n * ${SCATTER}) % 4294967296, n)`,
  times: (amount, factor) => `(cast(${amount} as integer) * ${factor})`,
  text: (number) => `cast(${number} as text)`,
  head: 'lower(hex(substr(:heads, 32 * n - 31, 32)))',
  withMembers: (json, members) => {
    const values = Object.entries(members).map(([name, value]) => `'$.${name}', ${value}`)
    return `json_set(${json}, ${values.join(', ')})`
  },
}

const POSTGRES: Words = {
  wallet: `'0x' || lpad(to_hex((n * ${SCATTER}) % 4294967296), 8, '0') || lpad(to_hex(n), 56, '0')`,
  times: (amount, factor) => `(${amount}::bigint * ${factor})`,
  text: (number) => `(${number})::text`,
  head: `encode(substring($2::bytea from (32 * n - 31)::integer for 32), 'hex')`,
  withMembers: (json, members) => {
    const values = Object.entries(members).map(([name, value]) => `'${name}', ${value}`)
    return `${json}::jsonb || jsonb_build_object(${values.join(', ')})`
  },
}

/** Expressions for the changed columns of a copied row. All other columns keep the values of `one`, the copied row. */
type Changed = Readonly<Record<string, string>>

/** The nth claim. All claims are CONFIRMED, except the last thousand of `count`, whose vouchers have not expired. */
const nthClaim = ({ wallet, head }: Words, count: string): Changed => {
  const isOut = `n > ${count} - 1000`
  return {
    sequence: 'n',
    user_address: wallet,
    order_head: head,
    status: `case when ${isOut} then 'PENDING' else 'CONFIRMED' end`,
    expires_at: `case when ${isOut} then one.expires_at end`,
    tx_hash: `case when ${isOut} then null else 'transaction' || n end`,
    claimed_at: `case when ${isOut} then null else one.created_at end`,
  }
}

/** The event `drop.claimed` of the nth claim. `pool` is the drop's pool, from the row `its`. */
const nthEvent = ({ wallet, times, text, head, withMembers }: Words, dropId: string): Changed => ({
  position: 'head.position + n - 1',
  data: withMembers('one.data', {
    claimId: `'claim_${dropId.slice('drop_'.length)}_' || n`,
    sequence: 'n',
    userAddress: wallet,
    orderHead: head,
    claimCount: 'n',
    claimedAmount: text(times('first.amount', 'n')),
    remainingBalance: text(`${times('its.pool', '1')} - ${times('first.amount', 'n')}`),
  }),
})

const copyInto = (table: string, columns: readonly { readonly name?: unknown }[], changed: Changed) => {
  const names = columns.map(({ name }) => String(name))
  const values = names.map((name) => changed[name] ?? `one.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`
}

const FIRST_EVENT = `one.drop_id = its.id and one.type = 'drop.claimed'`
const COUNTS = ['claim_hours', 'claim_callers']

/** Adds claims to a drop with one claim, until it has `count` claims. Copies the claim and its event. */
export const addClaims = (dataDir: string, dropId: string, count: number): void => {
  const database = new DatabaseSync(join(dataDir, 'dropkit.db'))
  try {
    database.exec('pragma synchronous = off; pragma cache_size = -400000; begin')
    const heads = headsAfter(database.prepare(`${FIRST_CLAIM} ?`).get(dropId) ?? {}, count)
    const numbers =
      'with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < :count)'
    const insert = (table: string, changed: Changed, from: string) => {
      const columns = database.prepare('select name from pragma_table_info(?)').all(table)
      database
        .prepare(`${copyInto(table, columns, changed)} from (${numbers} select n from numbers), ${from}`)
        .run({ count, drop: dropId, heads })
    }
    const first = `claims as first join drops as its on its.id = first.drop_id`
    const where = `where first.drop_id = :drop and first.sequence = 1`
    insert(
      'claims',
      nthClaim(SQLITE, ':count'),
      'claims as one where one.drop_id = :drop and one.sequence = 1',
    )
    insert(
      'events',
      nthEvent(SQLITE, dropId),
      `${first} join events as one on ${FIRST_EVENT},
       (select max(position) as position from events) as head ${where}`,
    )
    for (const counts of COUNTS)
      database
        .prepare(`update ${counts} set count = count + :count - 1 where drop_id = :drop`)
        .run({ count, drop: dropId })
    database
      .prepare(
        `update drops set reserved_count = :count, last_sequence = :count,
           order_last = :count, order_head = :head,
           reserved_amount = printf('%020d', cast(reserved_amount as integer) * :count) where id = :drop`,
      )
      .run({ count, drop: dropId, head: heads.toString('hex', 32 * (count - 1)) })
    database.exec('commit')
  } finally {
    database.close()
  }
}

/** Does the same on Postgres. No other process may write to the log in the meantime. */
export const addPostgresClaims = (url: string, dropId: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    const [first] = (await client.query(`${FIRST_CLAIM} $1`, [dropId])).rows
    const heads = headsAfter(first, count)
    const insert = async (table: string, changed: Changed, from: string) => {
      const { rows } = await client.query(
        `select column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name = $1`,
        [table],
      )
      await client.query(
        `${copyInto(table, rows, changed)} from generate_series(2::bigint, ${count}) as n, ${from}`,
        [dropId, heads],
      )
    }
    await client.query('begin')
    await client.query('set local synchronous_commit = off')
    await insert(
      'claims',
      nthClaim(POSTGRES, String(count)),
      'claims as one where one.drop_id = $1 and one.sequence = 1',
    )
    await insert(
      'events',
      { id: `nextval(pg_get_serial_sequence('events', 'id'))`, ...nthEvent(POSTGRES, dropId) },
      `claims as first join drops as its on its.id = first.drop_id join events as one on ${FIRST_EVENT},
       event_log_head as head where first.drop_id = $1 and first.sequence = 1`,
    )
    for (const counts of COUNTS)
      await client.query(`update ${counts} set count = count + $2::bigint where drop_id = $1`, [
        dropId,
        count - 1,
      ])
    await client.query('update event_log_head set position = position + $1', [count - 1])
    await client.query(
      `update drops set reserved_count = $2::bigint, last_sequence = $2::bigint,
         order_last = $2::bigint, order_head = $3,
         reserved_amount = reserved_amount * $2::bigint
       where id = $1`,
      [dropId, count, heads.toString('hex', 32 * (count - 1))],
    )
    await client.query('commit')
  })
