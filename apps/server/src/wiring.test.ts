// Tests the effect of each setting on the assembled server. The parts have their own tests.
import { spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Ports } from '@dropkit/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { walletOf } from '../../../test/support/drops.ts'
import { ask as send } from '../../../test/support/http.ts'
import { startPostgres } from '../../../test/support/postgres.ts'
import { withClient } from '../../../test/support/postgres-client.ts'
import { postgresTemplate, sqliteTemplate } from '../../../test/support/prepared-databases.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { createApiKey } from './cli/service-commands.ts'
import { readConfig } from './config/read-config.ts'
import type { Setting } from './config/setting.ts'
import { SETTINGS } from './config/settings.ts'
import { createContainer, SERVICES } from './container.ts'
import { startServer } from './running-server.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const HERE = 'apps/server/src/wiring.test.ts'
const LIMITS = 'test/limits.test.ts'
const START = 'test/server/start.test.ts'
const SUI_START = 'test/sui-start.test.ts'
const SUI_SETTINGS = 'test/sui-settings.test.ts'
const EXTENSIONS = 'test/server-extensions.test.ts'
const TRACES = 'apps/server/src/tracing/open-telemetry.test.ts'

/** The test that shows the effect of each setting. A new setting must name one. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  NODE_ENV: SUI_START,
  PORT: START,
  HOST: HERE,
  PUBLIC_URL: START,
  DRAIN_SECONDS: 'test/server/rolling-restart.test.ts',
  WORKERS: 'test/server/workers.test.ts',
  TRUSTED_PROXIES: HERE,
  CORS_ORIGINS: HERE,
  WEB: 'apps/server/src/web/page-assets.test.ts',
  WEB_IMAGE_ORIGINS: 'apps/server/src/web/pages.test.ts',
  DATA_DIR: START,
  DATABASE_URL: START,
  DATABASE_CONNECTIONS: HERE,
  REDIS_URL: LIMITS,
  CHAIN: SUI_START,
  FAKE_CHAIN_AUTO: 'test/end-to-end/tokens.test.ts',
  SUI_NETWORK: SUI_START,
  SUI_RPC_URL: SUI_START,
  SUI_OPERATOR_KEY: SUI_START,
  SUI_TREASURY_KEY: 'test/support/sui.ts',
  SUI_LOW_BALANCE_MIST: SUI_SETTINGS,
  SUI_IDLE_POLL_MS: SUI_SETTINGS,
  SUI_GAS_PRICE_CEILING_PERCENT: SUI_SETTINGS,
  SUI_SPONSOR_BUDGET_MIST: SUI_SETTINGS,
  SUI_SPONSOR_DROP_BUDGET_MIST: SUI_SETTINGS,
  SUI_SPONSOR_WALLET_BUDGET_MIST: SUI_SETTINGS,
  SUI_PACKAGE_ID: SUI_START,
  SUI_NFT_REGISTRAR_ID: 'test/support/sui.ts',
  SUI_KIOSK_RULES_PACKAGE_ID: 'test/support/sui.ts',
  MASTER_KEY: START,
  MASTER_KEY_PREVIOUS: 'test/master-key-rotation.test.ts',
  BOOTSTRAP_API_KEY: START,
  RATE_LIMIT_PER_MINUTE: LIMITS,
  AUTH_FAILURES_PER_MINUTE: HERE,
  SOCKETS_PER_CALLER: HERE,
  SUBSCRIPTIONS_PER_CALLER: HERE,
  SHOW_ROTATED_KEY: 'test/http-routes.test.ts',
  WEBHOOK_ALLOW_PRIVATE: 'test/end-to-end/webhooks.test.ts',
  WEBHOOK_RETRY_SECONDS: LIMITS,
  EVENT_RETENTION_DAYS: HERE,
  S3_BUCKET: HERE,
  S3_ENDPOINT: HERE,
  S3_REGION: HERE,
  S3_ACCESS_KEY_ID: HERE,
  S3_SECRET_ACCESS_KEY: HERE,
  S3_PREFIX: HERE,
  S3_PATH_STYLE: HERE,
  OPENID_ISSUER: LIMITS,
  OPENID_AUDIENCE: LIMITS,
  OPENID_JWKS_URL: LIMITS,
  CURRENCIES: START,
  USD_RATES: START,
  DROPS_PER_USER_DAY: HERE,
  STORED_BYTES_PER_USER: HERE,
  STORED_BYTES_PER_USER_DAY: HERE,
  OPERATOR_GAS_PER_DAY: HERE,
  OPERATOR_GAS_PER_USER_DAY: HERE,
  PAYMENT_INTENTS_PER_USER_DROP_HOUR: HERE,
  PAYMENT_INTENTS_PER_USER_HOUR: HERE,
  NEW_USERS_PER_ADDRESS_HOUR: HERE,
  TOKENS_PER_USER_DAY: HERE,
  TRANSFERS_PER_USER_DAY: HERE,
  UNPAID_ITEMS_PER_BUYER: HERE,
  UNPAID_PERCENT_PER_BUYER: HERE,
  OPEN_VAULTS_PER_USER: HERE,
  CLAIMS_PER_DROP: HERE,
  OPEN_PAYMENT_INTENTS_PER_USER: HERE,
  OTEL_EXPORTER_OTLP_ENDPOINT: TRACES,
  OTEL_TRACES_SAMPLER_ARG: TRACES,
  METRICS_AGE_MS: HERE,
  STALL_WINDOW_MS: HERE,
  LOG_LEVEL: START,
  BEACON: 'apps/server/src/beacon-wiring.test.ts',
  BEACON_URLS: 'apps/server/src/beacon-wiring.test.ts',
  FACTS_URL: EXTENSIONS,
  FACTS_TOKEN: EXTENSIONS,
  FACTS_PRIVATE_HOSTS: EXTENSIONS,
  TURNSTILE_SITE_KEY: HERE,
  TURNSTILE_SECRET_KEY: HERE,
  TURNSTILE_VERIFY_URL: HERE,
}

type Shown = readonly [file: string, test: string]
const TRACED: Shown = [TRACES, 'jobs and their calls to the chain are spans']
const COUNTED: Shown = ['apps/server/src/metrics/metrics.test.ts', 'is written down: every metric of ours']
const STORED: Shown = [HERE, 'DATABASE_CONNECTIONS bounds the connections to Postgres']
const LOGGED: Shown = [HERE, 'the log of the assembled server contains no value of a secret setting']
const EXTENDED: Shown = [EXTENSIONS, 'adds a rule kind with its own facts']
const ON_SUI: Shown = [
  SUI_START,
  'is ready, shows the state of the node, and has no routes of the fake chain',
]
const SIGNED: Shown = [
  'test/http-routes.test.ts',
  'rotates its key: old vouchers are worth nothing, new ones are good',
]
const LINKED: Shown = ['test/browser/claim-link.test.ts', 'shows that it was used by another wallet']
const PRICED: Shown = [START, 'begins its links with PUBLIC_URL, and prices drops as CURRENCIES']
const SENT: Shown = ['test/end-to-end/webhooks.test.ts', 'that fails is tried again under the same id']
const CREATED: Shown = ['test/end-to-end/drop-rules.test.ts', 'makes a token, which is nowhere yet']
const SIGNED_IN: Shown = [LIMITS, 'accepts the tokens of an OpenID provider, once its keys can be read']
const SPONSORED: Shown = ['test/claim-delivery.test.ts', 'a claim on a SPONSORED drop needs one signature']
const SEALED: Shown = ['test/master-key-rotation.test.ts', 'takes over while servers run']
const UPLOADED: Shown = [HERE, 'uploads go to the bucket that the settings of S3_ name']
const ROUTED: Shown = ['test/server/workers.test.ts', 'batches the claims of one drop in one worker']
const RETAINED: Shown = [HERE, 'EVENT_RETENTION_DAYS removes older events from the log']
const BY_BEACON: Shown = ['apps/server/src/beacon-wiring.test.ts', 'BEACON sets the chain of a drop']
const PROVEN: Shown = [HERE, 'TURNSTILE_… are the widget of pages']
const LIMITED_PER_USER: Shown = [HERE, '%s refuses what is beyond it, and 0 nothing']
const ON_ONE_CLOCK: Shown = ['test/wrong-clocks.test.ts', 'servers agree on the time']
const RUSHED: Shown = ['test/claim-rush.test.ts', 'of 10,000 claims for 1,000 items gives each item once']

/** The test that shows the wiring of each service of the container. */
const SERVICES_SHOWN_BY: Readonly<Record<keyof typeof SERVICES, Shown>> = {
  config: [HERE, 'HOST is where the server listens'],
  group: ROUTED,
  logger: LOGGED,
  log: LOGGED,
  storage: STORED,
  registry: COUNTED,
  ids: CREATED,
  store: COUNTED,
  tracing: TRACED,
  instrumentation: TRACED,
  masterKey: [START, 'is refused on this store with another master key'],
  secrets: SEALED,
  signer: SIGNED,
  keys: LINKED,
  prices: PRICED,
  files: UPLOADED,
  webhooks: SENT,
  openId: SIGNED_IN,
  buckets: [LIMITS, 'serves on when its Redis is away'],
  limits: [LIMITS, 'counts root fields on GraphQL and requests elsewhere in one bucket'],
  clock: ON_ONE_CLOCK,
  chainSide: ON_SUI,
  beacon: BY_BEACON,
  outside: ON_SUI,
  humanChecks: PROVEN,
  facts: [EXTENSIONS, 'admits wallets with enough facts at the endpoint'],
  gating: EXTENDED,
  budgets: [HERE, 'is limited by %s, by POST and by socket'],
  ports: EXTENDED,
  bareDropkit: LIMITED_PER_USER,
  metrics: COUNTED,
  dropkit: [TRACES, "a request is a span under its caller's, with the use case below it"],
}

