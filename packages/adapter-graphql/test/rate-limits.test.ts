import { connect } from 'node:net'
import type { RateRefusal, RequestLimits } from '@dropkit/adapter-graphql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { eventually } from './web-sockets.ts'

const REFUSAL: RateRefusal = {
  message: 'At most 3 requests a minute are answered for this credential; 2 more were asked for',
  limit: 'requestsPerMinute',
  value: 3,
  asked: 2,
  retryAfterMs: 20_500,
}

let api: Api
let taken: number[]
let left: number
let badOnes: string[]
let badLeft: number
let sendsLeft: number

beforeEach(async () => {
  taken = []
  badOnes = []
  left = 3
  badLeft = 2
  sendsLeft = 2
  const rateLimits: RequestLimits = {
    async takeTokens(_authenticated, count) {
      taken.push(count)
      const isGranted = count <= left
      if (isGranted) left -= count
      return {
        refusal: isGranted ? null : { ...REFUSAL, asked: count },
        headers: { ratelimit: `"credential";r=${left}` },
      }
    },
    async countBadCredential(address) {
      badOnes.push(address)
      return badOnes.length > badLeft ? { ...REFUSAL, limit: 'authFailuresPerMinute' } : null
    },
    async countWebhookSend() {
      sendsLeft -= 1
      return sendsLeft < 0 ? { ...REFUSAL, limit: 'webhookSendsPerMinute' } : null
    },
  }
  api = await openApi(undefined, { rateLimits })
})
afterEach(() => api.app.close())

describe('a request takes one token for each root field', () => {
  test.each([
    ['{ me { id } }', 1],
    ['{ me { id } me { username } }', 1],
    ['{ a: me { id } b: me { id } }', 2],
    ['{ ...F ...F ... { c: me { id } } __typename } fragment F on Query { a: me { id } b: me { id } }', 4],
    ['query A { me { id } } query B { a: me { id } b: me { id } }', 2, 'B'],
    ['mutation { a: revokeApiKey(id: "x") b: revokeApiKey(id: "x") }', 2],
    ['{ nothing }', 1],
    ['{{', 1],
    ['query A { me { id } } query B { me { id } }', 1],
    ['{ tokens(limit: 200) { drops(limit: 200) { claims(limit: 200) { id } } } }', 1],
  ])('%s', async (query, count, operationName?: string) => {
    left = 100
    await api.call(query, {}, operationName === undefined ? {} : { operationName })
    await api.call(query, {}, operationName === undefined ? {} : { operationName })
    expect(taken).toEqual([count, count])
  })
})

test('one too many is refused with the status, the header and the details that say so', async () => {
  expect((await api.call('{ a: me { id } b: me { id } }')).headers['ratelimit']).toBe('"credential";r=1')
  for (const query of [
    '{ a: me { id } b: me { id } }',
    'mutation { a: revokeApiKey(id: "x") b: revokeApiKey(id: "x") }',
  ]) {
    const { status, headers, body } = await api.call(query)
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('21')
    expect(headers['ratelimit']).toBe('"credential";r=1')
    expect(body).toEqual({
      data: null,
      errors: [
        {
          message: REFUSAL.message,
          locations: [],
          path: [],
          extensions: {
            code: 'RATE_LIMITED',
            retryable: true,
            retryAfterMs: 20_500,
            details: { limit: 'requestsPerMinute', value: 3, asked: 2 },
            requestId: headers['x-request-id'],
          },
        },
      ],
    })
  }
  expect((await api.call('{ me { id } }')).status).toBe(200)
  expect((await api.call('{{')).status).toBe(429)
})

