import { answered, createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../domain/user.ts'
import type { WebhookAnswer } from '../../ports/outside-services.ts'
import { recoverWebhook } from './manage-webhooks.ts'

const URL = 'https://example.org/hook'
const LONGEST = URL.padEnd(2_048, 'k')

let service: TestService
let owner: Caller

const create = async (more: { url?: string; events?: string[]; isActive?: boolean | null } = {}) =>
  granted(await service.dropkit.createWebhook(owner, { url: URL, events: ['drop.*'], ...more }))

const NO_WEBHOOK = { error: { kind: 'not_found', what: 'Webhook' } }

beforeEach(async () => {
  service = await createTestService()
  ;({ owner } = service)
})

describe('a registration is changed', () => {
  test('in the given fields, and in no others', async () => {
    const { webhook } = await create()
    const update = async (input: object) =>
      granted(await service.dropkit.updateWebhook(owner, { id: webhook.id, ...input }))
    service.ports.clock.advance(1_000)
    const updatedAt = service.ports.clock.now()
    const url = `${URL}/other`
    expect(await update({ url: ` ${url} ` })).toEqual({ ...webhook, url, updatedAt })
    expect(await update({ events: ['*'], url: null })).toEqual({ ...webhook, url, events: ['*'], updatedAt })
    expect(await update({ isActive: false })).toMatchObject({ url, events: ['*'], isActive: false })
    expect(await update({})).toMatchObject({ url, events: ['*'], isActive: false })
  })

  test('without forgetting its failures, unless it is switched on again or gets another URL', async () => {
    const { webhook } = await create()
    const { store } = service.ports
    const failingSince = service.ports.clock.now()
    const fail = () =>
      store.changeWebhook(webhook.id, () => ({ result: undefined, webhook: { ...webhook, failingSince } }))
    await fail()
    const update = async (input: object) =>
      granted(await service.dropkit.updateWebhook(owner, { id: webhook.id, ...input })).failingSince
    expect(await update({ events: ['*'] })).toBe(failingSince)
    expect(await update({ isActive: true })).toBe(failingSince)
    expect(await update({ isActive: false })).toBe(failingSince)
    expect(await update({ isActive: true })).toBeNull()
    await fail()
    expect(await update({ url: URL })).toBe(failingSince)
    expect(await update({ url: `${URL}/other` })).toBeNull()
  })

  test('only by an id of a webhook', async () => {
    const { dropkit } = service
    const stranger = { id: `webhook_${'0'.repeat(32)}` }
    for (const { id } of [{ id: 'webhook_x' }, { id: '' }, stranger]) {
      expect(await dropkit.updateWebhook(owner, { id })).toMatchObject(NO_WEBHOOK)
      expect(await dropkit.deleteWebhook(owner, id)).toMatchObject(NO_WEBHOOK)
      expect(await dropkit.testWebhook(owner, id)).toMatchObject(NO_WEBHOOK)
      expect(await dropkit.readWebhook(owner, id)).toBeUndefined()
    }
    const { webhook } = await create()
    expect(granted(await dropkit.deleteWebhook(owner, webhook.id))).toBe(true)
  })

  test('from the start: it may be created inactive, and is active by default', async () => {
    expect((await create({ isActive: false })).webhook.isActive).toBe(false)
    expect((await create({ isActive: null })).webhook.isActive).toBe(true)
    expect((await create()).webhook.isActive).toBe(true)
  })
})

test('a change of a webhook is refused for values that a new webhook must not have', async () => {
  const { webhook } = await create()
  const { id } = webhook
  const update = (input: object) => service.dropkit.updateWebhook(owner, { id, ...input })
  expect(await update({ url: 'ftp://example.org' })).toMatchObject({ error: { field: 'url' } })
  expect(await update({ url: `${LONGEST}k` })).toMatchObject({
    error: { field: 'url', message: 'url must have at most 2048 characters' },
  })
  expect(await update({ events: ['drop.exploded'] })).toMatchObject({ error: { field: 'events' } })
  expect(await service.dropkit.readWebhook(owner, id)).toEqual(webhook)
  expect(granted(await update({ url: LONGEST })).url).toBe(LONGEST)
})

describe('a test event', () => {
  test.each<[what: string, answer: WebhookAnswer, success: boolean, told: object]>([
    ['200', answered(200), true, { statusCode: 200, durationMs: 7, error: null }],
    ['204', answered(204), true, { statusCode: 204, error: null }],
    ['299', answered(299), true, { statusCode: 299, error: null }],
    ['199', answered(199), false, { statusCode: 199, error: 'The receiver answered 199' }],
    ['300', answered(300), false, { statusCode: 300, durationMs: 7, error: 'The receiver answered 300' }],
    ['500', answered(500), false, { statusCode: 500, error: 'The receiver answered 500' }],
    [
      'nothing',
      { kind: 'failed', reason: 'timed out', durationMs: 9 },
      false,
      { statusCode: null, durationMs: 9, error: 'timed out' },
    ],
    [
      'nothing before the sender ends',
      { kind: 'aborted', reason: 'the sender was closed', durationMs: 9 },
      false,
      { statusCode: null, durationMs: 9, error: 'the sender was closed' },
    ],
    [
      'from where it may not be sent',
      { kind: 'forbidden', reason: 'it is private' },
      false,
      { statusCode: null, durationMs: null, error: 'it is private' },
    ],
  ])('reports the answer: %s', async (_, answer, success, told) => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answer)
    expect(granted(await service.dropkit.testWebhook(owner, webhook.id))).toMatchObject({ success, ...told })
  })

  test.each([
    [204, null],
    [500, 7],
  ])('that is answered %i leaves the webhook failing since %j', async (status, failingSince) => {
    const { webhook } = await create()
    const failing = { ...webhook, failingSince: 7, lastFailedAt: 8 }
    await service.ports.store.changeWebhook(webhook.id, () => ({ result: undefined, webhook: failing }))
    service.ports.webhooks.answerWith(() => answered(status))
    granted(await service.dropkit.testWebhook(owner, webhook.id))
    expect(await service.dropkit.readWebhook(owner, webhook.id)).toMatchObject({ failingSince })
  })

  test('is in the log, with its owner, and is sent as logged', async () => {
    const { webhook } = await create()
    granted(await service.dropkit.testWebhook(owner, webhook.id))
    const at = service.ports.clock.now()
    const data = { webhookId: webhook.id }
    const [event] = await service.ports.store.events({ types: ['webhook.test'], limit: 2 })
    const { id } = owner.user
    expect(event).toMatchObject({ at, ownerId: id, actorId: id, dropId: null, data })
    const [message] = service.ports.webhooks.sent
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: new Date(at).toISOString(),
      data,
    })
    expect(message?.id).toMatch(/^test_./)
  })
})