/** The test of an assembled server that shows the wiring of each port. */
const PORTS_SHOWN_BY: Readonly<Record<keyof Ports, Shown>> = {
  store: STORED,
  jobs: TRACED,
  chain: ON_SUI,
  clock: ON_ONE_CLOCK,
  ids: CREATED,
  random: RUSHED,
  hashes: UPLOADED,
  secrets: SEALED,
  signer: SIGNED,
  prices: PRICED,
  deliveries: SENT,
  idempotency: SEALED,
  retention: RETAINED,
  webhooks: SENT,
  files: UPLOADED,
  wallets: ['test/http-routes.test.ts', 'gives a session by which the wallet is known'],
  openId: SIGNED_IN,
  log: LOGGED,
  ruleKinds: EXTENDED,
  ownFacts: EXTENDED,
  stopwatch: COUNTED,
  endOfTurn: RUSHED,
  claimRouter: ROUTED,
  keyValues: LIMITED_PER_USER,
  dropCounts: ['test/browser/manage-drop.test.ts', 'are shown to its owner, with the reasons of refusals'],
  beacon: BY_BEACON,
  linkKeys: LINKED,
  humanChecks: PROVEN,
  gasSponsor: SPONSORED,
  instrumentation: TRACED,
}

const emptyDatabase = await sqliteTemplate()

