import { answered, createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/instant.ts'
import type { Caller } from '../../domain/user.ts'
import { MAX_REPLACED_SECRETS, RETRY_SECONDS, type Webhook } from '../../domain/webhook.ts'
import type { WebhookAnswer, WebhookMessage } from '../../ports/outside-services.ts'
import { FIXED_LIMITS } from '../settings.ts'

const URL = 'https://example.org/hook'

let service: TestService
let owner: Caller

const create = async (events: readonly string[] = ['drop.created'], url = URL) =>
  granted(await service.dropkit.createWebhook(owner, { url, events }))

/** Delivers all that is due now, to the end. */
async function deliver(): Promise<void> {
  for (let round = 0; round < 100; round++) {
    const count = await service.dropkit.deliverWebhooks()
    await service.dropkit.drainWebhooks()
    if (count === 0) return
  }
  throw new Error('the deliveries do not come to an end')
}

const read = async ({ id }: Pick<Webhook, 'id'>) => (await service.ports.store.webhooks([id])).get(id)

const deliveriesOf = async ({ id }: Pick<Webhook, 'id'>) =>
  (await service.ports.deliveries.deliveriesOf([id], 50)).get(id) ?? []

const sent = (): readonly WebhookMessage[] => service.ports.webhooks.sent
const typesSent = () => sent().map(({ body }) => (JSON.parse(body) as { type: string }).type)

beforeEach(async () => {
  service = await createTestService()
  ;({ owner } = service)
  await deliver()
})

describe('a delivery', () => {
  test('carries the event, signed, under the event’s own id', async () => {
    const { secret } = await create()
    const drop = await service.createDrop()
    await deliver()
    const [message] = sent()
    const [event] = await service.ports.store.events({ types: ['drop.created'], limit: 1 })
    expect(message).toMatchObject({
      url: URL,
      id: `event_${event?.position}`,
      secrets: [secret],
    })
    const body: unknown = JSON.parse(message?.body ?? '')
    expect(body).toEqual({
      type: 'drop.created',
      timestamp: new Date(event?.at ?? 0).toISOString(),
      data: event?.data,
    })
    expect((body as { data: { dropId: string } }).data.dropId).toBe(drop.id)
    expect(sent()).toHaveLength(1)
  })

  test('is sent for the registered events: one event, an area, or all', async () => {
    await create(['drop.paused'], `${URL}/one`)
    await create(['drop.*', 'drop.paused'], `${URL}/area`)
    await create(['*'], `${URL}/all`)
    const drop = await service.createDrop()
    granted(await service.dropkit.updateDrop(owner, drop.id, { status: 'PAUSED' }))
    granted(await service.dropkit.updateGatingConfig(owner, drop.id, { rules: [] }))
    await deliver()
    const to = (path: string) => sent().filter(({ url }) => url.endsWith(path)).length
    expect([to('/one'), to('/area')]).toEqual([1, 2])
    expect(to('/all')).toBe(3)
  })

  test('is sent to the users whom the event concerns, and not for events before the registration', async () => {
    await service.createDrop()
    service.ports.clock.advance(1)
    await create(['*'])
    const stranger = await service.callerOf('stranger')
    granted(await service.dropkit.createWebhook(stranger, { url: `${URL}/stranger`, events: ['*'] }))
    await deliver()
    expect(sent()).toEqual([])
    await service.createDrop()
    await deliver()
    expect(new Set(sent().map(({ url }) => url))).toEqual(new Set([URL]))
  })

  test('is tried again after each wait, at the same id, and then given up', async () => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answered(500))
    await service.createDrop()
    await deliver()
    const { clock } = service.ports
    for (const [n, seconds] of RETRY_SECONDS.entries()) {
      expect(sent()).toHaveLength(n + 1)
      clock.advance(seconds * 1_000 - 1)
      await deliver()
      expect(sent()).toHaveLength(n + 1)
      clock.advance(seconds * 100 + 1)
      await deliver()
      expect(sent()).toHaveLength(n + 2)
    }
    expect(await deliveriesOf(webhook)).toMatchObject([
      {
        state: { kind: 'given_up' },
        attempts: RETRY_SECONDS.length + 1,
        statusCode: 500,
        error: 'The receiver answered 500',
      },
    ])
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
    clock.advance(DAY_MS)
    await deliver()
    expect(sent()).toHaveLength(RETRY_SECONDS.length + 1)
    expect((await read(webhook))?.isActive).toBe(true)
  })

  test('is not retried at the same instant as all other failed ones', async () => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answered(500))
    for (let n = 0; n < 8; n++) await service.createDrop()
    await deliver()
    const next = (await deliveriesOf(webhook)).map(({ state }) =>
      state.kind === 'waiting' ? state.nextAttemptAt : 0,
    )
    expect(new Set(next).size).toBeGreaterThan(4)
  })

  test('waits as long as Retry-After asks for, and no shorter than its turn', async () => {
    await create()
    const waits = [60_000, 1_000]
    service.ports.webhooks.answerWith(() => answered(429, waits.shift() ?? null))
    await service.createDrop()
    await deliver()
    service.ports.clock.advance(59_999)
    await deliver()
    expect(sent()).toHaveLength(1)
    service.ports.clock.advance(1)
    await deliver()
    expect(sent()).toHaveLength(2)
    service.ports.clock.advance(1_000)
    await deliver()
    expect(sent()).toHaveLength(2)
    service.ports.clock.advance(330_000)
    await deliver()
    expect(sent()).toHaveLength(3)
  })

  test.each<[string, WebhookAnswer]>([
    ['no answer', { kind: 'failed', reason: 'timed out', durationMs: 15_000 }],
    ['an address that is forbidden', { kind: 'forbidden', reason: '10.0.0.1 is private' }],
    ['a redirect', answered(302)],
  ])('counts %s as a failure', async (_, answer) => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answer)
    await service.createDrop()
    await deliver()
    expect(await deliveriesOf(webhook)).toMatchObject([{ attempts: 1, state: { kind: 'waiting' } }])
    expect((await read(webhook))?.failingSince).toBe(service.ports.clock.now())
  })

  test('that succeeds forgets the failures before it', async () => {
    const { webhook } = await create()
    const answers = [answered(500), answered(204)]
    service.ports.webhooks.answerWith(() => answers.shift() ?? answered(200))
    await service.createDrop()
    await deliver()
    expect((await read(webhook))?.failingSince).not.toBeNull()
    service.ports.clock.advance(6_000)
    await deliver()
    expect((await read(webhook))?.failingSince).toBeNull()
    expect(await deliveriesOf(webhook)).toMatchObject([
      { attempts: 2, state: { kind: 'delivered' }, statusCode: 204, error: null },
    ])
  })

  test('of a slow receiver delays no other, and at most ten run at a time', async () => {
    await create(['drop.created'], `${URL}/slow`)
    await create(['drop.created'], `${URL}/fast`)
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    service.ports.webhooks.answerWith(async ({ url }) => {
      if (url.endsWith('/slow')) await isReleased
      return answered(200)
    })
    for (let n = 0; n < 30; n++) await service.createDrop()
    const { webhooks } = service.ports
    for (let round = 0; round < 20; round++) {
      await service.dropkit.deliverWebhooks()
      // Fast ones end by themselves; the slow ones are what is left.
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      expect(webhooks.underWay).toBeLessThanOrEqual(20)
    }
    expect(webhooks.underWay).toBe(10)
    expect(sent().filter(({ url }) => url.endsWith('/fast'))).toHaveLength(30)
    release()
    await service.dropkit.drainWebhooks()
    await deliver()
    expect(sent().filter(({ url }) => url.endsWith('/slow'))).toHaveLength(30)
  })

  test('starts only as many as have ended when a receiver has some under way already', async () => {
    await create(['drop.created'])
    const answers: (() => void)[] = []
    const { webhooks } = service.ports
    webhooks.answerWith(() => new Promise((resolve) => void answers.push(() => resolve(answered(200)))))
    for (let n = 0; n < 30; n++) await service.createDrop()
    const tick = async () => {
      await service.dropkit.deliverWebhooks()
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    }
    await tick()
    await tick()
    expect(webhooks.underWay).toBe(10)
    for (let ended = 1; ended <= 4; ended++) answers.shift()?.()
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    expect(webhooks.underWay).toBe(6)
    await tick()
    expect(webhooks.underWay).toBe(10)
    expect(sent()).toHaveLength(14)
    webhooks.answerWith(() => answered(200))
    for (const answer of answers) answer()
    await service.dropkit.drainWebhooks()
    await deliver()
    expect(sent()).toHaveLength(30)
  })

  test('starts in the order of the log, and one that fails holds up no later one', async () => {
    await create(['drop.*'])
    service.ports.webhooks.answerWith(({ body }) => answered(body.includes('drop.created') ? 500 : 200))
    const drop = await service.createDrop()
    granted(await service.dropkit.updateDrop(owner, drop.id, { status: 'PAUSED' }))
    granted(await service.dropkit.updateDrop(owner, drop.id, { status: 'ACTIVE' }))
    await deliver()
    expect(typesSent()).toEqual(['drop.created', 'drop.paused', 'drop.resumed'])
  })

  test('whose server dies is sent by another server after its lease', async () => {
    const { webhook } = await create()
    await service.createDrop()
    service.ports.webhooks.answerWith(() => {
      throw new Error('the server dies')
    })
    await service.dropkit.deliverWebhooks()
    await service.dropkit.drainWebhooks()
    service.ports.webhooks.answerWith(() => answered(200))
    await deliver()
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: { kind: 'waiting' }, attempts: 0 }])
    service.ports.clock.advance(30_000)
    await deliver()
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: { kind: 'delivered' } }])
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
  })
})

