// Rate limits and identities on a whole server.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDrop, eventually, run, walletOf } from './support/drops.ts'
import { ask } from './support/http.ts'
import { findRedis, NO_REDIS } from './support/redis.ts'
import { runToItsEnd, type StartServerOptions, startServer, type TestServer } from './support/server.ts'

const redis = await findRedis()
afterAll(() => redis?.stop())

const start = async (options: StartServerOptions = {}): Promise<TestServer> => {
  const server = await startServer(options)
  onTestFinished(async () => void (await server.stop()))
  return server
}

const me = '{ me { username identityProviderId email } }'
const withKey = (server: TestServer, key: string) => server.graphql(me, {}, { key })

describe('a server with limits', () => {
  it('counts root fields on GraphQL and requests elsewhere in one bucket', async () => {
    const server = await start({ env: { RATE_LIMIT_PER_MINUTE: '6' } })
    const three = await server.graphql('{ a: me { id } b: me { id } c: me { id } }')
    expect(three.status).toBe(200)
    expect(three.headers.get('ratelimit-policy')).toBe('"credential";q=6;w=60')
    expect(three.headers.get('ratelimit')).toMatch(/^"credential";r=3;t=30$/)
    const missing = `drop_${'0'.repeat(32)}`
    expect((await ask(`${server.url}/drops/${missing}/claims.csv`, { key: server.apiKey })).status).toBe(404)
    const tooMany = await server.graphql('{ a: me { id } b: me { id } c: me { id } }')
    expect(tooMany.status).toBe(429)
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(tooMany.errors?.[0]).toMatchObject({
      message: expect.stringContaining('6 requests a minute'),
      extensions: { code: 'RATE_LIMITED', details: { limit: 'requestsPerMinute', value: 6, asked: 3 } },
    })
    expect(tooMany.errors?.[0]?.extensions?.['retryable']).toBe(true)
    expect((await server.graphql(me)).status).toBe(200)
    const never = await server.graphql(`{ ${[...'abcdefg'].map((name) => `${name}: me { id }`).join(' ')} }`)
    expect(never.status).toBe(429)
    expect(never.errors?.[0]).toMatchObject({
      message: expect.stringContaining('never'),
      extensions: { retryable: false, details: { limit: 'requestsPerMinute', value: 6, asked: 7 } },
    })
  })

  it('counts all keys of a user together once an operator says how often it may ask', async () => {
    const server = await start()
    const limit = (username: string, perMinute: string) =>
      runToItsEnd(['apikey', 'limit', '--username', username, '--requests-per-minute', perMinute], {
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: server.dataDir,
        MASTER_KEY: '5e'.repeat(32),
        LOG_LEVEL: 'silent',
      })
    const createKey = 'mutation { createApiKey(input: { name: "other" }) { secret } }'
    const { secret } = await run<{ secret: string }>(server, createKey)
    expect(await limit('admin', '3')).toEqual({
      code: 0,
      output: 'All keys and sessions of admin together may send 3 requests per minute.\n',
      errors: '',
    })
    const statuses: number[] = []
    for (const key of [secret, server.apiKey, secret, secret, server.apiKey])
      statuses.push((await withKey(server, key)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const { errors } = await withKey(server, secret)
    expect(errors?.[0]?.extensions?.['details']).toMatchObject({ limit: 'userRequestsPerMinute', value: 3 })
    expect((await limit('admin', '0')).code).toBe(0)
    expect((await withKey(server, secret)).status).toBe(200)
    expect(await limit('unknown', '3')).toMatchObject({ code: 1, errors: 'User not found\n' })
  })

  it.each([{}, { authorization: 'Bearer x' }])(
    'looks up the keys of preflights only within the limit of their address, with headers %j',
    async (extra) => {
      const server = await start({ env: { RATE_LIMIT_PER_MINUTE: '6' } })
      const origin = 'https://shop.example'
      const create = `mutation { createPublishableKey(input: { name: "shop", origins: ["${origin}"] }) { secret } }`
      const { secret } = await run<{ secret: string }>(server, create)
      const lookUps = async () => {
        const text = await (await fetch(`${server.url}/metrics`)).text()
        const line = /^dropkit_store_duration_seconds_count{operation="credentials",outcome="ok"} (\d+)/m
        return Number(line.exec(text)?.[1] ?? 'none')
      }
      const isAllowed = async () => {
        const headers = { origin, 'access-control-request-method': 'POST', ...extra }
        const url = `${server.url}/graphql?key=${encodeURIComponent(secret)}`
        const answer = await ask(url, { method: 'OPTIONS', headers })
        return answer.headers.get('access-control-allow-origin') === origin
      }
      let allowed = await isAllowed()
      expect(allowed).toBe(true)
      let before = 0
      for (let n = 0; n < 100 && allowed; n++) {
        before = await lookUps()
        allowed = await isAllowed()
      }
      expect(allowed).toBe(false)
      expect(await lookUps()).toBe(before)
    },
  )

  it('counts bad credentials on every route, and never refuses a valid one', async () => {
    const server = await start({ env: { AUTH_FAILURES_PER_MINUTE: '4' } })
    expect((await withKey(server, 'bad-key-1')).status).toBe(401)
    const { address, sign } = walletOf(1)
    const challenge = await ask(`${server.url}/auth/challenge`, { body: { address } })
    const verify = (signature: string) => ask(`${server.url}/auth/verify`, { body: { address, signature } })
    expect((await verify('AAAA')).status).toBe(401)
    expect((await ask(`${server.url}/auth/challenge`, { body: { address }, key: 'bad-key-2' })).status).toBe(
      401,
    )
    for (let time = 0; time < 5; time++)
      expect((await server.graphql(me, {}, { key: null })).status).toBe(401)
    expect((await withKey(server, 'bad-key-3')).status).toBe(401)

    const refused = await withKey(server, 'bad-key-4')
    expect(refused.status).toBe(429)
    expect(refused.errors?.[0]).toMatchObject({
      extensions: { details: { limit: 'authFailuresPerMinute', value: 4 } },
    })
    const late = await verify('AAAA')
    expect(late).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.graphql(me)).data).toMatchObject({ me: { username: 'admin' } })
    expect((await verify(await sign(String(challenge.json?.['message'])))).status).toBe(200)
  })

  it.skipIf(redis === undefined)(
    `counts together with others in Redis${redis ? '' : ` (${NO_REDIS})`}`,
    async () => {
      const env = { RATE_LIMIT_PER_MINUTE: '10', REDIS_URL: redis?.url ?? '' }
      // A new API key, because the counts in Redis outlive this test.
      const first = await start({ env: { ...env, BOOTSTRAP_API_KEY: `test-${randomUUID()}` } })
      const second = await start({
        env: { ...env, DATABASE_URL: first.databaseUrl, BOOTSTRAP_API_KEY: first.apiKey },
      })
      const grantedOf14 = async (): Promise<number> => {
        const { secret } = await run<{ secret: string }>(
          first,
          'mutation { createApiKey(input: { name: "Both" }) { secret } }',
        )
        const statuses: number[] = []
        for (let n = 0; n < 14; n++)
          statuses.push((await withKey(n % 2 === 0 ? first : second, secret)).status)
        return statuses.filter((status) => status === 200).length
      }
      // On a busy machine, Redis may be slow. Then each server counts for itself for a short time, as intended.
      let granted = await grantedOf14()
      for (let again = 0; again < 5 && granted > 11; again++) granted = await grantedOf14()
      expect(granted).toBeLessThanOrEqual(11)
    },
  )

  it('serves on when its Redis is away', async () => {
    const server = await start({ env: { RATE_LIMIT_PER_MINUTE: '3', REDIS_URL: 'redis://127.0.0.1:1' } })
    const statuses: number[] = []
    for (let time = 0; time < 5; time++) statuses.push((await server.graphql(me)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(server.errorOutput().match(/Redis cannot be reached/g)).toHaveLength(1)
  })
})

it('accepts the tokens of an OpenID provider, once its keys can be read', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }
  let isDown = true
  const provider = createServer((_request, response) =>
    response
      .writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: [jwk] })),
  )
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = provider.address() as { port: number }
    const issuer = 'https://id.example/'
    const OPENID_JWKS_URL = `http://127.0.0.1:${port}/keys`
    const server = await start({
      env: { OPENID_ISSUER: issuer, OPENID_AUDIENCE: 'drops', OPENID_JWKS_URL },
    })
    const tokenFor = (sub: string) =>
      new SignJWT({ email: 'ada@example.org' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('drops')
        .setSubject(sub)
        .setExpirationTime('1m')
        .sign(privateKey)
    const unverified = await withKey(server, await tokenFor('idp|ada'))
    expect([unverified.status, unverified.headers.get('retry-after')]).toEqual([503, '1'])
    expect(unverified.errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryable: true } }])
    isDown = false
    const { data } = await withKey(server, await tokenFor('idp|ada'))
    expect(data).toMatchObject({ me: { identityProviderId: 'idp|ada', email: 'ada@example.org' } })
    expect((await withKey(server, await tokenFor('local:admin'))).status).toBe(401)
    expect((await server.graphql(me)).data).toMatchObject({ me: { identityProviderId: 'local:admin' } })
  } finally {
    provider.close()
  }
})

it('stops in time although a webhook receiver does not answer, and retries after the next start', async () => {
  let hits = 0
  const receiver = createServer((_request, response) => {
    // The first attempt is never answered.
    if (++hits > 1) response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = receiver.address() as { port: number }
    const env = { WEBHOOK_RETRY_SECONDS: '0.5,0.5,0.5' }
    const first = await startServer({ env })
    const create = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }'
    await run(first, create, { input: { url: `http://127.0.0.1:${port}/`, events: ['drop.created'] } })
    await createDrop(first)
    await eventually(
      async () => hits,
      (seen) => seen === 1,
    )
    const startedAt = Date.now()
    process.kill(first.processId, 'SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    expect(Date.now() - startedAt).toBeLessThan(9_000)
    await start({ dataDir: first.dataDir, env: { ...env, DATABASE_URL: first.databaseUrl } })
    await eventually(
      async () => hits,
      (seen) => seen >= 2,
    )
    await first.stop().catch(() => {})
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})
