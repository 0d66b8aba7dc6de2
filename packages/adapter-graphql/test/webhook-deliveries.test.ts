import { createDropkit } from '@dropkit/core'
import { answered, createTestPorts } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { launchDrop, openApi, serve } from './api.ts'

test('a delivery shows its request and its state', async () => {
  const api = await openApi()
  const register = `mutation { createWebhook(input: { url: "https://example.com/hook", events: ["drop.created"] }) { id } }`
  const { id } = (await api.data(register)).createWebhook
  const dropId = await launchDrop(api)
  const query = `{ webhook(id: "${id}") { deliveries { event status body } } }`
  api.ports.webhooks.answerWith(() => answered(410))
  await api.dropkit.deliverWebhooks()
  await api.dropkit.drainWebhooks()
  const [sent] = api.ports.webhooks.sent
  const body = JSON.parse(sent?.body ?? '')
  expect(body).toMatchObject({ type: 'drop.created', data: { dropId } })
  const { deliveries } = (await api.data(query)).webhook
  expect(deliveries).toEqual([{ event: 'drop.created', status: 'FAILED', body }])
  await api.app.close()
})

test('the body of a delivery has the data that was left out of its event', async () => {
  const ports = createTestPorts()
  const deliveries: typeof ports.deliveries = {
    ...ports.deliveries,
    eventsAt: async (positions) =>
      new Map(
        [...(await ports.deliveries.eventsAt(positions))].map(([position, event]) => [
          position,
          { ...event, data: undefined },
        ]),
      ),
  }
  const api = await serve({ ...ports, deliveries }, createDropkit(ports))
  const register = `mutation { createWebhook(input: { url: "https://example.com/hook", events: ["drop.created"] }) { id } }`
  const { id } = (await api.data(register)).createWebhook
  const dropId = await launchDrop(api)
  await api.dropkit.deliverWebhooks()
  const { webhook } = await api.data(`{ webhook(id: "${id}") { deliveries { body } } }`)
  const timestamp = expect.any(String)
  const data = expect.objectContaining({ dropId })
  expect(webhook.deliveries).toEqual([{ body: { type: 'drop.created', timestamp, data } }])
  await api.app.close()
})

test('a delivery lists its attempts one by one, newest first, in pages', async () => {
  const api = await openApi()
  const register = `mutation { createWebhook(input: { url: "https://example.com/hook", events: ["drop.created"] }) { id } }`
  const { id } = (await api.data(register)).createWebhook
  await launchDrop(api)
  const attempt = async () => {
    await api.dropkit.deliverWebhooks()
    await api.dropkit.drainWebhooks()
  }
  api.ports.webhooks.answerWith(() => answered(503))
  await attempt()
  api.ports.clock.advance(60_000)
  api.ports.webhooks.answerWith(() => ({ kind: 'forbidden', reason: 'the address is private' }))
  await attempt()
  api.ports.clock.advance(3_600_000)
  api.ports.webhooks.answerWith(() => answered(204))
  await attempt()
  const fields = 'number statusCode error durationMs nextAttemptAt'
  const read = async (page: string) =>
    (await api.data(`{ webhook(id: "${id}") { deliveries { attempts${page} { ${fields} } } } }`)).webhook
      .deliveries[0].attempts
  const all = [
    { number: 3, statusCode: 204, error: null, durationMs: 7, nextAttemptAt: null },
    {
      number: 2,
      statusCode: null,
      error: 'the address is private',
      durationMs: null,
      nextAttemptAt: expect.any(String),
    },
    {
      number: 1,
      statusCode: 503,
      error: 'The receiver answered 503',
      durationMs: 7,
      nextAttemptAt: expect.any(String),
    },
  ]
  expect(await read('')).toEqual(all)
  expect(await read('(limit: 2)')).toEqual(all.slice(0, 2))
  expect(await read('(limit: 2, after: 2)')).toEqual(all.slice(2))
  const tooMany = await api.error(
    `{ webhook(id: "${id}") { deliveries { attempts(limit: 201) { number } } } }`,
  )
  expect(tooMany.message).toContain('limit must be 1 to 200')
  await api.app.close()
})
