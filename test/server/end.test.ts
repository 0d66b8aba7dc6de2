// The shutdown of a server: no acknowledged data is lost, and no client can delay it for long.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { workersOf } from '../support/fleet.ts'
import { startPostgres } from '../support/postgres.ts'
import { postgresTemplate } from '../support/prepared-databases.ts'
import { type Environment, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const claim = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`

describe('the end', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'exits with code 0 on %s during claims, and loses no answered claim',
    async (database) => {
      const dataDir = temporaryFolder()
      const postgres = database === 'postgres' ? await startPostgres() : undefined
      const created = await postgres?.createDatabase({ template: await postgresTemplate() })
      const env: Environment = created ? { DATABASE_URL: created.url } : {}
      const server = await startServer({ dataDir, env })
      const dropId = await createDrop(server)

      const granted: string[] = []
      let isOver = false
      const claimers = Array.from({ length: 20 }, async (_, claimer) => {
        for (let turn = 1; !isOver; turn++) {
          const userAddress = `0x${(claimer * 1_000_000 + turn).toString(16)}`
          const answer = await server.graphql(claim, { dropId, userAddress }).catch(() => undefined)
          // No more connections are accepted.
          if (answer === undefined) return
          expect(answer.errors).toBeUndefined()
          granted.push(JSON.stringify(answer.data))
        }
      })
      await sleep(500)
      // If it had to be ended after ten seconds, the code would be 1.
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      isOver = true
      await Promise.all(claimers)
      expect(granted.length).toBeGreaterThan(0)

      const next = await startServer({ dataDir, env })
      const { data } = await next.graphql('query($id: ID!) { drop(id: $id) { claimCount } }', { id: dropId })
      expect(data).toEqual({ drop: { claimCount: granted.length } })
      await next.stop()
      await created?.drop()
      await postgres?.stop()
    },
  )

  /** Connects, and sends its request some milliseconds later, as a proxy does that is far away. */
  const askHealth = (server: TestServer) => {
    const connected = Promise.withResolvers<void>()
    const outcome = new Promise<'answered' | 'refused' | 'lost'>((resolve) => {
      let isConnected = false
      let answer = ''
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        isConnected = true
        connected.resolve()
        setTimeout(() => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), 3)
      })
      socket.on('data', (piece) => {
        answer += piece
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        connected.resolve()
        if (!isConnected) resolve('refused')
        else resolve(answer.startsWith('HTTP/1.1 200') ? 'answered' : 'lost')
      })
    })
    return { connected: connected.promise, outcome }
  }
  const crowd = async (server: TestServer) => {
    const clients = Array.from({ length: 12 }, () => askHealth(server))
    await Promise.all(clients.map(({ connected }) => connected))
    return () => Promise.all(clients.map(({ outcome }) => outcome))
  }

  it('answers every client whose connection was made, although the server has not accepted it', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '0' } })
    // The system makes connections for a stopped process, too.
    process.kill(server.processId, 'SIGSTOP')
    const outcomes = await crowd(server)
    const ended = server.stop()
    process.kill(server.processId, 'SIGCONT')
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(await outcomes()).toEqual(Array.from({ length: 12 }, () => 'answered'))
  })

  it('resets no connection of a server with workers that was made when its workers had closed', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '0', WORKERS: '2', LOG_LEVEL: 'info' } })
    const ended = server.stop()
    await expect.poll(() => server.errorOutput(), { interval: 1 }).toContain('"ending"')
    await sleep(10)
    process.kill(server.processId, 'SIGSTOP')
    // Long enough for the workers.
    await sleep(200)
    const outcomes = await crowd(server)
    process.kill(server.processId, 'SIGCONT')
    expect(await ended).toEqual({ code: 0, signal: null })
    expect(await outcomes()).not.toContain('lost')
  })

  it('ends its workers in order if they get a signal to the process group long before the primary', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '2', WORKERS: '2' } })
    const workers = workersOf(server)
    process.kill(server.processId, 'SIGSTOP')
    for (const worker of workers) process.kill(worker, 'SIGTERM')
    const ended = server.stop()
    await sleep(700)
    process.kill(server.processId, 'SIGCONT')
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('exits on %s with any open connections', async (signal) => {
    const server = await startServer()
    const idle = await fetch(`${server.url}/healthz`, { headers: { connection: 'keep-alive' } })
    await idle.text()
    const startedAt = performance.now()
    expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('shutdown, with a client that does not finish its request', () => {
  /** Sends the first half of a request and waits. */
  const halfAsked = async (server: TestServer): Promise<Socket> => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    socket.write('POST /fake-chain/advance HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
    await sleep(100)
    return socket
  }

  /** Opens a WebSocket and never sends anything on it, not even a close frame. */
  const silentWebSocket = async (server: TestServer): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        'Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n',
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 101 /)
    return socket
  }

  it('takes ten seconds at most, with exit code 0', async () => {
    const server = await startServer()
    const socket = await halfAsked(server)
    const startedAt = performance.now()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    socket.destroy()
  })

  it.each(['sqlite', 'postgres'] as const)(
    'takes ten seconds at most on %s, with any open clients, sockets and webhook receivers',
    async (database) => {
      let hits = 0
      const receiver = createHttpServer(() => {
        // Never answers.
        hits++
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const { port } = receiver.address() as { port: number }
      const server = await startServer({ database })
      const create = `mutation($url: String!) { createWebhook(input: { url: $url, events: ["*"] }) { id } }`
      const { data } = await server.graphql(create, { url: `http://127.0.0.1:${port}/` })
      const id = (data?.['createWebhook'] as { id: string } | undefined)?.id
      // Two deliveries are in progress, and one request waits for the receiver itself.
      await createDrop(server)
      const testing = server
        .graphql('mutation($id: ID!) { testWebhook(input: { id: $id }) { success } }', { id })
        .catch(() => undefined)
      const half = await halfAsked(server)
      const dead = await silentWebSocket(server)
      const alive = new WebSocket(server.webSocketUrl, 'graphql-transport-ws')
      const closed = new Promise<number>((resolve) => {
        alive.addEventListener('close', ({ code }) => resolve(code))
      })
      alive.addEventListener('open', () => {
        const payload = { Authorization: `Bearer ${server.apiKey}` }
        alive.send(JSON.stringify({ type: 'connection_init', payload }))
      })
      await new Promise((resolve) => alive.addEventListener('message', resolve, { once: true }))
      await expect.poll(() => hits).toBe(3)

      const startedAt = performance.now()
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect(await closed).toBe(1001)
      // The caller got an answer, although the receiver did not answer.
      expect(await testing).toMatchObject({ data: { testWebhook: { success: false } } })
      for (const socket of [half, dead]) socket.destroy()
      receiver.closeAllConnections()
      receiver.close()
    },
  )

  it('is immediate on a second signal, with exit code 1', async () => {
    const server = await startServer()
    const socket = await halfAsked(server)
    process.kill(server.processId, 'SIGTERM')
    await sleep(700)
    const startedAt = performance.now()
    expect(await server.stop()).toEqual({ code: 1, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    socket.destroy()
  })

  it('treats a signal that arrives twice at once as one', async () => {
    const server = await startServer()
    process.kill(server.processId, 'SIGTERM')
    process.kill(server.processId, 'SIGTERM')
    await sleep(50)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})
