// A long backlog of failed deliveries must be read by the webhook's own index, whatever the database's statistics are.
import type { BriefEvent, DeliveryQueue, Webhook, WebhookDeliveryId } from '@dropkit/core'
import { put, putDrop, sampleDelivery, sampleEvent, sampleUser, sampleWebhook } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'
import { expectFewRows, type Planned, plansOf } from '../../test/query-plans.ts'
import { MOST_DELIVERIES_PER_USER } from './delivery-dispatch.ts'

const OWNER = sampleUser(1)
const WEBHOOKS = [1, 2, 3].map((n) => sampleWebhook(OWNER, n))
const NOW = 1_800_000_000_000
const MANY = 10_000
/** 1,000 rows are compared for each webhook: see `LOOKED_AT_AGAIN`. */
const FEW = 1_000 * WEBHOOKS.length + 500

/** Deliveries of each webhook that have failed once. All are due at NOW. */
const fill = WEBHOOKS.map(
  ({ id }, place) => `
  insert into webhook_deliveries (id, webhook_id, position, event_type, attempts, state, next_attempt_at)
  select 'delivery_${place}_' || n, '${id}', n, 'drop.claimed', 1, 'waiting', ${NOW} - n from
    (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
      select n from numbers) as numbers`,
)

/** @param statistics Statements that run after the deliveries are there. */
const failedDeliveries = (statistics: readonly string[]): Planned<void> => ({
  async fill({ store }, { run }) {
    await put(store, { users: [OWNER], webhooks: WEBHOOKS })
    await run([...fill, ...statistics])
  },
  ask: async ({ deliveries }) => void (await takeSome(deliveries, NOW)),
})

const takeSome = async (deliveries: DeliveryQueue, now: number) =>
  (await deliveries.take({ now, leaseMs: 30_000, limit: 50, limitPerWebhook: 20, underWay: new Map() }))
    .length

describe('what is due of many deliveries that failed', () => {
  test('is read by the index of its webhook on SQLite', () =>
    plansOf(failedDeliveries(['analyze']), ({ steps }) => {
      expect(steps.filter((step) => /SCAN webhook_deliveries(?! USING)/.test(step))).toEqual([])
      expect(steps.join('\n')).not.toContain('webhook_deliveries_next_attempt')
    }))

  const STATISTICS = {
    'never analyzed': [],
    // As where everything was delivered for a long time, and now a receiver fails: the database expects none to be due.
    'analyzed while no delivery waited': [
      'create temp table waiting as select id, next_attempt_at from webhook_deliveries',
      "update webhook_deliveries set state = 'delivered', next_attempt_at = null, ended_at = 1",
      'analyze',
      `update webhook_deliveries
       set state = 'waiting', next_attempt_at = waiting.next_attempt_at, ended_at = null
       from waiting where waiting.id = webhook_deliveries.id`,
    ],
    analyzed: ['analyze'],
  }
  test.each(Object.entries(STATISTICS))('takes few rows on Postgres, %s', (_, statistics) =>
    expectFewRows(failedDeliveries(statistics), FEW),
  )
})

test.each(databases)(
  'on %s, the deliveries of a deleted webhook are hidden at once and removed in pieces',
  (_, make) =>
    withStorage(make, async ({ store, deliveries, retention }) => {
      const { owner, drop } = await putDrop(store)
      const [kept, deleted] = [sampleWebhook(owner, 1), sampleWebhook(owner, 2)]
      await put(store, { webhooks: [kept, deleted] })
      await store.create({ events: Array.from({ length: 5 }, () => sampleEvent(drop)) })
      const ids: WebhookDeliveryId[] = []
      const toBoth = (event: BriefEvent, webhooks: readonly Webhook[]) => {
        const queued = webhooks.map((webhook) => sampleDelivery(webhook, event))
        ids.push(...queued.filter(({ webhookId }) => webhookId === deleted.id).map(({ id }) => id))
        return queued
      }
      await expect.poll(() => deliveries.dispatch(5, toBoth)).toBe(5)
      await store.changeWebhook(deleted.id, () => ({ webhook: 'removed', result: undefined }))

      expect(await Promise.all(ids.map((id) => deliveries.delivery(id)))).toEqual(ids.map(() => undefined))
      const listed = () => deliveries.deliveriesOf([kept.id, deleted.id], 9)
      expect([...(await listed()).values()].map(({ length }) => length)).toEqual([5, 0])
      expect(await takeSome(deliveries, NOW)).toBe(5)
      const removed = []
      for (let run = 0; run < 4; run++) removed.push(await retention.deleteExpired('deliveries', 0, 2))
      expect(removed).toEqual([2, 2, 1, 0])
      expect([...(await listed()).values()].map(({ length }) => length)).toEqual([5, 0])
    }),
)

