import { sampleUser, sampleWebhook, uniquePart } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../domain/ids.ts'
import { createDeliverySlots, type DeliverySlots } from './delivery-slots.ts'

describe('delivery slots', () => {
  const NOW = 1_000_000_000

  let slots: DeliverySlots

  const webhookOf = (owner: number, n: number, more: Partial<ReturnType<typeof sampleWebhook>> = {}) =>
    sampleWebhook(sampleUser(owner), n, {
      id: idOf('webhook', uniquePart(1_000 * owner + n)),
      url: `https://receiver-${owner}-${n}.example/hook`,
      failingSince: null,
      lastFailedAt: null,
      ...more,
    })

  /** Starts what is let in of twenty deliveries to each webhook, and gives how many of whom that were. */
  function fill(webhooks: readonly ReturnType<typeof sampleWebhook>[], now = NOW) {
    const due = webhooks.flatMap((webhook) => Array.from({ length: 20 }, () => ({ webhook })))
    const chosen = slots.admission(now).choose(due).slice(0, slots.room(now))
    for (const { webhook } of chosen) slots.start(webhook, now)
    return chosen.length
  }
  const many = (owner: number, more = {}) => Array.from({ length: 100 }, (_, n) => webhookOf(owner, n, more))

  beforeEach(() => {
    slots = createDeliverySlots()
  })

  describe('the attempts under way', () => {
    test('are ten at most for one webhook', () => {
      const webhook = webhookOf(1, 1)
      expect(fill([webhook])).toBe(10)
      expect(slots.underWay()).toEqual(new Map([[webhook.id, 10]]))
      expect(slots.admission(NOW).hasRoom(webhook)).toBe(false)
    })

    test('make room at their end', () => {
      const webhook = webhookOf(1, 1)
      const ends = Array.from({ length: 10 }, () => slots.start(webhook, NOW))
      expect(slots.admission(NOW).hasRoom(webhook)).toBe(false)
      for (const end of ends) end()
      expect(slots.admission(NOW).hasRoom(webhook)).toBe(true)
      expect(slots.underWay().size).toBe(0)
      expect(slots.room(NOW)).toBe(200)
    })

    test('leave slots for an owner that has none, however many others request', () => {
      for (let second = 0; second < 60; second++) {
        for (let owner = 1; owner <= 20; owner++) fill(many(owner), NOW + 1_000 * second)
      }
      expect(fill([webhookOf(99, 1)], NOW + 62_000)).toBe(10)
    })

    test('are shared equally among simultaneous owners, and among the webhooks of each', () => {
      const due = [many(1), many(2), [webhookOf(3, 1)]].flat()
      fill(due)
      const counts = slots.underWay()
      expect(counts.get(webhookOf(3, 1).id)).toBe(10)
      const of = (owner: number) => many(owner).map(({ id }) => counts.get(id) ?? 0)
      for (const owner of [1, 2]) expect(Math.max(...of(owner))).toBeLessThanOrEqual(1)
      const [one, other] = [1, 2].map((owner) => of(owner).reduce((sum, count) => sum + count, 0))
      expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThanOrEqual(1)
    })

    test('are a part of all for one owner', () => {
      expect(fill(many(1))).toBe(50)
      for (let second = 1; second < 60; second++) fill(many(1), NOW + 2_000 * second)
      expect([...slots.underWay().values()].reduce((sum, count) => sum + count, 0)).toBe(223)
    })

    test('are shared at a host that several owners use', () => {
      const url = 'https://hooks.example/in'
      expect(fill(many(1, { url: `${url}?a` }))).toBe(13)
      expect(fill(many(2, { url: 'https://HOOKS.example/other' }))).toBe(8)
      expect(fill([webhookOf(3, 1, { url })])).toBe(5)
      expect(fill([webhookOf(4, 1, { url: 'https://hooks.example:8443/' })])).toBe(10)
    })

    test.each([
      (n: number) => `https://user${n}@hooks.example:8443/${n}`,
      (n: number) => `https://Hooks.example${n % 2 === 0 ? '.' : ''}/`,
      (n: number) => `https://[2001:db8::1]:8443?n=${n}`,
    ])('are the same for every way to write a receiver: %s', (urlOf) => {
      const all = Array.from({ length: 100 }, (_, n) => webhookOf(1, n, { url: urlOf(n) }))
      expect(fill(all)).toBe(13)
    })

    test('leave the slots of receivers that work alone, where many others keep failing', () => {
      const failingSince = NOW - 20_000
      for (let second = 0; second < 60; second++) {
        for (let owner = 1; owner <= 40; owner++) fill(many(owner, { failingSince }), NOW + 1_000 * second)
      }
      const underWay = [...slots.underWay().values()]
      expect(underWay.length).toBeLessThanOrEqual(100)
      expect(Math.max(...underWay)).toBe(1)
      expect(fill([webhookOf(99, 1)], NOW + 62_000)).toBe(10)
    })

    test('are limited to one for a webhook whose receiver has failed for twenty seconds', () => {
      expect(fill([webhookOf(1, 1, { failingSince: NOW - 20_000 })])).toBe(1)
      expect(fill([webhookOf(1, 2, { failingSince: NOW - 19_999 })])).toBe(10)
    })
  })
})
