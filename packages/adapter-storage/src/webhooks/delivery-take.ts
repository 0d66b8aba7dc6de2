import {
  type DeliveryQueue,
  type DueDelivery,
  LONGEST_LEASES,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import { type Database, type Decided, type Load, type Row, rowsAs } from '../database.ts'
import { createEventsAt } from '../events/event-reads.ts'
import { columnsOf } from '../reads/store-reads.ts'
import {
  type DeliveryRow,
  deliveriesTable,
  type WebhookRow,
  webhooksTable,
} from '../tables/webhooks-tables.ts'

/** How many due failed deliveries of a webhook are compared. Those first in the log are taken first. */
const LOOKED_AT_AGAIN = 1_000

interface Leased {
  readonly delivery: WebhookDelivery
  readonly fence: number
}

/**
 * How many webhooks with waiting deliveries a call reads, so that it takes a bounded time. Users may have registered
 * thousands whose receivers never answer.
 */
const WEBHOOKS_AT_A_TIME = 500

/** A webhook with waiting deliveries. Without its columns if it was deleted. */
type WaitingRow = { readonly waiting_id: WebhookId } & (WebhookRow | { readonly id: null })

/**
 * The condition that a webhook has waiting deliveries, and the CTEs that it needs. Finds these webhooks by skipping through
 * an index.
 *
 * @param page The parameters of the statement for the id after which they begin, and their maximum number of each kind.
 */
export function waitingDeliveriesOf(
  dialect: Database['dialect'],
  page?: { readonly after: string; readonly most: string },
): { readonly ctes: string; readonly hasWaiting: string } {
  const isWithin = page ? `and place < cast(${page.most} as bigint)` : ''
  const distinct = (name: string, condition: string): string => {
    const first = (more: string) =>
      dialect.firstByIndex('webhook_id', `webhook_deliveries where state = 'waiting' and ${condition}${more}`)
    return `${name}(id, place) as (
      select (${first(page ? ` and webhook_id > ${page.after}` : '')}), 1
      union all
      select (${first(` and webhook_id > ${name}.id`)}), place + 1 from ${name} where ${name}.id is not null ${isWithin}
    )`
  }
  return {
    ctes: `with recursive ${distinct('fresh', 'attempts = 0')}, ${distinct('again', 'attempts > 0')}`,
    hasWaiting: 'id in (select id from fresh union select id from again)',
  }
}

/**
 * Takes due deliveries, webhook by webhook. First finds the next webhooks with waiting deliveries by skipping through an
 * index, then takes the first few of each. Never scans the backlog of one slow receiver.
 */
export function createTake(database: Database): DeliveryQueue['take'] {
  const { dialect } = database

  const { ctes } = waitingDeliveriesOf(dialect, { after: '?1', most: '?2' })
  const waiting = dialect.statement(
    'webhooks_with_waiting_deliveries',
    `${ctes}, page(waiting_id) as (
       select id from fresh where id is not null union select id from again where id is not null
       order by 1 limit cast(?2 as bigint)
     )
     select waiting_id, ${columnsOf(webhooksTable)} from page left join webhooks on id = waiting_id order by waiting_id`,
  )
  const columns = `${columnsOf(deliveriesTable)}, fence`
  // A lease that ends later than any valid lease was written by a server with a wrong clock, so it is ignored.
  const notLeased = (now: string, longest: string) =>
    `(leased_until is null or leased_until <= ${now} or leased_until > ${longest})`
  const isFree = (now: string, longest: string) =>
    `state = 'waiting' and next_attempt_at <= ${now} and ${notLeased(now, longest)}`
  // The same condition without the sum, which no index supports; only a waiting delivery has a next attempt. The chosen
  // rows are found by id and checked again, because another server may have taken them. Scanning all due deliveries of all
  // webhooks instead took half a minute when Postgres expected none to be due.
  const isStillFree = (now: string, longest: string) =>
    `next_attempt_at + 0 <= ${now} and ${notLeased(now, longest)}`
  const parents = { webhook_id: 'text' } as const
  const fresh = dialect.each(
    'take_fresh_deliveries',
    parents,
    '',
    (parent, shared) => `select ${columns} from webhook_deliveries
      where webhook_id = ${parent('webhook_id')} and attempts = 0 and ${isFree(shared(1), shared(3))}
      order by position limit ${shared(2)} ${dialect.skipLocked}`,
  )
  const again = dialect.each(
    'take_deliveries_again',
    parents,
    '',
    (parent, shared) => `select ${columns} from webhook_deliveries
      where id in (
        select id from webhook_deliveries
        where webhook_id = ${parent('webhook_id')} and attempts > 0 and ${isFree(shared(1), shared(3))}
        order by next_attempt_at limit ${LOOKED_AT_AGAIN}
      ) and ${isStillFree(shared(1), shared(3))}
      order by position limit ${shared(2)} ${dialect.skipLocked}`,
  )
  const lease = dialect.update(
    'lease_deliveries',
    'webhook_deliveries',
    { shared: {}, own: { id: 'text' } },
    { fence: 'integer', leased_until: 'integer' },
  )
  const eventsAt = createEventsAt(database)

  /** The last webhook of the previous call if there were more. */
  let after = ''

  async function webhooksToServe(
    hasRoom: (webhook: Webhook) => boolean,
  ): Promise<ReadonlyMap<WebhookId, Webhook>> {
    const page = await database.read({ statement: waiting, values: [after, WEBHOOKS_AT_A_TIME] })
    const rows = rowsAs<WaitingRow>(page)
    after = rows[WEBHOOKS_AT_A_TIME - 1]?.waiting_id ?? ''
    const webhooks = rows
      .flatMap((row) => (row.id === null ? [] : [webhooksTable.fromRow(row)]))
      .filter((webhook) => webhook.isActive && hasRoom(webhook))
    return new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  }

  const takeOfPage: DeliveryQueue['take'] = async ({
    now,
    leaseMs,
    limit,
    limitPerWebhook,
    underWay,
    admission,
  }) => {
    const roomOf = (id: WebhookId) => limitPerWebhook - (underWay.get(id) ?? 0)
    const before = admission?.()
    const webhooks = await webhooksToServe(
      (webhook) => roomOf(webhook.id) > 0 && before?.hasRoom(webhook) !== false,
    )
    if (webhooks.size === 0) return []
    const ids = [...webhooks.keys()].map((id) => [id])
    const shared = [now, Math.min(limit, limitPerWebhook), now + LONGEST_LEASES * leaseMs]
    const loads: Load[] = [fresh, again].map((statement) => ({ statement, parents: ids, shared }))
    const leased = await database.change(loads, (loaded): Decided<readonly Leased[]> => {
      const due = firstInLog(loaded.flat(), roomOf).flatMap((row) => {
        const webhook = webhooks.get(row.webhook_id)
        return webhook ? [{ row, webhook }] : []
      })
      const taken = (admission?.().choose(due) ?? due)
        .slice(0, limit)
        .map(({ row }) => ({ delivery: deliveriesTable.fromRow(row), fence: row.fence + 1 }))
      const rows = taken.map(({ delivery, fence }) => [delivery.id, fence, now + leaseMs])
      return {
        writes: rows.length === 0 ? [] : [{ statement: lease, shared: [], rows, mustMatch: false }],
        hasEvents: false,
        result: taken,
      }
    })
    if (leased.length === 0) return []
    const events = await eventsAt(leased.map(({ delivery }) => delivery.position))
    return leased.flatMap(({ delivery, fence }): DueDelivery[] => {
      const webhook = webhooks.get(delivery.webhookId)
      const event = events.get(delivery.position)
      return webhook && event ? [{ delivery, webhook, event, fence }] : []
    })
  }

  return async (query) => {
    if (query.limit < 1) return []
    // The caller pauses if there is nothing to do, so webhooks that have nothing due now are passed over at once.
    for (;;) {
      const due = await takeOfPage(query)
      if (due.length > 0 || after === '') return due
    }
  }
}

type FencedRow = DeliveryRow & { readonly fence: number }

function firstInLog(rows: readonly Row[], roomOf: (id: WebhookId) => number): readonly FencedRow[] {
  const inOrder = rowsAs<FencedRow>(rows).toSorted(
    (one, other) => one.position - other.position || (one.id < other.id ? -1 : 1),
  )
  const counts = new Map<WebhookId, number>()
  return inOrder.filter((row) => {
    const count = counts.get(row.webhook_id) ?? 0
    if (count >= roomOf(row.webhook_id)) return false
    counts.set(row.webhook_id, count + 1)
    return true
  })
}
