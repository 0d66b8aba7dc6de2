// The server as its operators meet it: started, asked, ended, each time in a process of its own.
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from './support/postgres.ts'
import { type Environment, runServer, startServer, type TestServer } from './support/server.ts'

const temporaryFolders: string[] = []
const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-server-test-'))
  temporaryFolders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of temporaryFolders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs the command line to its end. */
const run = async (commandLine: readonly string[], env: Environment) => {
  const process = runServer(commandLine, env)
  const { code } = await process.ended
  return { code, output: process.output(), errors: process.errorOutput() }
}

const getJson = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const me = '{ me { username } }'

const dropOf = async (server: TestServer, terms: object = {}): Promise<string> => {
  const token = await server.graphql(
    'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
    { input: { name: 'Gold', symbol: 'GOLD', supply: '1000000' } },
  )
  const existingTokenId = (token.data?.['createToken'] as { id: string } | undefined)?.id
  const drop = await server.graphql(
    'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
    {
      input: {
        existingTokenId,
        title: 'Gold for all',
        type: 'TOKEN',
        claimType: 'REGULAR',
        maxAmount: '1000000',
        tokenAmount: '1',
        ...terms,
      },
    },
  )
  const created = drop.data?.['createDrop'] as { id: string } | undefined
  if (!created) throw new Error(`no drop: ${JSON.stringify([token.errors, drop.errors])}`)
  return created.id
}

