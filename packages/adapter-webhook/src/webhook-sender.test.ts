import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { WebhookMessage } from '@dropkit/core'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listen, startReceiver, startSocketReceiver } from '../test/receiver.ts'
import {
  createWebhookSecret,
  createWebhookSender,
  signatureHeaders,
  type WebhookSenderOptions,
} from './webhook-sender.ts'

const present = createWebhookSecret(new Uint8Array(32).fill(1))
const former = createWebhookSecret(new Uint8Array(24).fill(2))

const messageTo = (url: string, more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  url,
  id: 'evt_1',
  body: JSON.stringify({ type: 'drop.claimed', data: { note: 'Grüße, 世界 🎉' } }),
  secrets: [present],
  ...more,
})

function senderTo(options: Partial<WebhookSenderOptions> = {}) {
  const sender = createWebhookSender({
    machineNow: Date.now,
    allowPrivate: true,
    timeoutMs: 5_000,
    ...options,
  })
  onTestFinished(() => sender.close())
  return sender
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

describe('a webhook that arrives', () => {
  test('is verified by the standard with the present secret and with the former one', async () => {
    const received: { body: string; request: IncomingMessage }[] = []
    const { url } = await startReceiver(async (request, response) => {
      received.push({ body: await read(request), request })
      response.writeHead(204).end()
    })
    const message = messageTo(`${url}?drop=1#part`, { secrets: [present, former] })
    const answer = await senderTo({ userAgent: 'a-test' }).send(message)
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 204, retryAfterMs: null })
    const [{ body, request }] = received as [(typeof received)[0]]
    expect(body).toBe(message.body)
    expect(request.method).toBe('POST')
    expect(request.url).toBe('/hook?drop=1')
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      'user-agent': 'a-test',
      'webhook-id': 'evt_1',
    })
    for (const secret of message.secrets) {
      const headers = request.headers as Record<string, string>
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(message.body))
    }
  })

  test.each(['127.0.0.1', 'hooks.example'])('uses its connection to %s again', async (host) => {
    const receiver = await startReceiver((request, response) => {
      request.resume().on('end', () => response.end('thank you'))
    })
    // A name is resolved and judged for each delivery, but that does not require a new connection.
    const sender = senderTo({ resolve: async () => ['127.0.0.1'] })
    const message = messageTo(`http://${host}:${receiver.port}/hook`)
    for (let turn = 0; turn < 20; turn++) {
      expect(await sender.send(message)).toMatchObject({ kind: 'answered', statusCode: 200 })
    }
    // If a connection is not quite free again, the next delivery does not wait for it but opens a second one.
    expect(receiver.connections()).toBeLessThanOrEqual(3)
  })

  test('leaves no timer that would keep the process alive', async () => {
    const { url } = await startReceiver((request, response) => {
      request.resume()
      response.writeHead(204).end()
    })
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    expect((await senderTo().send(messageTo(url))).kind).toBe('answered')
    expect(timers()).toBe(before)
  })

  test('reaches a name by the address that was judged, with the name in Host', async () => {
    const hosts: (string | undefined)[] = []
    const { port } = await startReceiver((request, response) => {
      hosts.push(request.headers.host)
      response.end()
    })
    const sender = senderTo({ resolve: async () => ['127.0.0.1'] })
    const answer = await sender.send(messageTo(`http://hooks.example:${port}/`))
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(hosts).toEqual([`hooks.example:${port}`])
  })

  test('asks a TLS receiver for its name, not for its address', async () => {
    const names: string[] = []
    const server = createServer({
      SNICallback: (name, callback) => {
        names.push(name)
        callback(new Error('no certificate for it'))
      },
    })
    server.on('tlsClientError', () => {})
    const { port } = await listen(server)
    const sender = senderTo({ resolve: async () => ['127.0.0.1'] })
    const answer = await sender.send(messageTo(`https://hooks.example:${port}/`))
    expect(answer.kind).toBe('failed')
    expect(names).toEqual(['hooks.example'])
  })
})