function configOf(environment: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  copyFileSync(emptyDatabase, join(folder, 'dropkit.db'))
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    WEB: '0',
    ...environment,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  return config.value
}

async function open(
  environment: Readonly<Record<string, string>>,
  options: Parameters<typeof startServer>[2] = {},
): Promise<string> {
  const server = await startServer(configOf(environment), () => {}, options)
  onTestFinished(() => server.end())
  return server.url
}

/** Runs a query with an API key, and returns the response unchanged. */
async function ask(url: string, key: string, query: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  return JSON.stringify(await answer.json())
}

const createToken = (name: string) =>
  `mutation { createToken(input: { name: "${name}", symbol: "GOLD", supply: "1" }) { id } }`

const settings: readonly Setting<unknown>[] = Object.values(SETTINGS)

describe('every setting', () => {
  it('is shown to work in an assembled server, or known not to be', () => {
    const known = Object.keys(SHOWN_BY)
    expect(known.toSorted()).toEqual(settings.map(({ name }) => name).toSorted())
  })

  it.each(Object.entries(SHOWN_BY))('%s is set by the test that shows it: %s', (name, path) => {
    expect(existsSync(join(root, path)), path).toBe(true)
    const set = new RegExp(`\\b${name}\\b['"]?\\s*(:|\\]|=|,)`)
    expect(readFileSync(join(root, path), 'utf8').replaceAll(/SHOWN_BY[\s\S]*?\n[}\]]\n/g, '')).toMatch(set)
  })
})

