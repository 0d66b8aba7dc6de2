// Invalid frames against a real server. Sequences of valid messages in an invalid order are tested in
// packages/adapter-graphql/test/websocket.test.ts.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { attackParameters, limitMsOf, Tally } from './attack-runs.ts'
import { type Hostile, hostileFrames } from './hostile-frames.ts'
import { DEBUGGABLE, memoryInUseBytes } from './measured-requests.ts'
import { bytesOf, openRawWebSocket, type RawWebSocket, textFrame } from './raw-connections.ts'

const SHORT_RUNS = 500
/** Longer than any answer takes. A connection that is still open then was not rejected. */
const MAX_WAIT_MS = 10_000
const GROWTH_LIMIT_BYTES = 8 * 2 ** 20

let server: TestServer
beforeAll(async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '0', AUTH_FAILURES_PER_MINUTE: '0', ...DEBUGGABLE }
  server = await startServer({ env })
})
afterAll(async () => {
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`no metric ${name}`)
  return Number(value)
}

async function admitted(): Promise<RawWebSocket> {
  const socket = await openRawWebSocket(server.url)
  const payload = { Authorization: `Bearer ${server.apiKey}` }
  socket.send(bytesOf(textFrame({ type: 'connection_init', payload })))
  expect(await socket.heard('connection_ack')).toBe(true)
  return socket
}

it(
  'closes broken sockets with the right code, and continues to serve others',
  async () => {
    const tally = new Tally('WebSocket frames')
    const bystander = await admitted()
    const tries = async ({ what, bytes, codes }: Hostile) => {
      const socket = await openRawWebSocket(server.url)
      try {
        socket.send(bytes)
        if (codes.length === 0) {
          tally.add('left in the middle')
          return
        }
        const end = await socket.end(MAX_WAIT_MS)
        if (typeof end !== 'number' || !codes.includes(end))
          throw new Error(`${what}: ${end}, and not ${codes.join(' or ')}`)
        tally.add(`closed with ${end}`)
      } finally {
        socket.destroy()
      }
    }
    const property = fc.asyncProperty(hostileFrames, tries)
    // Warm-up: memory that is allocated once and reused does not count as growth. The metrics are counted by reading threads,
    // which open files when they start.
    await fc.assert(property, { ...attackParameters<[Hostile]>(1), numRuns: 100 })
    await Promise.all(Array.from({ length: 4 }, () => metric('process_open_fds')))
    const bytesBefore = await memoryInUseBytes(server)
    const openBefore = await metric('process_open_fds')
    await fc.assert(property, attackParameters<[Hostile]>(SHORT_RUNS))

    bystander.send(
      bytesOf(textFrame({ type: 'subscribe', id: '1', payload: { query: '{ me { username } }' } })),
    )
    expect(await bystander.heard('"username":"admin"')).toBe(true)
    bystander.destroy()
    await eventually(
      () => metric('process_open_fds'),
      (open) => open <= openBefore + 2,
    )
    const grownBytes = (await memoryInUseBytes(server)) - bytesBefore
    expect(grownBytes).toBeLessThan(GROWTH_LIMIT_BYTES)
    expect(server.errorOutput()).not.toContain('"level":"error"')
    tally.tell(`memory grew by ${(grownBytes / 2 ** 20).toFixed(1)} MiB`)
  },
  limitMsOf(60_000),
)

it('compresses nothing for any offer, so that a small frame cannot become a large one', async () => {
  const socket = await openRawWebSocket(server.url, [
    'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_max_window_bits=15',
  ])
  const deflated = Buffer.from('c1bd07600000', 'hex')
  socket.send(bytesOf({ opcode: 1, payload: deflated, reservedBits: 0x40 }))
  expect(await socket.end(MAX_WAIT_MS)).toBe(1002)
  socket.destroy()
})
