import { createClient, memoryStorage } from '@dropkit/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainWallet, lifeUntil } from './client/killable.ts'
import { createDrop, run, walletOf } from './support/drops.ts'
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

  it('signs in with a wallet and visits again, as without its token', async () => {
    const key = String((await visit({})).json?.['token'])
    const { address, sign } = walletOf(1)
    const challenge = await ask(`${server.url}/auth/challenge`, { body: { address }, key })
    const signature = await sign(String(challenge.json?.['message']))
    const verified = await ask(`${server.url}/auth/verify`, { body: { address, signature }, key })
    expect(verified).toMatchObject({ status: 200, json: { user: { walletAddress: address } } })
    expect((await ask(`${server.url}/auth/visit`, { body: {}, key })).status).toBe(200)
    expect((await ask(`${server.url}/auth/visit`, { body: {}, key: `${key}A` })).status).toBe(401)
  })

  it('is rejected by the routes that need a user', async () => {
    const key = String((await visit({})).json?.['token'])
    const drop = `${server.url}/drops/drop_${'0'.repeat(32)}`
    for (const [url, body] of [
      [`${drop}/claims.csv`, undefined],
      [`${drop}/rotate-key`, { reason: 'r' }],
      [`${server.url}/auth/end`, {}],
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

// A drop with a proof of work, on a real server: the client can claim from it, and invalid proofs are rejected.

const CREATE_KEY = `mutation {
  createPublishableKey(input: { name: "shop", origins: ["https://shop.example"] }) { secret }
}`

let server: TestServer
let dropId: string
let key: string

beforeAll(async () => {
  server = await startServer()
  dropId = await createDrop(server, { humanCheck: 'PROOF_OF_WORK', maxPerWallet: 2 })
  key = (await run<{ secret: string }>(server, CREATE_KEY)).secret
})
afterAll(() => server?.stop())

const clientOf = () =>
  createClient({
    url: server.url,
    key,
    storage: memoryStorage(),
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, origin: 'https://shop.example' } }),
  })

async function statesOf(order: Omit<Parameters<ReturnType<typeof clientOf>['claim']>[0], 'drop'>) {
  const states = []
  for await (const state of clientOf().claim({ drop: dropId, ...order })) states.push(state)
  return states
}
const clientWallet = (n: number) => chainWallet(server, n, lifeUntil(Number.POSITIVE_INFINITY))

it('is claimed by the client, which solves the challenge automatically', async () => {
  const kinds = (await statesOf({ wallet: clientWallet(1) })).map(({ kind }) => kind)
  expect(kinds).toContain('proving')
  expect(kinds.at(-1)).toBe('confirmed')
})

it('gives nothing for false proofs, after three of them', async () => {
  const tried: string[] = []
  const prove = async ({ text }: { readonly text: string }) => {
    tried.push(text)
    // Too long. The hash of a nonce that may be right begins with enough zero bits now and then.
    return `${text}.${'0'.repeat(33)}`
  }
  const states = await statesOf({ wallet: clientWallet(2), prove })
  expect(states.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'HUMAN_CHECK_FAILED' } })
  expect(new Set(tried).size).toBe(3)
})

it('explains the reason if a proof cannot be made', async () => {
  const prove = () => Promise.reject(new Error('no widget'))
  const states = await statesOf({ wallet: clientWallet(3), prove })
  expect(states.at(-1)).toMatchObject({
    refusal: { code: 'HUMAN_CHECK_REQUIRED', message: 'no widget' },
  })
})