describe('the wiring', () => {
  it('of every service is shown by a test', () => {
    expect(Object.keys(SERVICES_SHOWN_BY).toSorted()).toEqual(Object.keys(SERVICES).toSorted())
  })

  it.each(
    Object.entries({ services: SERVICES_SHOWN_BY, ports: PORTS_SHOWN_BY }).flatMap(([kind, shown]) =>
      Object.entries(shown).map(([name, [file, title]]) => [`${kind}.${name}`, file, title] as const),
    ),
  )('of %s is shown by a test of %s: %s', (_wire, file, title) => {
    const tests = readFileSync(join(root, file), 'utf8').split('const emptyDatabase').at(-1)
    const start = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    expect(tests).toMatch(new RegExp(`\\(\\s*['"\`]${start}`))
  })
})

it('HOST is where the server listens', async () => {
  expect(await open({ HOST: '127.0.0.1' })).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect(await open({ HOST: '127.0.0.2' })).toMatch(/^http:\/\/127\.0\.0\.2:/)
})

it('HOST=localhost is one address, so that a shutdown waits for the requests of all clients', async () => {
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((
    name: string,
    options: object,
    done: (...all: unknown[]) => void,
  ) =>
    name === 'localhost' && 'all' in options
      ? done(
          null,
          ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
        )
      : lookup(name, options, done)) as typeof lookup)
  const url = await open({ HOST: 'localhost' })
  const { port } = new URL(url)
  expect(url).toBe(`http://127.0.0.1:${port}`)
  const elsewhere = connect(Number(port), '127.0.0.2')
  onTestFinished(() => void elsewhere.destroy())
  await expect(once(elsewhere, 'connect')).rejects.toThrow('ECONNREFUSED')
})

it('DATABASE_CONNECTIONS bounds the connections to Postgres for any number of requests', async () => {
  const postgres = await startPostgres()
  const database = await postgres.createDatabase({ template: await postgresTemplate() })
  onTestFinished(async () => {
    await database.drop()
    await postgres.stop()
  })
  const key = 'the-key-of-the-operator-1'
  const url = await open({
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '4',
    BOOTSTRAP_API_KEY: key,
    CHAIN: 'fake',
  })
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(url, key, createToken(`Gold ${round} ${n}`))))
  const { pathname } = new URL(database.url)
  const count = 'select count(*)::int as connections from pg_stat_activity where datname = $1'
  const { rows } = await withClient(postgres.url, (client) => client.query(count, [pathname.slice(1)]))
  expect(rows[0].connections).toBeGreaterThanOrEqual(4)
  // One more connection listens for notifications.
  expect(rows[0].connections).toBeLessThanOrEqual(5)
})

