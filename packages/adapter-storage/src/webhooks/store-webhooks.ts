import { removedDeliveriesKey, type Store, type Webhook, type WebhookId } from '@dropkit/core'
import { type Database, rowsAs, type Write } from '../database.ts'
import type { ChangeWrites } from '../drops/change-writes.ts'
import { byKey, columnsOf, createSelecting } from '../reads/store-reads.ts'
import { orConflict } from '../store-unavailable.ts'
import { createWriter } from '../tables/table.ts'
import { type WebhookRow, webhooksTable } from '../tables/webhooks-tables.ts'

/** Sorts after every id. */
const AFTER_IDS = '\u007f'

type Webhooks = Pick<Store, 'changeWebhook' | 'webhooks' | 'listWebhooks'>

export function createWebhooks(database: Database, writes: ChangeWrites): Webhooks {
  const { dialect } = database
  const selecting = createSelecting(database)
  const writer = createWriter(dialect, webhooksTable)

  const byId = selecting('webhooks', webhooksTable, dialect.among('id', 1, 'text'))
  const list = selecting(
    'list_webhooks',
    webhooksTable,
    'owner_id = ?1 and id < ?2 order by id desc limit ?3',
  )
  const load = dialect.statement(
    'lock_webhook',
    `select ${columnsOf(webhooksTable)} from webhooks where id = ?1 ${dialect.forUpdate}`,
  )
  const remove = dialect.remove('remove_webhooks', 'webhooks', 'id')
  const removeNote = dialect.remove('remove_note_of_deliveries', 'key_values', 'key')

  function becoming(id: WebhookId, webhook: Webhook | 'removed' | undefined): readonly Write[] {
    if (webhook === undefined) return []
    if (webhook !== 'removed') return writer.update([webhook])
    // There may be a million deliveries. No read returns them from now on, and the retention removes them in pieces.
    const removals = [
      { statement: remove, rows: [[id]] },
      { statement: removeNote, rows: [[removedDeliveriesKey(id)]] },
    ]
    return removals.map((removal) => ({ ...removal, shared: [], mustMatch: false }))
  }

  return {
    changeWebhook: (id, decide) =>
      orConflict(
        database.change([{ statement: load, values: [id] }], ([rows]) => {
          const [row] = rowsAs<WebhookRow>(rows)
          const change = decide(row === undefined ? null : webhooksTable.fromRow(row))
          const further = writes.of(change)
          return {
            writes: [...becoming(id, change.webhook), ...further.writes],
            hasEvents: further.hasEvents,
            result: change.result,
          }
        }),
      ),
    webhooks: async (ids) => byKey(await byId(ids), (webhook) => webhook.id),
    listWebhooks: (ownerId, { after, limit }) => list(ownerId, after ?? AFTER_IDS, limit),
  }
}
