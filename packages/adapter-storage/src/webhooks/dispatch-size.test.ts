import type { LoggedEvent, Webhook } from '@dropkit/core'
import { put, putDrop, sampleDelivery, sampleEvent, sampleUser, sampleWebhook } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'
import { MOST_DELIVERIES_PER_USER } from './delivery-dispatch.ts'

const WEBHOOKS = 100
const EVENTS = 25
const EVENTS_PER_CALL = 500

const toAll = (event: LoggedEvent, webhooks: readonly Webhook[]) =>
  webhooks.map((webhook) => sampleDelivery(webhook, event))

test.each(databases)(
  'on %s, the events of a user with many webhooks are queued a few at a time, each once and in order',
  (_, make) =>
    withStorage(make, async ({ store, deliveries }) => {
      const { owner, drop } = await putDrop(store)
      await put(store, { webhooks: Array.from({ length: WEBHOOKS }, (__, n) => sampleWebhook(owner, n + 1)) })
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
      const choose = (event: LoggedEvent, webhooks: readonly Webhook[]) => {
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
