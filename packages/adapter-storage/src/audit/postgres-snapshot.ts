import { Client } from 'pg'
import type { Row } from '../database.ts'
import { postgresDialect } from '../postgres/postgres-dialect.ts'
import { translate } from '../postgres/postgres-errors.ts'
import { textTypes } from '../postgres/statement-group.ts'
import { ROWS_PER_PAGE, type Snapshot, type Snapshots, type SnapshotValue } from './snapshot.ts'

/** Reads on its own connection, without the planner settings for looking up a few rows, because an audit reads all rows. */
export function postgresSnapshots(url: string): Snapshots {
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
