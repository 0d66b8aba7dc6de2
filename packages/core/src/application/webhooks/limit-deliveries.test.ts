import { answered, createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import type { Webhook } from '../../domain/webhook.ts'
import { limitDeliveries } from './limit-deliveries.ts'

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

async function createWebhook(name = 'hook'): Promise<Webhook> {
  const input = { url: `https://example.org/${name}`, events: ['drop.created', 'webhook.disabled'] }
  return granted(await service.dropkit.createWebhook(service.owner, input)).webhook
}

async function causeEvents(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await service.createDrop()
  while ((await service.dropkit.deliverWebhooks()) > 0) await service.dropkit.drainWebhooks()
}

const deliveriesOf = async ({ id }: Webhook) =>
  (await service.ports.deliveries.deliveriesOf([id], 50)).get(id) ?? []
const read = async ({ id }: Webhook) => (await service.ports.store.webhooks([id])).get(id)
const limit = (most: number, run = testRun()) => limitDeliveries(service.ports, run, most)

describe('the stored deliveries of a user', () => {
  test('are limited to the newest ones, equally for each webhook', async () => {
    const webhooks = [await createWebhook('one'), await createWebhook('two')]
    await causeEvents(5)
    const before = await Promise.all(webhooks.map(deliveriesOf))
    expect(await limit(10)).toBeNull()
    expect(await Promise.all(webhooks.map(deliveriesOf))).toEqual(before)
    expect(await limit(6)).toBeNull()
    expect(await Promise.all(webhooks.map(deliveriesOf))).toEqual(before.map((newest) => newest.slice(0, 3)))
  })

  test('are removed over several runs', async () => {
    const webhook = await createWebhook()
    await causeEvents(5)
    const memo = await limit(1, testRun(null, 3))
    expect(memo).not.toBeNull()
    expect(await deliveriesOf(webhook)).toHaveLength(2)
    expect(await limit(1, testRun(memo, 3))).toBeNull()
    expect(await deliveriesOf(webhook)).toHaveLength(1)
  })

  test('keep waiting while they are not too many, whatever has ended', async () => {
    service.ports.webhooks.answerWith(() => answered(500))
    const webhook = await createWebhook()
    await causeEvents(2)
    service.ports.webhooks.answerWith(() => answered(200))
    await causeEvents(3)
    await limit(2)
    expect((await deliveriesOf(webhook)).map(({ state }) => state.kind)).toEqual(['waiting', 'waiting'])
    expect(await read(webhook)).toMatchObject({ isActive: true })
  })
})

describe('a webhook for which too many deliveries wait', () => {
  test('is disabled with the reason, and its oldest deliveries give way; their events stay in the log', async () => {
    service.ports.webhooks.answerWith(() => answered(500))
    const webhook = await createWebhook()
    await causeEvents(5)
    await limit(2)
    expect(await read(webhook)).toMatchObject({ isActive: false })
    expect(await deliveriesOf(webhook)).toHaveLength(5)
    const [event] = await service.ports.store.events({ types: ['webhook.disabled'], limit: 1 })
    const error =
      'Too many deliveries wait for the receiver: the webhooks of a user may have 2 deliveries in the store'
    expect(event).toMatchObject({ data: { webhookId: webhook.id, statusCode: null, error } })
    await limit(2)
    const left = await deliveriesOf(webhook)
    expect(left).toHaveLength(2)
    const created = await service.ports.store.events({ types: ['drop.created'], limit: 9 })
    expect(created).toHaveLength(5)
    expect(left.map(({ position }) => position)).toEqual(created.map(({ position }) => position).slice(0, 2))
  })

  test('does not concern the other webhooks of its owner', async () => {
    const silent = await createWebhook('silent')
    const working = await createWebhook('working')
    service.ports.webhooks.answerWith(({ url }) => answered(url === silent.url ? 500 : 200))
    await causeEvents(5)
    await limit(4)
    expect(await read(silent)).toMatchObject({ isActive: false })
    expect(await read(working)).toMatchObject({ isActive: true })
    expect(await deliveriesOf(working)).toHaveLength(2)
  })
})
