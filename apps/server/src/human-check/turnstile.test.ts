import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HumanSubject } from '@dropkit/core'
import { createRecordingLog, createTestClock, humanCheckContract, testWallet } from '@dropkit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

const subject = {
  dropId: `drop_${'1'.repeat(32)}`,
  wallet: testWallet(7),
} as unknown as HumanSubject

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
  createTurnstile({ siteKey: 'site', secretKey: 'secret', verifyUrl, clock: createTestClock(), log, ...more })

const cDataOf = (of: HumanSubject) => `${of.dropId}-${of.wallet}`
let tokens = 0
const token = (of: HumanSubject) => `${cDataOf(of)}.${++tokens}`

describe('Turnstile', () => {
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
    expect(await turnstile().verify(subject, once)).toMatchObject({ ok: true })
    expect(await turnstile().verify(subject, once)).toMatchObject({
      error: { kind: 'human_check_failed', reason: 'expired' },
    })
  })

  test('with a wrong secret key refuses all requests for now, and logs an error', async () => {
    expect(await turnstile({ secretKey: 'wrong' }).verify(subject, token(subject))).toMatchObject({
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
    expect(await turnstile().verify(subject, token(subject))).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
  })

  test('never passes when nothing answers in time', async () => {
    answerInstead = () => {}
    expect(await turnstile({ timeoutMs: 50 }).verify(subject, token(subject))).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
    const closed = turnstile({ verifyUrl: 'http://127.0.0.1:1/' })
    expect(await closed.verify(subject, token(subject))).toMatchObject({
      error: { kind: 'human_check_unavailable' },
    })
  })
})
