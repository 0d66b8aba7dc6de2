import { answered } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { openApi } from './api.ts'
import { launchDrop } from './launch.ts'

test('a delivery shows what was sent, and where it stands', async () => {
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
