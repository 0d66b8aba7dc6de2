import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './support/http.ts'
import { startServer, type TestServer } from './support/server.ts'

const QUERY = '{ service { chain } }'

describe('a visitor', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server?.stop())

  const visit = (body: unknown) => ask(`${server.url}/auth/visit`, { body })

  it('gets a token that reads public records for half a day', async () => {
    const { status, json, headers } = await visit({})
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toEqual({ token: expect.stringMatching(/^dv_/), expiresAt: expect.any(String) })
    const lifetimeMs = Date.parse(String(json?.['expiresAt'])) - Date.now()
    expect(Math.round(lifetimeMs / 3_600_000)).toBe(12)
    const key = String(json?.['token'])
    expect((await server.graphql(QUERY, {}, { key })).data).toEqual({ service: { chain: 'fake' } })
    const { errors } = await server.graphql('{ me { id } }', {}, { key })
    expect(errors?.[0]).toMatchObject({ message: 'Access denied', extensions: { code: 'FORBIDDEN' } })
  })

  it('needs no body, and names a payment that there is', async () => {
    expect((await ask(`${server.url}/auth/visit`, { method: 'POST' })).status).toBe(200)
    const unknown = await visit({ paymentIntentId: `pi_${'0'.repeat(32)}` })
    expect(unknown.status).toBe(404)
    expect(unknown.json).toMatchObject({ code: 'NOT_FOUND', error: 'Payment intent not found' })
    for (const body of [[], { paymentIntentId: 7 }]) expect((await visit(body)).status).toBe(400)
  })

  it('is rejected by the routes beside GraphQL', async () => {
    const key = String((await visit({})).json?.['token'])
    const drop = `${server.url}/drops/drop_${'0'.repeat(32)}`
    for (const [url, body] of [
      [`${drop}/claims.csv`, undefined],
      [`${drop}/rotate-key`, { reason: 'r' }],
      [`${server.url}/auth/end`, {}],
      [`${server.url}/auth/verify`, { address: '0x1', signature: 's' }],
    ] as const)
      expect((await ask(url, { body, key })).status).toBe(401)
  })
})

it('there are none, and no pages, with WEB=0', async () => {
  const server = await startServer({ env: { WEB: '0' } })
  try {
    expect((await ask(`${server.url}/auth/visit`, { body: {} })).status).toBe(404)
  } finally {
    await server.stop()
  }
})
