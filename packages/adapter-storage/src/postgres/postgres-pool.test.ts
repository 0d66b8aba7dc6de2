import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { command, createPool } from './postgres-pool.ts'

let server: Server | undefined
afterEach(() => server?.close())

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const welcome = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const farewell = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))

/** A server that accepts a client and closes the connection at once. */
const openRudeServer = (): Promise<number> =>
  new Promise((resolve) => {
    const listening = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(Buffer.concat([welcome, ready, farewell])))
    })
    server = listening
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

test('a connection that is lost in the moment it is made fails its work, and not the process', async () => {
  const port = await openRudeServer()
  const pool = createPool({
    url: `postgres://nobody@127.0.0.1:${port}/nothing`,
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 2_000,
    pollEveryMs: 1_000,
  })
  // An unhandled error would also end this test run.
  for (let time = 0; time < 2; time++) {
    await expect(pool.withSession((session) => session.run([command('select 1')]))).rejects.toThrow()
  }
  await pool.close()
})
