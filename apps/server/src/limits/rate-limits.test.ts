import type { Authenticated, User } from '@dropkit/core'
import { BudgetExceeded, idOf, NOBODY, type WorkBudget } from '@dropkit/core/internal'
import { sampleUser } from '@dropkit/testing'
import Fastify from 'fastify'
import { describe, expect, it, test } from 'vitest'
import { createMemoryBuckets } from './buckets.ts'
import { createRateLimits } from './rate-limits.ts'
import { createRequestBudgets, runRequestsFor } from './request-budget.ts'

const keyOf = (n: number, user: User, requestsPerMinute: number | null = null): Authenticated => ({
  caller: { user, credential: { kind: 'api_key', id: idOf('key', String(n).repeat(32)) } },
  requestsPerMinute,
})

const ADDRESS = '192.0.2.7'

function limited(requestsPerMinute: number, authFailuresPerMinute = 20) {
  let now = 0
  const buckets = createMemoryBuckets({ monotonicNow: () => now })
  const limits = createRateLimits({ buckets, requestsPerMinute, authFailuresPerMinute })
  return {
    limits,
    pass: (ms: number) => {
      now += ms
    },
    ask: async (who: Authenticated, count = 1) => (await limits.takeTokens(who, count, ADDRESS)).refusal,
  }
}

describe('the limit of a credential', () => {
  it('allows a minute’s tokens at once, then as many as have been added since', async () => {
    const { ask, pass } = limited(60)
    const key = keyOf(1, sampleUser(1))
    expect(await ask(key, 60)).toBeNull()
    expect(await ask(key)).toEqual({
      message: expect.stringMatching(/60 requests a minute .* this credential; 1 more/),
      limit: 'requestsPerMinute',
      value: 60,
      asked: 1,
      retryAfterMs: 1_000,
    })
    pass(999)
    expect(await ask(key)).not.toBeNull()
    pass(1)
    expect(await ask(key)).toBeNull()
    pass(3_600_000)
    expect(await ask(key, 60)).toBeNull()
    expect(await ask(key)).not.toBeNull()
  })

  it('takes all that a request asks for, or nothing', async () => {
    const { ask } = limited(10)
    const key = keyOf(1, sampleUser(1))
    expect(await ask(key, 8)).toBeNull()
    expect(await ask(key, 3)).toMatchObject({ asked: 3, value: 10 })
    expect(await ask(key, 2)).toBeNull()
    expect(await ask(key, 10)).toMatchObject({ message: expect.stringContaining('10 more were asked for') })
  })

  it('reports that one request needs more than the maximum', async () => {
    const { ask } = limited(10)
    expect(await ask(keyOf(1, sampleUser(1)), 11)).toMatchObject({
      message: expect.stringContaining(
        'This request counts as 11, so it is never answered: ask for less at once',
      ),
      asked: 11,
    })
  })

  it('is each credential’s own, and may be its own number', async () => {
    const { ask } = limited(2)
    const user = sampleUser(1)
    const [one, other, generous] = [keyOf(1, user), keyOf(2, user), keyOf(3, user, 5)]
    expect(await ask(one, 2)).toBeNull()
    expect(await ask(one)).not.toBeNull()
    expect(await ask(other, 2)).toBeNull()
    expect(await ask(generous, 5)).toBeNull()
    expect(await ask(generous)).toMatchObject({ value: 5 })
  })

  it('is each identity’s own where an identity provider signs users in', async () => {
    const { ask } = limited(2)
    const identity = (subject: string): Authenticated => ({
      caller: { user: sampleUser(1), credential: { kind: 'openid', subject } },
      requestsPerMinute: null,
    })
    expect(await ask(identity('ada'), 2)).toBeNull()
    expect(await ask(identity('ada'))).not.toBeNull()
    expect(await ask(identity('bob'))).toBeNull()
  })

  it('names the limit with the longest wait', async () => {
    const { ask } = limited(60)
    const slow = keyOf(1, sampleUser(1, { requestsPerMinute: 2 }))
    expect(await ask(slow, 2)).toBeNull()
    expect(await ask(slow)).toMatchObject({ limit: 'userRequestsPerMinute', retryAfterMs: 30_000 })
    const fast = keyOf(2, sampleUser(2, { requestsPerMinute: 600 }))
    expect(await ask(fast, 60)).toBeNull()
    expect(await ask(fast)).toMatchObject({ limit: 'requestsPerMinute', retryAfterMs: 1_000 })
  })

  it('counts all credentials of a user together where the user has a number', async () => {
    const { ask } = limited(100)
    const user = sampleUser(1, { requestsPerMinute: 3 })
    expect(await ask(keyOf(1, user), 2)).toBeNull()
    expect(await ask(keyOf(2, user), 2)).toMatchObject({ limit: 'userRequestsPerMinute', value: 3, asked: 2 })
    expect(await ask(keyOf(2, user), 1)).toBeNull()
  })

  it('sends the limit and the remainder in headers', async () => {
    const { limits } = limited(100)
    const user = sampleUser(1, { requestsPerMinute: 60 })
    expect((await limits.takeTokens(keyOf(1, user), 10, ADDRESS)).headers).toEqual({
      'ratelimit-policy': '"credential";q=100;w=60, "user";q=60;w=60',
      ratelimit: '"credential";r=90;t=6, "user";r=50;t=10',
    })
  })

  it('is none with 0, and none for the service itself', async () => {
    const { limits } = limited(0)
    expect(await limits.takeTokens(keyOf(1, sampleUser(1)), 1_000_000, ADDRESS)).toEqual({
      refusal: null,
      headers: {},
    })
    const system: Authenticated = {
      caller: { user: sampleUser(1, { requestsPerMinute: 1 }), credential: { kind: 'system' } },
      requestsPerMinute: null,
    }
    expect((await limits.takeTokens(system, 1_000, ADDRESS)).refusal).toBeNull()
  })
})

