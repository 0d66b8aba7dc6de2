// Raw requests that a server and a proxy in front of it could parse differently.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { runsOf, Tally } from './attack-runs.ts'
import { innerTextIn } from './graphql-values.ts'
import { sendRaw } from './raw-connections.ts'
import { SHAPES, TWO_REQUESTS } from './smuggling-shapes.ts'

const AT_ONCE = 16
/** The number of slow connections, which must not keep the server from serving others. */
const SLOW_CONNECTIONS = 300

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { AUTH_FAILURES_PER_MINUTE: '0' } })
})
afterAll(async () => {
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

it('returns two answers for two requests', async () => {
  expect((await sendRaw(server.url, TWO_REQUESTS)).statuses).toEqual([200, 200])
})

it('answers each shape once, or closes the connection, and never finds a second request in it', async () => {
  const tally = new Tally('HTTP smuggling shapes')
  const waiting = [...SHAPES]
  const wrong: unknown[] = []
  const work = async () => {
    for (let shape = waiting.shift(); shape; shape = waiting.shift()) {
      const { text, isClosed, ...came } = await sendRaw(server.url, shape.bytes)
      // "100 Continue" is not a final response.
      const statuses = came.statuses.filter((status) => status >= 200)
      const inner = innerTextIn(text, shape.bytes)
      const isBad = statuses.some((status) => status >= 500 && status !== 505)
      const isUnanswered = statuses.length === 0 && !isClosed
      if (statuses.length > 1 || inner !== undefined || isBad || isUnanswered)
        wrong.push({ what: shape.what, statuses, inner, isClosed })
      tally.add(statuses.length === 0 ? 'closed' : `answered ${statuses[0]}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(wrong).toEqual([])
  expect((await server.graphql('{ me { username } }')).status).toBe(200)
  expect(server.errorOutput()).not.toContain('"level":"error"')
  tally.tell()
})

describe('slow connections', () => {
  it('do not prevent other requests from being served', async () => {
    const { hostname, port } = new URL(server.url)
    const sockets = Array.from({ length: SLOW_CONNECTIONS }, (_, number) => {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {})
      const start = 'POST /graphql HTTP/1.1\r\nHost: localhost\r\n'
      socket.write(
        number % 2 === 0 ? start : `${start}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
      )
      return socket
    })
    const dripping = setInterval(() => {
      for (const socket of sockets) socket.write('X')
    }, 100)
    try {
      for (let time = 0; time < 20; time++)
        expect((await server.graphql('{ me { username } }')).data).toEqual({ me: { username: 'admin' } })
    } finally {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    }
  })

  // This takes 90 seconds, because Node checks every 30 s for requests whose headers take longer than a minute.
  it.runIf(runsOf(1) > 1)(
    'are let go when they have not even said what they want after a minute and a half',
    async () => {
      const { hostname, port } = new URL(server.url)
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {}).resume()
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
      const dripping = setInterval(() => socket.write('X: x\r\n'), 1_000)
      const startedAt = performance.now()
      await new Promise<void>((resolve) => socket.on('close', () => resolve()))
      clearInterval(dripping)
      expect(performance.now() - startedAt).toBeLessThan(100_000)
    },
  )
})
