// Run by the caretaker: removes a database, or with --server stops an embedded Postgres and removes its folder.
import { escapeIdentifier } from 'pg'
import { stopEmbeddedPostgres } from '../../../test/support/embedded-postgres.ts'
import { withClient } from '../../../test/support/postgres-client.ts'

const [first = '', folder = ''] = process.argv.slice(2)
if (first === '--server') await stopEmbeddedPostgres(folder)
else {
  const url = new URL(first)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await withClient(url.href, (client) =>
    client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
  )
}