describe('a large answer', () => {
  it('takes the tokens that are there, and says when there are enough again', async () => {
    const { limits, ask, pass } = limited(60)
    const key = keyOf(1, sampleUser(1))
    expect(await limits.chargeTokens(key, 50, ADDRESS)).toBe(0)
    expect(await limits.chargeTokens(key, 20, ADDRESS)).toBe(20_000)
    expect(await ask(key)).toMatchObject({ retryAfterMs: 1_000 })
    pass(1_000)
    expect(await ask(key)).toBeNull()
  })

  it('takes nothing where nothing is limited', async () => {
    expect(await limited(0).limits.chargeTokens(keyOf(1, sampleUser(1)), 1_000, ADDRESS)).toBe(0)
  })
})

const page = (requestsPerMinute: number | null, owner = sampleUser(1), n = 1): Authenticated => ({
  caller: {
    user: {
      ...NOBODY,
      id: idOf('user', String(n).repeat(32)),
      requestsPerMinute: owner.requestsPerMinute,
    },
    credential: {
      kind: 'publishable_key',
      id: idOf('key', String(n).repeat(32)),
      ownerId: owner.id,
      origins: ['https://shop.example'],
    },
  },
  requestsPerMinute,
})

describe('the limit of a publishable key', () => {
  it('gives each address a tenth of it, so that one address cannot use up all', async () => {
    const { limits } = limited(20)
    const from = (address: string, count: number) => limits.takeTokens(page(null), count, address)
    expect(await from('192.0.2.1', 2)).toEqual({
      refusal: null,
      headers: {
        'ratelimit-policy': '"credential";q=20;w=60, "credential-and-address";q=2;w=60',
        ratelimit: '"credential";r=18;t=6, "credential-and-address";r=0;t=60',
      },
    })
    expect((await from('192.0.2.1', 1)).refusal).toMatchObject({
      message: expect.stringContaining('this key from this address'),
      limit: 'requestsPerMinute',
      value: 2,
    })
    expect((await from('192.0.2.2', 2)).refusal).toBeNull()
  })

  it('may be its own number, and is at least 1 for an address', async () => {
    const { limits } = limited(100)
    const refused = (count: number) => limits.takeTokens(page(5), count, ADDRESS)
    expect((await refused(1)).refusal).toBeNull()
    expect((await refused(1)).refusal).toMatchObject({ value: 1 })
  })
})