it('EVENT_RETENTION_DAYS removes older events from the log', async () => {
  const key = 'the-key-of-the-operator-1'
  const url = await open({ EVENT_RETENTION_DAYS: '1', BOOTSTRAP_API_KEY: key, CHAIN: 'fake' })
  // Events of a user with a webhook are read immediately.
  const webhook = 'registerWebhook(input: { url: "https://example.com", events: ["drop.paused"] }) { id }'
  expect(await ask(url, key, `mutation { ${webhook} }`)).not.toContain('errors')
  for (const name of ['First', 'Second', 'Third']) await ask(url, key, createToken(name))
  const since = () => ask(url, key, '{ events(since: "event_1", limit: 5) { id } }')
  expect(await since()).toContain('event_2')
  await fetch(`${url}/fake-chain/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 2 * 86_400 }),
  })
  await expect.poll(since).toContain('no longer in the event log')
})

it.each([
  ['60000', true],
  ['0', false],
])('with METRICS_AGE_MS=%s, the text of /metrics is used again: %s', async (METRICS_AGE_MS, isReused) => {
  const url = await open({ METRICS_AGE_MS })
  const read = async () => (await fetch(`${url}/metrics`)).text()
  const first = await read()
  expect(first).toContain('process_cpu_seconds_total')
  expect((await read()) === first).toBe(isReused)
})

it.each([
  ['300000', true],
  ['0', false],
])('with STALL_WINDOW_MS=%s, /metrics shows a stall again: %s', async (STALL_WINDOW_MS, isShownAgain) => {
  const url = await open({ STALL_WINDOW_MS, METRICS_AGE_MS: '0' })
  const longestMs = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const [, seconds] = /longest_stall_seconds\{operation="[^"]*",clock="wall"\} (\S+)/.exec(text) ?? []
    return Number(seconds) * 1_000
  }
  // The server runs on this thread.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
  await expect.poll(longestMs, { interval: 0 }).toBeGreaterThan(2_500)
  expect((await longestMs()) > 2_500).toBe(isShownAgain)
})

describe('sockets', () => {
  const key = 'the-key-of-the-operator-1'

  const STREAM = 'subscription { eventStream { id } }'

  /** Opens a socket that sends an operation twice. Returns the type of each message, or the reason of its close. */
  async function heardBy(url: string, query: string, count: number): Promise<readonly string[]> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const heard: string[] = []
    socket.addEventListener('close', ({ reason }) => heard.push(reason))
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(data).type))
    onTestFinished(async () => socket.close())
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } }))
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    for (let n = 0; n < 2 && heard[0] === 'connection_ack'; n++)
      socket.send(JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } }))
    await expect.poll(() => heard.length).toBe(count)
    return heard
  }

  it('are limited by SOCKETS_PER_CALLER, and their operations by SUBSCRIPTIONS_PER_CALLER', async () => {
    const limits = { SOCKETS_PER_CALLER: '1', SUBSCRIPTIONS_PER_CALLER: '1' }
    const url = await open({ BOOTSTRAP_API_KEY: key, CHAIN: 'fake', ...limits })
    expect(await heardBy(url, STREAM, 2)).toEqual(['connection_ack', 'error'])
    expect(await heardBy(url, STREAM, 1)).toEqual(['socketsAtOnce: at most 1 may be open, 2 were asked for'])
  })

  it('have no such limits with 0', async () => {
    const limits = { SOCKETS_PER_CALLER: '0', SUBSCRIPTIONS_PER_CALLER: '0' }
    const url = await open({ BOOTSTRAP_API_KEY: key, CHAIN: 'fake', ...limits })
    const answers = ['next', 'complete', 'next', 'complete']
    expect((await heardBy(url, '{ me { id } }', 5)).toSorted()).toEqual(
      ['connection_ack', ...answers].toSorted(),
    )
  })
})

describe('what one request may read', () => {
  const key = 'the-key-of-the-operator-1'
  const LIST = '{ tokens { id } }'

  const openWith = async (readLimits: { readonly rowsRead: number; readonly readMs: number }) => {
    const url = await open({ BOOTSTRAP_API_KEY: key, CHAIN: 'fake' }, { readLimits })
    for (const name of ['First', 'Second']) await ask(url, key, createToken(name))
    return url
  }

  const bySocket = async (url: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    onTestFinished(() => socket.close())
    const heard: string[] = []
    socket.addEventListener('message', ({ data }) => heard.push(String(data)))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${key}` } }))
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: LIST } }))
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    return heard[1]
  }

  it.each([
    ['rowsRead', { rowsRead: 1, readMs: 60_000 }],
    ['readMs', { rowsRead: 50_000, readMs: 0 }],
  ])('is limited by %s, by POST and by socket', async (limit, readLimits) => {
    const url = await openWith(readLimits)
    expect(await ask(url, key, LIST)).toContain(`"limit":"${limit}"`)
    expect(await bySocket(url)).toContain(`"limit":"${limit}"`)
  })

  it('is not limited for less than the limits', async () => {
    const url = await openWith({ rowsRead: 10, readMs: 60_000 })
    expect(await ask(url, key, LIST)).not.toContain('errors')
    expect(await bySocket(url)).not.toContain('errors')
  })
})

describe('X-Forwarded-For', () => {
  /** The statuses of two requests with bad credentials, each with another forwarded address. */
  const twoFrom = async (url: string) => {
    const statuses: number[] = []
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      const headers = { authorization: 'Bearer nothing', 'x-forwarded-for': from }
      const { status } = await fetch(`${url}/graphql?query={me{id}}`, { headers })
      statuses.push(status)
    }
    return statuses
  }
  const AUTH_FAILURES_PER_MINUTE = '1'

  it('is ignored without TRUSTED_PROXIES, and from other addresses', async () => {
    expect(await twoFrom(await open({ AUTH_FAILURES_PER_MINUTE }))).toEqual([401, 429])
    const url = await open({ AUTH_FAILURES_PER_MINUTE, TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(await twoFrom(url)).toEqual([401, 429])
  })

  it('reports the address that a trusted proxy sends', async () => {
    const url = await open({ AUTH_FAILURES_PER_MINUTE, TRUSTED_PROXIES: 'loopback' })
    expect(await twoFrom(url)).toEqual([401, 401])
  })
})

it('a preflight of /graphql needs no credential, and only a named origin is allowed', async () => {
  const url = await open({ CORS_ORIGINS: 'https://app.example' })
  const preflight = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const answer = await fetch(`${url}/graphql`, { method: 'OPTIONS', headers })
    return [answer.status, await answer.text(), answer.headers.get('access-control-allow-origin')]
  }
  expect(await preflight('https://app.example')).toEqual([204, '', 'https://app.example'])
  const [status, body, allowed] = await preflight('https://evil.example')
  expect([status, body]).toEqual([204, ''])
  expect(allowed).not.toBe('https://evil.example')
  const plain = await fetch(`${await open({})}/graphql`, { method: 'OPTIONS' })
  expect([plain.status, await plain.text()]).toEqual([204, ''])
})

