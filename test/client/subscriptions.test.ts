// Subscriptions of the client: events during a lost connection arrive afterwards, once each.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import {
  createClient,
  DropUpdatesDocument,
  document,
  EventStreamDocument,
  memoryStorage,
} from '@dropkit/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, walletOf } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
})
afterAll(() => server?.stop())

/** A proxy in front of the server that can break all connections. */
async function openWire() {
  const ends = new Set<Socket>()
  let isOut = false
  const port = Number(new URL(server.url).port)
  const wire = createServer((near) => {
    if (isOut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {}).on('close', () => ends.delete(end))
    }
    near.pipe(far).on('close', () => near.destroy())
    far.pipe(near).on('close', () => far.destroy())
    return undefined
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const { port: own } = wire.address() as { port: number }
  const breakAll = () => {
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${own}`,
    setOut(out: boolean) {
      isOut = out
      breakAll()
    },
    close() {
      breakAll()
      wire.close()
    },
  }
}

it('gives every event once, in order, although the connection breaks again and again', async () => {
  const wire = await openWire()
  const dropId = await createDrop(server)
  const client = createClient({ url: wire.url, key: server.apiKey, storage: memoryStorage() })
  const CLAIMS = 60
  const stop = new AbortController()
  let connections = 0
  const updates = client.subscribe(
    EventStreamDocument,
    { types: ['drop.claimed'] },
    {
      signal: stop.signal,
      onConnection: (isConnected) => {
        if (!isConnected) connections += 1
      },
    },
  )
  const seen: string[] = []
  const listening = (async () => {
    for await (const update of updates) {
      if (!update.ok) throw new Error(update.refusal.message)
      const { claimId } = update.value.eventStream.data as { claimId: string }
      seen.push(claimId)
      if (seen.length === CLAIMS) stop.abort()
    }
  })()
  // The connection is cut before the first update, so the client has no position to continue from.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const made: string[] = []
  for (let number = 0; number < CLAIMS; number += 1) {
    if (number % 10 === 0) wire.setOut(true)
    const { claim } = await claimDrop(server, dropId, walletOf(number + 1).address)
    made.push(claim.id)
    if (number % 10 === 5) wire.setOut(false)
    if (number % 10 > 5) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await listening
  expect(seen).toEqual(made)
  expect(connections).toBeGreaterThan(3)
  wire.close()
})

it('ends after the last update of a deleted drop', async () => {
  const dropId = await createDrop(server)
  const client = createClient({ url: server.url, storage: memoryStorage() })
  const types: string[] = []
  const listening = (async () => {
    for await (const update of client.subscribe(DropUpdatesDocument, { dropId }))
      types.push(update.ok ? update.value.dropUpdates.type : update.refusal.code)
  })()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await server.graphql('mutation($id: ID!) { deleteDrop(id: $id) }', { id: dropId })
  await listening
  expect(types).toEqual(['drop.deleted'])
})

it('refuses as a value: a drop that does not exist, and a credential that is wrong', async () => {
  const codes = async (key: string | undefined, dropId: string) => {
    const client = createClient({ url: server.url, storage: memoryStorage(), ...(key ? { key } : {}) })
    const seen: string[] = []
    for await (const update of client.subscribe(DropUpdatesDocument, { dropId }))
      seen.push(update.ok ? 'update' : update.refusal.code)
    return seen
  }
  const nothing = `drop_${'0'.repeat(32)}`
  expect(await codes(undefined, nothing)).toEqual(['NOT_FOUND'])
  expect(await codes('dk_wrong', nothing)).toEqual(['UNAUTHENTICATED'])
})

it('refuses a document without the id of the update, after which it could not continue', async () => {
  const dropId = await createDrop(server)
  const client = createClient({ url: server.url, key: server.apiKey, storage: memoryStorage() })
  const withoutId = document<object, { readonly dropId: string; readonly after?: string | null }>(
    'subscription ($dropId: ID!, $after: ID) { dropUpdates(dropId: $dropId, after: $after) { type } }',
  )
  const first = client.subscribe(withoutId, { dropId }).next()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await claimDrop(server, dropId, walletOf(9_998).address)
  expect((await first).value).toMatchObject({
    ok: false,
    refusal: { code: 'BAD_USER_INPUT', message: expect.stringContaining('must select `id`') },
  })
})

it('stops when its consumer does', async () => {
  const dropId = await createDrop(server)
  const client = createClient({ url: server.url, key: server.apiKey, storage: memoryStorage() })
  const updates = client.subscribe(DropUpdatesDocument, { dropId })
  const first = updates.next()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await claimDrop(server, dropId, walletOf(9_999).address)
  expect((await first).value).toMatchObject({ ok: true, value: { dropUpdates: { type: 'drop.claimed' } } })
  await updates.return()
  expect(await updates.next()).toEqual({ done: true, value: undefined })
})

it('asks for a visitor’s token again only when the service says so', async () => {
  let asked = 0
  const busy: typeof fetch = async () => {
    asked += 1
    const refusal = { error: 'busy', code: 'OVERLOADED', retryable: true, retryAfterMs: 60_000 }
    return Response.json(refusal, { status: 503 })
  }
  const client = createClient({ url: server.url, storage: memoryStorage(), fetch: busy })
  const stop = new AbortController()
  const updates = client.subscribe(
    DropUpdatesDocument,
    { dropId: 'drop_1', after: 'event_1' },
    { signal: stop.signal },
  )
  const first = updates.next()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  stop.abort()
  expect(await first).toEqual({ done: true, value: undefined })
  expect(asked).toBe(1)
})