test('many receivers that do not answer delay another one only briefly', async () => {
  const silent = 21
  for (let n = 0; n < silent; n++) await create(['drop.created'], `https://silent-${n}.example`)
  let letGo: (answer: WebhookAnswer) => void = () => undefined
  const silence = new Promise<WebhookAnswer>((resolve) => {
    letGo = resolve
  })
  service.ports.webhooks.answerWith(({ url }) => (url.includes('silent') ? silence : answered(200)))
  for (let n = 0; n < 10; n++) await service.createDrop()
  await service.dropkit.deliverWebhooks()
  await create(['drop.created'], `${URL}/prompt`)
  service.ports.clock.advance(1)
  await service.createDrop()
  const toPrompt = () => sent().filter(({ url }) => url.endsWith('/prompt')).length
  await service.dropkit.deliverWebhooks()
  expect([service.ports.webhooks.underWay, toPrompt()]).toEqual([50, 0])
  service.ports.clock.advance(2_000)
  await service.dropkit.deliverWebhooks()
  expect([service.ports.webhooks.underWay, toPrompt()]).toEqual([99, 1])
  letGo(answered(200))
  await service.dropkit.drainWebhooks()
})

describe('a receiver that is gone', () => {
  test('disables itself with 410, and an event reports it', async () => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answered(410))
    await service.createDrop()
    await deliver()
    expect((await read(webhook))?.isActive).toBe(false)
    const [event] = await service.ports.store.events({ types: ['webhook.disabled'], limit: 1 })
    expect(event).toMatchObject({ ownerId: owner.user.id, data: { webhookId: webhook.id, statusCode: 410 } })
    await service.createDrop()
    await deliver()
    expect(sent()).toHaveLength(1)
  })

  test('and has failed for five days is switched off, with one event that says it', async () => {
    const { webhook } = await create(['drop.*'])
    service.ports.webhooks.answerWith(() => answered(500))
    for (let hour = 0; hour <= 5 * 24; hour += 6) {
      expect((await read(webhook))?.isActive).toBe(true)
      await service.createDrop()
      await deliver()
      service.ports.clock.advance(6 * 3_600_000)
    }
    await deliver()
    expect((await read(webhook))?.isActive).toBe(false)
    const events = await service.ports.store.events({ types: ['webhook.disabled'], limit: 9 })
    expect(events).toHaveLength(1)
  })

  test('and has failed once, a month after other events, is retried as at first', async () => {
    const { webhook } = await create(['drop.created'])
    service.ports.webhooks.answerWith(() => answered(500))
    await service.createDrop()
    const attemptAll = async () => {
      for (let hour = 0; hour < 40; hour++) {
        await deliver()
        service.ports.clock.advance(3_600_000)
      }
    }
    await attemptAll()
    service.ports.clock.advance(30 * DAY_MS)
    await service.createDrop()
    await attemptAll()
    expect(await deliveriesOf(webhook)).toMatchObject([
      { attempts: 8, state: { kind: 'given_up' } },
      { attempts: 8, state: { kind: 'given_up' } },
    ])
    expect((await read(webhook))?.isActive).toBe(true)
  })

  test.each([410, 500, 200])(
    'answers %i for its own URL, and not for one that replaced it',
    async (status) => {
      const { webhook } = await create()
      const answers: (() => void)[] = []
      const { clock, webhooks } = service.ports
      webhooks.answerWith(() => new Promise((resolve) => void answers.push(() => resolve(answered(status)))))
      await service.createDrop()
      await service.dropkit.deliverWebhooks()
      const { id } = webhook
      const moved = granted(await service.dropkit.updateWebhook(owner, { id, url: `${URL}/new` }))
      const failing = { ...moved, failingSince: clock.now() }
      await service.ports.store.changeWebhook(id, () => ({ result: undefined, webhook: failing }))
      clock.advance(6 * DAY_MS)
      for (const answer of answers) answer()
      await service.dropkit.drainWebhooks()
      expect(await read(webhook)).toEqual(failing)
      const [delivery] = await deliveriesOf(webhook)
      expect(delivery).toMatchObject({
        attempts: 1,
        state: { kind: status === 200 ? 'delivered' : 'waiting' },
      })
      expect(await service.ports.store.events({ types: ['webhook.disabled'], limit: 1 })).toEqual([])
    },
  )

  test('gets another chance when it is switched on again', async () => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answered(410))
    await service.createDrop()
    await deliver()
    service.ports.webhooks.answerWith(() => answered(200))
    const { id } = webhook
    expect(
      refusalOf(await service.dropkit.resendDelivery(owner, (await deliveriesOf(webhook))[0]?.id ?? '')),
    ).toBe('conflict')
    const on = granted(await service.dropkit.updateWebhook(owner, { id, isActive: true }))
    expect(on).toMatchObject({ isActive: true, failingSince: null })
    service.ports.clock.advance(1)
    await service.createDrop()
    await deliver()
    expect(sent()).toHaveLength(2)
  })
})

