import { DatabaseSync } from 'node:sqlite'
import { withClient } from '../../../test/support/postgres-client.ts'
import type { ClaimCount } from './contestant.ts'

/** Counts claims directly in a database. `claims` is SQL that selects drop_id and wallet of each claim. */
export const countClaimsIn = async (databaseUrl: string, claims: string): Promise<ClaimCount> => {
  const query = `select (select count(*) from (${claims}) as every) as claims,
    (select count(*) from (select distinct drop_id, wallet from (${claims}) as each_one) as different) as wallets`
  const row = databaseUrl.startsWith('sqlite:')
    ? readSqlite(databaseUrl.slice('sqlite:'.length), query)
    : await readPostgres(databaseUrl, query)
  return { claims: Number(row?.['claims']), wallets: Number(row?.['wallets']) }
}

type Row = Readonly<Record<string, unknown>> | undefined

const readSqlite = (path: string, query: string): Row => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare(query).get()
  } finally {
    database.close()
  }
}

const readPostgres = (url: string, query: string): Promise<Row> =>
  withClient(url, async (client) => (await client.query(query)).rows[0])
