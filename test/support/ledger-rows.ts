// Reads what a store holds at one moment, and of one drop, directly from its tables, without the product's code.
import { DatabaseSync } from 'node:sqlite'
import { withClient } from './postgres-client.ts'

export type LedgerRows = {
  readonly status: string
  readonly reservedAmount: bigint
  readonly reservedCount: number
  readonly lastSequence: number
  /** Ordered by sequence. */
  readonly claims: readonly {
    readonly sequence: number
    readonly wallet: string
    readonly amount: bigint
    readonly status: string
  }[]
  /** In log order. `position` is null until the sequencer has assigned one. */
  readonly events: readonly {
    readonly position: number | null
    readonly type: string
    readonly data: Readonly<Record<string, unknown>>
  }[]
}

export const readLedgerRows = async (databaseUrl: string, dropId: string): Promise<LedgerRows> => {
  const [[drop], claims, events] = await readSnapshot(databaseUrl, async (query) => [
    await query('select * from drops where id = $1', dropId),
    await query(
      'select sequence, user_address, amount, status from claims where drop_id = $1 order by sequence',
      dropId,
    ),
    await query('select position, type, data from events where drop_id = $1 order by position', dropId),
  ])
  if (!drop) throw new Error(`there is no drop ${dropId}`)
  return {
    status: String(drop['status']),
    reservedAmount: BigInt(String(drop['reserved_amount'])),
    reservedCount: Number(drop['reserved_count']),
    lastSequence: Number(drop['last_sequence']),
    claims: claims.map((row) => ({
      sequence: Number(row['sequence']),
      wallet: String(row['user_address']),
      amount: BigInt(String(row['amount'])),
      status: String(row['status']),
    })),
    events: events.map(({ position, type, data }) => ({
      position: position === null ? null : Number(position),
      type: String(type),
      // One of the two drivers parses JSON itself.
      data: typeof data === 'string' ? JSON.parse(data) : data,
    })),
  }
}

// Reads the transactions that a store holds for a drop, directly from its table.

type SentRow = {
  readonly purpose: string
  readonly digest: string
  readonly bytes: string
  readonly state: string
}

/** In the order in which they were stored. */
export const readSent = (databaseUrl: string, dropId: string): Promise<readonly SentRow[]> =>
  readSnapshot(databaseUrl, async (query) =>
    (
      await query(
        'select purpose, digest, bytes, state from chain_transactions where drop_id = $1 order by id',
        dropId,
      )
    ).map((row) => ({
      purpose: String(row['purpose']),
      digest: String(row['digest']),
      bytes: String(row['bytes']),
      state: String(row['state']),
    })),
  )

// Reads what a store holds at one moment, directly from its tables, without the product's code.

type Row = Readonly<Record<string, unknown>>

/** Runs a query with one parameter, `$1`. */
export type Query = (text: string, parameter: string) => Promise<readonly Row[]>

/** Runs all queries of `read` in one snapshot, so that concurrent writes are not visible. */
export const readSnapshot = async <T>(
  databaseUrl: string,
  read: (query: Query) => Promise<T>,
): Promise<T> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true })
    try {
      database.exec('begin')
      return await read(async (text, parameter) =>
        database.prepare(text.replaceAll('$1', '?')).all(parameter),
      )
    } finally {
      database.close()
    }
  }
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return read(async (text, parameter) => (await client.query(text, [parameter])).rows)
  })
}
