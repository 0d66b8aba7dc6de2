// A drop with a proof of work, on a real server: the client can claim from it, and invalid proofs are rejected.
import { createClient, memoryStorage } from '@dropkit/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainWallet, lifeUntil } from './client/killable.ts'
import { createDrop, run } from './support/drops.ts'
import { startServer, type TestServer } from './support/server.ts'

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
}, 60_000)
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
const walletOf = (n: number) => chainWallet(server, n, lifeUntil(Number.POSITIVE_INFINITY))

it('is claimed by the client, which solves the challenge automatically', async () => {
  const kinds = (await statesOf({ wallet: walletOf(1) })).map(({ kind }) => kind)
  expect(kinds).toContain('proving')
  expect(kinds.at(-1)).toBe('confirmed')
})

it('gives nothing for false proofs, after three of them', async () => {
  const tried: string[] = []
  const prove = async ({ text }: { readonly text: string }) => {
    tried.push(text)
    return `${text}.${'0'.repeat(32)}`
  }
  const states = await statesOf({ wallet: walletOf(2), prove })
  expect(states.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'HUMAN_CHECK_FAILED' } })
  expect(new Set(tried).size).toBe(3)
}, 60_000)

it('explains the reason if a proof cannot be made', async () => {
  const prove = () => Promise.reject(new Error('no widget'))
  const states = await statesOf({ wallet: walletOf(3), prove })
  expect(states.at(-1)).toMatchObject({
    refusal: { code: 'HUMAN_CHECK_REQUIRED', message: 'no widget' },
  })
})
