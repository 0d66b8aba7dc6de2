import type { Row } from '../database.ts'
import type { Snapshot } from './snapshot.ts'

/** Errors that the database finds in itself: damaged pages and indexes, duplicate keys, and references to missing rows. */
export const faultsOfDatabase = (snapshot: Snapshot): Promise<readonly string[]> =>
  snapshot.dialect.client === 'better-sqlite3' ? faultsOfSqlite(snapshot) : faultsOfPostgres(snapshot)

async function faultsOfSqlite({ all }: Snapshot): Promise<readonly string[]> {
  const checked = await all('pragma integrity_check(20)')
  const faults = checked.map((row) => String(row['integrity_check'])).filter((said) => said !== 'ok')
  const references = await all('pragma foreign_key_check')
  return [...faults, ...references.slice(0, 20).map(brokenReference)]
}

const brokenReference = (row: Row): string =>
  `row ${row['rowid'] ?? '?'} of ${row['table']} refers to a row of ${row['parent']} that is not there`

/** Checks only the constraints. Use pg_amcheck to check the pages of Postgres. */
async function faultsOfPostgres({ all }: Snapshot): Promise<readonly string[]> {
  const indexes = await all(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
     where not indisvalid and relnamespace = current_schema()::regnamespace order by 1`,
  )
  const constraints = await all(
    `select conname::text as name, conrelid::regclass::text as table from pg_constraint
     where not convalidated and connamespace = current_schema()::regnamespace order by 1`,
  )
  return [
    ...indexes.map((row) => `the index ${row['name']} is not valid`),
    ...constraints.map((row) => `the constraint ${row['name']} of ${row['table']} was never checked`),
  ]
}