test('a request for more than the maximum is told that waiting does not help', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}: me { id }`).join(' ')
  const { status, headers, body } = await api.call(`{ ${fields(4)} }`)
  expect(status).toBe(429)
  // The contract sends it with every 429.
  expect(headers['retry-after']).toBe('21')
  expect(body.errors).toMatchObject([
    { extensions: { code: 'RATE_LIMITED', retryable: false, details: { value: 3, asked: 4 } } },
  ])
  expect((await api.call(`{ ${fields(3)} }`)).status).toBe(200)
})

test('bad credentials are refused with 429 when there are too many of them; good and missing ones never', async () => {
  const query = '{ me { id } }'
  left = 100
  const attempt = async (key: string | null) => (await api.call(query, {}, { key })).status
  expect([await attempt('bad'), await attempt(null), await attempt('bad'), await attempt('bad')]).toEqual([
    401, 401, 401, 429,
  ])
  expect(await attempt(api.key)).toBe(200)
  expect(await attempt(null)).toBe(401)
  expect(badOnes).toEqual(Array(3).fill('127.0.0.1'))

  const { status, headers, body } = await api.call(query, {}, { key: 'bad' })
  expect(status).toBe(429)
  expect(headers['retry-after']).toBe('21')
  expect(body.errors).toMatchObject([
    { extensions: { code: 'RATE_LIMITED', details: { limit: 'authFailuresPerMinute' } } },
  ])
})

test('tests and repeated deliveries of webhooks are counted together, each of those that one mutation asks for', async () => {
  left = 100
  const { id } = await api
    .data('mutation { createWebhook(input: { url: "https://example.org/hook", events: ["*"] }) { id } }')
    .then(({ createWebhook }) => createWebhook)
  const test = `testWebhook(input: { id: "${id}" }) { success }`
  const { body } = await api.call(
    `mutation { a: ${test} b: resendWebhookDelivery(id: "x") { id } c: ${test} }`,
  )
  expect(body.errors?.map(({ path, extensions: { code } }) => [path[0], code])).toEqual([
    ['b', 'NOT_FOUND'],
    ['c', 'RATE_LIMITED'],
  ])
  expect(body.errors?.[1]?.extensions).toMatchObject({
    retryAfterMs: 20_500,
    details: { limit: 'webhookSendsPerMinute' },
  })
  expect(api.ports.webhooks.sent).toHaveLength(1)
})

describe('a large answer', () => {
  const LARGE = `{ me { ${Array.from({ length: 1_600 }, (_, place) => `idOfCaller${place}: id`).join(' ')} } }`

  test('takes one more token for each full 64 KiB', async () => {
    const charged: number[] = []
    const large = await openApi(undefined, { rateLimits: unlimited((count) => charged.push(count)) })
    const { body } = await large.call(LARGE)
    expect(charged).toEqual([Math.floor(JSON.stringify(body).length / 65_536)])
    expect(charged[0]).toBeGreaterThan(0)
    await large.call('{ me { id } }')
    expect(charged).toHaveLength(1)
    await large.app.close()
  })

  test('is written in a turn of the event loop of its own, however many are ready together', async () => {
    let turn = 0
    const turns: number[] = []
    let present = 0
    const { promise: allPresent, resolve: goOn } = Promise.withResolvers<void>()
    const rateLimits: RequestLimits = {
      ...unlimited(() => turns.push(turn)),
      async takeTokens() {
        if (++present === 8) goOn()
        await allPresent
        return { refusal: null, headers: {} }
      },
    }
    const large = await openApi(undefined, { rateLimits })
    const count = () => {
      turn++
      if (turns.length < 8) setImmediate(count)
    }
    count()
    await Promise.all(Array.from({ length: 8 }, () => large.call(LARGE)))
    expect(turns).toHaveLength(8)
    expect(new Set(turns).size).toBe(8)
    await large.app.close()
  })

  test('is not written before the answers to earlier requests of its connection were sent', async () => {
    const charged: number[] = []
    let present = 0
    const { promise: firstMayGoOn, resolve: goOn } = Promise.withResolvers<void>()
    const rateLimits: RequestLimits = {
      ...unlimited((count) => charged.push(count)),
      async takeTokens() {
        if (++present === 1) await firstMayGoOn
        return { refusal: null, headers: {} }
      },
    }
    const large = await openApi(undefined, { rateLimits })
    const { port } = new URL(await large.app.listen({ host: '127.0.0.1', port: 0 }))
    const body = JSON.stringify({ query: LARGE })
    const one = [
      'POST /graphql HTTP/1.1',
      'Host: drops.example',
      `Authorization: Bearer ${large.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(one.repeat(3))
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    await eventually(() => present === 3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(charged).toEqual([])
    goOn()
    await eventually(() => text.split('HTTP/1.1 200 OK').length === 4)
    expect(charged).toHaveLength(3)
    socket.destroy()
    await large.app.close()
  })
})

const unlimited = (charge: (count: number) => void): RequestLimits => ({
  takeTokens: async () => ({ refusal: null, headers: {} }),
  async chargeTokens(_authenticated, count) {
    charge(count)
    return 0
  },
  countBadCredential: async () => null,
  countWebhookSend: async () => null,
})