describe('a registration', () => {
  test('is refused if it names unknown events, with the list of known ones', async () => {
    const make = (events: readonly string[], url = URL) =>
      service.dropkit.createWebhook(owner, { url, events })
    expect(await make(['drop.exploded', 'drop.created'])).toMatchObject({
      error: { kind: 'bad_user_input', field: 'events', details: { unknown: ['drop.exploded'] } },
    })
    for (const events of [[], ['bogus.*'], ['']]) expect(refusalOf(await make(events))).toBe('bad_user_input')
    expect(refusalOf(await make(['*'], 'ftp://example.org'))).toBe('bad_user_input')
  })

  test('is limited to a hundred per user, also for simultaneous requests', async () => {
    const input = { url: URL, events: ['*'] }
    const answers = await Promise.all(
      Array.from({ length: FIXED_LIMITS.webhooksPerUser + 3 }, () =>
        service.dropkit.createWebhook(owner, input),
      ),
    )
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({
      error: { kind: 'conflict', details: { limit: 'webhooksPerUser', value: 100 } },
    })
    const made = answers.find(({ ok }) => ok)
    granted(await service.dropkit.deleteWebhook(owner, made?.ok ? made.value.webhook.id : ''))
    granted(await service.dropkit.createWebhook(owner, input))
    const stranger = await service.callerOf('stranger')
    granted(await service.dropkit.createWebhook(stranger, input))
  })

  test('is invisible to other users', async () => {
    const { webhook } = await create()
    const stranger = await service.callerOf('stranger')
    const { dropkit } = service
    expect(await dropkit.readWebhook(stranger, webhook.id)).toBeUndefined()
    expect(granted(await dropkit.listWebhooks(stranger, {}))).toEqual([])
    const answers = [
      await dropkit.updateWebhook(stranger, { id: webhook.id, url: `${URL}/stolen` }),
      await dropkit.deleteWebhook(stranger, webhook.id),
      await dropkit.rotateWebhookSecret(stranger, webhook.id),
      await dropkit.testWebhook(stranger, webhook.id),
    ]
    for (const answer of answers) expect(refusalOf(answer)).toBe('not_found')
    await service.createDrop()
    await deliver()
    const [delivery] = await deliveriesOf(webhook)
    expect(refusalOf(await dropkit.resendDelivery(stranger, delivery?.id ?? ''))).toBe('not_found')
    expect(await read(webhook)).toEqual(webhook)
  })

  test('keeps each replaced secret valid for a day', async () => {
    const { clock } = service.ports
    const { webhook, secret: first } = await create()
    const rotate = async () => granted(await service.dropkit.rotateWebhookSecret(owner, webhook.id)).secret
    const secretsNow = async () => {
      granted(await service.dropkit.testWebhook(owner, webhook.id))
      return sent().at(-1)?.secrets
    }
    const second = await rotate()
    clock.advance(10)
    const third = await rotate()
    clock.advance(10)
    const fourth = await rotate()
    expect(await secretsNow()).toEqual([fourth, third, second, first])
    clock.advance(DAY_MS - 21)
    expect(await secretsNow()).toEqual([fourth, third, second, first])
    clock.advance(1)
    expect(await secretsNow()).toEqual([fourth, third, second])
    const fifth = await rotate()
    clock.advance(10)
    expect(await secretsNow()).toEqual([fifth, fourth, third])
    clock.advance(10)
    expect(await secretsNow()).toEqual([fifth, fourth])
    clock.advance(DAY_MS - 20)
    expect(await secretsNow()).toEqual([fifth])
    expect(await read(webhook)).toMatchObject({ earlierSecrets: expect.any(String) })
    await rotate()
    expect(await read(webhook)).toMatchObject({ earlierSecrets: null })
  })

  test('has at most eight valid replaced secrets: the next rotation is refused until one expires', async () => {
    const { clock } = service.ports
    const { webhook } = await create()
    const rotate = () => service.dropkit.rotateWebhookSecret(owner, webhook.id)
    const endOfFirst = clock.now() + DAY_MS
    for (let n = 0; n < MAX_REPLACED_SECRETS; n++) {
      granted(await rotate())
      clock.advance(1_000)
    }
    const before = await read(webhook)
    expect(await rotate()).toMatchObject({
      error: {
        kind: 'conflict',
        reason: 'TOO_MANY_SECRETS',
        details: { most: 8, until: new Date(endOfFirst).toISOString() },
      },
    })
    expect(await read(webhook)).toEqual(before)
    clock.advance(endOfFirst - clock.now())
    const { secret } = granted(await rotate())
    granted(await service.dropkit.testWebhook(owner, webhook.id))
    expect(sent().at(-1)?.secrets).toHaveLength(1 + MAX_REPLACED_SECRETS)
    expect(sent().at(-1)?.secrets[0]).toBe(secret)
  })

  test('keeps its old secret valid for a day', async () => {
    const { webhook, secret } = await create()
    const rotated = granted(await service.dropkit.rotateWebhookSecret(owner, webhook.id))
    expect(rotated.secret).not.toBe(secret)
    await service.createDrop()
    await deliver()
    expect(sent().at(-1)?.secrets).toEqual([rotated.secret, secret])
    service.ports.clock.advance(DAY_MS)
    await service.createDrop()
    await deliver()
    expect(sent().at(-1)?.secrets).toEqual([rotated.secret])
  })

  test('sends a delivery again on request, with all its attempts', async () => {
    const { webhook } = await create()
    service.ports.webhooks.answerWith(() => answered(500))
    const { clock } = service.ports
    const failThrough = async () => {
      await deliver()
      for (const seconds of RETRY_SECONDS) {
        clock.advance(seconds * 1_100)
        await deliver()
      }
    }
    await service.createDrop()
    await failThrough()
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).toMatchObject({ state: { kind: 'given_up' }, attempts: RETRY_SECONDS.length + 1 })
    const queued = granted(await service.dropkit.resendDelivery(owner, delivery?.id ?? ''))
    expect(queued).toMatchObject({ state: { kind: 'waiting', nextAttemptAt: clock.now() }, attempts: 0 })
    await failThrough()
    expect(sent()).toHaveLength(2 * (RETRY_SECONDS.length + 1))
    expect((await deliveriesOf(webhook))[0]?.state.kind).toBe('given_up')
  })

  test('sends a delivery again on request, whatever its result was', async () => {
    const { webhook } = await create()
    await service.createDrop()
    await deliver()
    const [delivery] = await deliveriesOf(webhook)
    const queued = granted(await service.dropkit.resendDelivery(owner, delivery?.id ?? ''))
    expect(queued.state.kind).toBe('waiting')
    await deliver()
    expect(sent()).toHaveLength(2)
    expect(sent()[1]?.id).toBe(sent()[0]?.id)
    expect((await deliveriesOf(webhook))[0]?.state.kind).toBe('delivered')
    expect(refusalOf(await service.dropkit.resendDelivery(owner, 'delivery_1'))).toBe('not_found')
  })

  test('can be tested at once, without a retry', async () => {
    const { webhook } = await create(['drop.created'])
    service.ports.webhooks.answerWith(() => answered(200))
    expect(granted(await service.dropkit.testWebhook(owner, webhook.id))).toEqual({
      success: true,
      statusCode: 200,
      durationMs: 7,
      error: null,
    })
    service.ports.webhooks.answerWith(() => ({ kind: 'failed', reason: 'refused', durationMs: 3 }))
    expect(granted(await service.dropkit.testWebhook(owner, webhook.id))).toEqual({
      success: false,
      statusCode: null,
      durationMs: 3,
      error: 'refused',
    })
    expect(typesSent()).toEqual(['webhook.test', 'webhook.test'])
    service.ports.clock.advance(DAY_MS)
    await deliver()
    expect(sent()).toHaveLength(2)
  })

  test('gets nothing more once it is deleted', async () => {
    const { webhook } = await create()
    await service.createDrop()
    granted(await service.dropkit.deleteWebhook(owner, webhook.id))
    await deliver()
    expect(sent()).toEqual([])
    expect(await service.dropkit.readWebhook(owner, webhook.id)).toBeUndefined()
  })
})
