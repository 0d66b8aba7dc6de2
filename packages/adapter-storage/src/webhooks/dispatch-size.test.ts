import type { LoggedEvent, Webhook } from '@dropkit/core'
import { put, putDrop, sampleDelivery, sampleEvent, sampleWebhook } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'
import { MOST_DELIVERIES_PER_DISPATCH } from './delivery-dispatch.ts'

const WEBHOOKS = 100
const EVENTS = 25

test.each(databases)(
  'on %s, the events of a user with many webhooks are queued a few at a time, each once and in order',
  (_, make) =>
    withStorage(make, async ({ store, deliveries }) => {
      const { owner, drop } = await putDrop(store)
      await put(store, { webhooks: Array.from({ length: WEBHOOKS }, (__, n) => sampleWebhook(owner, n + 1)) })
      await store.create({ events: Array.from({ length: EVENTS }, () => sampleEvent(drop)) })

      const queued: number[] = []
      const toAll = (event: LoggedEvent, webhooks: readonly Webhook[]) => {
        expect(webhooks).toHaveLength(WEBHOOKS)
        queued.push(event.position)
        return webhooks.map((webhook) => sampleDelivery(webhook, event))
      }
      const counts: number[] = []
      while (queued.length < EVENTS) counts.push(await deliveries.dispatch(500, toAll))
      expect(Math.max(...counts)).toBe(MOST_DELIVERIES_PER_DISPATCH / WEBHOOKS)
      expect(counts.reduce((sum, count) => sum + count)).toBe(EVENTS)
      expect(queued).toEqual(Array.from({ length: EVENTS }, (__, n) => n + 1))
      expect(await deliveries.dispatch(500, toAll)).toBe(0)
    }),
)
