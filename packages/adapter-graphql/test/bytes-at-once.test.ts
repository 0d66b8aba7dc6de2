// What the requests of one caller keep in memory while its clients send or read slowly.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchDrop } from './api.ts'
import {
  eventually,
  limitsThatWait,
  openDeafClient,
  openSocketApi,
  type RawClient,
  type SocketApi,
} from './web-sockets.ts'

const MEBIBYTE = 1024 * 1024

let api: SocketApi
let other: string
beforeAll(async () => {
  api = await openSocketApi()
  other = (await api.newUser('other')).key
})
afterAll(() => api.app.close())
afterEach(() => closeAll())

const opened: Socket[] = []
const closeAll = () => {
  for (const socket of opened.splice(0)) socket.destroy()
}

/** Sends something on a connection of its own. */
function sendRaw(...pieces: readonly string[]): Socket {
  const socket = connect(api.port, '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => {})
  for (const piece of pieces) socket.write(piece)
  return socket
}

const headOf = (key: string, header: string): string =>
  `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${header}\r\n\r\n`

/** Sends a part of a request on a connection of its own. */
const begin = (key: string, header: string, body: string): Socket => sendRaw(headOf(key, header), body)

/** The first bytes of the answer, or undefined if none came in the given time. */
const startOfAnswer = (socket: Socket, ms = 30_000): Promise<string | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    socket.once('data', (data) => {
      clearTimeout(timer)
      resolve(data.toString())
    })
  })

const me = JSON.stringify({ query: '{ me { id } }' })
async function ask(key: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${api.port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}
/** The server notices later that a connection was closed. */
const SOON = { timeout: 30_000 }
const largeBody = (bytes: number) => `${' '.repeat(bytes)}${me}`

describe('bodies that arrive slowly', () => {
  test('are limited per user by their declared length, and others are served', async () => {
    const length = `content-length: ${14 * MEBIBYTE}`
    const begun = [1, 2, 3, 4].map(() => begin(api.key, length, '{'))
    expect(await startOfAnswer(begun[3] as Socket, 300)).toBeUndefined()
    const refused = await startOfAnswer(begin(api.key, length, '{'))
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused).toContain('"code":"RATE_LIMITED"')
    expect(refused).toContain('"limit":"bodyBytesAtOnce"')
    expect(refused).toContain('"retryable":true')
    expect(refused).toContain(`"value":${56 * MEBIBYTE}`)
    expect(refused).toContain(`"asked":${70 * MEBIBYTE}`)
    expect((await ask(api.key, me)).status).toBe(200)
    expect((await ask(other, largeBody(8 * MEBIBYTE))).status).toBe(200)
    closeAll()
    await expect.poll(async () => (await ask(api.key, largeBody(8 * MEBIBYTE))).status, SOON).toBe(200)
  })

  test('are refused by their length if that alone is too long', async () => {
    const refused = await startOfAnswer(begin(api.key, `content-length: ${100 * MEBIBYTE}`, '{'))
    expect(refused).toMatch(/^HTTP\/1.1 413 /)
  })

  test('are limited per user by the bytes that arrived, if their length is not declared', async () => {
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`
    const chunked = 'transfer-encoding: chunked'
    const begun = [1, 2, 3, 4, 5].map(() => begin(api.key, chunked, chunk(11 * MEBIBYTE)))
    expect(await startOfAnswer(begun[4] as Socket, 1_000)).toBeUndefined()
    const next = () => startOfAnswer(begin(api.key, chunked, chunk(2 * MEBIBYTE)), 500)
    await expect.poll(async () => (await next()) ?? '', SOON).toContain('"limit":"bodyBytesAtOnce"')
    const small = begin(api.key, chunked, `${me.length.toString(16)}\r\n${me}\r\n0\r\n\r\n`)
    expect(await startOfAnswer(small)).toMatch(/^HTTP\/1.1 200 /)
    closeAll()
    await expect.poll(async () => (await ask(api.key, largeBody(12 * MEBIBYTE))).status, SOON).toBe(200)
  })

  test('end with their requests', async () => {
    for (let times = 0; times < 10; times++)
      expect((await ask(api.key, largeBody(12 * MEBIBYTE))).status).toBe(200)
  })
})

test('large bodies are read two at a time, and those of clients that have gone not at all', async () => {
  const held = Promise.withResolvers<void>()
  let running = 0
  const slow = await openSocketApi(undefined, {
    rateLimits: limitsThatWait(held.promise, () => void running++),
  })
  const post = () =>
    fetch(`http://127.0.0.1:${slow.port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.key}`, 'content-type': 'application/json' },
      body: largeBody(2 * MEBIBYTE),
    })
  const body = largeBody(2 * MEBIBYTE)
  const sendAlone = () => {
    const socket = connect(slow.port, '127.0.0.1')
    socket.write(headOf(slow.key, `content-length: ${body.length}`) + body)
    return socket
  }
  const leaving = sendAlone()
  await expect.poll(() => running, SOON).toBe(1)
  const first = post()
  await expect.poll(() => running, SOON).toBe(2)
  const waiting = sendAlone()
  const second = post()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(running).toBe(2)
  waiting.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  leaving.destroy()
  await expect.poll(() => running, SOON).toBe(3)
  held.resolve()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  expect(running).toBe(3)
  await slow.app.close()
})

