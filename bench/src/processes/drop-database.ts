// For the caretaker: removes a database, or with --server ends a Postgres of our own and removes its folder.
import { Client, escapeIdentifier } from 'pg'
import { stopEmbeddedPostgres } from '../../../test/support/embedded-postgres.ts'

const [first = '', folder = ''] = process.argv.slice(2)
if (first === '--server') await stopEmbeddedPostgres(folder)
else {
  const url = new URL(first)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
  await client.end()
}
