import { Client } from 'pg'

/** Runs `work` on a new connection and closes the connection afterwards. */
export const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // Without a listener, an error on an idle connection would end the process. Errors that matter reject the query.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