describe('the answer of a receiver', () => {
  test.each([200, 202, 400, 404, 410, 429, 500, 503])('is its status %i', async (statusCode) => {
    const { url } = await startReceiver((_, response) => response.writeHead(statusCode).end('{}'))
    expect(await senderTo().send(messageTo(url))).toMatchObject({ kind: 'answered', statusCode })
  })

  test.each([301, 302, 303, 307, 308])('is not followed when it is a redirect (%i)', async (statusCode) => {
    const elsewhere = await startReceiver((_, response) => response.end())
    const { url } = await startReceiver((_, response) => {
      response.writeHead(statusCode, { location: elsewhere.url }).end()
    })
    expect(await senderTo().send(messageTo(url))).toMatchObject({ kind: 'answered', statusCode })
    expect(elsewhere.connections()).toBe(0)
  })

  test('may ask to be left alone for a while, in seconds or until a date', async () => {
    const now = Date.now()
    const until = new Date(now + 90_000).toUTCString()
    const asked = ['30', until, '999999999', 'a while']
    const { url } = await startReceiver((_, response) => {
      response.writeHead(429, { 'retry-after': asked.shift() ?? '', date: new Date(now).toUTCString() }).end()
    })
    const sender = senderTo()
    const answers = []
    for (let turn = 0; turn < 4; turn++) answers.push(await sender.send(messageTo(url)))
    const waits = answers.map((answer) => answer.kind === 'answered' && answer.retryAfterMs)
    expect(waits).toEqual([30_000, 90_000, 86_400_000, null])
  })

  test.each([
    ['of known length', { 'content-length': String(1 << 30) }],
    ['of unknown length', {}],
  ])('is cut short when its body is huge and %s', async (_, headers) => {
    let sentBytes = 0
    const { url } = await startReceiver((request, response) => {
      request.resume()
      response.writeHead(200, headers)
      const chunk = Buffer.alloc(65_536)
      const pour = () => {
        if (response.destroyed || sentBytes >= 1 << 30) return
        sentBytes += chunk.length
        if (response.write(chunk)) setImmediate(pour)
        else response.once('drain', pour)
      }
      pour()
    })
    expect(await senderTo().send(messageTo(url))).toMatchObject({ kind: 'answered', statusCode: 200 })
    await pause(50)
    expect(sentBytes).toBeLessThan(32 << 20)
  })

  test('counts although its body never ends', async () => {
    const { url } = await startReceiver((_, response) => {
      response.writeHead(200).write('wait for it')
    })
    const answer = await senderTo().send(messageTo(url))
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200 })
    expect(answer.kind === 'answered' && answer.durationMs).toBeLessThan(1_000)
  })

  test('counts although its body breaks off', async () => {
    const { url } = await startReceiver((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('no m')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await senderTo().send(messageTo(url))).toMatchObject({ kind: 'answered', statusCode: 200 })
  })
})

const OK = 'HTTP/1.1 200 OK\r\n'
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\n'
const CLOSED = 'the connection was closed before an answer'
const NOT_HTTP = 'the answer is not HTTP'
const TOO_LARGE = "the answer's headers are too large"