const claim = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`

describe.each(['sqlite', 'postgres'] as const)('a server on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  it('is alive and ready', async () => {
    expect(await getJson(`${server.url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } })
    expect(await getJson(`${server.url}/readyz`)).toEqual({
      status: 200,
      body: { status: 'ready', store: 'ok', chain: 'ok' },
    })
  })

  it('makes a key for a new user, and a further one for a known user, while it runs', async () => {
    const env = {
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
      MASTER_KEY: '5e'.repeat(32),
      LOG_LEVEL: 'silent',
    }
    const keys: string[] = []
    for (let time = 0; time < 2; time++) {
      const { code, output, errors } = await run(['apikey', 'create', '--username', 'grace'], env)
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect(output).toMatch(/^dk_[0-9A-Za-z]{36}\n$/)
      keys.push(output.trim())
    }
    expect(keys[0]).not.toBe(keys[1])
    for (const key of keys) {
      expect((await server.graphql(me, {}, { key })).data).toEqual({ me: { username: 'grace' } })
    }
  })

  it('lets a wallet act on the fake chain without a credential', async () => {
    const coinType = '0x2::sui::SUI'
    const given = await server.fakeChain('faucet', { address: '0x123', coinType, amount: '500' })
    expect(given).toEqual({ status: 200, body: { txHash: expect.any(String) } })
    const sent = await server.fakeChain('transfer', { from: '0x123', to: '0x4', coinType, amount: '200' })
    expect(sent).toEqual({ status: 200, body: { txHash: expect.any(String) } })
    const tooMuch = await server.fakeChain('transfer', { from: '0x123', to: '0x4', coinType, amount: '301' })
    expect(tooMuch).toMatchObject({ status: 422, body: { code: 'TX_FAILED', error: expect.any(String) } })
  })

  it('names the field that cannot be read', async () => {
    const answer = await server.fakeChain('faucet', {
      address: '0x1',
      coinType: '0x2::sui::SUI',
      amount: '1.5',
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'BAD_USER_INPUT', field: 'amount', error: expect.stringContaining('amount') },
    })
    expect(await server.fakeChain('advance', [60])).toMatchObject({ status: 400, body: { field: 'body' } })
  })

  it('moves its clock, and is not ready while the chain is out of reach', async () => {
    const { body: before } = await server.fakeChain('advance', { seconds: 0 })
    const { body: after } = await server.fakeChain('advance', { seconds: 3_600 })
    expect(Number(after['now']) - Number(before['now'])).toBeGreaterThanOrEqual(3_600_000)
    expect((await server.fakeChain('outage', { seconds: 60 })).status).toBe(200)
    expect(await getJson(`${server.url}/readyz`)).toEqual({
      status: 503,
      body: { status: 'not ready', store: 'ok', chain: 'unreachable' },
    })
    for (const [method, path] of [
      ['GET', '/readyz'],
      ['POST', '/fake-chain/advance'],
    ] as const) {
      const { status, headers } = await fetch(server.url + path, { method })
      expect({ path, status, wait: headers.get('retry-after') }).toEqual({ path, status: 503, wait: '1' })
    }
    expect(await server.fakeChain('advance', { seconds: 1 })).toMatchObject({
      status: 503,
      body: { code: 'CHAIN_UNAVAILABLE', retryable: true },
    })
    expect((await server.fakeChain('outage', { seconds: 0 })).status).toBe(200)
    expect((await getJson(`${server.url}/readyz`)).status).toBe(200)
  })

  it('does within a second what is due after its clock was moved', async () => {
    const dropId = await dropOf(server)
    await server.graphql(claim, { dropId, userAddress: '0x8' })
    const statuses = async () => {
      const claims = 'query($id: ID!) { drop(id: $id) { claims { status } } }'
      return (await server.graphql(claims, { id: dropId })).data
    }
    expect(await statuses()).toEqual({ drop: { claims: [{ status: 'PENDING' }] } })
    await server.fakeChain('advance', { seconds: 1_000 })
    await sleep(1_000)
    expect(await statuses()).toEqual({ drop: { claims: [{ status: 'EXPIRED' }] } })
  })

  it('tells a Prometheus how it does', async () => {
    const dropId = await dropOf(server)
    await server.graphql(claim, { dropId, userAddress: '0x7' })
    await server.graphql(claim, { dropId: 'drop_none', userAddress: '0x7' })
    const response = await fetch(`${server.url}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    for (const line of [
      'dropkit_claims_total{operation="claimDrop",outcome="granted"} ',
      'dropkit_claims_total{operation="claimDrop",outcome="not_found"} 1',
      'dropkit_waiting_claims 0',
      'dropkit_jobs_due ',
      'dropkit_vault_alarms 0',
      'dropkit_http_request_duration_seconds_count{method="POST",route="/graphql",status="200"}',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(line)
    }
  })

  it('answers in JSON where there is nothing, and for a body that is none', async () => {
    const missing = await fetch(`${server.url}/no/such/place?x=1`, { method: 'PUT' })
    expect(missing.status).toBe(404)
    expect(await missing.json()).toEqual({
      error: 'There is nothing at PUT /no/such/place',
      code: 'NOT_FOUND',
      retryable: false,
      requestId: missing.headers.get('x-request-id'),
    })
    const broken = await fetch(`${server.url}/fake-chain/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ code: 'BAD_USER_INPUT', retryable: false })
  })

  it('tells browsers to trust nothing in its answers', async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

describe('the first start', () => {
  it('makes an admin and shows its key once', async () => {
    const dataDir = temporaryFolder()
    const env = { BOOTSTRAP_API_KEY: '', MASTER_KEY: '' }
    const first = await startServer({ dataDir, env })
    const key = /^ {2}(dk_[0-9A-Za-z]{36})$/m.exec(first.output())?.[1] ?? ''
    expect((await first.graphql(me, {}, { key })).data).toEqual({ me: { username: 'admin' } })
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
    expect((await first.stop()).code).toBe(0)
    expect(first.errorOutput()).not.toContain(key)

    const second = await startServer({ dataDir, env })
    expect(second.output()).not.toContain('dk_')
    expect((await second.graphql(me, {}, { key })).data).toEqual({ me: { username: 'admin' } })
    await second.stop()
  })

  it('takes the key that it is given, and does not show it', async () => {
    const server = await startServer({ env: { BOOTSTRAP_API_KEY: 'a-key-of-sixteen' } })
    expect((await server.graphql(me)).data).toEqual({ me: { username: 'admin' } })
    expect(server.output() + server.errorOutput()).not.toContain('a-key-of-sixteen')
    await server.stop()
  })

  it('says that a key given later counts for nothing', async () => {
    const dataDir = temporaryFolder()
    await (await startServer({ dataDir })).stop()
    const later = await startServer({ dataDir, env: { BOOTSTRAP_API_KEY: 'another key, too late' } })
    expect(later.errorOutput()).toContain('BOOTSTRAP_API_KEY is no key here')
    expect((await later.graphql(me)).status).toBe(401)
    await later.stop()
  })
})

it('begins its links with PUBLIC_URL, and prices drops as CURRENCIES and USD_RATES say', async () => {
  const env = {
    PUBLIC_URL: 'https://drops.example/',
    CURRENCIES: 'EURX:2:0x5::eur::EUR',
    USD_RATES: 'EURX:1.5',
  }
  const server = await startServer({ env })
  const upload = `mutation { uploadFile(input: { file: "aGk=", filename: "a.txt", contentType: "text/plain" }) { url } }`
  const file = (await server.graphql(upload)).data?.['uploadFile']
  expect(file).toEqual({ url: expect.stringMatching(/^https:\/\/drops\.example\/files\//) })
  const id = await dropOf(server, { price: 2 })
  const { data } = await server.graphql('query($id: ID!) { drop(id: $id) { price currency priceUSD } }', {
    id,
  })
  expect(data).toEqual({ drop: { price: 2, currency: 'EURX', priceUSD: 3 } })
  const intend = `mutation($id: ID!) { createPaymentIntent(
    input: { dropId: $id, walletAddress: "0x1", paymentMethod: "EURX", quantity: 1 }) { paymentUrl } }`
  const intent = (await server.graphql(intend, { id })).data?.['createPaymentIntent']
  expect(intent).toEqual({ paymentUrl: expect.stringMatching(/^https:\/\/drops\.example\/pay\//) })
  await server.stop()
})

describe('several servers on one Postgres', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('start at the same moment on an empty store, and one of them makes the admin', async () => {
    const database = await postgres.createDatabase()
    const env = { DATABASE_URL: database.url, BOOTSTRAP_API_KEY: '' }
    const servers = await Promise.all([1, 2, 3].map(() => startServer({ env })))
    const shown = servers.flatMap((server) => server.output().match(/dk_[0-9A-Za-z]{36}/g) ?? [])
    expect(shown).toHaveLength(1)
    for (const server of servers) {
      expect((await server.graphql(me, {}, { key: shown[0] ?? '' })).data).toEqual({
        me: { username: 'admin' },
      })
    }
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
  })

  it('see within a second that one of them moved the clock', async () => {
    const database = await postgres.createDatabase()
    const env = { DATABASE_URL: database.url }
    const [one, other] = [await startServer({ env }), await startServer({ env })]
    const { body } = await one.fakeChain('advance', { seconds: 86_400 })
    await sleep(1_000)
    // Unlike /advance this does not read the store itself.
    const { body: seen } = await other.fakeChain('outage', { seconds: 0 })
    expect(Number(seen['now'])).toBeGreaterThan(Number(body['now']))
    await Promise.all([one.stop(), other.stop()])
    await database.drop()
  })
})

describe('a store that goes away', () => {
  it('makes the server not ready, and does not end it', async () => {
    const postgres = await startPostgres()
    const database = await postgres.createDatabase()
    const server = await startServer({ env: { DATABASE_URL: database.url } })
    await database.drop()
    expect(await getJson(`${server.url}/readyz`)).toEqual({
      status: 503,
      body: { status: 'not ready', store: 'unreachable', chain: 'ok' },
    })
    await sleep(1_000)
    expect((await getJson(`${server.url}/healthz`)).status).toBe(200)
    const metrics = await fetch(`${server.url}/metrics`)
    expect(metrics.status).toBe(200)
    expect(await metrics.text()).not.toMatch(/^dropkit_(jobs_due|vault_alarms)/m)
    expect(server.errorOutput()).toContain('background work has to wait')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await postgres.stop()
  })
})

describe('the end', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'comes with exit code 0 on %s while claims are in flight, and loses none that was answered',
    async (database) => {
      const dataDir = temporaryFolder()
      const postgres = database === 'postgres' ? await startPostgres() : undefined
      const kept = await postgres?.createDatabase()
      const env: Environment = kept ? { DATABASE_URL: kept.url } : {}
      const server = await startServer({ dataDir, env })
      const dropId = await dropOf(server)

      const granted: string[] = []
      let isOver = false
      const claimers = Array.from({ length: 20 }, async (_, claimer) => {
        for (let turn = 1; !isOver; turn++) {
          const userAddress = `0x${(claimer * 1_000_000 + turn).toString(16)}`
          const answer = await server.graphql(claim, { dropId, userAddress }).catch(() => undefined)
          // No more connections are taken.
          if (answer === undefined) return
          expect(answer.errors).toBeUndefined()
          granted.push(JSON.stringify(answer.data))
        }
      })
      await sleep(500)
      const startedAt = performance.now()
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      isOver = true
      await Promise.all(claimers)
      expect(granted.length).toBeGreaterThan(0)

      const next = await startServer({ dataDir, env })
      const { data } = await next.graphql('query($id: ID!) { drop(id: $id) { claimCount } }', { id: dropId })
      expect(data).toEqual({ drop: { claimCount: granted.length } })
      await next.stop()
      await kept?.drop()
      await postgres?.stop()
    },
  )

  it.each(['SIGTERM', 'SIGINT'] as const)('follows on %s, whatever connections are open', async (signal) => {
    const server = await startServer()
    const kept = await fetch(`${server.url}/healthz`, { headers: { connection: 'keep-alive' } })
    await kept.text()
    const startedAt = performance.now()
    expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('the end, when a client does not finish what it asks', () => {
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

  /** Opens a WebSocket and never says anything on it, not even goodbye. */
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

  it('comes within ten seconds all the same, with exit code 0', async () => {
    const server = await startServer()
    const socket = await halfAsked(server)
    const startedAt = performance.now()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    socket.destroy()
  })

  it.each(['sqlite', 'postgres'] as const)(
    'comes within ten seconds on %s, whoever hangs on: clients, sockets and receivers of webhooks',
    async (database) => {
      let hits = 0
      const receiver = createHttpServer(() => {
        // It never answers.
        hits++
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const { port } = receiver.address() as { port: number }
      const server = await startServer({ database })
      const create = `mutation($url: String!) { createWebhook(input: { url: $url, events: ["*"] }) { id } }`
      const { data } = await server.graphql(create, { url: `http://127.0.0.1:${port}/` })
      const id = (data?.['createWebhook'] as { id: string } | undefined)?.id
      // Two events under way, and a request that waits for the receiver itself.
      await dropOf(server)
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
      await expect.poll(() => hits, { timeout: 10_000 }).toBe(3)

      const startedAt = performance.now()
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      expect(performance.now() - startedAt).toBeLessThan(10_000)
      expect(await closed).toBe(1001)
      // Whoever asked was answered, though the receiver was not waited for.
      expect(await testing).toMatchObject({ data: { testWebhook: { success: false } } })
      for (const socket of [half, dead]) socket.destroy()
      receiver.closeAllConnections()
      receiver.close()
    },
  )

  it('comes at once on a second signal, with exit code 1', async () => {
    const server = await startServer()
    const socket = await halfAsked(server)
    process.kill(server.processId, 'SIGTERM')
    await sleep(700)
    const startedAt = performance.now()
    expect(await server.stop()).toEqual({ code: 1, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    socket.destroy()
  })

  it('takes a signal that comes twice in one moment for one', async () => {
    const server = await startServer()
    process.kill(server.processId, 'SIGTERM')
    process.kill(server.processId, 'SIGTERM')
    await sleep(50)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})

describe('a start that cannot be', () => {
  const fails = async (env: Environment) => {
    const { code, output, errors } = await run([], { DATA_DIR: temporaryFolder(), ...env })
    expect({ code, output }).toEqual({ code: 1, output: '' })
    // A message for people, no stack.
    expect(errors).not.toMatch(/^\s+at /m)
    return errors
  }

  it('names every fault of the configuration at once', async () => {
    const errors = await fails({ PORT: 'many', LOG_LEVEL: 'loud', MASTER_KEY: 'short', FAKE_CHAIN_AUTO: '2' })
    for (const name of ['PORT', 'LOG_LEVEL', 'MASTER_KEY', 'FAKE_CHAIN_AUTO']) {
      expect(errors).toMatch(new RegExp(`^  ${name} must be `, 'm'))
    }
  })

  it('names what Sui needs before it starts', async () => {
    const errors = await fails({
      CHAIN: 'sui',
      SUI_NETWORK: 'testnet',
      SUI_OPERATOR_KEY: 'suiprivkey1sesame',
    })
    for (const name of ['MASTER_KEY', 'SUI_OPERATOR_KEY', 'SUI_PACKAGE_ID']) {
      expect(errors).toMatch(new RegExp(`^  ${name} must be `, 'm'))
    }
    expect(errors).not.toContain('sesame')
  })

  it('says that the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? String(address.port) : ''
    const { code, errors } = await run([], { DATA_DIR: temporaryFolder(), PORT: port })
    other.close()
    expect(code).toBe(1)
    expect(errors).toContain(`PORT ${port}`)
    expect(errors).toContain('PORT=4001 npm start')
  })

  it('says that the database cannot be opened, and repeats no password', async () => {
    const errors = await fails({
      DATABASE_URL: 'postgres://nobody:sesame@127.0.0.1:1/nothing',
      LOG_LEVEL: 'silent',
    })
    expect(errors).toContain('DATABASE_URL')
    expect(errors).not.toContain('sesame')
  })

  it('says that the database was made with another master key', async () => {
    const dataDir = temporaryFolder()
    await (await startServer({ dataDir })).stop()
    const env = { DATA_DIR: dataDir, MASTER_KEY: 'ab'.repeat(32), LOG_LEVEL: 'silent', PORT: '0' }
    expect(await fails(env)).toContain('another master key')
  })
})

describe('the command line', () => {
  it('explains itself, with every setting', async () => {
    const { code, output } = await run(['--help'], {})
    expect(code).toBe(0)
    for (const word of ['apikey -- create', 'DATABASE_URL', 'MASTER_KEY']) expect(output).toContain(word)
    for (const field of ['dropId', 'maxAmount', 'supply', 'randomnessCommitment', 'randomnessSeed', 'draws'])
      expect(output).toContain(`"${field}"`)
  })

  it('explains one command alone when that is asked for help', async () => {
    const { code, output } = await run(['backup', '--help'], {})
    expect(code).toBe(0)
    expect(output).toContain('backup -- FILE')
    expect(output).not.toMatch(/apikey|DATABASE_URL/)
  })

  it.each([
    ['master-key', 'check'],
    ['apikey', 'limit', '--username', 'grace', '--requests-per-minute', '3'],
  ])('makes no store and no key for %s %s, which are about one that is there', async (...commandLine) => {
    const dataDir = join(temporaryFolder(), 'none')
    const { code, output, errors } = await run(commandLine, { DATA_DIR: dataDir, MASTER_KEY: '' })
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(`There is no store at ${join(dataDir, 'dropkit.db')}`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('recomputes the draws of a drop that is gone from what its last event says', async () => {
    const server = await startServer()
    const dropId = await dropOf(server, { tokenAmount: '0', supply: 3, maxAmount: '100' })
    const draw = `mutation($dropId: ID!, $userAddress: String!) {
      claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success }
    }`
    for (const userAddress of ['0x1', '0x2', '0x3']) {
      const { data } = await server.graphql(draw, { dropId, userAddress })
      expect(data).toEqual({ claimRandomDrop: { success: true } })
    }
    const gone = await server.graphql('mutation($dropId: ID!) { deleteDrop(id: $dropId) }', { dropId })
    expect(gone.data).toEqual({ deleteDrop: true })
    const last = '{ events(types: ["drop.deleted"]) { data } }'
    const { data } = await server.graphql(last)
    await server.stop()
    const [event] = (data?.['events'] ?? []) as { data: { draws: { amount: string }[] } }[]
    const file = join(temporaryFolder(), 'draws.json')
    writeFileSync(file, JSON.stringify(event?.data))
    expect(await run(['verify', file], {})).toEqual({
      code: 0,
      output: 'verified: 3 draws, 100 of 100 given out\n',
      errors: '',
    })
    const draws = event?.data.draws.map((one, n) => (n === 1 ? { ...one, amount: '99' } : one))
    writeFileSync(file, JSON.stringify({ ...event?.data, draws }))
    const { code, output } = await run(['verify', file], {})
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('draw 2 gave 99') })
  })

  it.each([
    [['apikey', 'create'], '--username'],
    [['apikey', 'limit', '--username', 'grace'], '--requests-per-minute'],
    [['apikey', 'list'], 'apikey -- create --username NAME'],
    [['apikey'], 'create or limit'],
    [['apikey', 'create', 'grace'], 'options stand behind --'],
    [['master-key'], 'rotate or check'],
    [['verify'], 'FILE.json'],
    [['verify', 'one.json', 'two.json'], 'FILE.json'],
    [['sui', 'publis'], 'sui -- publish'],
    [['sui', 'execute'], 'BASE64'],
    [['sui', 'execute', 'undefined!'], 'BASE64'],
    [['--port', '5000'], 'PORT=4001 npm start'],
    [['--name', 'mine'], '--name'],
    [['fly'], '"fly"'],
    [['--loud'], '--loud'],
  ])('refuses %j', async (commandLine, named) => {
    const { code, output, errors } = await run(commandLine, {})
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(named)
  })

  it.each([
    ['npm_config_with_key', ['backup', 'some.file'], '--with-key'],
    ['npm_config_keep_upgrade_cap', ['sui', 'publish'], '--keep-upgrade-cap'],
  ])(
    'does nothing when npm kept an option to itself, as it says by %s',
    async (name, commandLine, option) => {
      const { code, output, errors } = await run(commandLine, { [name]: 'true' })
      expect({ code, output }).toEqual({ code: 2, output: '' })
      expect(errors).toContain(`npm kept ${option} to itself: options stand behind --`)
    },
  )

  it('says where a key was made when no server has been there yet', async () => {
    const dataDir = temporaryFolder()
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
    const made = () => run(['apikey', 'create', '--username', 'grace'], env)
    const { output, errors } = await made()
    expect(output).toMatch(/^dk_[0-9A-Za-z]{36}\n$/)
    expect(errors).toContain(join(dataDir, 'dropkit.db'))
    expect((await made()).errors).toBe('')
  })

  it('names a setting that seems to be misspelt', async () => {
    const env = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', DATABSE_URL: 'postgres://elsewhere/' }
    const { errors } = await run(['apikey', 'create', '--username', 'grace'], env)
    expect(errors).toContain('Is DATABASE_URL meant?')
    expect(errors).not.toContain('elsewhere')
  })

  it('refuses a name that no user can have', async () => {
    const env = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' }
    const { code, output, errors } = await run(['apikey', 'create', '--username', 'Not A Name'], env)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain('username')
  })
})
