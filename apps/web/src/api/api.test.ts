import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WalletDeclined } from '@dropkit/client'
import { describe, expect, it, test, vi } from 'vitest'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { isRenewalDue, renewalDelayMs, resubscribeDelayMs } from './delays.ts'
import { ApiRefusal, unreachable } from './errors.ts'
import { flowError, walletOfFlow } from './flow-errors.ts'

/** What a flow gets from a wallet that fails with `error`. */
const thrownBy = async (error: unknown) => {
  const wallet = await walletOfFlow(async () => ({
    name: 'Alice',
    address: '0x1',
    signMessage: () => Promise.resolve('signature'),
    execute: () => Promise.reject(error),
  }))()
  return wallet?.execute('AA==').catch((thrown: unknown) => thrown)
}

test('a flow signs without sending only with a wallet that can', async () => {
  const error = new Error('User rejected the request')
  const wallet = {
    name: 'Alice',
    address: '0x1',
    signMessage: () => Promise.resolve('signature'),
    execute: () => Promise.resolve('hash'),
  }
  expect(await walletOfFlow(async () => wallet)()).not.toHaveProperty('signTransaction')
  const signTransaction = () => Promise.reject(error)
  const signing = await walletOfFlow(async () => ({ ...wallet, signTransaction }))()
  await expect(signing?.signTransaction?.('AA==')).rejects.toMatchObject({ cause: error })
})

const refusal = (code: 'WALLET_DECLINED' | 'CLAIM_FAILED' | 'BAD_ANSWER', cause?: unknown) =>
  ({ code, message: 'no', retryable: false, details: {}, ...(cause === undefined ? {} : { cause }) }) as const

describe('a flow of the client on a page', () => {
  test.each([
    ['declined', new Error('User rejected the request')],
    ['has too few coins', new ApiRefusal('too few coins', { code: 'TX_FAILED' })],
  ])('gives a wallet that %s another transaction, and its error is shown', async (_, error) => {
    const cause = await thrownBy(error)
    expect(cause).toBeInstanceOf(WalletDeclined)
    expect(flowError(refusal('WALLET_DECLINED', cause))).toBe(error)
  })

  test.each([
    ['cannot be reached', unreachable()],
    ['was silent', new Error('The request timed out')],
    ['lost its connection', new TypeError('Failed to fetch')],
    ['failed in a way that is not known', new Error('oh')],
  ])('gives a wallet that %s the same transaction only, because it may have sent it', async (_, error) => {
    expect(await thrownBy(error)).toBe(error)
    expect(flowError(refusal('WALLET_DECLINED', error))).toBe(error)
  })

  test('shows what the service refused', () => {
    expect(flowError(refusal('CLAIM_FAILED'))).toMatchObject({ name: 'ApiRefusal', code: 'CLAIM_FAILED' })
    expect(flowError(refusal('BAD_ANSWER'))).toMatchObject({ name: 'ApiRefusal', code: 'INTERNAL' })
  })
})

