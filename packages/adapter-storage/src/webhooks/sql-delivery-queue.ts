import {
  type DeliveryQueue,
  type NewEvent,
  removedDeliveriesKey,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import { createBatcher } from '@dropkit/core/internal'
import { type Database, type Decided, type Row, rowsAs } from '../database.ts'
import { createChangeWrites } from '../drops/change-writes.ts'
import { createBriefEventsAt } from '../events/event-reads.ts'
import { DELIVERIES_IN } from '../migrations/0030-to-0049.ts'
import { columnsOf, createSelecting } from '../reads/store-reads.ts'
import { createWriter, valuesOf } from '../tables/table.ts'
import {
  type DeliveryRow,
  deliveriesTable,
  type WebhookRow,
  webhooksTable,
} from '../tables/webhooks-tables.ts'
import { createDispatch } from './delivery-dispatch.ts'
import { createTake } from './delivery-take.ts'

/** The queue between the event log and webhook receivers. A delivery is a row with a lease and a fence. */
export function createSqlDeliveryQueue(database: Database): DeliveryQueue {
  const { dialect } = database

  // The deliveries of a deleted webhook are removed later.
  const byId = createSelecting(database)(
    'delivery',
    deliveriesTable,
    'id = ?1 and exists (select 1 from webhooks where webhooks.id = webhook_id)',
  )
  const newest = (state: keyof typeof DELIVERIES_IN | null) =>
    dialect.each(
      state === null ? 'deliveries_of_webhooks' : `${state}_deliveries_of_webhooks`,
      { webhook_id: 'text' },
      'position desc',
      (parent, shared) => `select ${columnsOf(deliveriesTable)} from webhook_deliveries
        ${state === null ? '' : dialect.byIndex(`webhook_deliveries_${state}`)}
        where webhook_id = ${parent('webhook_id')}${state === null ? '' : ` and ${DELIVERIES_IN[state]}`}
          and (select true from webhooks where id = ${parent('webhook_id')})
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
     set state = 'waiting', attempts = 0, next_attempt_at = ?2, ended_at = null, leased_until = null,
       status_code = null, error = null
     where id = ?1 returning id`,
  )
  const surplusAfter = dialect.statement(
    'surplus_deliveries',
    `select id, surplus from (
       select id, (select count(*) from webhook_deliveries where webhook_id = webhooks.id)
         - cast(?2 as bigint) / (select count(*) from webhooks as others where others.owner_id = webhooks.owner_id) as surplus
       from webhooks where id > ?1
     ) as counted where surplus > 0 order by id limit 1`,
  )
  const removal = (state: keyof typeof DELIVERIES_IN, condition = '') =>
    dialect.statement(
      `remove_${state}_deliveries`,
      `delete from webhook_deliveries where id in (
         select id from webhook_deliveries ${dialect.byIndex(`webhook_deliveries_${state}`)}
         where webhook_id = ?1 and ${DELIVERIES_IN[state]} ${condition}
         order by position limit ?2 ${dialect.skipLocked}
       ) returning position`,
    )
  const removals = [
    removal('delivered'),
    removal('given_up'),
    removal('waiting', 'and not (select is_active from webhooks where id = ?1)'),
  ]
  const noteRemoved = dialect.insert(
    'note_removed_deliveries',
    'key_values',
    { key: 'text', value: 'text' },
    `on conflict (key) do update set value = excluded.value
     where cast(key_values.value as bigint) < cast(excluded.value as bigint)`,
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
    async surplusAfter(after, mostPerUser) {
      const values = [after ?? '', mostPerUser]
      const [row] = rowsAs<{ id: WebhookId; surplus: number }>(
        await database.read({ statement: surplusAfter, values, isLong: true }),
      )
      return row === undefined ? null : { webhookId: row.id, surplus: row.surplus }
    },
    async removeOldest(webhookId, limit) {
      let removed = 0
      for (const statement of removals) {
        const loads = [{ statement, values: [webhookId, limit - removed] }]
        removed += await database.change(loads, ([rows]) => {
          const positions = rowsAs<{ position: number }>(rows).map(({ position }) => position)
          const note = [removedDeliveriesKey(webhookId), String(Math.max(...positions))]
          return {
            writes:
              positions.length === 0
                ? []
                : [{ statement: noteRemoved, shared: [], rows: [note], mustMatch: false }],
            hasEvents: false,
            result: positions.length,
          }
        })
        if (removed >= limit) break
      }
      return removed
    },
    eventsAt: createBriefEventsAt(database),
    delivery: async (id) => (await byId(id))[0],
    async backlog(now) {
      const [row] = rowsAs<{ due: number; oldest: number | null }>(
        await database.read({ statement: backlog, values: [now], isLong: true }),
      )
      return { due: row?.due ?? 0, oldestMs: row?.oldest == null ? 0 : now - row.oldest }
    },
  }
}

type Outcome = 'written' | 'lost' | 'webhook_changes'

interface Ended {
  readonly due: Parameters<DeliveryQueue['finish']>[0]
  readonly change: Parameters<DeliveryQueue['finish']>[1]
}

/** The combined result of a batch, before it is written. */
interface Folded {
  readonly outcomes: readonly Outcome[]
  readonly deliveries: readonly WebhookDelivery[]
  readonly webhooks: readonly Webhook[]
  readonly events: readonly NewEvent[]
}

const MOST_AT_ONCE = 200

/**
 * Stores the results of attempts. Attempts that end while others are being written share the next transaction. Most do not
 * change their webhook, so only the deliveries are locked. If a webhook changes, the transaction is repeated with the
 * webhook locked.
 */
function createFinish(database: Database): DeliveryQueue['finish'] {
  const { dialect } = database
  const changeWrites = createChangeWrites(dialect)
  const webhooks = createWriter(dialect, webhooksTable)

  // Locks are taken in the order of ids, webhooks before deliveries, so that transactions cannot deadlock.
  const held = dialect.statement(
    'lock_held_deliveries',
    `select id, fence from webhook_deliveries
     where ${dialect.among('id', 1, 'text')} and leased_until is not null order by id ${dialect.forUpdate}`,
  )
  const webhooksOf = (name: string, ending: string) =>
    dialect.statement(
      name,
      `select ${columnsOf(webhooksTable)} from webhooks
       where ${dialect.among('id', 1, 'text')} order by id ${ending}`,
    )
  const look = webhooksOf('webhooks_of_deliveries', '')
  const lock = webhooksOf('lock_webhooks_of_deliveries', dialect.forUpdate)
  // With one writer, the transaction has implicitly locked everything.
  const isAlwaysLocked = dialect.forUpdate === ''

  const changing = {
    attempts: 'integer',
    state: 'text',
    next_attempt_at: 'integer',
    ended_at: 'integer',
    status_code: 'integer',
    error: 'text',
    attempt_log: 'json',
  } as const
  const end = dialect.update(
    'end_attempts',
    'webhook_deliveries',
    { shared: {}, own: { id: 'text' } },
    { ...changing, leased_until: 'integer' },
  )
  const endColumns = ['id', ...Object.keys(changing)]

  const finishTogether = (all: readonly Ended[], isLocked: boolean): Promise<readonly Outcome[]> => {
    const webhookIds = [...new Set(all.map(({ due }) => due.delivery.webhookId))]
    const loads = [
      { statement: isLocked ? lock : look, values: [webhookIds] },
      { statement: held, values: [all.map(({ due }) => due.delivery.id)] },
    ]
    return database.change(loads, ([webhookRows, heldRows]): Decided<readonly Outcome[]> => {
      const folded = fold(all, webhookRows, heldRows, isLocked || isAlwaysLocked)
      const rows = folded.deliveries.map((delivery) => [
        ...valuesOf(deliveriesTable.toRow(delivery), endColumns),
        null,
      ])
      const ended = rows.length === 0 ? [] : [{ statement: end, shared: [], rows, mustMatch: false }]
      const updated = folded.webhooks.length === 0 ? [] : webhooks.update(folded.webhooks)
      const { writes, hasEvents } = changeWrites.of({ events: folded.events })
      return { writes: [...ended, ...updated, ...writes], hasEvents, result: folded.outcomes }
    })
  }

  const batcherOf = (isLocked: boolean) =>
    createBatcher({
      maxBatch: MOST_AT_ONCE,
      run: (all: readonly Ended[]) => finishTogether(all, isLocked),
    })
  const [finish, finishLocked] = [batcherOf(false), batcherOf(true)]
  return async (due, change) => {
    const outcome = await finish.add({ due, change })
    return (outcome === 'webhook_changes' ? await finishLocked.add({ due, change }) : outcome) === 'written'
  }
}

/** Applies one attempt after another in memory. Each sees its webhook as the previous attempts have left it. */
function fold(
  all: readonly Ended[],
  webhookRows: readonly Row[] | undefined,
  heldRows: readonly Row[] | undefined,
  mayChangeWebhooks: boolean,
): Folded {
  const fences = new Map(rowsAs<{ id: string; fence: number }>(heldRows).map(({ id, fence }) => [id, fence]))
  const current = new Map<WebhookId, Webhook>(
    rowsAs<WebhookRow>(webhookRows).map((row) => [row.id, webhooksTable.fromRow(row)]),
  )
  const changed = new Map<WebhookId, Webhook>()
  const deliveries: WebhookDelivery[] = []
  const events: NewEvent[] = []
  const outcomes = all.map(({ due, change }): Outcome => {
    const { id, webhookId } = due.delivery
    const before = current.get(webhookId)
    if (!before || fences.get(id) !== due.fence) return 'lost'
    const after = change(before)
    if (after.webhook !== before) {
      if (!mayChangeWebhooks) return 'webhook_changes'
      current.set(webhookId, after.webhook)
      changed.set(webhookId, after.webhook)
    }
    fences.delete(id)
    deliveries.push(after.delivery)
    events.push(...after.events)
    return 'written'
  })
  return { outcomes, deliveries, webhooks: [...changed.values()], events }
}
