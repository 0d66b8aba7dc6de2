import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HumanSubject } from '@dropkit/core'
import { idOf, MINUTE_MS } from '@dropkit/core/internal'
import { createRecordingLog, createTestClock, humanCheckContract, testWallet } from '@dropkit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSealedSecrets } from '../ports/secrets.ts'
import { createProofOfWork, leadingZeroBits } from './proof-of-work.ts'
import { createTurnstile } from './turnstile.ts'

const secrets = createSealedSecrets({ current: new Uint8Array(32).fill(1) })
const [USER, OTHER] = [idOf('user', '1'.repeat(32)), idOf('user', '2'.repeat(32))]
const subject = {
  dropId: `drop_${'1'.repeat(32)}`,
  wallet: testWallet(7),
} as unknown as HumanSubject

function opened(leastDifficulty = 1) {
  const clock = createTestClock(MINUTE_MS)
  // The smallest cost that scrypt accepts, to keep the tests fast.
  const terms = { clock, secrets, leastDifficulty, cost: 2 }
  const check = createProofOfWork(terms)
  /** Finds the first nonce that solves this challenge, or the first that does not. */
  async function nonceFor(text: string, isRight: boolean, of = subject): Promise<number> {
    for (let nonce = 0; nonce < 100; nonce++) {
      const { ok } = await createProofOfWork(terms).verify(of, `${text}.${nonce}`, USER)
      if (ok === isRight) return nonce
    }
    throw new Error(`no nonce below 100 has a proof that is ${isRight ? 'right' : 'wrong'}`)
  }
  async function solve(of = subject): Promise<string> {
    const { text } = check.challenge(of)
    return `${text}.${await nonceFor(text, true, of)}`
  }
  return { clock, check, nonceFor, solve }
}

describe('the proof of work', () => {
  humanCheckContract({ describe, test }, async () => ({ ...opened(), close: async () => {} }))

  test('expires five minutes after its challenge', async () => {
    const { clock, check, solve } = opened()
    expect(check.challenge(subject)).toMatchObject({ expiresAt: 6 * MINUTE_MS })
    const proof = await solve()
    clock.advance(5 * MINUTE_MS - 1)
    expect(await check.verify(subject, proof, USER)).toEqual({ ok: true, value: MINUTE_MS })
    clock.advance(1)
    expect(await check.verify(subject, proof, USER)).toMatchObject({ error: { reason: 'expired' } })
  })

  test('gives a challenge with a wrong proof no second attempt', async () => {
    const { check, nonceFor } = opened()
    const { text } = check.challenge(subject)
    const [wrong, right] = [await nonceFor(text, false), await nonceFor(text, true)]
    const other = check.challenge(subject).text
    const refused = { error: { reason: 'wrong' } }
    expect(await check.verify(subject, `${text}.${wrong}`, USER)).toMatchObject(refused)
    expect(await check.verify(subject, `${other}.${await nonceFor(other, false)}`, USER)).toMatchObject(
      refused,
    )
    expect(await check.verify(subject, `${text}.${right}`, USER)).toMatchObject(refused)
  })

  test('refuses proofs beyond those that may wait', async () => {
    const { check } = opened(32)
    const flood = Array.from({ length: 300 }, (_, n) =>
      check.verify(subject, `${check.challenge(subject).text}.${n}`, USER),
    )
    const answers = await Promise.all(flood)
    const refused = answers.filter((answer) => !answer.ok && answer.error.kind === 'overloaded')
    expect(refused).toHaveLength(98)
    expect(refused[0]).toMatchObject({
      error: { retryAfterMs: 1_000, details: { limit: 'waiting proofs', value: 200 } },
    })
  })

  test('verifies the proof of a user while another floods it with wrong ones', async () => {
    const { check, nonceFor } = opened(1)
    const text = () => check.challenge(subject).text
    const wrong = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const challenge = text()
        return `${challenge}.${await nonceFor(challenge, false)}`
      }),
    )
    const flood = wrong.map((proof) => check.verify(subject, proof, USER))
    let verified = 0
    for (const one of flood)
      void one.then((answer) => {
        if (!answer.ok && answer.error.kind === 'human_check_failed') verified++
      })
    const own = text()
    const right = `${own}.${await nonceFor(own, true)}`
    expect(await check.verify(subject, right, OTHER)).toMatchObject({ ok: true })
    expect(verified).toBeLessThan(20)
    await Promise.all(flood)
  })

  test('becomes harder while many proofs pass, up to a maximum, and easier afterwards', async () => {
    const { clock, check } = opened(0)
    const difficulty = () => {
      const challenge = check.challenge(subject)
      return challenge.check === 'PROOF_OF_WORK' ? challenge.difficulty : expect.fail('another check')
    }
    const proof = `${check.challenge(subject).text}.0`
    let passed = 0
    const afterProofs = async (count: number) => {
      for (; passed < count; passed++) await check.verify(subject, proof, USER)
      return difficulty()
    }
    expect(await afterProofs(0)).toBe(0)
    expect(await afterProofs(59)).toBe(0)
    expect(await afterProofs(60)).toBe(1)
    expect(await afterProofs(119)).toBe(1)
    expect(await afterProofs(120)).toBe(2)
    expect(await afterProofs(1_920)).toBe(5)
    clock.advance(MINUTE_MS)
    expect(difficulty()).toBe(5)
    clock.advance(MINUTE_MS)
    expect(difficulty()).toBe(0)
  })

  test('counts each minute for itself, also without a new challenge in it', async () => {
    const { clock, check } = opened(0)
    const proof = `${check.challenge(subject).text}.0`
    for (let n = 0; n < 60; n++) await check.verify(subject, proof, USER)
    clock.advance(MINUTE_MS)
    for (let n = 0; n < 60; n++) await check.verify(subject, proof, USER)
    expect(check.challenge(subject)).toMatchObject({ difficulty: 1 })
    clock.advance(2 * MINUTE_MS)
    expect(check.challenge(subject)).toMatchObject({ difficulty: 0 })
  })

  test.each(['', 'x', '.', 'x.', `x.${'0'.repeat(33)}`, 'x.0', 'x.a-b'])(
    'refuses %j as malformed',
    async (proof) => {
      expect(await opened().check.verify(subject, proof, USER)).toMatchObject({
        error: { reason: 'malformed' },
      })
    },
  )
})