const largeQuery = async () => {
  const id = await launchDrop(api, { metadata: JSON.stringify({ text: 'x'.repeat(60_000) }) })
  const fields = Array.from({ length: 60 }, (_, n) => `a${n}: metadata`).join(' ')
  return JSON.stringify({ query: `{ drop(id: "${id}") { ${fields} } }` })
}
const requestOf = (body: string) => headOf(api.key, `content-length: ${body.length}`) + body

test('large answers that a user does not read are limited, and others get theirs', async () => {
  const large = await largeQuery()
  // The network takes the first answers on each connection, and the others stay in the server.
  for (let times = 0; times < 12; times++) {
    const socket = sendRaw(requestOf(large).repeat(4))
    await startOfAnswer(socket)
    socket.pause()
  }

  const status = async () => (await ask(api.key, large)).status
  await expect.poll(status, SOON).toBe(429)
  const { errors } = JSON.parse((await ask(api.key, large)).text)
  expect(errors[0].extensions).toMatchObject({
    code: 'RATE_LIMITED',
    retryable: true,
    retryAfterMs: 1_000,
    details: { limit: 'answerBytesAtOnce', value: 32 * MEBIBYTE, asked: expect.any(Number) },
  })
  const forOther = await ask(other, large)
  expect([forOther.status, forOther.text.length > 3 * MEBIBYTE]).toEqual([200, true])
  expect((await ask(api.key, me)).status).toBe(200)
  closeAll()
  await expect.poll(status, SOON).toBe(200)
})

test('answers to pipelined requests end with their connection', async () => {
  const large = await largeQuery()
  for (let times = 0; times < 5; times++) {
    const socket = sendRaw(requestOf(large).repeat(6))
    expect(await startOfAnswer(socket)).toMatch(/^HTTP/)
    closeAll()
  }
  const statuses = async () =>
    (await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => ask(api.key, large)))).map(({ status }) => status)
  await expect.poll(statuses, SOON).toEqual([200, 200, 200, 200, 200, 200, 200])
})

test('bytes that a user’s sockets do not read are limited together, and a socket that is let go is freed', async () => {
  let closed = 0
  const slow = await openSocketApi(undefined, {
    sockets: { unreadBytesAtOnce: MEBIBYTE, closeMs: 100 },
    apiWatch: {
      errorSent() {},
      socketOpened() {},
      socketClosed: () => void closed++,
      streamStarted() {},
      streamEnded() {},
    },
  })
  const clients = await Promise.all([1, 2, 3, 4].map(() => openDeafClient(slow)))
  const warnings = () => slow.ports.log.lines.filter(({ level }) => level === 'warn')
  const payload = { text: 'x'.repeat(60_000) }
  // The network takes the first megabytes, and the others stay in the server.
  for (let n = 0; n < 1_000 && warnings().length === 0; n++) {
    for (const client of clients) client.send({ type: 'ping', payload })
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(warnings()[0]).toMatchObject({
    message: expect.stringContaining('does not read fast enough'),
    fields: { limit: 'unreadBytesAtOnce' },
  })
  await eventually(() => closed > 0)
  for (const { socket } of clients) socket.destroy()
  await eventually(() => closed === 4)
  const reading = await slow.admitted()
  reading.send({ type: 'ping', payload })
  expect(await reading.next()).toEqual({ type: 'pong', payload })
  await slow.app.close()
})

test('large messages on sockets are limited until their operations end, and sockets of others stay', async () => {
  const held = Promise.withResolvers<void>()
  const slow = await openSocketApi(undefined, {
    rateLimits: limitsThatWait(held.promise),
  })
  const query = `subscription { eventStream { id } ${' '.repeat(60_000)} }`
  const sendMany = (client: RawClient) => {
    for (let n = 0; n < 50; n++) client.send({ id: `${n}`, type: 'subscribe', payload: { query } })
  }
  const clients: RawClient[] = []
  for (let n = 0; n < 20; n++) clients.push(await slow.admitted())
  clients.forEach(sendMany)
  const one = await Promise.race(clients.map(({ closed }) => closed))
  expect(one).toEqual({ code: 1013, reason: 'Too many operations' })
  const other = await slow.admitted((await slow.newUser('other')).key)
  sendMany(other)
  other.send({ type: 'ping' })
  expect(await other.next()).toEqual({ type: 'pong' })
  held.resolve()
  await slow.app.close()
})