describe('the limit of a user', () => {
  it('is also that of all publishable keys of the user together, which leave the user its own', async () => {
    const { limits, ask } = limited(1_000)
    const user = sampleUser(1, { requestsPerMinute: 20 })
    const from = async (key: number, address: string, count: number) =>
      (await limits.takeTokens(page(null, user, key), count, address)).refusal
    for (let n = 1; n <= 10; n++) expect(await from(n % 2, `192.0.2.${n}`, 2)).toBeNull()
    for (const key of [0, 1, 2])
      expect(await from(key, '192.0.2.99', 1)).toMatchObject({ limit: 'userRequestsPerMinute', value: 20 })
    expect(await ask(keyOf(1, user), 20)).toBeNull()
  })

  it('gives each address a tenth of it through a publishable key', async () => {
    const { limits } = limited(1_000)
    const owner = sampleUser(1, { requestsPerMinute: 20 })
    const refused = async () => (await limits.takeTokens(page(null, owner), 1, ADDRESS)).refusal
    for (let n = 0; n < 2; n++) expect(await refused()).toBeNull()
    expect(await refused()).toMatchObject({ value: 2 })
  })
})

describe('the limit of visitors', () => {
  const visitor = (paymentIntentId: string | null): Authenticated => ({
    caller: { user: NOBODY, credential: { kind: 'visitor', paymentIntentId } },
    requestsPerMinute: null,
  })

  it('is shared by all tokens of an address, and by requests without a token', async () => {
    const { limits } = limited(4)
    expect((await limits.takeTokensOf('192.0.2.1')).refusal).toBeNull()
    for (const payment of [null, 'pi_1', 'pi_2'])
      expect((await limits.takeTokens(visitor(payment), 1, '192.0.2.1')).refusal).toBeNull()
    expect((await limits.takeTokens(visitor('pi_3'), 1, '192.0.2.1')).refusal).toMatchObject({
      message: expect.stringContaining('this address'),
    })
    expect((await limits.takeTokens(visitor(null), 1, '198.51.100.1')).refusal).toBeNull()
  })
})

describe('the limit of bad credentials', () => {
  it('is counted by address, and reports itself', async () => {
    const { limits, pass } = limited(0, 3)
    for (let time = 0; time < 3; time++) expect(await limits.countBadCredential('192.0.2.1')).toBeNull()
    expect(await limits.countBadCredential('192.0.2.1')).toEqual({
      message: 'At most 3 wrong credentials per minute are accepted from one address',
      limit: 'authFailuresPerMinute',
      value: 3,
      asked: 1,
      retryAfterMs: 20_000,
    })
    expect(await limits.countBadCredential('192.0.2.2')).toBeNull()
    pass(20_000)
    expect(await limits.countBadCredential('192.0.2.1')).toBeNull()
  })

  it('is none with 0', async () => {
    const { limits } = limited(0, 0)
    for (let time = 0; time < 100; time++) expect(await limits.countBadCredential('192.0.2.1')).toBeNull()
  })
})