it('the log of the assembled server contains no value of a secret setting', () => {
  const secrets = {
    MASTER_KEY: '1f'.repeat(16) + '2e'.repeat(16),
    MASTER_KEY_PREVIOUS: '3d'.repeat(16) + '4c'.repeat(16),
    BOOTSTRAP_API_KEY: 'the-words-of-the-operator-1',
    S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket-22',
    AWS_SESSION_TOKEN: 'token-that-a-library-reads',
  }
  const environment = {
    ...secrets,
    S3_BUCKET: 'drops',
    S3_ACCESS_KEY_ID: 'who-we-are-there',
    DATABASE_URL: 'postgres://me:password-of-the-store@127.0.0.1/none',
    REDIS_URL: 'redis://me:password-of-redis@127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1/credential-of-the-collector',
  }
  const program = `
    const { readConfig } = await import('./apps/server/src/config/read-config.ts')
    const { createContainer, SERVICES } = await import('./apps/server/src/container.ts')
    const given = JSON.parse(process.env.GIVEN)
    const config = readConfig(given)
    if (!config.ok) throw new Error(config.error.join())
    const log = await createContainer(config.value).getAsync(SERVICES.log)
    for (const [name, value] of Object.entries(given)) log.warn('about ' + name, { value })
    log.error('it failed', {}, new Error(Object.values(given).join(' ')))`
  const { stderr, status } = spawnSync(
    join(root, 'node_modules', '.bin', 'node'),
    ['--conditions=@dropkit/source', '--input-type=module', '-e', program],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], GIVEN: JSON.stringify(environment) },
      encoding: 'utf8',
    },
  )
  expect(status, stderr).toBe(0)
  expect(stderr).toContain('about MASTER_KEY_PREVIOUS')
  const passwords = ['password-of-the-store', 'password-of-redis', 'credential-of-the-collector']
  for (const secret of [...Object.values(secrets), ...passwords]) expect(stderr).not.toContain(secret)
})

