import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import {
  answerBusy,
  BURST_SIZE,
  createAdmissionControl,
  createRetryAfter,
  rejectOverload,
} from './admission-control.ts'

const COST_MS = 0.25
const REFUSAL_MS = 0.04
const CONNECTION_MS = 0.1

/** An event loop whose only work is the requests of its turns. */
const setUp = ({ costMs = COST_MS } = {}) => {
  let now = 0
  let idleMs = 0
  let waitingInside = 0
  let endReading = () => {}
  const loop = {
    now: () => now,
    busyMs: () => now - idleMs,
    afterReading: (next: () => void) => {
      endReading = next
    },
  }
  const admission = createAdmissionControl(
    () => waitingInside,
    loop,
    () => 0.5,
  )
  return {
    /** Returns how many of the turn's requests were admitted, and the retry delays of the others. */
    turn(
      requests: number,
      { costsMs = costMs, inside = 0, idleForMs = 0, pauseMs = 0, connections = 0 } = {},
    ) {
      waitingInside = inside
      const told: number[] = []
      for (let count = 0; count < connections; count++) {
        admission.connected()
        now += CONNECTION_MS
      }
      for (let count = 0; count < requests; count++) {
        const wait = admission.retryAfterMs()
        now += wait === undefined ? costsMs : REFUSAL_MS
        if (wait !== undefined) told.push(wait)
      }
      endReading()
      now += pauseMs
      now += idleForMs
      idleMs += idleForMs
      return { admitted: requests - told.length, told }
    },
    now: () => now,
  }
}

type Setup = ReturnType<typeof setUp>

/** Runs turns until the burst that is always accepted is used up. */
const acceptBurst = ({ turn }: Setup, requests: number) => {
  for (let accepted = 0; accepted < 2 * BURST_SIZE; accepted += requests) turn(requests)
}

describe('admission control', () => {
  it('admits everything while requests are served quickly', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++) expect(turn(300).told).toEqual([])
  })

  it('admits a whole burst', () => {
    expect(setUp().turn(BURST_SIZE).told).toEqual([])
  })

  it('admits under sustained load as many requests as are served within the longest wait', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const began = setup.now()
    let admitted = 0
    for (let count = 0; count < 100; count++) admitted += setup.turn(1_000).admitted
    const turnMs = (setup.now() - began) / 100
    expect(turnMs).toBeGreaterThan(70)
    expect(turnMs).toBeLessThan(130)
    // The time that remains after the rejections.
    expect(admitted / 100).toBeCloseTo((turnMs - (1_000 - admitted / 100) * REFUSAL_MS) / COST_MS, -1)
  })

  it('goes on serving if the rejections of a turn alone take longer than the longest wait', () => {
    const setup = setUp()
    acceptBurst(setup, 4_000)
    for (let count = 0; count < 100; count++) setup.turn(4_000)
    expect(setup.turn(4_000).admitted).toBeGreaterThan(300)
  })

  it('goes on serving a crowd in which each request comes on a new connection', () => {
    const setup = setUp()
    acceptBurst(setup, 2_000)
    for (let count = 0; count < 100; count++) setup.turn(2_000, { connections: 2_000 })
    expect(setup.turn(2_000, { connections: 2_000 }).admitted).toBeGreaterThan(300)
  })

  it('goes on serving after a long pause, for example for garbage collection', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const { admitted } = setup.turn(1_000)
    setup.turn(1_000, { pauseMs: 5_000 })
    expect(setup.turn(1_000).admitted).toBeGreaterThan(admitted / 3)
  })

  it('counts requests of earlier turns that still wait', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const { admitted } = setup.turn(1_000)
    expect(setup.turn(1_000, { inside: 150 }).admitted).toBeCloseTo(admitted - 150, -2)
    expect(setup.turn(1_000, { inside: 10_000 }).admitted).toBe(0)
  })

  it('admits fewer requests when each costs more, and more when each costs less again', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    const admittedAt = (costsMs: number) => {
      for (let count = 0; count < 60; count++) setup.turn(1_000, { costsMs })
      return setup.turn(1_000, { costsMs }).admitted
    }
    const dear = admittedAt(1)
    expect(dear).toBeGreaterThan(30)
    expect(dear).toBeLessThan(105)
    expect(admittedAt(COST_MS)).toBeGreaterThan(200)
  })

  it('lets clients wait longer as long as more are refused than admitted', () => {
    const setup = setUp()
    acceptBurst(setup, 2_000)
    const told = Array.from({ length: 10 }, () => Math.max(...setup.turn(2_000).told))
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.at(-1)).toBeGreaterThan(told[0] ?? 0)
  })

  it('does not treat waiting for I/O as overload', () => {
    const { turn } = setUp()
    for (let count = 0; count < 1_000; count++)
      expect(turn(50, { inside: 200, idleForMs: 2_000 }).told).toEqual([])
  })

  it('always admits a request when none is waiting', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    for (let count = 0; count < 100; count++) setup.turn(1_000, { costsMs: 5_000 })
    expect(setup.turn(1_000).admitted).toBeGreaterThan(0)
  })

  it('admits everything again after the load has ended', () => {
    const setup = setUp()
    acceptBurst(setup, 1_000)
    expect(setup.turn(1_000).told).not.toEqual([])
    for (let count = 0; count < 100; count++) setup.turn(50)
    for (let count = 0; count < 100; count++) expect(setup.turn(50).told).toEqual([])
  })
})

