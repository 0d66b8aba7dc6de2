// The responses of a running server outside GraphQL, and its background work.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { ask } from '../support/http.ts'
import { startPostgres } from '../support/postgres.ts'
import { postgresTemplate } from '../support/prepared-databases.ts'
import { runToItsEnd, startServer, type TestServer } from '../support/server.ts'

const getJson = async (url: string) => {
  const { status, json } = await ask(url)
  return { status, body: json }
}

const me = '{ me { username } }'

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
      const { code, output, errors } = await runToItsEnd(['apikey', 'create', '--username', 'grace'], env)
      expect({ code, errors }).toEqual({ code: 0, errors: '' })
      expect(output).toMatch(/^dk_[0-9A-Za-z]{36}\n$/)
      keys.push(output.trim())
    }
    expect(keys[0]).not.toBe(keys[1])
    for (const key of keys) {
      expect((await server.graphql(me, {}, { key })).data).toEqual({ me: { username: 'grace' } })
    }
  })

  it('lets a wallet use the fake chain without a credential', async () => {
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

  it('runs due work within a second after its clock was moved', async () => {
    const dropId = await createDrop(server)
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

  it('serves metrics for Prometheus', async () => {
    const dropId = await createDrop(server)
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
      'dropkit_unmatched_payments_open 0',
      'dropkit_http_request_duration_seconds_count{method="POST",route="/graphql",status="200"}',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(line)
    }
  })

  it('answers in JSON for unknown routes and invalid bodies', async () => {
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

  it('sends strict security headers', async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-powered-by')).toBeNull()
  })
})

describe('a store that goes away', () => {
  it('makes the server not ready, and does not end it', async () => {
    const postgres = await startPostgres()
    const database = await postgres.createDatabase({ template: await postgresTemplate() })
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
