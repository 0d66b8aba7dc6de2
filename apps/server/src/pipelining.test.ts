import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createPipelining } from './pipelining.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose answers wait until `answer` is called, and a connection to it. */
async function openHeld() {
  const app = Fastify({
    bodyLimit: 1024 * 1024,
    serverFactory: (serve) => createServer(createPipelining().limit(serve)),
  })
  const held: (() => void)[] = []
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    async handler({ body }) {
      await new Promise<void>((resolve) => held.push(resolve))
      return String(body).length
    },
  })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const [ofServer] = await connected
  closing.push(async () => {
    client.destroy()
    await app.close()
  })
  let received = ''
  client.on('data', (bytes: Buffer) => {
    received += bytes.toString()
  })
  return {
    held,
    client,
    ofServer,
    bodies: () => [...received.matchAll(/\r\n\r\n(\d+)/g)].map(([, body]) => Number(body)),
  }
}

const request = (length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`

describe('requests that a client sends before it reads answers', () => {
  it('are served a few at a time, and all answered in order', async () => {
    const { held, client, bodies } = await openHeld()
    const lengths = Array.from({ length: 30 }, (_, n) => n + 1)
    client.write(lengths.map(request).join(''))
    await expect.poll(() => held.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(held.length).toBe(4)
    while (bodies().length < 30) {
      for (const answer of held.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(bodies()).toEqual(lengths)
  })

  it('are not read while many wait, also if their bodies are large', async () => {
    const { held, client, ofServer, bodies } = await openHeld()
    client.write(request(100_000).repeat(100))
    await expect.poll(() => held.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(ofServer.bytesRead).toBeLessThan(1_000_000)
    while (bodies().length < 100) {
      for (const answer of held.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(bodies()).toEqual(Array.from({ length: 100 }, () => 100_000))
  })

  it('are not served any more if the client has gone', async () => {
    const { held, client, ofServer } = await openHeld()
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(30))
    await expect.poll(() => held.length).toBe(4)
    client.destroy()
    await expect.poll(() => ofServer.destroyed, { timeout: 30_000 }).toBe(true)
    for (const answer of held) answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(held.length).toBe(4)
  })

  it('begin over many turns of the event loop, also if each is answered at once', async () => {
    let inThisTurn = 0
    let most = 0
    let answers = 0
    const server = createServer(
      createPipelining().limit((_request, response) => {
        if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0))
        most = Math.max(most, inThisTurn)
        answers++
        response.end()
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    closing.push(async () => {
      client.destroy()
      server.close()
    })
    client.resume()
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(900))
    await expect.poll(() => answers, { timeout: 30_000 }).toBe(900)
    expect(most).toBeLessThan(20)
  })

  it('are not served if there are thousands, and their connection is closed', async () => {
    const { held, client, ofServer } = await openHeld()
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(15_000))
    await expect.poll(() => ofServer.destroyed, { timeout: 30_000 }).toBe(true)
    expect(held.length).toBeLessThanOrEqual(4)
    expect(ofServer.remoteAddress).toBe('127.0.0.1')
  })

  it('are served at once after the earlier ones were answered', async () => {
    const { held, client, bodies } = await openHeld()
    for (let n = 1; n <= 10; n++) {
      client.write(request(n))
      await expect.poll(() => held.length).toBe(1)
      held.pop()?.()
      await expect.poll(() => bodies().length).toBe(n)
    }
  })
})
