import type { Row } from '../database.ts'
import type { Snapshot } from './snapshot.ts'

/** What the database finds wrong with itself: pages and indexes, keys that are not unique, references to nothing. */
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

/** Its own pages are for pg_amcheck to look at; here it is asked for what it does not hold to any more. */
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
