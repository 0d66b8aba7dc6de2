// What a webhook receiver gets, and what its owner sees.
import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../support/server.ts'
import { type Hit, openReceiver } from '../support/webhook-receiver.ts'
import { createWorld, type Data, onEachDatabase, soon, type World } from './world.ts'

const receiverOf = async (...answers: Parameters<typeof openReceiver>) => {
  const receiver = await openReceiver(...answers)
  onTestFinished(receiver.close)
  return receiver
}

/** The signature by the standard, without Dropkit's code. */
const signatureOf = (secret: string, { headers, body }: Hit): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
const signaturesOn = ({ headers }: Hit): readonly string[] => String(headers['webhook-signature']).split(' ')

const WEBHOOK = `query ($id: ID!) { webhook(id: $id) { isActive secret circuit failingSince deliveries {
  id event attempt statusCode error deliveredAt nextAttemptAt } } }`
const see = async (world: World, id: string): Promise<Data> => (await world.ask(WEBHOOK, { id })).webhook
const register = async (world: World, url: string, events = ['drop.created']): Promise<Data> => {
  const query =
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id webhookId secret isActive } }'
  const { createWebhook } = await world.ask(query, { input: { url, events } })
  onTestFinished(() => world.ask(`mutation { deleteWebhook(input: { id: "${createWebhook.id}" }) }`))
  return createWebhook
}

onEachDatabase('a webhook', (world) => {
  it('that fails is tried again under the same id, no sooner than its receiver asks', async () => {
    const { url, hits } = await receiverOf([503, { 'retry-after': '3600' }], [204])
    const { id, webhookId, secret, isActive } = await register(world, url)
    expect({ webhookId, isActive }).toEqual({ webhookId: id, isActive: true })
    const dropId = await world.launch()
    const [failed] = await poll(world, id, ({ attempt }) => attempt === 1)
    expect(failed).toMatchObject({
      event: 'drop.created',
      statusCode: 503,
      error: expect.stringContaining('503'),
      deliveredAt: null,
    })
    const waitMs = Date.parse(failed.nextAttemptAt) - (await world.advance(0))
    expect(waitMs).toBeGreaterThan(3_500_000)
    expect(waitMs).toBeLessThanOrEqual(3_600_000)
    expect(await see(world, id)).toMatchObject({ circuit: 'CLOSED', failingSince: expect.any(String) })

    await world.advance(20)
    expect(await see(world, id)).toMatchObject({ circuit: 'OPEN' })
    await world.advance(3_600)
    const [delivered] = await poll(world, id, ({ attempt }) => attempt === 2)
    expect(delivered).toMatchObject({ id: failed.id, statusCode: 204, error: null, nextAttemptAt: null })
    expect(delivered.deliveredAt).toMatch(/Z$/)
    const [first, second] = hits as [Hit, Hit]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(second.body).toBe(first.body)
    for (const hit of [first, second]) {
      expect(signaturesOn(hit)).toEqual([signatureOf(secret, hit)])
      // Timestamps follow the real time, even if the fake chain's clock was moved.
      expect(Math.abs(Number(hit.headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(60_000)
    }
    const { type, timestamp, data, ...more } = JSON.parse(first.body)
    expect({ type, dropId: data.dropId, more }).toEqual({ type: 'drop.created', dropId, more: {} })
    const { events } = await world.ask('{ events(types: ["drop.created"], limit: 1) { id timestamp data } }')
    expect(events).toEqual([{ id: first.headers['webhook-id'], timestamp, data }])
    // A secret is shown only once.
    expect(await see(world, id)).toMatchObject({ secret: null, circuit: 'CLOSED', failingSince: null })
  })

  const poll = async (world: World, id: string, isSo: (delivery: Data) => boolean): Promise<Data[]> => {
    let deliveries: Data[] = []
    await soon(async () => {
      ;({ deliveries } = await see(world, id))
      expect(deliveries.some(isSo)).toBe(true)
    })
    return deliveries
  }
})

it('goes to no private, loopback or link-local address where that is not permitted', async () => {
  const server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '0' } })
  const world = createWorld(() => server)
  const query = 'mutation ($input: RegisterWebhookInput!) { registerWebhook(input: $input) { id } }'
  for (const host of ['127.0.0.1', '[fe80::1]']) {
    const { extensions } = await world.refusal(query, { input: { url: `http://${host}/`, events: ['*'] } })
    expect({ host, ...extensions }).toMatchObject({ host, code: 'BAD_USER_INPUT', field: 'url' })
  }
  // A host name is checked only when a message is sent.
  const named = await world.ask(query, { input: { url: 'https://hooks.example.org/', events: ['*'] } })
  expect(named.registerWebhook.id).toMatch(/^webhook_/)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})
