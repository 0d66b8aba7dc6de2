import { createTestService, granted, refusalOf, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../test/test-run.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import { RETENTION_KINDS } from '../ports/index.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'

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
    const again = (dueAt: number) => ({ kind: 'again', dueAt, memo: null })
    expect(dueAts).toEqual([again(now), again(now + 10 * MINUTE_MS), again(now + 10 * MINUTE_MS)])
    expect(left).toBe(0)
    expect(new Set(asked)).toEqual(new Set(RETENTION_KINDS))
  })
})
