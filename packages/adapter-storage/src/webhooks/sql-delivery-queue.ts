import type { DeliveryQueue, WebhookDelivery, WebhookId } from '@dropkit/core'
import { type Database, rowsAs } from '../database.ts'
import { createEventsAt } from '../events/events-at.ts'
import { DELIVERIES_IN } from '../migrations/0045-waiting-deliveries.ts'
import { columnsOf, createSelecting } from '../reads/store-reads.ts'
import { type DeliveryRow, deliveriesTable } from '../tables/webhooks-tables.ts'
import { createDispatch } from './delivery-dispatch.ts'
import { createFinish } from './delivery-finish.ts'
import { createTake } from './delivery-take.ts'

/** The queue between the event log and webhook receivers. A delivery is a row with a lease and a fence. */
export function createSqlDeliveryQueue(database: Database): DeliveryQueue {
  const { dialect } = database

  const byId = createSelecting(database)('delivery', deliveriesTable, 'id = ?1')
  const newest = (state: keyof typeof DELIVERIES_IN | null) =>
    dialect.each(
      state === null ? 'deliveries_of_webhooks' : `${state}_deliveries_of_webhooks`,
      { webhook_id: 'text' },
      'position desc',
      (parent, shared) => `select ${columnsOf(deliveriesTable)} from webhook_deliveries
        ${state === null ? '' : dialect.byIndex(`webhook_deliveries_${state}`)}
        where webhook_id = ${parent('webhook_id')}${state === null ? '' : ` and ${DELIVERIES_IN[state]}`}
        order by position desc limit ${shared(1)}`,
    )
  const newestOfAll = newest(null)
  const newestIn = {
    waiting: newest('waiting'),
    delivered: newest('delivered'),
    given_up: newest('given_up'),
  }
  // The current holder loses the lease, and the delivery is sent again whatever the result of that attempt.
  const requeue = dialect.statement(
    'requeue_delivery',
    `update webhook_deliveries
     set state = 'waiting', attempts = 0, next_attempt_at = ?2, ended_at = null, leased_until = null
     where id = ?1 returning id`,
  )
  const backlog = dialect.statement(
    'deliveries_backlog',
    `select count(*) as due, min(next_attempt_at) as oldest from webhook_deliveries
     where next_attempt_at <= ?1 and (leased_until is null or leased_until <= ?1)
       and exists (select 1 from webhooks where webhooks.id = webhook_deliveries.webhook_id and is_active)`,
  )

  return {
    dispatch: createDispatch(database),
    take: createTake(database),
    finish: createFinish(database),
    requeue: (id, now) =>
      database.change([{ statement: requeue, values: [id, now] }], ([rows]) => ({
        writes: [],
        hasEvents: false,
        result: rows?.length === 1,
      })),
    async deliveriesOf(webhookIds, limit, state) {
      const parents = webhookIds.map((id) => [id])
      const statement = state === undefined ? newestOfAll : newestIn[state]
      const lists = await database.readEach({ statement, parents, shared: [limit] })
      return new Map<WebhookId, readonly WebhookDelivery[]>(
        webhookIds.map((id, place) => [
          id,
          rowsAs<DeliveryRow>(lists[place]).map((row) => deliveriesTable.fromRow(row)),
        ]),
      )
    },
    eventsAt: createEventsAt(database),
    delivery: async (id) => (await byId(id))[0],
    async backlog(now) {
      const [row] = rowsAs<{ due: number; oldest: number | null }>(
        await database.read({ statement: backlog, values: [now] }),
      )
      return { due: row?.due ?? 0, oldestMs: row?.oldest == null ? 0 : now - row.oldest }
    },
  }
}
