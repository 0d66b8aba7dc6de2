import type { DeliveryQueue, Webhook } from '@dropkit/core'
import { createChangeWrites } from './change-writes.ts'
import { type Database, type Decided, rowsAs, type Write } from './database.ts'
import { columnsOf } from './store-reads.ts'
import { createWriter } from './table-writes.ts'
import { valuesOf } from './tables/table.ts'
import { deliveriesTable, type WebhookRow, webhooksTable } from './tables/webhooks-tables.ts'

type Outcome = 'written' | 'lost' | 'webhook_changes'

/**
 * Writes what came of attempts. Most change nothing of their webhook: those hold their delivery alone, and any number
 * of one webhook end at once. Where the webhook changes, it is done again holding the webhook first.
 */
export function createFinish(database: Database): DeliveryQueue['finish'] {
  const { dialect } = database
  const changeWrites = createChangeWrites(dialect)
  const webhooks = createWriter(dialect, webhooksTable)

  const held = dialect.statement(
    'lock_held_delivery',
    `select 1 from webhook_deliveries
     where id = ?1 and fence = ?2 and leased_until is not null ${dialect.forUpdate}`,
  )
  const webhookOf = (name: string, ending: string) =>
    dialect.statement(name, `select ${columnsOf(webhooksTable)} from webhooks where id = ?1 ${ending}`)
  const look = webhookOf('webhook_of_delivery', '')
  const lock = webhookOf('lock_webhooks', dialect.forUpdate)
  // Where there is one writer, whoever writes holds everything.
  const isAlwaysLocked = dialect.forUpdate === ''

  const changing = {
    attempts: 'integer',
    state: 'text',
    next_attempt_at: 'integer',
    ended_at: 'integer',
    status_code: 'integer',
    error: 'text',
  } as const
  const end = dialect.update(
    'end_attempt',
    'webhook_deliveries',
    { shared: {}, own: { id: 'text' } },
    { ...changing, leased_until: 'integer' },
  )
  const endColumns = ['id', ...Object.keys(changing)]

  return async (due, change) => {
    const { delivery, fence } = due
    const attempt = (isLocked: boolean): Promise<Outcome> => {
      const loads = [
        { statement: isLocked ? lock : look, values: [delivery.webhookId] },
        { statement: held, values: [delivery.id, fence] },
      ]
      return database.change(loads, ([webhookRows, heldRows]): Decided<Outcome> => {
        const nothing = (result: Outcome): Decided<Outcome> => ({ writes: [], hasEvents: false, result })
        const [row] = rowsAs<WebhookRow>(webhookRows)
        if (!row || heldRows?.length !== 1) return nothing('lost')
        const before: Webhook = webhooksTable.fromRow(row)
        const { delivery: after, webhook, events } = change(before)
        const isChanged = webhook !== before
        if (isChanged && !isLocked && !isAlwaysLocked) return nothing('webhook_changes')
        const ended: Write = {
          statement: end,
          shared: [],
          rows: [[...valuesOf(deliveriesTable.toRow(after), endColumns), null]],
          mustMatch: false,
        }
        const { writes, hasEvents } = changeWrites.of({ events })
        return {
          writes: [ended, ...(isChanged ? webhooks.update([webhook]) : []), ...writes],
          hasEvents,
          result: 'written',
        }
      })
    }
    const outcome = await attempt(false)
    return (outcome === 'webhook_changes' ? await attempt(true) : outcome) === 'written'
  }
}