describe('no answer', () => {
  test('fails for a receiver that takes too long', async () => {
    const { url } = await startReceiver(() => {})
    const answer = await senderTo({ timeoutMs: 200 }).send(messageTo(url))
    expect(answer).toMatchObject({ kind: 'failed', reason: 'no answer within 200 ms' })
    expect(answer.kind === 'failed' && answer.durationMs).toBeGreaterThanOrEqual(190)
    expect(answer.kind === 'failed' && answer.durationMs).toBeLessThan(2_000)
  })

  test('fails for one that sends its headers slowly', async () => {
    const { url } = await startSocketReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const answer = await senderTo({ timeoutMs: 300 }).send(messageTo(url))
    expect(answer).toMatchObject({ kind: 'failed', reason: 'no answer within 300 ms' })
  })

  test('fails in time if the name never resolves', async () => {
    const sender = senderTo({ timeoutMs: 200, resolve: () => new Promise(() => {}) })
    const answer = await sender.send(messageTo('http://hooks.example/'))
    expect(answer).toMatchObject({ kind: 'failed', reason: 'no answer within 200 ms' })
  })

  test('fails if the name has no address', async () => {
    const nothing = senderTo({ resolve: async () => [] })
    const reason = 'the name has no address'
    expect(await nothing.send(messageTo('http://hooks.example/'))).toMatchObject({ kind: 'failed', reason })
    const unknown = senderTo({
      resolve: async () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })),
    })
    expect(await unknown.send(messageTo('http://hooks.example/'))).toMatchObject({ kind: 'failed', reason })
  })

  test('fails if the port is closed', async () => {
    const server = createServer()
    const { port } = await listen(server)
    const closed = new Promise((resolve) => server.close(resolve))
    await closed
    const reason = 'the connection was refused'
    const sender = senderTo({ resolve: async () => ['127.0.0.1', '127.0.0.2'] })
    for (const host of ['127.0.0.1', 'hooks.example']) {
      expect(await sender.send(messageTo(`http://${host}:${port}/`))).toMatchObject({
        kind: 'failed',
        reason,
      })
    }
  })

  test.each<readonly [string, (socket: Socket) => unknown, string]>([
    ['hangs up at once', (socket) => socket.destroy(), CLOSED],
    ['closes its half without a word', (socket) => socket.end(), CLOSED],
    ['breaks off in its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nx'), CLOSED],
    ['resets the connection', (socket) => socket.once('data', () => socket.resetAndDestroy()), CLOSED],
    ['speaks another protocol', (socket) => socket.end('220 mail.example ESMTP\r\n'), NOT_HTTP],
    ['answers with noise', (socket) => socket.end(Buffer.alloc(4_096, 0xee)), NOT_HTTP],
    [
      'says two lengths',
      (socket) => socket.end(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\na`),
      NOT_HTTP,
    ],
    ['has headers without end', (socket) => socket.end(`${OK}x: ${'y'.repeat(100_000)}\r\n\r\n`), TOO_LARGE],
    [
      'changes the protocol',
      (socket) => socket.end(`${SWITCH}upgrade: x\r\nconnection: upgrade\r\n\r\n`),
      CLOSED,
    ],
  ])('fails for one that %s', async (_, accept, reason) => {
    const { url } = await startSocketReceiver(accept)
    expect(await senderTo({ timeoutMs: 2_000 }).send(messageTo(url))).toMatchObject({
      kind: 'failed',
      reason,
    })
  })

  test('fails for one that does not speak TLS', async () => {
    const { port } = await startReceiver((_, response) => response.end())
    const answer = await senderTo().send(messageTo(`https://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^TLS/) })
  })

  test('is no failure when the sender is closed: running and later deliveries are aborted at once', async () => {
    const { url } = await startReceiver(() => {})
    const sender = senderTo()
    const underWay = sender.send(messageTo(url))
    await pause(50)
    await sender.close()
    const closed = { kind: 'aborted', reason: 'the sender was closed' }
    expect(await underWay).toMatchObject(closed)
    expect(await sender.send(messageTo(url))).toMatchObject(closed)
  })
})

describe('many webhooks at once', () => {
  test('do not wait for the receivers of others, and take a bounded number of connections of each', async () => {
    const slow = await startReceiver(() => {})
    const quick = await startReceiver((request, response) => {
      request.resume().on('end', () => response.end())
    })
    const sender = senderTo({ timeoutMs: 3_000 })
    const stuck = Array.from({ length: 200 }, () => sender.send(messageTo(slow.url)))
    await pause(100)
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 200 }, () => sender.send(messageTo(quick.url))))
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    expect(answers.every((answer) => answer.kind === 'answered' && answer.statusCode === 200)).toBe(true)
    expect(slow.connections()).toBe(32)
    expect(quick.connections()).toBeLessThanOrEqual(32)
    const ends = await Promise.all(stuck)
    expect(new Set(ends.map((end) => end.kind === 'failed' && end.reason))).toEqual(
      new Set(['no answer within 3000 ms']),
    )
  })

  test('are sent again to a receiver that has recovered', async () => {
    let isStuck = true
    const { url } = await startReceiver((_, response) => {
      if (!isStuck) response.end()
    })
    const sender = senderTo({ timeoutMs: 300 })
    await Promise.all(Array.from({ length: 30 }, () => sender.send(messageTo(url))))
    isStuck = false
    expect(await sender.send(messageTo(url))).toMatchObject({ kind: 'answered', statusCode: 200 })
  })
})