/** Pseudo-random numbers, the same in each run. */
const numbers = () => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Clients that retry when they are told to until they are admitted once. Returns their attempts and the total time. */
const serveAll = (clients: number, { roomASecond }: { roomASecond: number }) => {
  const TURN_MS = 50
  const retryAfter = createRetryAfter(numbers())
  let waitingUntil = Array.from({ length: clients }, () => 0)
  let attempts = 0
  let now = 0
  while (waitingUntil.length > 0) {
    const arrived = waitingUntil.filter((at) => at <= now)
    const admitted = Math.min(arrived.length, (roomASecond * TURN_MS) / 1_000)
    attempts += arrived.length
    const again = arrived.slice(admitted).map(() => now + retryAfter.nextMs())
    waitingUntil = [...waitingUntil.filter((at) => at > now), ...again]
    now += TURN_MS
    retryAfter.observe({ admitted, refused: arrived.length - admitted }, now)
  }
  return { attempts, seconds: now / 1_000 }
}

describe('the retry delay', () => {
  it('is short at first, with jitter', () => {
    const retryAfter = createRetryAfter(numbers())
    const told = Array.from({ length: 100 }, () => retryAfter.nextMs())
    expect(Math.min(...told)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...told)).toBeLessThanOrEqual(200)
    expect(new Set(told).size).toBeGreaterThan(30)
  })

  it('grows while more are refused than admitted, up to a maximum', () => {
    const retryAfter = createRetryAfter(() => 0)
    for (let now = 0; now <= 4_000; now += 100) retryAfter.observe({ admitted: 1, refused: 2 }, now)
    expect(retryAfter.nextMs()).toBe(4_100)
    retryAfter.observe({ admitted: 1, refused: 2 }, 600_000)
    expect(retryAfter.nextMs()).toBe(10_000)
  })

  it('shrinks when most are admitted', () => {
    const retryAfter = createRetryAfter(() => 0)
    for (let now = 0; now <= 4_000; now += 100) retryAfter.observe({ admitted: 1, refused: 2 }, now)
    for (let now = 4_000; now <= 7_000; now += 100) retryAfter.observe({ admitted: 2, refused: 1 }, now)
    expect(retryAfter.nextMs()).toBe(1_100)
    retryAfter.observe({ admitted: 1, refused: 1 }, 7_100)
    expect(retryAfter.nextMs()).toBe(1_000)
  })

  it('serves clients that respect it at nearly the full rate, with few attempts each', () => {
    for (const clients of [2_000, 20_000, 50_000]) {
      const { attempts, seconds } = serveAll(clients, { roomASecond: 2_000 })
      expect(seconds).toBeLessThan(1.7 * (clients / 2_000) + 3)
      expect(attempts / clients).toBeLessThan(8)
    }
  })
})

const app = () => {
  const made = Fastify()
  let isBusy = true
  made.addHook('onRequest', (_request, reply, done) => {
    reply.header('access-control-allow-origin', '*')
    done()
  })
  made.addHook('onRequest', (request, reply, done) => {
    if (isBusy) answerBusy(request, reply, { retryAfterMs: 1_250, headers: { 'x-frame-options': 'DENY' } })
    else done()
    isBusy = !isBusy
  })
  made.post('/', async () => ({ data: 'served' }))
  opened.push(made)
  return made
}

const opened: ReturnType<typeof Fastify>[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

it('answers in the format of the API that nothing was executed, and when to retry', async () => {
  const answer = await app().inject({ method: 'POST', url: '/', payload: { query: '{ a }' } })
  expect(answer.statusCode).toBe(503)
  const extensions = {
    code: 'OVERLOADED',
    retryable: true,
    retryAfterMs: 1_250,
    requestId: expect.any(String),
  }
  expect(answer.json()).toEqual({
    data: null,
    errors: [{ message: expect.stringContaining('try again'), locations: [], path: [], extensions }],
  })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'x-frame-options': 'DENY',
    'x-request-id': answer.json().errors[0].extensions.requestId,
  })
})

it('uses the requested media type', async () => {
  const headers = { accept: 'application/graphql-response+json' }
  const answer = await app().inject({ method: 'POST', url: '/', headers, payload: { query: '{ a }' } })
  expect(answer.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8')
})

it('leaves the connection open for the next request', async () => {
  const server = app()
  await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  const request =
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
  let heard = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  socket.write(request + request)
  while (!heard.includes('served')) await once(socket, 'data')
  expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200'])
  socket.destroy()
})

it('rejects requests to the API after a burst, but neither other requests nor new sockets', async () => {
  const server = Fastify()
  opened.push(server)
  rejectOverload(server, () => 1_000_000_000, { 'x-frame-options': 'DENY' })
  for (const url of ['/graphql', '/healthz']) server.get(url, async () => 'served')
  const statusOf = async (url: string, headers = {}) => (await server.inject({ url, headers })).statusCode
  const statuses = new Set<number>()
  for (let sent = 0; sent < BURST_SIZE + 500; sent += 500) {
    const answers = await Promise.all(Array.from({ length: 500 }, () => statusOf('/graphql')))
    for (const status of answers.slice(0, 1)) statuses.add(status)
  }
  expect([...statuses]).toEqual([200, 503])
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/graphql', { connection: 'keep-alive, Upgrade', upgrade: 'websocket' })).toBe(200)
  expect(await statusOf('/graphql', { upgrade: 'websocket' })).toBe(503)
})
