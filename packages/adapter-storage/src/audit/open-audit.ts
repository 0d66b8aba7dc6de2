import type { AuditSource } from '@dropkit/core'
import { Client } from 'pg'
import type { Row } from '../database.ts'
import { isUpToDate, MIGRATIONS_TABLE } from '../migrations/migrate.ts'
import { sqlitePathOf } from '../open-sql-storage.ts'
import { postgresDialect, translate } from '../postgres/postgres-dialect.ts'
import { withoutTimeouts } from '../postgres/postgres-pool.ts'
import { textTypes } from '../postgres/statement-group.ts'
import { auditRows } from './audit-rows.ts'
import {
  ROWS_PER_PAGE,
  type Snapshot,
  type Snapshots,
  type SnapshotValue,
  sqliteSnapshots,
} from './snapshot.ts'

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

/** Reads on its own connection, without the planner settings for looking up a few rows, because an audit reads all rows. */
function postgresSnapshots(url: string): Snapshots {
  return {
    async take(read) {
      const client = new Client({
        connectionString: url,
        types: textTypes,
        application_name: 'dropkit audit',
      })
      // A lost connection is reported by the query that was running.
      client.on('error', () => undefined)
      try {
        await client.connect()
        await client.query('begin isolation level repeatable read read only')
        await client.query(
          withoutTimeouts(['statement', 'idle_in_transaction_session', 'transaction'], {
            inTransaction: true,
          }),
        )
        return await read(snapshotOn(client))
      } catch (cause) {
        throw translate(cause)
      } finally {
        await client.end().catch(() => undefined)
      }
    },
  }
}

function snapshotOn(client: Client): Snapshot {
  let cursors = 0
  return {
    dialect: postgresDialect,
    async all(text, values = []) {
      const { rows } = await client.query<Row>(placed(text), values.map(bindable))
      return rows
    },
    async *pages(text, values = []) {
      const name = `audit_${++cursors}`
      await client.query(`declare ${name} no scroll cursor for ${placed(text)}`, values.map(bindable))
      for (;;) {
        const { rows } = await client.query<Row>(`fetch ${ROWS_PER_PAGE} from ${name}`)
        if (rows.length > 0) yield rows
        if (rows.length < ROWS_PER_PAGE) break
      }
      await client.query(`close ${name}`)
    },
  }
}

const placed = (text: string): string => text.replace(/\?(\d+)/g, '$$$1')

const bindable = (value: SnapshotValue): string | number =>
  typeof value === 'object' ? `{${value.join(',')}}` : value