describe('a message that is wrong in itself', () => {
  test('throws: it is not the doing of the receiver', async () => {
    const sender = senderTo()
    await expect(sender.send(messageTo('http://127.0.0.1:1/', { secrets: [] }))).rejects.toThrow(TypeError)
    await expect(sender.send(messageTo('http://127.0.0.1:1/', { id: 'a\nb' }))).rejects.toThrow('header')
  })
})

describe('the time of a delivery', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a receiver has fifteen seconds to answer', async () => {
    const sender = createWebhookSender({
      machineNow: Date.now,
      allowPrivate: true,
      resolve: () => new Promise(() => {}),
    })
    let answer: unknown
    const secrets = [sender.secretFrom(new Uint8Array(32))]
    const sent = sender
      .send({ url: 'http://silent.test/', id: 'event_1', body: '{}', secrets })
      .then((given) => {
        answer = given
      })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(answer).toMatchObject({ kind: 'failed', reason: 'no answer within 15000 ms' })
    await sender.close()
  })
})

const secretBytes = fc.uint8Array({ minLength: 24, maxLength: 64 })
const message: WebhookMessage = {
  url: 'https://example.com/hook',
  id: 'evt_1',
  body: '{"type":"drop.created"}',
  secrets: [createWebhookSecret(new Uint8Array(24).fill(7))],
}

describe('the signature of a webhook', () => {
  test('equals the example of the standard', () => {
    const headers = signatureHeaders(
      {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        body: '{"test": 2432232314}',
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      },
      1_614_265_330_999,
    )
    expect(headers['webhook-timestamp']).toBe('1614265330')
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('is verified by each of the secrets, and by no other', () => {
    const texts = fc.string({ unit: 'grapheme' })
    const messages = fc.record({
      text: texts,
      secrets: fc.array(secretBytes, { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(messages, secretBytes, ({ text, secrets }, other) => {
        const body = JSON.stringify({ text })
        const written = secrets.map(createWebhookSecret)
        const headers = { ...signatureHeaders({ ...message, body, secrets: written }, Date.now()) }
        expect(headers['webhook-signature'].split(' ')).toHaveLength(secrets.length)
        for (const secret of written) expect(new Webhook(secret).verify(body, headers)).toEqual({ text })
        if (written.includes(createWebhookSecret(other))) return
        expect(() => new Webhook(createWebhookSecret(other)).verify(body, headers)).toThrow('No matching')
      }),
    )
  })

  test('is not made without a secret, or with one that is none', () => {
    expect(() => signatureHeaders({ ...message, secrets: [] }, 0)).toThrow('without a signature')
    expect(() => signatureHeaders({ ...message, secrets: ['whsec_'] }, 0)).toThrow()
    expect(() => signatureHeaders({ ...message, secrets: ['whsec_?'] }, 0)).toThrow()
  })
})

describe('the secret of a webhook', () => {
  test('is whsec_ and its bytes in base64', () => {
    fc.assert(
      fc.property(secretBytes, (bytes) => {
        const secret = createWebhookSecret(bytes)
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
        expect([...Buffer.from(secret.slice(6), 'base64')]).toEqual([...bytes])
      }),
    )
  })

  test.each([0, 23, 65])('does not have %i bytes', (length) => {
    expect(() => createWebhookSecret(new Uint8Array(length))).toThrow(RangeError)
  })
})