describe('dispatch size', () => {
  const WEBHOOKS = 100
  const EVENTS = 25
  const EVENTS_PER_CALL = 500

  const toAll = (event: BriefEvent, webhooks: readonly Webhook[]) =>
    webhooks.map((webhook) => sampleDelivery(webhook, event))

  test.each(databases)(
    'on %s, the events of a user with many webhooks are queued a few at a time, each once and in order',
    (_, make) =>
      withStorage(make, async ({ store, deliveries }) => {
        const { owner, drop } = await putDrop(store)
        await put(store, {
          webhooks: Array.from({ length: WEBHOOKS }, (__, n) => sampleWebhook(owner, n + 1)),
        })
        await store.create({ events: Array.from({ length: EVENTS }, () => sampleEvent(drop)) })

        const queued: number[] = []
        const perCall: number[] = []
        while (queued.length < EVENTS) {
          let inCall = 0
          await deliveries.dispatch(EVENTS_PER_CALL, (event, webhooks) => {
            if (webhooks.length > 0) queued.push(event.position)
            inCall += webhooks.length
            return toAll(event, webhooks)
          })
          perCall.push(inCall)
        }
        // A call reads the log, and then the backlog of one user.
        expect(Math.max(...perCall)).toBeLessThanOrEqual(2 * MOST_DELIVERIES_PER_USER)
        expect(queued).toEqual(Array.from({ length: EVENTS }, (__, n) => n + 1))
        expect(await deliveries.dispatch(EVENTS_PER_CALL, toAll)).toBe(0)
      }),
  )

  test.each(databases)(
    'on %s, an event of another user is queued in the next call, after any number of events of users with many webhooks',
    (_, make) =>
      withStorage(make, async ({ store, deliveries }) => {
        const { owner, drop } = await putDrop(store)
        const [busy, victim] = [sampleUser(8), sampleUser(9)]
        const own = sampleWebhook(victim, 900)
        const many = [owner, busy].flatMap((user, place) =>
          Array.from({ length: WEBHOOKS }, (__, n) => sampleWebhook(user, 200 * place + n + 1)),
        )
        await put(store, { users: [busy, victim], webhooks: [...many, own] })
        const flood = () =>
          Array.from({ length: 200 }, (__, n) =>
            sampleEvent(drop, { ownerId: n % 2 === 0 ? owner.id : busy.id, actorId: null }),
          )
        await store.create({
          events: [...flood(), sampleEvent(drop, { ownerId: victim.id, actorId: owner.id })],
        })

        const queued = new Map<string, number[]>()
        const choose = (event: BriefEvent, webhooks: readonly Webhook[]) => {
          for (const { id } of webhooks) queued.set(id, [...(queued.get(id) ?? []), event.position])
          return toAll(event, webhooks)
        }
        let calls = 0
        while (!queued.has(own.id) && calls < 50)
          if ((await deliveries.dispatch(EVENTS_PER_CALL, choose)) > 0) calls++
        expect(calls).toBe(1)
        // The owner is the actor of the victim's event.
        const all = (isOfOwner: boolean) => (isOfOwner ? 101 : 100)
        const isComplete = () =>
          many.every(({ id, ownerId }) => queued.get(id)?.length === all(ownerId === owner.id))
        while (!isComplete() && calls < 200)
          if ((await deliveries.dispatch(EVENTS_PER_CALL, choose)) > 0) calls++
        for (const { id, ownerId } of many) {
          const places = queued.get(id) ?? []
          expect(places).toHaveLength(all(ownerId === owner.id))
          expect(places).toEqual(places.toSorted((one, other) => one - other))
        }
        expect(queued.get(own.id)).toEqual([201])
        expect(await deliveries.dispatch(EVENTS_PER_CALL, choose)).toBe(0)
      }),
  )
})

test.each(databases)(
  'a call takes from a bounded number of webhooks on %s, past those that have nothing due, all of them in turn',
  (_, make) =>
    withStorage(make, async ({ store, deliveries }) => {
      const { owner, drop } = await putDrop(store)
      // Those that are not active or were deleted hide no others.
      const webhooks = Array.from({ length: 1_200 }, (_one, n) => ({
        ...sampleWebhook(owner, n + 1),
        isActive: n >= 300,
      }))
      await put(store, { webhooks: webhooks.filter((_one, n) => n < 300 || n >= 600) })
      await store.create({ events: [sampleEvent(drop)] })
      const queue = () =>
        deliveries.dispatch(5, (event) => webhooks.map((webhook) => sampleDelivery(webhook, event)))
      await expect.poll(queue).toBe(1)
      const query = { now: NOW, leaseMs: 30_000, limit: 2_000, limitPerWebhook: 5, underWay: new Map() }
      const taken: string[] = []
      const counts: number[] = []
      for (let call = 0; call < 3; call++) {
        const due = await deliveries.take(query)
        counts.push(due.length)
        taken.push(...due.map(({ webhook }) => webhook.id))
      }
      expect(counts).toEqual([400, 200, 0])
      expect(taken.sort()).toEqual(webhooks.slice(600).map(({ id }) => id))
    }),
)

test('all due deliveries are counted by a long read, so that many of them hold up nothing else', () =>
  plansOf(
    { ...failedDeliveries([]), ask: async ({ deliveries }) => void (await deliveries.backlog(NOW)) },
    ({ asked }) => expect(asked.map((load) => 'isLong' in load && load.isLong)).toEqual([true]),
  ))
