// How many attempts are under way, and what becomes of one, seen from the queue: it hands out as many as it is asked for.

import { answered, createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { WebhookDelivery } from '../../domain/webhook.ts'
import type { DeliveryQueue, DueDelivery, InstrumentedWork, WebhookAnswer } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { createWebhookWorker, type WebhookWorker } from './deliver-webhooks.ts'

type Finished = ReturnType<Parameters<DeliveryQueue['finish']>[1]>

let service: TestService
let due: DueDelivery
let worker: WebhookWorker
/** What the queue was asked for, and how much of each webhook was said to be under way. */
let limits: number[]
let underWay: number[][]
/** How many it has; as many as it is asked for when that is less. */
let stock: number
let dispatched: number
let finished: Finished[]
let seen: InstrumentedWork[]
/** The turns of the event loop in which attempts started. */
let startedIn: number[]
/** Ends the oldest attempt that is under way. */
let endOne: () => void

const turns = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

beforeEach(async () => {
  service = await createTestService()
  const { deliveries, webhooks, clock } = service.ports
  granted(
    await service.dropkit.createWebhook(service.owner, { url: 'https://example.org', events: ['drop.*'] }),
  )
  await service.createDrop()
  await service.dropkit.deliverWebhooks()
  await service.dropkit.drainWebhooks()
  clock.advance(60_000)
  await service.createDrop()
  await deliveries.dispatch(500, (event, [webhook]) => {
    if (!webhook || event.type !== 'drop.created') return []
    const delivery: WebhookDelivery = {
      id: 'delivery_a' as never,
      webhookId: webhook.id,
      position: event.position,
      eventType: event.type,
      attempts: 2,
      state: { kind: 'waiting', nextAttemptAt: event.at },
      statusCode: null,
      error: null,
      attemptLog: [],
    }
    due = { delivery, webhook, event: { ...event, data: {} }, fence: 1 }
    return []
  })
  ;[limits, underWay, stock, dispatched, finished, seen] = [[], [], 1, 0, [], []]
  const queue: DeliveryQueue = {
    ...deliveries,
    dispatch: async () => dispatched,
    take: async (query) => {
      limits.push(query.limit)
      underWay.push([...query.underWay.values()])
      const taken = Math.min(stock, query.limit)
      stock -= taken
      return Array.from({ length: taken }, () => due)
    },
    finish: async (_, change) => {
      finished.push(change(due.webhook))
      return true
    },
  }
  const answers: (() => void)[] = []
  endOne = () => answers.shift()?.()
  let turn = 0
  startedIn = []
  webhooks.answerWith(() => {
    startedIn.push(turn)
    return new Promise<WebhookAnswer>((resolve) => void answers.push(() => resolve(answered(200))))
  })
  const watch = {
    here: () => undefined,
    around: <T>(what: InstrumentedWork, work: () => Promise<T>) => {
      seen.push(what)
      return work()
    },
    jobEnded: () => undefined,
  }
  worker = createWebhookWorker(
    { ...service.ports, deliveries: queue, instrumentation: watch, endOfTurn: async () => void turn++ },
    DEFAULT_SETTINGS,
  )
})

describe('attempts that are under way', () => {
  test('are two hundred at most while they are young, and two thousand of any age', async () => {
    stock = 5_000
    for (let round = 0; round < 12; round++) {
      await worker.tick()
      service.ports.clock.advance(1_999)
      await worker.tick()
      service.ports.clock.advance(1)
    }
    expect(limits).toEqual(Array.from({ length: 10 }, () => 200))
    expect(service.ports.webhooks.underWay).toBe(2_000)
  })

  test('start a few in a turn of the event loop, because a large event takes long to write and sign', async () => {
    stock = 8
    await worker.tick()
    expect(startedIn).toEqual([0, 0, 0, 1, 1, 1, 2, 2])
  })

  test('make room when they end', async () => {
    stock = 300
    await worker.tick()
    for (let n = 0; n < 3; n++) endOne()
    await turns()
    await worker.tick()
    expect(limits).toEqual([200, 3])
    expect(underWay).toEqual([[], [197]])
  })

  test('are counted for their webhook until the last has ended', async () => {
    stock = 2
    await worker.tick()
    endOne()
    await turns()
    await worker.tick()
    endOne()
    await worker.drain()
    await worker.tick()
    expect(underWay).toEqual([[], [1], []])
  })

  test('are reported together with the events that were read', async () => {
    dispatched = 7
    stock = 3
    expect(await worker.tick()).toBe(10)
    expect(await worker.tick()).toBe(7)
  })

  test('are visible to instrumentation, with their number', async () => {
    await worker.tick()
    expect(seen).toEqual([
      {
        kind: 'webhook_attempt',
        deliveryId: 'delivery_a',
        webhookId: due.webhook.id,
        eventType: 'drop.created',
        attempt: 3,
      },
    ])
  })
})

describe('an attempt', () => {
  const attempt = async (answer: WebhookAnswer) => {
    service.ports.webhooks.answerWith(() => answer)
    await worker.tick()
    await worker.drain()
    return finished.map(({ delivery, events }) => ({ ...delivery, events }))
  }

  test.each([200, 204, 299])('went well when the receiver answers %i', async (statusCode) => {
    expect(await attempt(answered(statusCode))).toMatchObject([
      { state: { kind: 'delivered' }, statusCode, error: null, events: [] },
    ])
  })

  test.each([199, 300, 404, 500])('failed when the receiver answers %i', async (statusCode) => {
    const error = `The receiver answered ${statusCode}`
    expect(await attempt(answered(statusCode))).toMatchObject([
      { state: { kind: 'waiting' }, statusCode, error, events: [] },
    ])
  })

  test('failed with the reason if the receiver does not answer', async () => {
    expect(await attempt({ kind: 'failed', reason: 'timed out', durationMs: 9 })).toMatchObject([
      { state: { kind: 'waiting' }, statusCode: null, error: 'timed out', events: [] },
    ])
  })

  test('that the sender aborts is not counted, and its lease ends at once', async () => {
    expect(await attempt({ kind: 'aborted', reason: 'the sender was closed', durationMs: 9 })).toEqual([
      { ...due.delivery, events: [] },
    ])
    expect(service.ports.log.lines).toEqual([])
  })

  test('that disables its webhook writes one event, with the receiver’s answer', async () => {
    const [after] = await attempt(answered(410))
    const { webhook } = due
    expect(after?.events).toMatchObject([
      {
        type: 'webhook.disabled',
        ownerId: webhook.ownerId,
        data: { webhookId: webhook.id, url: webhook.url, statusCode: 410 },
      },
    ])
  })

  test('that throws is logged, and its lease expires', async () => {
    service.ports.webhooks.answerWith(() => {
      throw new Error('the socket is gone')
    })
    await worker.tick()
    await worker.drain()
    expect(finished).toEqual([])
    expect(service.ports.log.lines).toMatchObject([
      {
        level: 'error',
        message: 'a webhook attempt could not be recorded',
        fields: { webhookId: due.webhook.id, delivery: 'delivery_a' },
        cause: new Error('the socket is gone'),
      },
    ])
  })
})
