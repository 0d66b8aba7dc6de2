// Bodies that are larger than the limit: every client gets the error, even if it reads no response before it has sent
// everything.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './support/server.ts'

const LIMIT_BYTES = 14 * 2 ** 20
const PIECE = Buffer.alloc(64 * 1_024, ' ')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.stop())

const openSocket = () => {
  const { hostname, port } = new URL(server.url)
  return connect({ host: hostname, port: Number(port) })
}

const firstOf = (socket: Socket, ...events: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      for (const event of events) socket.off(event, go)
      resolve()
    }
    for (const event of events) socket.on(event, go)
  })

/** Sends a body piece by piece, and reads the response only then. `isWanted` returns whether to send more. */
async function sendBlindly(path: string, header: string, isWanted: (sentBytes: number) => boolean) {
  const socket = openSocket()
  let socketError: Error | undefined
  socket.on('error', (error) => {
    socketError = error
  })
  await firstOf(socket, 'connect')
  const isChunked = header.startsWith('transfer-encoding')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.apiKey}\r\n` +
      `content-type: application/json\r\n${header}\r\n\r\n`,
  )
  let sentBytes = 0
  while (socket.writable && isWanted(sentBytes)) {
    const piece = isChunked
      ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])
      : PIECE
    const goesOn = socket.write(piece)
    sentBytes += PIECE.length
    if (!goesOn) await firstOf(socket, 'drain', 'close')
  }
  let answer = ''
  while (!socket.destroyed && !answer.includes('}')) {
    const piece: Buffer | null = socket.read()
    if (piece === null) await firstOf(socket, 'readable', 'close')
    else answer += piece.toString()
  }
  socket.destroy()
  return { socketError, sentBytes, status: /^HTTP\/1.1 (\d+)/.exec(answer)?.[1], answer }
}

describe('a body that is too large', () => {
  it('is answered to fetch, which hears it while it sends', async () => {
    const body = JSON.stringify({ query: '{ me { id } }', x: ' '.repeat(LIMIT_BYTES) })
    const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
    for (let times = 0; times < 10; times++) {
      const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
      const { errors } = (await response.json()) as { errors: [{ extensions: { code: string } }] }
      expect([response.status, errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    }
  })

  it.each([
    ['/graphql', LIMIT_BYTES + 1],
    ['/graphql', 2 * LIMIT_BYTES],
    ['/auth/challenge', 2 ** 20],
    ['/no-such-path', 2 ** 20],
    ['/healthz', 2 ** 20],
  ])(
    'is answered to a client that sends it completely before it reads: %s, %i bytes',
    async (path, bytes) => {
      for (let times = 0; times < 5; times++) {
        const pieces = Math.ceil(bytes / PIECE.length) * PIECE.length
        const { status, socketError } = await sendBlindly(
          path,
          `content-length: ${pieces}`,
          (sent) => sent < pieces,
        )
        expect({ status, socketError }).toEqual({ status: '413', socketError: undefined })
      }
    },
  )

  it('is not read forever', async () => {
    const most = 20 * LIMIT_BYTES
    const startedAt = performance.now()
    const { sentBytes } = await sendBlindly('/graphql', 'transfer-encoding: chunked', (sent) => sent < most)
    // The limit of bytes ends it, not the limit of 30 seconds.
    expect(performance.now() - startedAt).toBeLessThan(25_000)
    expect(sentBytes).toBeGreaterThan(LIMIT_BYTES)
    expect(sentBytes).toBeLessThan(most)
    expect((await server.graphql('{ me { id } }')).status).toBe(200)
  })
})
