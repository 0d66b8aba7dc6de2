import {
  type DeliveryQueue,
  type IdempotencyStore,
  type KeyValueStore,
  LOG_REMOVED_KEY,
  type Retention,
  readRemovedLog,
  type Store,
} from '@dropkit/core'
import { assertEqual, assertTrue, loggedEvents, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleChallenge, sampleDelivery, sampleSession, sampleWebhook } from './sample-accounts.ts'
import { SAMPLE_NOW as NOW, put, putDrop, sampleAddress, sampleEvent, sampleUser } from './sample-records.ts'

interface OpenedRetention {
  readonly retention: Retention
  readonly store: Store
  readonly deliveries: DeliveryQueue
  readonly idempotency: IdempotencyStore
  /** If the storage has one. Without it, what is noted of the removed log is not tested. */
  readonly keyValues?: KeyValueStore
}

const MANY = 100

/** The contract of every `Retention`. `open` returns an empty store each time. */
export function retentionContract(run: TestRunner, open: Open<OpenedRetention>): void {
  const test = testWith(run, open)

  run.describe('as retention', () => {
    test('removes deliveries that are over for long enough, longest first, and none that waits', async (opened) => {
      const { retention, store, deliveries } = opened
      const { owner, drop } = await putDrop(store)
      const webhook = sampleWebhook(owner, 1)
      await put(store, { webhooks: [webhook] })
      await store.create({ events: Array.from({ length: 5 }, () => sampleEvent(drop)) })
      await loggedEvents(store, 5)
      await deliveries.dispatch(10, (event, hooks) => hooks.map((hook) => sampleDelivery(hook, event)))
      const query = { leaseMs: 1, limit: 4, limitPerWebhook: 4, underWay: new Map() }
      for (const due of await deliveries.take({ ...query, now: NOW })) {
        // Those that are later in the log ended earlier.
        const at = NOW + 5 - due.delivery.position
        const kind = due.delivery.position % 2 === 0 ? 'delivered' : 'given_up'
        await deliveries.finish(due, (current) => ({
          delivery: { ...due.delivery, attempts: 1, state: { kind, at } },
          webhook: current,
          events: [],
        }))
      }
      const left = async () => {
        const listed = (await deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? []
        return listed.map(({ position }) => position)
      }
      assertEqual(await retention.deleteExpired('deliveries', NOW, MANY), 0)
      assertEqual(await retention.deleteExpired('deliveries', NOW + 3, 2), 2)
      assertEqual(await left(), [5, 2, 1])
      assertEqual(await retention.deleteExpired('deliveries', NOW + 3, 2), 1)
      assertEqual(await retention.deleteExpired('deliveries', NOW + 3, 2), 0)
      assertEqual(await left(), [5, 1])
      await deliveries.requeue(
        present((await deliveries.deliveriesOf([webhook.id], 2)).get(webhook.id)?.[1]).id,
        NOW,
      )
      assertEqual(await retention.deleteExpired('deliveries', NOW + 99_999, MANY), 0, 'what is sent again')
      assertEqual(await deliveries.dispatch(10, () => []), 0, 'the log is not read again')
    })

    test('removes what waits for a webhook that is inactive and unchanged for long enough, then its events', async (opened) => {
      const { retention, store, deliveries } = opened
      const { owner, drop } = await putDrop(store)
      const [active, changed, inactive] = [1, 2, 3].map((n) =>
        sampleWebhook(owner, n, { updatedAt: NOW - 1 }),
      )
      const webhooks = [present(active), present(changed), present(inactive)]
      await put(store, { webhooks })
      await store.create({ events: Array.from({ length: 4 }, () => sampleEvent(drop)) })
      await loggedEvents(store, 4)
      await deliveries.dispatch(10, (event, hooks) =>
        hooks
          .filter((hook) => event.position < 3 || (event.position === 3 && hook.id !== inactive?.id))
          .map((hook) => sampleDelivery(hook, event, { attempts: event.position % 2 })),
      )
      for (const [webhook, updatedAt] of [
        [changed, NOW + 9],
        [inactive, NOW],
      ] as const)
        await store.changeWebhook(present(webhook).id, (current) => ({
          webhook: { ...present(current), isActive: false, updatedAt },
          result: undefined,
        }))
      const left = async () => {
        const listed = await deliveries.deliveriesOf(
          webhooks.map(({ id }) => id),
          9,
        )
        return webhooks.map(({ id }) => listed.get(id)?.map(({ position }) => position))
      }
      assertEqual(await retention.deleteExpired('deliveries', NOW - 1, MANY), 0)
      assertEqual(await retention.deleteExpired('deliveries', NOW, 1), 1)
      assertEqual(await left(), [[3, 2, 1], [3, 2, 1], [2]])
      assertEqual(await retention.deleteExpired('deliveries', NOW + 8, MANY), 1)
      assertEqual(await left(), [[3, 2, 1], [3, 2, 1], []])
      await store.changeWebhook(present(active).id, () => ({ webhook: 'removed', result: undefined }))
      // A store may leave the deliveries of a deleted webhook to the retention.
      await retention.deleteExpired('deliveries', NOW + 8, MANY)
      assertEqual(await retention.deleteExpired('events', NOW + 9, MANY), 0, 'a delivery has the first event')
      assertEqual(await retention.deleteExpired('deliveries', NOW + 9, 2), 2)
      assertEqual(await left(), [[], [3], []])
      assertEqual(await retention.deleteExpired('events', NOW + 9, MANY), 2)
      assertEqual(await retention.deleteExpired('deliveries', NOW + 9, 2), 1)
      assertEqual(await retention.deleteExpired('deliveries', NOW + 9, 2), 0)
    })

    test('removes the beginning of the log only, and never its last event', async (opened) => {
      const { retention, store, deliveries, keyValues } = opened
      const { drop } = await putDrop(store)
      const at = [NOW, NOW + 5, NOW + 1, NOW + 1, NOW]
      for (const [index, time] of at.entries()) {
        await store.create({ events: [{ ...sampleEvent(drop), at: time }] })
        await loggedEvents(store, index + 1)
      }
      const left = async () => (await store.events({ since: 0, limit: 9 })).map(({ position }) => position)
      assertEqual(
        await retention.deleteExpired('events', NOW + 9, MANY),
        0,
        'before it was read for webhooks',
      )
      await deliveries.dispatch(5, () => [])
      assertEqual(await retention.deleteExpired('events', NOW + 1, MANY), 1, 'up to one that is not over')
      assertEqual(await left(), [2, 3, 4, 5])
      assertEqual(await retention.deleteExpired('events', NOW + 9, 2), 2)
      assertEqual(await retention.deleteExpired('events', NOW + 9, 2), 1)
      assertEqual(await retention.deleteExpired('events', NOW + 9, 2), 0)
      assertEqual(await left(), [5])
      if (keyValues) {
        const { upTo, by } = readRemovedLog((await keyValues.get([LOG_REMOVED_KEY])).get(LOG_REMOVED_KEY))
        assertTrue(upTo === 4 && by >= NOW + 5, `it is noted that ${upTo} events by ${by} are removed`)
      }
      await store.create({ events: [sampleEvent(drop)] })
      await loggedEvents(store, 2)
      assertEqual(await left(), [5, 6], 'later events keep their places')
    })

    test('keeps events that have a delivery, and all later ones', async ({
      retention,
      store,
      deliveries,
    }) => {
      const { owner, drop } = await putDrop(store)
      await put(store, { webhooks: [sampleWebhook(owner, 1)] })
      await store.create({ events: Array.from({ length: 4 }, () => sampleEvent(drop)) })
      await loggedEvents(store, 4)
      await deliveries.dispatch(10, (event, hooks) =>
        event.position === 2 ? hooks.map((hook) => sampleDelivery(hook, event)) : [],
      )
      assertEqual(await retention.deleteExpired('events', NOW + 9, MANY), 1)
      const [first] = await store.events({ since: 0, limit: 1 })
      assertEqual(first?.position, 2)
    })

    test('removes sessions that have expired, and none that is good', async ({ retention, store }) => {
      const user = sampleUser(1)
      const [old, revoked, good] = [
        sampleSession(user, 1, { expiresAt: NOW }),
        sampleSession(user, 2, { expiresAt: NOW - 1, revokedAt: NOW - 5 }),
        sampleSession(user, 3, { expiresAt: NOW + 1 }),
      ]
      await put(store, { users: [user], sessions: [old, revoked, good] })
      assertEqual(await retention.deleteExpired('sessions', NOW, MANY), 2)
      assertEqual(await retention.deleteExpired('sessions', NOW, MANY), 0)
      const known = await store.credentials([old, revoked, good].map(({ secretHash }) => secretHash))
      assertEqual([...known.keys()], [good.secretHash])
    })

    test('removes challenges that are over, used or not', async ({ retention, store }) => {
      const wallet = sampleAddress(0xaa)
      const [used, unused, live] = [
        sampleChallenge(wallet, 1, { expiresAt: NOW, usedAt: NOW - 1 }),
        sampleChallenge(wallet, 2, { expiresAt: NOW }),
        sampleChallenge(wallet, 3, { expiresAt: NOW + 1 }),
      ]
      await put(store, { challenges: [used, unused, live] })
      assertEqual(await retention.deleteExpired('challenges', NOW, MANY), 2)
      const left = await store.liveChallenges(wallet, { now: 0, limit: MANY })
      assertEqual(
        left.map(({ nonce }) => nonce),
        [live.nonce],
      )
    })

    test('removes requests that are older than their time, and none younger', async ({
      retention,
      idempotency,
    }) => {
      const user = sampleUser(1)
      const begin = (key: string, now: number, fingerprint = 'one') =>
        idempotency.begin({ userId: user.id, key }, fingerprint, {
          now,
          leaseMs: 1_000,
          expiresAt: now + 5_000,
        })
      for (const [place, key] of ['old', 'young'].entries()) {
        const begun = await begin(key, NOW + place)
        if (begun.kind === 'begun') await idempotency.answer(begun.lease, 'sealed')
      }
      assertEqual(await retention.deleteExpired('receipts', NOW + 4_999, MANY), 0)
      assertEqual((await begin('old', NOW)).kind, 'answered')
      assertEqual(await retention.deleteExpired('receipts', NOW + 5_000, MANY), 1)
      assertEqual((await begin('old', NOW, 'other')).kind, 'begun')
      assertEqual((await begin('young', NOW)).kind, 'answered')
    })
  })
}
