import type { AuditSource } from '@dropkit/core'
import { isUpToDate, MIGRATIONS_TABLE } from '../migrations/migrate.ts'
import { sqlitePathOf } from '../open-sql-storage.ts'
import { auditRows } from './audit-rows.ts'
import { postgresSnapshots } from './postgres-snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { sqliteSnapshots } from './sqlite-snapshot.ts'

/** Opens a store for an audit by its `sqlite:` or `postgres://` URL. Creates nothing and runs no migrations. */
export function openAudit(url: string): AuditSource {
  const path = sqlitePathOf(url)
  const snapshots = path === undefined ? postgresSnapshots(url) : sqliteSnapshots(path)
  return {
    atOneMoment: (onUnreadable, read) =>
      snapshots.take(async (snapshot) => {
        await assertUpToDate(snapshot)
        return read(auditRows(snapshot, onUnreadable))
      }),
  }
}

async function assertUpToDate(snapshot: Snapshot): Promise<void> {
  const isSqlite = snapshot.dialect.client === 'better-sqlite3'
  const catalogue = isSqlite ? 'select name from sqlite_schema' : 'select relname::text as name from pg_class'
  const known = await snapshot.all(
    `select name from (${catalogue}) as tables where name = '${MIGRATIONS_TABLE}'`,
  )
  if (known.length === 0) throw new Error('there is no store of Dropkit in it')
  const applied = await snapshot.all(`select name from ${MIGRATIONS_TABLE}`)
  if (!isUpToDate(applied.map(({ name }) => String(name))))
    throw new Error('its tables are of an earlier release; a server that starts brings them up to date')
}