it('forgets the bucket that was not used for longest once there are too many', async () => {
  const buckets = createMemoryBuckets({ monotonicNow: () => 0, maxBuckets: 2 })
  const take = async (key: string) => (await buckets.take([{ key, perMinute: 1 }], 1)).isGranted
  expect([await take('a'), await take('b'), await take('a'), await take('c')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect([await take('a'), await take('b')]).toEqual([false, true])
})

describe('the limit of simultaneous webhook requests', () => {
  it('is of all credentials of a user together, and is there where requests are not limited', async () => {
    const { limits, pass } = limited(0)
    const [user, other] = [sampleUser(1), sampleUser(2)]
    const send = (key: number, of = user) => limits.countWebhookSend(keyOf(key, of).caller)
    for (let n = 0; n < 30; n++) expect(await send(n % 2)).toBeNull()
    expect(await send(1)).toEqual({
      message: 'At most 30 tests and repeated deliveries of webhooks a minute are sent for one user',
      limit: 'webhookSendsPerMinute',
      value: 30,
      asked: 1,
      retryAfterMs: 2_000,
    })
    expect(await send(1, other)).toBeNull()
    pass(2_000)
    expect(await send(2)).toBeNull()
  })
})

const budgets = createRequestBudgets({ rowsRead: 100, readMs: 50 })

test('nothing is counted before a request starts its budget, and after it has ended', async () => {
  expect.assertions(4)
  expect(budgets.current()).toBeUndefined()
  let later: Promise<unknown> | undefined
  await budgets.run('user/1', async (start) => {
    expect(budgets.current()).toBeUndefined()
    start()
    expect(budgets.current()?.remainingReadMs()).toBe(50)
    later = new Promise((resolve) => setTimeout(() => resolve(budgets.current()), 5))
  })
  expect(await later).toBeUndefined()
})

test('work that is exempt is not counted, and the request is counted again after it', () =>
  withBudget(async () => {
    await budgets.exempt(async () => {
      expect(budgets.current()).toBeUndefined()
      expect(budgets.owner()).toBe('user/1')
      await Promise.resolve()
      expect(budgets.current()).toBeUndefined()
    })
    expect(budgets.current()?.remainingReadMs()).toBe(50)
  }))

test('the handlers of an app run for the owner of their request, also after a body has arrived', async () => {
  const app = Fastify()
  runRequestsFor(app, budgets, ({ ip }) => `address/${ip}`)
  app.post('/', async () => {
    await Promise.resolve()
    return { owner: budgets.owner(), budget: budgets.current() ?? null }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ text: 'x'.repeat(200_000) })
  const answers = await Promise.all(
    [1, 2].map(async () => (await fetch(url, { method: 'POST', headers, body })).json()),
  )
  await app.close()
  const expected = { owner: 'address/127.0.0.1', budget: null }
  expect(answers).toEqual([expected, expected])
})

const withBudget = (use: (budget: WorkBudget) => void | Promise<void>) => {
  expect.hasAssertions()
  return budgets.run('user/1', async (start) => {
    start()
    const budget = budgets.current()
    if (budget) await use(budget)
  })
}

test('a request that reads too many rows is refused with the limit, its value and the number of rows', () =>
  withBudget((budget) => {
    budget.countRead({ rows: 100, ms: 1 })
    expect(budget.remainingReadMs()).toBe(49)
    const refusal = expect.objectContaining({ limit: 'rowsRead', value: 100, asked: 101 })
    expect(() => budget.countRead({ rows: 1, ms: 1 })).toThrow(refusal)
    expect(() => budget.remainingReadMs()).toThrow(BudgetExceeded)
  }))

test('a request whose reads take too long keeps what it has read, and starts no further read', () =>
  withBudget((budget) => {
    budget.countRead({ rows: 1, ms: 30 })
    expect(budget.remainingReadMs()).toBe(20)
    budget.countRead({ rows: 99, ms: 20 })
    const refusal = (asked: number) => expect.objectContaining({ limit: 'readMs', value: 50, asked })
    expect(() => budget.remainingReadMs()).toThrow(refusal(51))
    budget.countRead({ rows: 0, ms: 9.5 })
    expect(() => budget.remainingReadMs()).toThrow(refusal(60))
  }))

test('a read that was stopped is reported with more than its limit', () =>
  withBudget((budget) => {
    expect(budget.outOfTime()).toEqual(expect.objectContaining({ limit: 'readMs', value: 50, asked: 51 }))
  }))
