import type { Refusal } from '@dropkit/core'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { httpRefusalOf, registerErrorAnswers } from './http-refusal.ts'

it.each<[Refusal, object]>([
  [{ kind: 'drop_not_ready', waitingFor: 'a deposit' }, { waitingFor: 'a deposit' }],
  [{ kind: 'not_found', what: 'Drop' }, { what: 'Drop' }],
  [{ kind: 'drop_not_started', startsAt: 0 }, { startsAt: '1970-01-01T00:00:00.000Z' }],
  [
    { kind: 'claim_limit_reached', limit: 2, claimCount: 2 },
    { limit: 2, claimCount: 2 },
  ],
])('the error of %j has the same details as in GraphQL', (refusal, details) => {
  expect(httpRefusalOf(refusal)).toMatchObject({ code: refusal.kind.toUpperCase(), details })
})

it('an error without details has no such field', () => {
  expect(httpRefusalOf({ kind: 'forbidden' })).not.toHaveProperty('details')
})

describe('a route that fails', () => {
  const SECRET = 'password=hunter2'

  async function answerTo(error: Error) {
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } })
    onTestFinished(() => app.close())
    registerErrorAnswers(app, { hasWeb: false })
    app.get('/', () => Promise.reject(error))
    const { statusCode, headers, body } = await app.inject('/')
    const logged = lines.map((line): { level: number; err: { message: string } } => JSON.parse(line))
    return { statusCode, headers, body: JSON.parse(body), text: body, logged }
  }

  it('is logged, and tells its caller nothing but that', async () => {
    const { statusCode, body, text, logged } = await answerTo(new Error(SECRET))
    expect([statusCode, body]).toMatchObject([
      500,
      { error: 'Internal error', code: 'INTERNAL', retryable: false },
    ])
    expect(text).not.toContain(SECRET)
    expect(logged).toMatchObject([{ level: 50, err: { message: SECRET } }])
  })

  it.each([500, 502, 504])(
    'because another service answered with status %i is an internal error',
    async (statusCode) => {
      const answer = await answerTo(Object.assign(new Error(SECRET), { statusCode }))
      expect([answer.statusCode, answer.body.error]).toEqual([500, 'Internal error'])
    },
  )

  const unreachable = (retryable: boolean) =>
    Object.assign(new Error(SECRET), { name: 'StoreUnavailable', retryable })

  it('because the store cannot be reached now asks its caller to come again, and logs no error', async () => {
    const { statusCode, headers, body, text, logged } = await answerTo(unreachable(true))
    expect([statusCode, body]).toMatchObject([503, { code: 'OVERLOADED', retryable: true }])
    expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
    expect(text).not.toContain(SECRET)
    expect(logged).toMatchObject([{ level: 40 }])
  })

  it('because the store refuses to work is an internal error', async () => {
    expect(await answerTo(unreachable(false))).toMatchObject({ statusCode: 500, logged: [{ level: 50 }] })
  })

  it.each([
    [400, 'BAD_USER_INPUT', false],
    [404, 'NOT_FOUND', false],
    [418, 'BAD_USER_INPUT', false],
    [429, 'RATE_LIMITED', true],
    [499, 'BAD_USER_INPUT', false],
    [503, 'OVERLOADED', true],
  ])('because of its caller, with status %i, says why with the code %s', async (status, code, retryable) => {
    const answer = await answerTo(Object.assign(new Error('the reason'), { statusCode: status }))
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toEqual({
      error: 'the reason',
      code,
      retryable,
      requestId: expect.any(String),
    })
    expect(answer.headers['retry-after']).toBe(retryable ? '1' : undefined)
    expect(answer.logged).toEqual([])
  })

  it('with status 401 names the scheme of the credential', async () => {
    const { headers, body } = await answerTo(Object.assign(new Error('the reason'), { statusCode: 401 }))
    expect(headers['www-authenticate']).toBe('Bearer')
    expect(body.code).toBe('UNAUTHENTICATED')
  })
})
