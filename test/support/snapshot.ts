// Reads what a store holds at one moment, directly from its tables, without the product's code.
import { DatabaseSync } from 'node:sqlite'
import { withClient } from './postgres-client.ts'

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
