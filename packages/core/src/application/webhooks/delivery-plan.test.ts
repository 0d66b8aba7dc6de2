import { sampleUser, sampleWebhook, uniquePart } from '@dropkit/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../domain/ids.ts'
import {
  afterFailure,
  afterSuccess,
  createDeliverySlots,
  type DeliveryPlan,
  type DeliverySlots,
  putAside,
  readPlan,
  writePlan,
} from './delivery-plan.ts'

const MOST = 50
const NOW = 1_000_000

const planOf = (more: Partial<DeliveryPlan> = {}): DeliveryPlan => ({
  size: 8,
  aside: [],
  retryAt: 0,
  failures: 0,
  ...more,
})

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

describe('a cached plan', () => {
  test('begins with as many claims as a transaction carries', () => {
    expect(readPlan(null, MOST)).toEqual(planOf({ size: MOST }))
  })

  test('is read as it was written, but for a size that a transaction carries no more, or none at all', () => {
    const plans = fc.record({
      size: fc.integer({ min: 0, max: 200 }),
      aside: fc.array(fc.nat()),
      retryAt: fc.nat(),
      failures: fc.nat(),
    })
    fc.assert(
      fc.property(plans, (plan) => {
        const size = Math.max(1, Math.min(MOST, plan.size))
        expect(readPlan(writePlan(plan), MOST)).toEqual({ ...plan, size })
      }),
    )
  })

  test('is read from earlier releases, which kept a size alone', () => {
    expect(readPlan('7', MOST)).toEqual(planOf({ size: 7 }))
    expect(readPlan('70', MOST)).toEqual(planOf({ size: MOST }))
    expect(readPlan('null', MOST)).toEqual(planOf({ size: MOST }))
  })
})

describe('after a transaction that went well', () => {
  test('the next one carries twice as many, up to the most, at once', () => {
    expect(afterSuccess(planOf({ failures: 3 }), upTo(8), MOST, NOW)).toEqual({
      plan: planOf({ size: 16 }),
      dueAt: NOW,
    })
    expect(afterSuccess(planOf({ size: 40 }), upTo(40), MOST, NOW).plan.size).toBe(MOST)
  })

  test('of one that was put aside, that one waits no more and the next of them is tried at once', () => {
    const before = planOf({ aside: [3, 5, 9], retryAt: NOW + 5, failures: 2 })
    expect(afterSuccess(before, [3], MOST, NOW)).toEqual({
      plan: planOf({ aside: [5, 9], retried: 3, retryAt: NOW }),
      dueAt: NOW,
    })
  })
})

describe('after a transaction that did not get through', () => {
  test('half as many are tried after a moment, down to one', () => {
    expect(afterFailure(planOf(), upTo(7), NOW)).toEqual({ plan: planOf({ size: 3 }), dueAt: NOW + 500 })
    expect(afterFailure(planOf(), upTo(2), NOW)).toEqual({ plan: planOf({ size: 1 }), dueAt: NOW + 500 })
  })

  test('a claim alone is put aside for ten seconds, and the others go on one by one', () => {
    expect(afterFailure(planOf(), [4], NOW)).toEqual({
      plan: planOf({ size: 1, aside: [4], retryAt: NOW + 10_000, failures: 1 }),
      dueAt: NOW + 500,
    })
  })

  test('each further claim alone makes the others wait longer, up to ten seconds', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50, 5_000].map(
      (failures) => afterFailure(planOf({ failures }), [4], NOW).dueAt - NOW,
    )
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
  })

  test('of a claim that can never be delivered, the next one follows after a moment', () => {
    expect(afterFailure(planOf({ failures: 7 }), [4], NOW, true)).toEqual({
      plan: planOf({ size: 1, aside: [4], retryAt: NOW + 10_000, failures: 7 }),
      dueAt: NOW + 500,
    })
  })

  test.each([{ aside: [3, 5] }, { passed: 4, aside: [5] }])(
    'of one that was put aside, its next turn comes after the others, and it holds up no other: %j',
    (more) => {
      const before = planOf({ ...more, retryAt: NOW, failures: 2 })
      expect(afterFailure(before, [3], NOW)).toEqual({
        plan: { ...before, retried: 3, retryAt: NOW + 10_000 },
        dueAt: NOW,
      })
    },
  )
})

describe('claims that are put aside', () => {
  test('are named by sequence, up to a hundred, and the last of the others stands for all of them', () => {
    const full = putAside(planOf({ aside: upTo(99) }), [100], NOW)
    expect(full).toEqual(planOf({ aside: upTo(100) }))
    expect(putAside(full, [101], NOW)).toEqual(planOf({ passed: 1, aside: upTo(101).slice(1) }))
    expect(putAside(full, [300, 200], NOW)).toMatchObject({
      passed: 2,
      aside: [...upTo(100).slice(2), 200, 300],
    })
    expect(putAside(planOf({ passed: 7, aside: [9] }), [5, 8], NOW)).toMatchObject({
      passed: 7,
      aside: [8, 9],
    })
  })

  test('are retried at the time of the first one, however many follow', () => {
    const one = putAside(planOf(), [1], NOW)
    expect(one.retryAt).toBe(NOW + 10_000)
    expect(putAside(one, [2], NOW + 9_000).retryAt).toBe(NOW + 10_000)
  })
})

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
      const all = upTo(100).map((n) => webhookOf(1, n, { url: urlOf(n) }))
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