test('a secret is shown again to its owner only', async () => {
  const { webhook, secret } = await create()
  const { store, secrets } = service.ports
  const recover = (caller: Caller, id: string) => recoverWebhook({ store, secrets }, caller, id)
  expect(granted(await recover(owner, webhook.id))).toEqual({ webhook, secret })
  expect(await recover(await service.callerOf('stranger'), webhook.id)).toMatchObject(NO_WEBHOOK)
})

test('a delivery is sent again by its id, to a webhook of the caller’s', async () => {
  const { dropkit, ports } = service
  for (const id of ['delivery_x', `delivery_${'0'.repeat(32)}`]) {
    expect(await dropkit.resendDelivery(owner, id)).toMatchObject({
      error: { kind: 'not_found', what: 'Webhook delivery' },
    })
  }
  const { webhook } = await create()
  await service.createDrop()
  await dropkit.deliverWebhooks()
  await dropkit.drainWebhooks()
  const [delivery] = (await ports.deliveries.deliveriesOf([webhook.id], 1)).get(webhook.id) ?? []
  granted(await dropkit.deleteWebhook(owner, webhook.id))
  expect(refusalOf(await dropkit.resendDelivery(owner, delivery?.id ?? ''))).toBe('not_found')
})

test('a list of webhooks is paged by their ids', async () => {
  const ids = [(await create()).webhook.id, (await create()).webhook.id, (await create()).webhook.id]
  const list = async (input: object) => granted(await service.dropkit.listWebhooks(owner, input))
  const all = (await list({})).map(({ id }) => id)
  expect(all.toSorted()).toEqual(ids.toSorted())
  expect((await list({ limit: 1 })).map(({ id }) => id)).toEqual(all.slice(0, 1))
  expect((await list({ after: all[0] })).map(({ id }) => id)).toEqual(all.slice(1))
  expect(await service.dropkit.listWebhooks(owner, { after: 'webhook_x' })).toMatchObject({
    error: { field: 'after' },
  })
})