describe('a request', () => {
  /** Posts to a server that answers with `answer`. */
  async function postTo(answer: (response: ServerResponse) => void, body: unknown = {}) {
    stubPage()
    const { postJson } = await import('./http.ts')
    const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      return await postJson(`http://127.0.0.1:${port}/graphql`, body)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }
  /** It is repeated with its idempotency key, because its change may have happened. */
  const unanswered = { code: 'UNREACHABLE', retryable: true }

  it('whose answer is cut off in its body counts as unanswered', async () => {
    const cutOff = (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"data":', () => response.destroy())
    }
    await expect(postTo(cutOff)).rejects.toMatchObject(unanswered)
  })

  it('gets no answer for 30 seconds at most, and for longer if it uploads a file', async () => {
    const limitsMs: number[] = []
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
      limitsMs.push(limitMs)
      return AbortSignal.abort()
    })
    await expect(postTo(() => {})).rejects.toMatchObject(unanswered)
    const uploading = postTo(() => {}, { file: 'A'.repeat(14 * 1024 * 1024) })
    await expect(uploading).rejects.toMatchObject(unanswered)
    limit.mockRestore()
    const [usual = 0, ofUpload = 0] = limitsMs
    expect(usual).toBeGreaterThanOrEqual(30_000)
    expect(usual).toBeLessThan(30_100)
    // 14 MiB at 256 kbit/s.
    expect(ofUpload).toBeGreaterThan(30_000 + 460_000)
  })

  it('is refused with what the answer says, also for the server’s log', async () => {
    stubPage()
    const refusal = { error: 'no', code: 'BAD_USER_INPUT', requestId: 'req_1' }
    vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 400 }))
    const { postOrThrow } = await import('./http.ts')
    await expect(postOrThrow('/auth/verify', {})).rejects.toMatchObject({
      message: 'no',
      code: 'BAD_USER_INPUT',
      requestId: 'req_1',
    })
  })

  it('has one effect if it is repeated with a new visitor’s token', async () => {
    const refused = { errors: [{ message: 'expired', extensions: { code: 'UNAUTHENTICATED' } }] }
    const answers = [
      refused,
      { token: 'dv_new', expiresAt: '2030-01-01T00:00:00Z' },
      { data: { isDone: true } },
    ]
    const sent: Headers[] = []
    stubPage()
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers))
      return Response.json(answers[sent.length - 1])
    })
    const [{ request }, { credential }] = await Promise.all([import('./request.ts'), import('./http.ts')])
    let changes = 0
    credential.onChange(() => {
      changes += 1
    })
    for (let times = 0; times < 2; times += 1) credential.visitAs('dv_old')
    // A change opens the socket of the page again.
    expect(changes).toBe(1)
    await request('mutation { isDone }', {}, { idempotencyKey: 'one' })
    expect(sent.map((headers) => [headers.get('authorization'), headers.get('idempotency-key')])).toEqual([
      ['Bearer dv_old', 'one'],
      [null, null],
      ['Bearer dv_new', 'one'],
    ])
  })
})

const HOUR_MS = 3_600_000

it('a visitor’s token is renewed minutes before it is over', () => {
  const delayMs = renewalDelayMs(12 * HOUR_MS, 0)
  expect(delayMs).toBe(12 * HOUR_MS - 300_000)
  expect(isRenewalDue(12 * HOUR_MS, delayMs)).toBe(true)
  expect(isRenewalDue(12 * HOUR_MS, delayMs - 1)).toBe(false)
})

it('a renewal that is late, or did not succeed, is tried a minute later, not without a pause', () => {
  expect(renewalDelayMs(HOUR_MS, 2 * HOUR_MS)).toBe(60_000)
})

it('a token that ran out while the machine slept is renewed before it is used', () => {
  expect(isRenewalDue(HOUR_MS, 9 * HOUR_MS)).toBe(true)
})

describe('a subscription that has ended', () => {
  const refused = (extensions: object) => [{ message: 'no', extensions }]

  it.each([0, 1, 20])(
    'is started again after retryable error %i, with growing delays up to 30 s',
    (retries) => {
      const delayMs = resubscribeDelayMs(refused({ code: 'RATE_LIMITED', retryable: true }), retries)
      const longestMs = Math.min(30_000, 1_000 * 2 ** retries)
      expect(delayMs).toBeGreaterThanOrEqual(longestMs / 2)
      expect(delayMs).toBeLessThanOrEqual(longestMs)
    },
  )

  it('is started again after the delay that the server asks for, and not earlier', () => {
    const delayMs = resubscribeDelayMs(refused({ retryable: true, retryAfterMs: 5_000 }), 0)
    expect(delayMs).toBeGreaterThanOrEqual(5_000)
    expect(delayMs).toBeLessThanOrEqual(6_250)
  })

  it.each([4401, 4408, 4429, 4500, 1006])('is started again after the socket closed with %i', (code) => {
    expect(resubscribeDelayMs({ code, reason: '' }, 0)).toBeGreaterThan(0)
  })

  it.each([
    ['an error that stays', refused({ code: 'NOT_FOUND', retryable: false })],
    ['a wrong credential', { code: 4403, reason: '' }],
  ])('is not started again after %s', (_what, reason) => {
    expect(resubscribeDelayMs(reason, 0)).toBeNull()
  })
})