test.each([
  [[0x80], 0],
  [[0x01], 7],
  [[0, 0x40], 9],
  [[0, 0], 16],
])('%j begins with %i zero bits', (bytes, expected) => {
  expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(expected)
})

describe('Turnstile', () => {
  /** A stand-in for Cloudflare's `siteverify`. A token is the widget's `cData`, and is accepted once. */
  let server: Server
  let verifyUrl: string
  const spent = new Set<string>()
  let answerInstead: ((end: (status: number, body: string) => void) => void) | undefined

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += String(chunk)
      })
      request.on('end', () => {
        const end = (status: number, text: string) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(text)
        if (answerInstead) return answerInstead(end)
        const { secret, response: token } = JSON.parse(body) as { secret: string; response: string }
        const refuse = (code: string) => end(200, JSON.stringify({ success: false, 'error-codes': [code] }))
        if (secret !== 'secret') return refuse('invalid-input-secret')
        if (token === '') return refuse('missing-input-response')
        if (!/^drop_\w+-0x[0-9a-f]{64}[.]\d+$/.test(token)) return refuse('invalid-input-response')
        if (spent.has(token)) return refuse('timeout-or-duplicate')
        spent.add(token)
        const challenge_ts = new Date().toISOString()
        return end(
          200,
          JSON.stringify({ success: true, challenge_ts, cdata: token.split('.')[0], 'error-codes': [] }),
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  beforeEach(() => {
    spent.clear()
    answerInstead = undefined
  })

  const log = createRecordingLog()
  const turnstile = (more: { secretKey?: string; timeoutMs?: number; verifyUrl?: string } = {}) =>
    createTurnstile({
      siteKey: 'site',
      secretKey: 'secret',
      verifyUrl,
      clock: createTestClock(),
      log,
      ...more,
    })

  const cDataOf = (of: HumanSubject) => `${of.dropId}-${of.wallet}`
  let tokens = 0
  const token = (of: HumanSubject) => `${cDataOf(of)}.${++tokens}`

  humanCheckContract({ describe, test }, async () => {
    spent.clear()
    return { check: turnstile(), solve: async (of) => token(of), close: async () => {} }
  })

  test('binds its widget to the drop and the wallet', () => {
    expect(turnstile().challenge(subject)).toEqual({
      check: 'TURNSTILE',
      siteKey: 'site',
      text: cDataOf(subject),
    })
  })

  test('accepts each token once', async () => {
    const once = token(subject)
    expect(await turnstile().verify(subject, once, USER)).toMatchObject({ ok: true })
    expect(await turnstile().verify(subject, once, USER)).toMatchObject({
      error: { kind: 'human_check_failed', reason: 'expired' },
    })
  })

  test('with a wrong secret key refuses all requests for now, and logs an error', async () => {
    expect(await turnstile({ secretKey: 'wrong' }).verify(subject, token(subject), USER)).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
    expect(JSON.stringify(log.lines)).toContain('TURNSTILE_SECRET_KEY')
    expect(JSON.stringify(log.lines)).not.toContain('"wrong"')
  })

  test.each([
    ['internal-error', 200, '{"success":false,"error-codes":["internal-error"]}'],
    ['bad-request', 400, '{"success":false,"error-codes":["bad-request"]}'],
    ['a code that is new', 200, '{"success":false,"error-codes":["what"]}'],
    ['status 503', 503, 'busy'],
    ['a page instead of JSON', 200, '<html></html>'],
    ['success as a text', 200, '{"success":"true"}'],
    ['an answer that is too long', 200, `{"success":true,"cdata":"${'x'.repeat(20_000)}"}`],
  ])('never passes on %s', async (_, status, body) => {
    answerInstead = (end) => end(status, body)
    expect(await turnstile().verify(subject, token(subject), USER)).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
  })

  test('never passes when nothing answers in time', async () => {
    answerInstead = () => {}
    expect(await turnstile({ timeoutMs: 50 }).verify(subject, token(subject), USER)).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
    const closed = turnstile({ verifyUrl: 'http://127.0.0.1:1/' })
    expect(await closed.verify(subject, token(subject), USER)).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
  })
})
