// The tokens of anonymous visitors expire after half a day. The client renews them without its caller.
import { createClient, DropDocument, DropUpdatesDocument, memoryStorage } from '@dropkit/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { claimDrop, createDrop, eventually, walletOf } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'

const HALF_A_DAY_S = 12 * 3_600

let server: TestServer
let id: string
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0', AUTH_FAILURES_PER_MINUTE: '0' } })
  id = await createDrop(server)
})
afterAll(() => server?.stop())

/** A client that counts its visits. With `token`, each visit gives this token. */
function visitor(token?: string) {
  let visits = 0
  const client = createClient({
    url: server.url,
    storage: memoryStorage(),
    fetch: (input, init) => {
      if (!String(input).endsWith('/auth/visit')) return fetch(input, init)
      visits += 1
      return token === undefined ? fetch(input, init) : Promise.resolve(Response.json({ token }))
    },
  })
  return { client, visits: () => visits }
}

const expire = () => server.fakeChain('advance', { seconds: HALF_A_DAY_S + 1 })

it('one new token is enough for reads at the same time', async () => {
  const { client, visits } = visitor()
  for (const round of [1, 2]) {
    const reads = await Promise.all([1, 2, 3].map(() => client.query(DropDocument, { id })))
    expect(reads.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(visits()).toBe(round)
    await expire()
  }
})

it('a subscription without updates outlives every token', async () => {
  const { client, visits } = visitor()
  const stop = new AbortController()
  const first = client.subscribe(DropUpdatesDocument, { dropId: id }, { signal: stop.signal }).next()
  const realNow = Date.now
  const clock = vi.spyOn(Date, 'now')
  try {
    for (const round of [1, 2, 3]) {
      await eventually(
        async () => visits(),
        (count) => count === round,
      )
      // The client has a connection with this token.
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      clock.mockImplementation(() => realNow() + round * HALF_A_DAY_S * 1_000)
      if (round < 3) await expire()
    }
    await claimDrop(server, id, walletOf(1).address)
    expect((await first).value).toMatchObject({ ok: true })
  } finally {
    clock.mockRestore()
    stop.abort()
  }
})

it('a subscription whose new token is refused, too, ends with the refusal', async () => {
  const { client, visits } = visitor('dv_wrong')
  const seen: unknown[] = []
  for await (const update of client.subscribe(DropUpdatesDocument, { dropId: id, after: 'event_0' }))
    seen.push(update)
  expect(seen).toMatchObject([{ ok: false, refusal: { code: 'UNAUTHENTICATED' } }])
  expect(visits()).toBe(2)
})