it('uploads go to the bucket that the settings of S3_ name, as they say', async () => {
  const asked: IncomingMessage[] = []
  const store = createServer((request, reply) => {
    asked.push(request)
    request.resume().on('end', () => reply.writeHead(200).end())
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => void store.close())
  const { port } = store.address() as { port: number }
  const put = async (more: Readonly<Record<string, string>>) => {
    const config = configOf({
      S3_BUCKET: 'drops',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'eu-north-1',
      S3_ACCESS_KEY_ID: 'who-we-are-there',
      S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket-22',
      S3_PREFIX: 'mine/',
      S3_PATH_STYLE: '1',
      ...more,
    })
    const files = await createContainer(config).getAsync(SERVICES.files)
    await files.put('a'.repeat(64), new Uint8Array([1]))
    files.close()
    return asked.at(-1)
  }
  const request = await put({})
  expect(request?.url).toMatch(/^\/drops\/mine\/a{64}/)
  const authorization = request?.headers.authorization ?? ''
  expect(authorization).toMatch(/Credential=who-we-are-there\/\d+\/eu-north-1\/s3\//)
  expect((await put({ S3_SECRET_ACCESS_KEY: 'another-secret-33' }))?.headers.authorization).not.toBe(
    authorization,
  )
})

it('TURNSTILE_… are the widget of pages, and the secret and the URL with which a claim is verified', async () => {
  let cdata = ''
  const verified: unknown[] = []
  const cloudflare = createServer(async (request, reply) => {
    const asked = JSON.parse((await request.toArray()).join(''))
    verified.push(asked)
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, cdata }))
  })
  await once(cloudflare.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void cloudflare.close())
  const config = configOf({
    TURNSTILE_SITE_KEY: 'the-widget-of-the-shop',
    TURNSTILE_SECRET_KEY: 'the-secret-of-the-shop',
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}/`,
  })
  const [owner, guest] = [
    await createApiKey(config, { username: 'owner', name: 'first' }),
    await createApiKey(config, { username: 'guest', name: 'first' }),
  ]
  if (!owner.ok || !guest.ok) throw new Error('no API key')
  const server = await startServer(config, () => {})
  onTestFinished(() => server.end())
  const data = async (key: string, query: string) => JSON.parse(await ask(server.url, key, query)).data

  const { createToken: token } = await data(owner.value.secret, createToken('Gold'))
  const terms = `existingTokenId: "${token.id}", title: "Gold", type: TOKEN, claimType: REGULAR, maxAmount: "1", tokenAmount: "1"`
  const create = `mutation { createDrop(input: { ${terms}, humanCheck: TURNSTILE }) { id } }`
  const { createDrop: drop } = await data(owner.value.secret, create)
  const subject = `dropId: "${drop.id}", userAddress: "0xb0b"`
  const { humanChallenge } = await data(guest.value.secret, `{ humanChallenge(${subject}) { siteKey text } }`)
  expect(humanChallenge.siteKey).toBe('the-widget-of-the-shop')
  cdata = humanChallenge.text
  const claim = `mutation { claimDrop(input: { ${subject}, humanProof: "token-of-the-widget" }) { claim { status } } }`
  expect((await data(guest.value.secret, claim)).claimDrop.claim).toEqual({ status: 'PENDING' })
  expect(verified).toEqual([{ secret: 'the-secret-of-the-shop', response: 'token-of-the-widget' }])
})

describe('a limit per user', () => {
  type Ask = <T>(operation: string, input: object) => Promise<T>

  const createToken = (ask: Ask) =>
    ask<{ id: string }>('createToken(input: $input) { id }', {
      name: 'Gold',
      symbol: 'GOLD',
      supply: '1000000',
    })
  const createDrop = async (ask: Ask, existingTokenId: string, more: object = {}) =>
    ask<{ id: string }>('createDrop(input: $input) { id }', {
      existingTokenId,
      title: 'Gold for all',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '100',
      tokenAmount: '1',
      supply: 100,
      ...more,
    })
  const dropsOf = async (ask: Ask) => {
    const { id } = await createToken(ask)
    return [() => createDrop(ask, id), () => createDrop(ask, id)]
  }
  const ordersOf = async (owner: Ask, buyer: Ask) => {
    const { id } = await createToken(owner)
    const { id: dropId } = await createDrop(owner, id, { price: 1 })
    const order = (walletAddress: string) => () =>
      buyer('createPaymentIntent(input: $input) { id }', { dropId, walletAddress, paymentMethod: 'SUI' })
    return [order('0xb1'), order('0xb2')]
  }

  /** Two refunds by the user, one of each of two payments. */
  const refundsOf = async (user: Ask, _owner: Ask, url: string) => {
    const onFakeChain = async <T>(act: string, body: object): Promise<T> => {
      const headers = { 'content-type': 'application/json' }
      const sent = await fetch(`${url}/fake-chain/${act}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await sent.json()) as T
    }
    const { id } = await createToken(user)
    const { id: dropId } = await createDrop(user, id, { price: 1 })
    const refundOf = async (walletAddress: string) => {
      const order = await user<{ id: string; coinType: string; recipientAddress: string; intentId: string }>(
        'createPaymentIntent(input: $input) { id intentId coinType recipientAddress }',
        { dropId, walletAddress, paymentMethod: 'SUI' },
      )
      const coins = { coinType: order.coinType, amount: '1000000000' }
      await onFakeChain('faucet', { address: walletAddress, ...coins })
      const { txHash } = await onFakeChain<{ txHash: string }>('transfer', {
        from: walletAddress,
        to: order.recipientAddress,
        memo: order.intentId,
        ...coins,
      })
      await user('confirmPaymentIntent(input: $input) { id }', { id: order.id, txHash })
      return () => user('processRefund(input: $input) { id }', { paymentIntentId: order.id })
    }
    return [await refundOf('0xb1'), await refundOf('0xb2')]
  }

  /** Two sign-ins, each by a new wallet. */
  const signInsOf = async (_user: Ask, _owner: Ask, url: string) => {
    const post = async (path: string, body: object) => {
      const { json, status } = await send(`${url}${path}`, { body })
      if (status !== 200) throw new Error(JSON.stringify(json))
      return json
    }
    return [walletOf(1), walletOf(2)].map(({ address, sign }) => async () => {
      const challenge = await post('/auth/challenge', { address })
      const signature = await sign(String(challenge?.['message']))
      return post('/auth/verify', { address, signature })
    })
  }

  /** For each limit: a value that allows the first of two requests, but not the second. */
  const LIMITED: Readonly<
    Record<
      string,
      readonly [
        value: string,
        requests: (user: Ask, owner: Ask, url: string) => Promise<(() => Promise<unknown>)[]>,
      ]
    >
  > = {
    TOKENS_PER_USER_DAY: ['1', async (user) => [() => createToken(user), () => createToken(user)]],
    TRANSFERS_PER_USER_DAY: ['1', refundsOf],
    STORED_BYTES_PER_USER: ['5800', async (user) => [() => createToken(user), () => createToken(user)]],
    STORED_BYTES_PER_USER_DAY: ['6000', async (user) => [() => createToken(user), () => createToken(user)]],
    DROPS_PER_USER_DAY: ['1', dropsOf],
    OPEN_VAULTS_PER_USER: ['1', dropsOf],
    NEW_USERS_PER_ADDRESS_HOUR: ['1', signInsOf],
    CLAIMS_PER_DROP: ['1', (user, owner) => ordersOf(owner, user)],
    OPERATOR_GAS_PER_DAY: ['1', dropsOf],
    OPERATOR_GAS_PER_USER_DAY: ['1', dropsOf],
    PAYMENT_INTENTS_PER_USER_HOUR: ['1', (user, owner) => ordersOf(owner, user)],
    PAYMENT_INTENTS_PER_USER_DROP_HOUR: ['1', (user, owner) => ordersOf(owner, user)],
    OPEN_PAYMENT_INTENTS_PER_USER: ['1', (user, owner) => ordersOf(owner, user)],
    UNPAID_ITEMS_PER_BUYER: ['1', (user, owner) => ordersOf(owner, user)],
    UNPAID_PERCENT_PER_BUYER: ['1', (user, owner) => ordersOf(owner, user)],
  }
  const NONE = Object.fromEntries(Object.keys(LIMITED).map((name) => [name, '0']))

  /** How many of the two requests a server with these settings accepts. */
  async function taken(name: string, value: string): Promise<number> {
    const config = configOf({ ...NONE, [name]: value })
    const keys: string[] = []
    for (const username of ['owner', 'user']) {
      const made = await createApiKey(config, { username, name: 'first' })
      if (!made.ok) throw new Error(made.error.kind)
      keys.push(made.value.secret)
    }
    const server = await startServer(config, () => {})
    onTestFinished(() => server.end())
    const askAs =
      (key = ''): Ask =>
      async <T>(operation: string, input: object) => {
        const type = operation.replace(/\(.*/s, '').replace(/^./, (first) => first.toUpperCase())
        const query = `mutation($input: ${type}Input!) { ${operation} }`
        const response = await fetch(`${server.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ query, variables: { input } }),
        })
        const { data, errors } = (await response.json()) as { data: Record<string, T>; errors?: unknown }
        if (errors) throw new Error(JSON.stringify(errors))
        return Object.values(data)[0] as T
      }
    const [owner, user] = keys.map(askAs) as [Ask, Ask]
    const requests = await LIMITED[name]?.[1](user, owner, server.url)
    let count = 0
    for (const request of requests ?? []) {
      await request().then(
        () => count++,
        (error: Error) => expect(error.message).toMatch(/limit/i),
      )
      // The gas of the first request is paid in the background.
      if (name.startsWith('OPERATOR_GAS') && value !== '0')
        await new Promise((resolve) => setTimeout(resolve, 3_000))
    }
    return count
  }

  it.each(Object.entries(LIMITED))('%s refuses what is beyond it, and 0 nothing', async (name, [value]) => {
    expect(await taken(name, value)).toBe(1)
    expect(await taken(name, '0')).toBe(2)
  })
})
