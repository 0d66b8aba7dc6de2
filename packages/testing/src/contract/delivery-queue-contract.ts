import {
  type BriefEvent,
  type DeliveryQueue,
  type DueDelivery,
  type KeyValueStore,
  type NewEvent,
  removedDeliveriesKey,
  type Store,
  type Webhook,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { assertEqual, assertTrue, loggedEvents, present } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { sampleDelivery, sampleWebhook } from './sample-accounts.ts'
import { SAMPLE_NOW as NOW, put, putDrop, sampleEvent, sampleUser, uniquePart } from './sample-records.ts'

/** An empty delivery queue, and how to close it. */
export interface OpenedDeliveries {
  readonly store: Store
  readonly deliveries: DeliveryQueue
  /** If the storage has one. Without it, what is noted of removed deliveries is not tested. */
  readonly keyValues?: KeyValueStore
}

const LEASE_MS = 30_000

const toAll = (event: BriefEvent, webhooks: readonly Webhook[]): readonly WebhookDelivery[] =>
  webhooks.map((webhook) => sampleDelivery(webhook, event))

const places = (due: readonly DueDelivery[]) => due.map(({ delivery }) => delivery.position)

/** The contract of every `DeliveryQueue`. `open` returns an empty store and its queue each time. */
export function deliveryQueueContract(run: TestRunner, open: Open<OpenedDeliveries>): void {
  const test = testWith(run, open)

  /** Stores a creator with a webhook, and `count` events on its drop. */
  async function putEvents({ store }: OpenedDeliveries, count: number, more: Partial<Webhook> = {}) {
    const { owner, drop } = await putDrop(store)
    const webhook = sampleWebhook(owner, 1, more)
    await put(store, { webhooks: [webhook] })
    const events = Array.from({ length: count }, () => sampleEvent(drop))
    await store.create({ events })
    const logged = await loggedEvents(store, count)
    return { owner, drop, webhook, logged }
  }

  const take = (deliveries: DeliveryQueue, more: Partial<Parameters<DeliveryQueue['take']>[0]> = {}) =>
    deliveries.take({
      now: NOW,
      leaseMs: LEASE_MS,
      limit: 100,
      limitPerWebhook: 100,
      underWay: new Map(),
      ...more,
    })

  const ended = (
    due: DueDelivery,
    state: WebhookDelivery['state'],
    events: readonly NewEvent[] = [],
  ): Parameters<DeliveryQueue['finish']> => [
    due,
    (webhook) => ({
      delivery: { ...due.delivery, attempts: due.delivery.attempts + 1, state, statusCode: 200 },
      webhook,
      events,
    }),
  ]
  const delivered = (due: DueDelivery) => ended(due, { kind: 'delivered', at: NOW })

  run.describe('as a delivery queue', () => {
    test('offers a webhook only events that were written after it, whatever their times', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop } = await putDrop(store)
      const at = (time: number): NewEvent => ({ ...sampleEvent(drop), at: time })
      const first = sampleWebhook(owner, 1, { createdAt: NOW })
      const second = sampleWebhook(owner, 2, { createdAt: NOW })
      await store.create({ events: [at(NOW + 30_000)] })
      await put(store, { webhooks: [first] })
      await store.create({ events: [at(NOW - 30_000)] })
      await put(store, { webhooks: [second] })
      await store.create({ events: [at(NOW - 60_000)] })
      await loggedEvents(store, 3)
      const offered: (readonly string[])[] = []
      await deliveries.dispatch(10, (_event, webhooks) => {
        offered.push(webhooks.map(({ id }) => id).toSorted())
        return []
      })
      assertEqual(offered, [[], [first.id], [first.id, second.id].toSorted()])
    })

    test('reads the log once, on from where the last call stopped', async (opened) => {
      const { webhook, logged } = await putEvents(opened, 5)
      const seen: number[] = []
      const choose = (event: BriefEvent, webhooks: readonly Webhook[]) => {
        seen.push(event.position)
        assertEqual(event, logged[event.position - 1])
        assertEqual(webhooks, [webhook])
        return toAll(event, webhooks)
      }
      const { deliveries } = opened
      const counts = [
        await deliveries.dispatch(2, choose),
        await deliveries.dispatch(2, choose),
        await deliveries.dispatch(2, choose),
        await deliveries.dispatch(2, choose),
      ]
      assertEqual(counts, [2, 2, 1, 0])
      assertEqual([...new Set(seen)], [1, 2, 3, 4, 5])
      const queued = (await deliveries.deliveriesOf([webhook.id], 10)).get(webhook.id)
      assertEqual(
        queued,
        logged.toReversed().map((event) => sampleDelivery(webhook, event)),
        'newest first',
      )
    })

    testAtOnce(run, open)(
      'queues each event once, however many read the log at once',
      async (opened, turn) => {
        const { webhook } = await putEvents(opened, 20)
        const { deliveries } = opened
        let read = 0
        for (let round = 0; round < 30 && read < 20; round++) {
          const counts = await Promise.all(
            Array.from({ length: 5 }, () => turn().deliveries.dispatch(3, toAll)),
          )
          for (const count of counts) read += count
        }
        assertEqual(read, 20)
        assertEqual(await deliveries.dispatch(3, toAll), 0)
        assertEqual((await deliveries.deliveriesOf([webhook.id], 100)).get(webhook.id)?.length, 20)
      },
    )

    test('shows each event with the active webhooks of its owner and its actor', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop } = await putDrop(store)
      const [actor, stranger] = [sampleUser(2), sampleUser(3)]
      const [owners, actors, strangers, off] = [
        sampleWebhook(owner, 1, { events: ['token.*'] }),
        sampleWebhook(actor, 2),
        sampleWebhook(stranger, 3),
        sampleWebhook(owner, 4, { isActive: false }),
      ]
      await put(store, { users: [actor, stranger], webhooks: [owners, actors, strangers, off] })
      await store.create({
        events: [
          sampleEvent(drop, { actorId: actor.id }),
          sampleEvent(drop, { actorId: null }),
          sampleEvent(drop, { actorId: owner.id }),
        ],
      })
      await loggedEvents(store, 3)
      const shown = new Map<number, readonly WebhookId[]>()
      await deliveries.dispatch(10, (event, webhooks) => {
        shown.set(event.position, webhooks.map(({ id }) => id).sort())
        return []
      })
      assertEqual(
        [...shown.entries()],
        [
          [1, [owners.id, actors.id]],
          [2, [owners.id]],
          [3, [owners.id]],
        ],
      )
      assertEqual((await deliveries.deliveriesOf([owners.id], 9)).get(owners.id) ?? [], [])
    })

    test('moves on past events without subscribers', async (opened) => {
      await putEvents(opened, 3)
      assertEqual(await opened.deliveries.dispatch(10, () => []), 3)
      assertEqual(await opened.deliveries.dispatch(10, toAll), 0)
    })

    test('shows all events since a user’s first webhook, after any number of other events', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop } = await putDrop(store)
      await store.create({ events: [sampleEvent(drop), sampleEvent(drop)] })
      await loggedEvents(store, 2)
      await deliveries.dispatch(10, toAll)
      const webhook = sampleWebhook(owner, 1)
      await put(store, { webhooks: [webhook] })
      await store.create({ events: [sampleEvent(drop)] })
      await loggedEvents(store, 3)
      const shown: number[] = []
      await deliveries.dispatch(10, ({ position }) => {
        shown.push(position)
        return []
      })
      assertEqual(shown.at(-1), 3)
      assertEqual(await deliveries.dispatch(10, toAll), 0)
    })

    test('moves on past a full page of events without subscribers', async (opened) => {
      const { store, deliveries } = opened
      const { drop } = await putDrop(store)
      await store.create({ events: Array.from({ length: 5 }, () => sampleEvent(drop)) })
      await loggedEvents(store, 5)
      const counts = [await deliveries.dispatch(2, toAll), await deliveries.dispatch(2, toAll)]
      assertEqual(counts, [2, 2])
    })

    test('leaves no trace of a reading that throws', async (opened) => {
      const { webhook } = await putEvents(opened, 3)
      const { deliveries } = opened
      let isFirst = true
      const failing = (event: BriefEvent, webhooks: readonly Webhook[]) => {
        if (event.position === 2 && isFirst) {
          isFirst = false
          throw new Error('no such luck')
        }
        return toAll(event, webhooks)
      }
      await deliveries.dispatch(10, failing).then(
        () => assertTrue(false, 'it should have thrown'),
        () => undefined,
      )
      assertEqual(await deliveries.dispatch(10, failing), 3)
      assertEqual((await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id)?.length, 3)
    })

    test('hands deliveries out in the order of the log with all they need', async (opened) => {
      const { webhook, logged } = await putEvents(opened, 5)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      assertEqual(await take(deliveries, { now: NOW - 1 }), [], 'before they are due')
      const first = await take(deliveries, { limit: 2 })
      assertEqual(
        first.map(({ delivery, webhook: to, event }) => ({ delivery, to, event })),
        logged.slice(0, 2).map((event) => ({ delivery: sampleDelivery(webhook, event), to: webhook, event })),
      )
      assertEqual(places(await take(deliveries, { limit: 2 })), [3, 4])
      assertEqual(places(await take(deliveries)), [5])
      assertEqual(places(await take(deliveries)), [], 'while a worker holds them')
    })

    test('takes at most the requested number per webhook, minus running ones', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop, webhook } = await putEvents(opened, 0)
      const second = sampleWebhook(owner, 2)
      await put(store, { webhooks: [second] })
      await store.create({ events: [1, 2, 3].map(() => sampleEvent(drop)) })
      await loggedEvents(store, 3)
      await deliveries.dispatch(10, toAll)
      const underWay = (...counts: [WebhookId, number][]) => ({
        limitPerWebhook: 3,
        underWay: new Map(counts),
      })
      assertEqual(await take(deliveries, underWay([webhook.id, 3], [second.id, 4])), [])
      const few = await take(deliveries, { limitPerWebhook: 1 })
      assertEqual(
        few.map(({ delivery }) => [delivery.position, delivery.webhookId]),
        [
          [1, webhook.id],
          [1, second.id],
        ],
      )
      const rest = await take(deliveries, underWay([webhook.id, 2], [second.id, 1]))
      assertEqual(
        rest.map(({ delivery }) => [delivery.position, delivery.webhookId]),
        [
          [2, webhook.id],
          [2, second.id],
          [3, second.id],
        ],
      )
    })

    test('takes admitted deliveries in log order', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop, webhook } = await putEvents(opened, 0)
      const [second, third] = [sampleWebhook(owner, 2), sampleWebhook(owner, 3)]
      await put(store, { webhooks: [second, third] })
      await store.create({ events: [1, 2, 3].map(() => sampleEvent(drop)) })
      await loggedEvents(store, 3)
      await deliveries.dispatch(10, toAll)
      const admitting = (most: number) => () => ({
        hasRoom: ({ id }: Webhook) => id !== second.id,
        choose: <Due extends { readonly webhook: Webhook }>(due: readonly Due[]) =>
          due.filter(({ webhook: { id } }) => id === webhook.id).slice(0, most),
      })
      const some = await take(deliveries, { admission: admitting(2) })
      assertEqual(
        some.map(({ delivery }) => [delivery.position, delivery.webhookId]),
        [
          [1, webhook.id],
          [2, webhook.id],
        ],
      )
      assertEqual(await take(deliveries, { admission: admitting(0) }), [])
      assertEqual((await take(deliveries)).length, 7)
    })

    testAtOnce(run, open)('never gives one delivery to two simultaneous workers', async (opened, turn) => {
      await putEvents(opened, 20)
      const { deliveries } = opened
      await deliveries.dispatch(50, toAll)
      const taken = await Promise.all(Array.from({ length: 10 }, () => take(turn().deliveries, { limit: 3 })))
      const given = taken.flatMap(places)
      assertEqual(new Set(given).size, given.length, 'deliveries given twice')
      const rest = places(await take(deliveries))
      assertEqual(
        [...given, ...rest].sort((one, other) => one - other),
        Array.from({ length: 20 }, (_, n) => n + 1),
      )
    })

    test('gives a delivery to another worker after its lease, and not before', async (opened) => {
      await putEvents(opened, 1)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const first = present((await take(deliveries))[0])
      assertEqual(await take(deliveries, { now: NOW + LEASE_MS - 1 }), [])
      const second = present((await take(deliveries, { now: NOW + LEASE_MS }))[0])
      assertTrue(second.fence > first.fence, 'the fence has grown')
      assertEqual(await deliveries.finish(...delivered(first)), false, 'who has lost it')
      const { id } = first.delivery
      assertEqual((await deliveries.delivery(id))?.state.kind, 'waiting')
      assertEqual(await deliveries.finish(...delivered(second)), true)
      assertEqual(await deliveries.finish(...delivered(second)), false, 'finished twice')
      assertEqual((await deliveries.delivery(id))?.state, { kind: 'delivered', at: NOW })
      assertEqual(await take(deliveries, { now: NOW + 9 * LEASE_MS }), [])
    })

    test('gives a delivery to another if its lease ends later than any lease can', async (opened) => {
      await putEvents(opened, 1)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const wrong = present((await take(deliveries, { now: NOW + 9 * LEASE_MS }))[0])
      const right = present((await take(deliveries))[0])
      assertTrue(right.fence > wrong.fence, 'the fence has grown')
      assertEqual(await take(deliveries), [], 'the lease of the correct clock holds')
    })

    test('lets a late worker finish while no other has taken over', async (opened) => {
      await putEvents(opened, 1)
      await opened.deliveries.dispatch(10, toAll)
      const due = present((await take(opened.deliveries))[0])
      assertEqual(await opened.deliveries.finish(...delivered(due)), true)
    })

    test('stores the result of an attempt, and returns the delivery again when it is due', async (opened) => {
      await putEvents(opened, 1)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const first = present((await take(deliveries))[0])
      const failed: WebhookDelivery = {
        ...first.delivery,
        attempts: 1,
        state: { kind: 'waiting', nextAttemptAt: NOW + 5_000 },
        statusCode: 503,
        error: 'The receiver answered 503 ☂',
        attemptLog: [
          {
            number: 1,
            at: NOW,
            statusCode: 503,
            error: 'The receiver answered 503 ☂',
            durationMs: 7,
            nextAttemptAt: NOW + 5_000,
          },
        ],
      }
      const { webhook } = first
      await deliveries.finish(first, () => ({ delivery: failed, webhook, events: [] }))
      assertEqual(await deliveries.delivery(first.delivery.id), failed)
      assertEqual(await take(deliveries, { now: NOW + 4_999 }), [])
      const second = present((await take(deliveries, { now: NOW + 5_000 }))[0])
      assertEqual(second.delivery, failed)
      const givenUp: WebhookDelivery = {
        ...failed,
        attempts: 2,
        state: { kind: 'given_up', at: NOW + 6_000 },
        statusCode: null,
        error: null,
      }
      await deliveries.finish(second, () => ({ delivery: givenUp, webhook, events: [] }))
      assertEqual(await deliveries.delivery(first.delivery.id), givenUp)
      assertEqual(await take(deliveries, { now: NOW + 9 * LEASE_MS }), [])
    })

    test('a delivery that fails holds up no later one', async (opened) => {
      await putEvents(opened, 3)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const [first] = await take(deliveries, { limit: 1 })
      await deliveries.finish(...ended(present(first), { kind: 'waiting', nextAttemptAt: NOW + 99_999 }))
      assertEqual(places(await take(deliveries)), [2, 3])
      const later = await take(deliveries, { now: NOW + 99_999 })
      assertEqual(places(later), [1, 2, 3], 'in the order of the log, whichever was due first')
    })

    test('writes the webhook’s change and the events together with the result', async (opened) => {
      const { store, deliveries } = opened
      const { drop, webhook } = await putEvents(opened, 2)
      await deliveries.dispatch(10, toAll)
      const [first, second] = await take(deliveries)
      // The webhook is changed during the attempt. The end of the attempt sees the new version.
      const renamed = { ...webhook, url: 'https://example.org/renamed' }
      await store.changeWebhook(webhook.id, () => ({ webhook: renamed, result: undefined }))
      const { delivery } = present(first)
      const event = sampleEvent(drop, { type: 'webhook.disabled', dropId: null, tokenId: null })
      await deliveries.finish(present(first), (current) => {
        assertEqual(current, renamed)
        const off = { ...current, isActive: false, failingSince: NOW }
        return {
          delivery: { ...delivery, state: { kind: 'given_up', at: NOW } },
          webhook: off,
          events: [event],
        }
      })
      const off = { ...renamed, isActive: false, failingSince: NOW }
      assertEqual((await store.webhooks([webhook.id])).get(webhook.id), off)
      assertEqual((await loggedEvents(store, 3)).at(-1), { ...event, position: 3 })
      await take(deliveries, { now: NOW + LEASE_MS })
      const stale = await deliveries.finish(
        ...ended(present(second), { kind: 'delivered', at: NOW }, [event]),
      )
      // No other server can have taken the delivery over, because the webhook is disabled. So its holder may end it.
      assertEqual(stale, true)
    })

    testAtOnce(run, open)(
      'ends many attempts at once, each seeing its webhook as those before have left it',
      async (opened, turn) => {
        const { store, deliveries } = opened
        const { drop, webhook } = await putEvents(opened, 20)
        await deliveries.dispatch(50, toAll)
        const [lost, ...held] = await take(deliveries)
        await deliveries.requeue(present(lost).delivery.id, NOW + 99_999)
        const seen: Webhook[] = []
        const finish = (due: DueDelivery) =>
          turn().deliveries.finish(due, (current) => {
            const changes = due.delivery.position % 4 === 0
            if (changes) seen.push(current)
            return {
              delivery: { ...due.delivery, attempts: 1, state: { kind: 'delivered', at: NOW } },
              webhook: changes ? { ...current, updatedAt: current.updatedAt + 1 } : current,
              events: changes ? [sampleEvent(drop, { type: 'drop.paused' })] : [],
            }
          })
        const isWritten = await Promise.all([present(lost), ...held].map(finish))
        assertEqual(isWritten, [false, ...held.map(() => true)])
        assertEqual(
          (await store.webhooks([webhook.id])).get(webhook.id)?.updatedAt,
          webhook.updatedAt + 5,
          'no change was lost',
        )
        assertTrue(seen.length >= 5, 'each was decided')
        assertEqual((await loggedEvents(store, 25)).length, 25)
        const ends = (await deliveries.deliveriesOf([webhook.id], 50)).get(webhook.id) ?? []
        assertEqual(ends.filter(({ state }) => state.kind === 'delivered').length, 19)
      },
    )

    test('isolates an attempt whose result cannot be decided', async (opened) => {
      await putEvents(opened, 5)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const outcomes = await Promise.allSettled(
        (await take(deliveries)).map((due) => {
          const [, change] = delivered(due)
          return deliveries.finish(due, (webhook) => {
            if (due.delivery.position === 3) throw new Error('no such luck')
            return change(webhook)
          })
        }),
      )
      assertEqual(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'threw')),
        [true, true, 'threw', true, true],
      )
    })

    test('writes no event for a worker that has lost its lease', async (opened) => {
      const { store, deliveries } = opened
      const { drop, webhook } = await putEvents(opened, 1)
      await deliveries.dispatch(10, toAll)
      const late = present((await take(deliveries))[0])
      await take(deliveries, { now: NOW + LEASE_MS })
      const isWritten = await deliveries.finish(late, (current) => ({
        delivery: late.delivery,
        webhook: { ...current, url: 'https://example.org/late' },
        events: [sampleEvent(drop)],
      }))
      assertEqual(isWritten, false)
      assertEqual((await store.webhooks([webhook.id])).get(webhook.id), webhook)
      await store.create({ events: [sampleEvent(drop, { type: 'drop.paused' })] })
      assertEqual((await loggedEvents(store, 2)).length, 2)
    })

    test('holds the deliveries of an inactive webhook until it is active again', async (opened) => {
      const { store, deliveries } = opened
      const { webhook } = await putEvents(opened, 2)
      await deliveries.dispatch(10, toAll)
      const turn = (isActive: boolean) =>
        store.changeWebhook(webhook.id, (current) => ({
          webhook: { ...present(current), isActive },
          result: undefined,
        }))
      await turn(false)
      assertEqual(await take(deliveries), [])
      await turn(true)
      assertEqual(places(await take(deliveries)), [1, 2])
    })

    test('queues no events for an inactive webhook', async (opened) => {
      const { store, deliveries } = opened
      const { drop, webhook } = await putEvents(opened, 1, { isActive: false })
      assertEqual(await deliveries.dispatch(10, toAll), 1)
      await store.changeWebhook(webhook.id, () => ({
        webhook: { ...webhook, isActive: true },
        result: undefined,
      }))
      await store.create({ events: [sampleEvent(drop)] })
      await loggedEvents(store, 2)
      assertEqual(await deliveries.dispatch(10, toAll), 1)
      assertEqual(places(await take(deliveries)), [2])
    })

    test('queues a delivery again, whatever its result was', async (opened) => {
      const { webhook } = await putEvents(opened, 2)
      const { deliveries } = opened
      await deliveries.dispatch(10, toAll)
      const [first, second] = await take(deliveries)
      await deliveries.finish(...delivered(present(first)))
      await deliveries.finish(...ended(present(second), { kind: 'given_up', at: NOW }))
      for (const due of [first, second]) {
        assertEqual(await deliveries.requeue(present(due).delivery.id, NOW + 50), true)
      }
      assertEqual(await deliveries.requeue(idOf('delivery', uniquePart(99)), NOW), false)
      assertEqual(await take(deliveries, { now: NOW + 49 }), [])
      const again = await take(deliveries, { now: NOW + 50 })
      assertEqual(places(again), [1, 2])
      assertEqual(
        again.map(({ delivery: { state, attempts, statusCode } }) => ({ state, attempts, statusCode })),
        [1, 2].map(() => ({
          state: { kind: 'waiting', nextAttemptAt: NOW + 50 },
          attempts: 0,
          statusCode: null,
        })),
      )
      assertEqual(await deliveries.finish(...delivered(present(again[0]))), true)
      assertEqual((await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id)?.length, 2)
    })

    test('lists the deliveries of several webhooks, newest first', async (opened) => {
      const { store, deliveries } = opened
      const { owner, drop, webhook } = await putEvents(opened, 0)
      const [second, third] = [sampleWebhook(owner, 2), sampleWebhook(sampleUser(9), 3)]
      await put(store, { users: [sampleUser(9)], webhooks: [second, third] })
      await store.create({ events: [1, 2].map(() => sampleEvent(drop)) })
      await loggedEvents(store, 2)
      await deliveries.dispatch(10, toAll)
      await store.create({ events: [sampleEvent(drop)] })
      await loggedEvents(store, 3)
      await deliveries.dispatch(10, toAll)
      const listed = await deliveries.deliveriesOf([webhook.id, second.id, third.id], 2)
      const positions = (id: WebhookId) => (listed.get(id) ?? []).map(({ position }) => position)
      assertEqual([positions(webhook.id), positions(second.id), positions(third.id)], [[3, 2], [3, 2], []])
      assertEqual(await deliveries.deliveriesOf([], 2), new Map())
      assertEqual(await deliveries.delivery(idOf('delivery', uniquePart(99))), undefined)
    })

    test('lists the deliveries of a webhook in one state, newest first', async (opened) => {
      const { deliveries } = opened
      const { webhook } = await putEvents(opened, 3)
      await deliveries.dispatch(10, toAll)
      const [first] = await take(deliveries, { limit: 1 })
      assertEqual(await deliveries.finish(...delivered(present(first))), true)
      const listed = async (state: WebhookDelivery['state']['kind'], limit = 9) =>
        ((await deliveries.deliveriesOf([webhook.id], limit, state)).get(webhook.id) ?? []).map(
          ({ position }) => position,
        )
      assertEqual(await listed('delivered'), [present(first).delivery.position])
      const all = (await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? []
      const others = all.map(({ position }) => position).slice(0, -1)
      assertEqual([await listed('waiting'), await listed('waiting', 1)], [others, others.slice(0, 1)])
      assertEqual(await listed('given_up'), [])
    })

    test('shows the events that deliveries are about, by their places', async (opened) => {
      const { deliveries } = opened
      const { logged } = await putEvents(opened, 3)
      const [first, , third] = logged
      const found = await deliveries.eventsAt(
        [3, 1, 3, 99].map((place) => logged[place - 1]?.position ?? 99_999),
      )
      assertEqual(found, new Map([present(third), present(first)].map((event) => [event.position, event])))
      assertEqual(await deliveries.eventsAt([]), new Map())
    })

    test('forgets the deliveries of a webhook that is removed', async (opened) => {
      const { store, deliveries } = opened
      const { webhook } = await putEvents(opened, 2)
      await deliveries.dispatch(10, toAll)
      const [first] = await take(deliveries, { limit: 1 })
      await store.changeWebhook(webhook.id, () => ({ webhook: 'removed', result: undefined }))
      assertEqual(await deliveries.finish(...delivered(present(first))), false, 'one that was under way')
      assertEqual(await take(deliveries, { now: NOW + LEASE_MS }), [])
      assertEqual(await deliveries.delivery(present(first).delivery.id), undefined)
      assertEqual((await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? [], [])
      assertEqual((await deliveries.backlog(NOW)).due, 0)
    })

    test('finds webhooks with more deliveries than their share, in the order of ids', async (opened) => {
      const { store, deliveries } = opened
      const { owner, webhook } = await putEvents(opened, 5)
      const [second, third] = [2, 3].map((n) => sampleWebhook(owner, n))
      const other = sampleUser(9)
      await put(store, { webhooks: [present(second), present(third)] })
      await put(store, { users: [other], webhooks: [sampleWebhook(other, 4)] })
      await deliveries.dispatch(10, (event, webhooks) =>
        toAll(event, [...webhooks, ...(event.position > 2 ? [present(third), present(second)] : [])]),
      )
      assertEqual(await deliveries.surplusAfter(null, 17), null, 'a share of 5')
      const first = { webhookId: webhook.id, surplus: 3 }
      assertEqual(await deliveries.surplusAfter(null, 8), first, 'a share of 2')
      const [next, last] = [second, third].map((one) => ({ webhookId: present(one).id, surplus: 1 }))
      assertEqual(await deliveries.surplusAfter(webhook.id, 8), next)
      assertEqual(await deliveries.surplusAfter(present(next).webhookId, 8), last)
      assertEqual(await deliveries.surplusAfter(present(last).webhookId, 8), null)
    })

    test('removes the oldest deliveries, first delivered ones, then given-up ones, and waiting ones of an inactive webhook', async (opened) => {
      const { store, deliveries, keyValues } = opened
      const { webhook } = await putEvents(opened, 6)
      await deliveries.dispatch(10, toAll)
      const due = await take(deliveries)
      for (const one of due.filter(({ delivery }) => delivery.position % 2 === 0)) {
        const kind = one.delivery.position === 2 ? 'given_up' : 'delivered'
        await deliveries.finish(...ended(one, { kind, at: NOW }))
      }
      const left = async () =>
        ((await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? []).map(
          ({ position }) => position,
        )
      const key = removedDeliveriesKey(webhook.id)
      const assertNoted = async () =>
        assertEqual((await keyValues?.get([key]))?.get(key), keyValues && '6', 'the last that was removed')
      assertEqual(await deliveries.removeOldest(webhook.id, 2), 2)
      assertEqual(await left(), [5, 3, 2, 1])
      await assertNoted()
      assertEqual(await deliveries.removeOldest(webhook.id, 2), 1)
      assertEqual(await deliveries.removeOldest(webhook.id, 2), 0)
      assertEqual(await left(), [5, 3, 1])
      await store.changeWebhook(webhook.id, () => ({
        webhook: { ...webhook, isActive: false },
        result: undefined,
      }))
      assertEqual(await deliveries.removeOldest(webhook.id, 2), 2)
      assertEqual(await left(), [5])
      await assertNoted()
    })

    test('returns the number of waiting deliveries and the age of the oldest', async (opened) => {
      const { deliveries } = opened
      assertEqual(await deliveries.backlog(NOW), { due: 0, oldestMs: 0 })
      await putEvents(opened, 3)
      const dueAt = [NOW - 700, NOW, NOW + 1]
      await deliveries.dispatch(10, (event, webhooks) =>
        toAll(event, webhooks).map((delivery) => ({
          ...delivery,
          state: { kind: 'waiting', nextAttemptAt: dueAt[event.position - 1] ?? NOW },
        })),
      )
      assertEqual(await deliveries.backlog(NOW), { due: 2, oldestMs: 700 })
      for (const due of await take(deliveries)) await deliveries.finish(...delivered(due))
      assertEqual(await deliveries.backlog(NOW), { due: 0, oldestMs: 0 })
    })
  })
}
