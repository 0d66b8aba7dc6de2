import {
  answered,
  createMemoryAudit,
  createTestService,
  differencesIn,
  granted,
  refusalOf,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../test/test-run.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import type { Webhook } from '../domain/webhook.ts'
import { RETENTION_KINDS } from '../ports/index.ts'
import { deleteExpiredRecords, limitDeliveries } from './delete-expired-records.ts'

describe('deleting expired records', () => {
  let service: TestService

  beforeEach(async () => {
    service = await createTestService()
  })

  describe('sweeping', () => {
    test('removes a delivery thirty days after its end, and no sooner', async () => {
      const { dropkit, owner, ports } = service
      const { webhook } = granted(
        await dropkit.createWebhook(owner, { url: 'https://example.org/hook', events: ['drop.created'] }),
      )
      await service.createDrop()
      while ((await dropkit.deliverWebhooks()) > 0) await dropkit.drainWebhooks()
      const listed = async () => (await ports.deliveries.deliveriesOf([webhook.id], 9)).get(webhook.id) ?? []
      const [delivery] = await listed()
      expect(delivery?.state.kind).toBe('delivered')
      await service.pass(30 * DAY_MS - 1, 1)
      expect(await listed()).toHaveLength(1)
      await service.pass(10 * MINUTE_MS, 1)
      expect(await listed()).toEqual([])
      expect(refusalOf(await dropkit.resendDelivery(owner, delivery?.id ?? ''))).toBe('not_found')
      expect(ports.webhooks.sent).toHaveLength(1)
    })

    test('removes a sign-in challenge five minutes after it has expired', async () => {
      const address = testWallet(1)
      granted(await service.dropkit.startSignIn({ address }))
      const stored = async () => service.ports.store.liveChallenges(address, { now: 0, limit: 1 })
      await service.pass(10 * MINUTE_MS - 1, 1)
      expect(await stored()).toHaveLength(1)
      await service.pass(10 * MINUTE_MS, 1)
      expect(await stored()).toEqual([])
    })

    test('goes on at once while there is more, and else rests for ten minutes', async () => {
      const { ports } = service
      const asked: string[] = []
      let left = 200
      const retention = {
        deleteExpired: async (kind: string, _by: number, limit: number) => {
          asked.push(kind)
          const swept = kind === 'receipts' ? Math.min(left, limit) : 0
          left -= swept
          return swept
        },
      }
      const dueAts = []
      for (let run = 0; run < 3; run++)
        dueAts.push(await deleteExpiredRecords({ ...ports, retention }, { eventRetentionDays: 1 }, testRun()))
      const now = ports.clock.now()
      expect(dueAts).toMatchObject(
        [now, now + 10 * MINUTE_MS, now + 10 * MINUTE_MS].map((dueAt) => ({ kind: 'again', dueAt })),
      )
      expect(left).toBe(0)
      expect(new Set(asked)).toEqual(new Set(RETENTION_KINDS))
    })

    test('counts the stored deliveries once in ten minutes, however long it goes on', async () => {
      const { ports } = service
      const retention = { deleteExpired: async (_kind: string, _by: number, limit: number) => limit }
      let counted = 0
      const deliveries = {
        ...ports.deliveries,
        async surplusAfter() {
          counted += 1
          return null
        },
      }
      let memo: string | null = null
      const run = async () => {
        const used = { ...ports, retention, deliveries }
        const outcome = await deleteExpiredRecords(used, { eventRetentionDays: 1 }, testRun(memo, 10_000))
        memo = outcome.kind === 'again' ? (outcome.memo ?? null) : null
      }
      for (let nth = 0; nth < 5; nth++) await run()
      expect(counted).toBe(1)
      await service.pass(10 * MINUTE_MS, 1)
      counted = 0
      await run()
      expect(counted).toBe(1)
    })
  })
})

describe('limits of stored deliveries', () => {
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
      expect(await Promise.all(webhooks.map(deliveriesOf))).toEqual(
        before.map((newest) => newest.slice(0, 3)),
      )
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

    test('may be too many, without a difference that an audit finds; one that is missing otherwise is found', async () => {
      const { ports } = service
      const webhook = await createWebhook()
      await service.pass(2 * MINUTE_MS, 1)
      await causeEvents(5)
      const audit = () => differencesIn(createMemoryAudit(ports.memory.state), ports)
      await limit(2)
      expect(await audit()).toEqual([])
      const [newest] = await deliveriesOf(webhook)
      if (newest) ports.memory.state.deliveries.delete(newest.id)
      expect(await audit()).toMatchObject([{ record: webhook.id }])
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
      expect(left.map(({ position }) => position)).toEqual(
        created.map(({ position }) => position).slice(0, 2),
      )
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
})
