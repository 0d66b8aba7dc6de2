// The start of a server, alone and next to others, and its messages when it cannot start.
import { openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, eventually } from '../support/drops.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { withClient } from '../support/postgres-client.ts'
import { type Environment, runServer, runToItsEnd, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const me = '{ me { username } }'

describe('the first start', () => {
  it('makes an admin and shows its key once; a key that is given later counts for nothing', async () => {
    const dataDir = temporaryFolder()
    const env = { BOOTSTRAP_API_KEY: '', MASTER_KEY: '' }
    const first = await startServer({ dataDir, env })
    const key = /^ {2}(dk_[0-9A-Za-z]{36})$/m.exec(first.output())?.[1] ?? ''
    expect((await first.graphql(me, {}, { key })).data).toEqual({ me: { username: 'admin' } })
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
    expect((await first.stop()).code).toBe(0)
    expect(first.errorOutput()).not.toContain(key)

    const later = { ...env, BOOTSTRAP_API_KEY: 'another key, too late' }
    const second = await startServer({ dataDir, env: later })
    expect(second.output()).not.toContain('dk_')
    expect((await second.graphql(me, {}, { key })).data).toEqual({ me: { username: 'admin' } })
    expect(second.errorOutput()).toContain('BOOTSTRAP_API_KEY is ignored')
    expect((await second.graphql(me)).status).toBe(401)
    await second.stop()
  })
})

describe('a later start', () => {
  let loaded: string
  beforeAll(async () => {
    // Node then writes what it reads from the cache to standard error.
    const env = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    for (let start = 1; start <= 2; start++) {
      const server = await startServer({ env, fromSources: true })
      await server.stop()
      loaded = server.errorOutput()
    }
  })

  it('reads the sources without types from the compile cache, in threads too', () => {
    const fromCache = (file: string) =>
      new RegExp(`retrieving transpile cache for StrippedTypeScript \\S+/${file}\\.\\.\\.success`)
    expect(loaded).toMatch(fromCache('run-command-line.ts'))
    expect(loaded).toMatch(fromCache('sqlite-read-thread.ts'))
  })

  it('does not load the SDK of Sui on the fake chain', () => {
    expect(loaded).toContain('node_modules/fastify/')
    expect(loaded).not.toContain('node_modules/@mysten/sui/')
  })
})

describe('a start with settings', () => {
  let dataDir: string
  let server: TestServer
  beforeAll(async () => {
    dataDir = temporaryFolder()
    const env = {
      BOOTSTRAP_API_KEY: 'a-key-of-sixteen',
      PUBLIC_URL: 'https://drops.example/',
      CURRENCIES: 'EURX:2:0x5::eur::EUR',
      USD_RATES: 'EURX:1.5',
    }
    server = await startServer({ dataDir, env })
  })
  afterAll(() => server?.stop())

  it('takes the key that it is given, and does not show it', async () => {
    expect((await server.graphql(me)).data).toEqual({ me: { username: 'admin' } })
    expect(server.output() + server.errorOutput()).not.toContain('a-key-of-sixteen')
  })

  it('begins its links with PUBLIC_URL, and prices drops as CURRENCIES and USD_RATES say', async () => {
    const upload = `mutation { uploadFile(input: { file: "aGk=", filename: "a.txt", contentType: "text/plain" }) { url } }`
    const uploaded = await server.graphql(upload)
    expect(uploaded.errors).toBeUndefined()
    expect(uploaded.data?.['uploadFile']).toEqual({
      url: expect.stringMatching(/^https:\/\/drops\.example\/files\//),
    })
    const id = await createDrop(server, { price: 2 })
    const { data } = await server.graphql('query($id: ID!) { drop(id: $id) { price currency priceUSD } }', {
      id,
    })
    expect(data).toEqual({ drop: { price: 2, currency: 'EURX', priceUSD: 3 } })
    const intend = `mutation($id: ID!) { createPaymentIntent(
      input: { dropId: $id, walletAddress: "0x1", paymentMethod: "EURX", quantity: 1 }) { paymentUrl } }`
    const intent = (await server.graphql(intend, { id })).data?.['createPaymentIntent']
    expect(intent).toEqual({ paymentUrl: expect.stringMatching(/^https:\/\/drops\.example\/pay\//) })
  })

  it('is refused on this store with another master key', async () => {
    await server.stop()
    const env = { DATA_DIR: dataDir, MASTER_KEY: 'ab'.repeat(32), LOG_LEVEL: 'silent', PORT: '0' }
    expect(await failedStart(env)).toContain('another master key')
  })
})

it('starts, serves and ends as usual when its log cannot be written', async () => {
  const env = { DATA_DIR: temporaryFolder(), DATABSE_URL: 'a setting that is worth a hint' }
  const server = await runServer([], env, { stderr: openSync('/dev/full', 'w') })
  const output = await eventually(
    async () => server.output(),
    (text) => text.includes('listens on') || server.child.exitCode !== null,
    60_000,
  )
  const [, url = ''] = /listens on (\S+)/.exec(output) ?? []
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
})

describe('several servers on one Postgres', () => {
  let postgres: TestPostgres
  let database: Awaited<ReturnType<TestPostgres['createDatabase']>>
  let servers: readonly TestServer[]
  beforeAll(async () => {
    postgres = await startPostgres()
    database = await postgres.createDatabase()
    const env = { DATABASE_URL: database.url, BOOTSTRAP_API_KEY: '' }
    servers = await Promise.all([1, 2, 3].map(() => startServer({ env })))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
    await postgres.stop()
  })

  it('start at the same moment on an empty store, and one of them makes the admin', async () => {
    const shown = servers.flatMap((server) => server.output().match(/dk_[0-9A-Za-z]{36}/g) ?? [])
    expect(shown).toHaveLength(1)
    for (const server of servers) {
      expect((await server.graphql(me, {}, { key: shown[0] ?? '' })).data).toEqual({
        me: { username: 'admin' },
      })
    }
  })

  it('see within a second that one of them moved the clock', async () => {
    const [one, other] = servers as readonly [TestServer, TestServer]
    const { body } = await one.fakeChain('advance', { seconds: 86_400 })
    await sleep(1_000)
    // Unlike /advance, this does not read the clock offset from the store itself.
    const { body: seen } = await other.fakeChain('outage', { seconds: 0 })
    expect(Number(seen['now'])).toBeGreaterThan(Number(body['now']))
  })
})

describe('a start that cannot be', () => {
  async function startOnTakenPort(dataDir: string) {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? String(address.port) : ''
    const env = { DATA_DIR: dataDir, PORT: port, BOOTSTRAP_API_KEY: '' }
    const ended = await runToItsEnd([], env)
    other.close()
    return { ...ended, port }
  }

  it('says that the port is taken', async () => {
    const { code, errors, port } = await startOnTakenPort(temporaryFolder())
    expect(code).toBe(1)
    expect(errors).toContain(`PORT ${port}`)
    expect(errors).toContain('PORT=4001 npm start')
  })

  it('makes no admin if the port is taken, so that the next start shows its key', async () => {
    const dataDir = temporaryFolder()
    expect((await startOnTakenPort(dataDir)).output).not.toContain('dk_')
    const next = await startServer({ dataDir, env: { BOOTSTRAP_API_KEY: '', MASTER_KEY: '' } })
    expect(next.output()).toContain('dk_')
    await next.stop()
  })

  it('says that the database cannot be opened, and repeats no password', async () => {
    const errors = await failedStart({
      DATABASE_URL: 'postgres://unknown:sesame@127.0.0.1:1/nothing',
      LOG_LEVEL: 'silent',
    })
    expect(errors).toContain('DATABASE_URL')
    expect(errors).not.toContain('sesame')
  })

  it('says that the database refuses changes', async () => {
    const postgres = await startPostgres()
    const database = await postgres.createDatabase()
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
    await runToItsEnd(['apikey', 'create', '--username', 'grace'], env)
    const { pathname } = new URL(database.url)
    await withClient(database.url, (client) =>
      client.query(`alter database "${pathname.slice(1)}" set default_transaction_read_only = on`),
    )
    expect(await failedStart(env)).toMatch(/^The database cannot be used: .*read-only/)
    await database.drop()
    await postgres.stop()
  })
})

/** The error output of a start that fails with these settings. */
async function failedStart(env: Environment): Promise<string> {
  const { code, output, errors } = await runToItsEnd([], { DATA_DIR: temporaryFolder(), ...env })
  expect({ code, output }).toEqual({ code: 1, output: '' })
  // The message is for people and has no stack.
  expect(errors).not.toMatch(/^\s+at /m)
  return errors
}
