// Mutations of the client have one effect, even if responses are lost, requests are repeated or the client is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as client from '@dropkit/client'
import {
  CreateApiKeyDocument,
  CreateTokenDocument,
  createClient,
  DropDocument,
  memoryStorage,
  RevokeApiKeyDocument,
  UpdateDropDocument,
} from '@dropkit/client'
import { fileStorage } from '@dropkit/client/node'
import { buildSchema, parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSdl } from '../../packages/adapter-graphql/src/schema/read-sdl.ts'
import { claimDrop, createDrop, walletOf } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { chainWallet, killableFetch, killableStorage, lifeUntil } from './killable.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  // Inside node_modules, so that programs in it find the packages.
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'client-'))
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

const token = (symbol: string) => ({ input: { name: 'Pepper', symbol, supply: '1000' } })

async function tokensWith(symbol: string): Promise<number> {
  const { data } = await server.graphql('{ tokens(limit: 200) { symbol } }')
  const tokens = (data?.['tokens'] ?? []) as readonly { readonly symbol: string }[]
  return tokens.filter((one) => one.symbol === symbol).length
}

describe('a mutation', () => {
  it('is sent again after its answer was lost, and has one effect', async () => {
    let sent = 0
    const client = createClient({
      url: server.url,
      key: server.apiKey,
      storage: memoryStorage(),
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        sent += 1
        if (sent < 3) throw new TypeError('the connection broke')
        return answer
      },
    })
    const waits: string[] = []
    const made = await client.mutate(CreateTokenDocument, token('LOST'), {
      onWait: ({ code }) => void waits.push(code),
    })
    expect(made).toMatchObject({ ok: true, value: { createToken: { symbol: 'LOST', status: 'PENDING' } } })
    expect([sent, waits]).toEqual([3, ['UNREACHABLE', 'UNREACHABLE']])
    expect(await tokensWith('LOST')).toBe(1)
  })

  it('that was killed at any moment is finished by repeating it', async () => {
    for (let lastMoment = 0; lastMoment < 8; lastMoment += 1) {
      const memory = memoryStorage()
      const symbol = `K${lastMoment}`
      const make = (moments: number) => {
        const life = lifeUntil(moments)
        const storage = killableStorage(memory, life)
        const client = createClient({
          url: server.url,
          key: server.apiKey,
          storage,
          fetch: killableFetch(life),
        })
        return Promise.race([
          client.mutate(CreateTokenDocument, token(symbol), { intent: 'a token' }),
          life.killed,
        ])
      }
      await make(lastMoment)
      expect(await make(Number.POSITIVE_INFINITY)).toMatchObject({ ok: true })
      expect(await tokensWith(symbol)).toBe(1)
    }
  })

  it('is requested by two tabs at once, and has one effect', async () => {
    const storage = memoryStorage()
    const tab = () => createClient({ url: server.url, key: server.apiKey, storage })
    const made = await Promise.all(
      Array.from({ length: 10 }, () => tab().mutate(CreateTokenDocument, token('TABS'), { intent: 'once' })),
    )
    expect(new Set(made.map((one) => one.ok && one.value.createToken?.id)).size).toBe(1)
    expect(await tokensWith('TABS')).toBe(1)
  })

  it('runs again if it is requested again after its answer, unless it has an intent', async () => {
    const client = createClient({ url: server.url, key: server.apiKey, storage: memoryStorage() })
    for (const intent of [undefined, undefined, 'order 1', 'order 1', 'order 2'])
      expect(
        await client.mutate(CreateTokenDocument, token('TWICE'), intent === undefined ? {} : { intent }),
      ).toMatchObject({ ok: true })
    expect(await tokensWith('TWICE')).toBe(4)
  })

  it('gives a refusal as a value, with its code and field', async () => {
    const client = createClient({ url: server.url, key: server.apiKey, storage: memoryStorage() })
    const id = await createDrop(server)
    const refused = await client.mutate(UpdateDropDocument, { id, input: { maxAmount: '-1' } })
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'BAD_USER_INPUT', field: expect.stringContaining('maxAmount'), retryable: false },
    })
    expect(await client.query(DropDocument, { id })).toMatchObject({ ok: true, value: { drop: { id } } })
  })

  it('ends as ABORTED when its signal fires, and can be finished later', async () => {
    const storage = memoryStorage()
    const stop = new AbortController()
    const options = { url: server.url, key: server.apiKey, storage }
    const slow = createClient({
      ...options,
      fetch: async (input, init) => {
        await fetch(input, { ...init, signal: null })
        stop.abort()
        throw new DOMException('aborted', 'AbortError')
      },
    })
    const aborted = await slow.mutate(CreateTokenDocument, token('ABORT'), { signal: stop.signal })
    expect(aborted).toMatchObject({ ok: false, refusal: { code: 'ABORTED' } })
    expect(await createClient(options).mutate(CreateTokenDocument, token('ABORT'), {})).toMatchObject({
      ok: true,
    })
    expect(await tokensWith('ABORT')).toBe(1)
  })
})

it('keeps a secret that it was killed before showing, and shows the same one again', async () => {
  const memory = memoryStorage()
  const make = async (moments: number) => {
    const life = lifeUntil(moments)
    const storage = killableStorage(memory, life)
    const client = createClient({ url: server.url, key: server.apiKey, storage, fetch: killableFetch(life) })
    const input = { name: 'for the shop' }
    return Promise.race([client.mutate(CreateApiKeyDocument, { input }, { intent: 'shop' }), life.killed])
  }
  // Killed when the response has arrived.
  expect(await make(3)).toBe('killed')
  const made = await make(Number.POSITIVE_INFINITY)
  if (made === 'killed' || !made.ok || !made.value.createApiKey) throw new Error('no key was made')
  const { secret, apiKey } = made.value.createApiKey
  const shop = createClient({ url: server.url, key: secret, storage: memoryStorage() })
  expect(await shop.mutate(RevokeApiKeyDocument, { id: apiKey.id })).toEqual({
    ok: true,
    value: { revokeApiKey: true },
  })
})

it('finishes a change after a new sign-in, if its answer was lost and the session had ended meanwhile', async () => {
  let isLost = false
  const client = createClient({
    url: server.url,
    storage: memoryStorage(),
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      if (!isLost || !String(init?.body).includes('mutation')) return answer
      isLost = false
      const authorization = new Headers(init?.headers).get('authorization') ?? ''
      await fetch(`${server.url}/auth/end`, { method: 'POST', headers: { authorization } })
      throw new TypeError('the connection broke')
    },
  })
  const wallet = chainWallet(server, 3_000, lifeUntil(Number.POSITIVE_INFINITY))
  const make = async () => {
    await client.signIn(wallet)
    return client.mutate(CreateTokenDocument, token('ENDED'))
  }
  isLost = true
  expect(await make()).toMatchObject({ ok: false, refusal: { code: 'UNAUTHENTICATED' } })
  expect(await make()).toMatchObject({ ok: true })
  expect(await tokensWith('ENDED')).toBe(1)
})

describe('a process with a file storage', () => {
  it('is killed again and again, and its mutation has one effect', async () => {
    const program = join(folder, 'make-token.mjs')
    writeFileSync(
      program,
      `import { CreateTokenDocument, createClient } from '@dropkit/client'
import { fileStorage } from '@dropkit/client/node'
const [url, key, place, symbol] = process.argv.slice(2)
const client = createClient({ url: String(url), key: String(key), storage: fileStorage(String(place)) })
const input = { name: 'Pepper', symbol: String(symbol), supply: '1000' }
const made = await client.mutate(CreateTokenDocument, { input }, { intent: 'the token' })
if (!made.ok) throw new Error(made.refusal.message)
console.log(made.value.createToken.id)
`,
    )
    const words = [
      '--conditions=@dropkit/source',
      program,
      server.url,
      server.apiKey,
      join(folder, 'storage'),
      'FILE',
    ]
    const start = () => spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const finished = async () => {
      const child = start()
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
      })
      expect(await once(child, 'close')).toEqual([0, null])
      return said.trim()
    }
    const ids = new Set<string>()
    for (let round = 1; round <= 10; round += 1) {
      const child = start()
      const ended = once(child, 'close')
      setTimeout(() => child.kill('SIGKILL'), round * 60)
      await ended
    }
    for (let round = 0; round < 2; round += 1) ids.add(await finished())
    expect([...ids]).toEqual([expect.stringMatching(/^token_/)])
    expect(await tokensWith('FILE')).toBe(1)
  })

  it('lets one of many writers decide, and reads complete values only', async () => {
    const storages = Array.from({ length: 8 }, () => fileStorage(join(folder, 'shared')))
    for (let name = 0; name < 20; name += 1) {
      const values = await Promise.all(
        storages.map((storage, index) =>
          storage.putIfAbsent(`name ${name}`, `${index} ${'x'.repeat(5_000)}`),
        ),
      )
      expect(new Set(values).size).toBe(1)
      expect(await storages[0]?.get(`name ${name}`)).toBe(values[0])
    }
    await storages[0]?.set('name 0', 'other')
    expect(await storages[1]?.get('name 0')).toBe('other')
    await storages[1]?.delete('name 0')
    await storages[1]?.delete('name 0')
    expect(await storages[0]?.get('name 0')).toBeUndefined()
  })
})

describe('documents', () => {
  // Every document of the client is valid for the service and is answered without errors.

  let server: TestServer
  const ids = { drop: '', claim: '', token: '' }
  const { createClient, memoryStorage } = client

  beforeAll(async () => {
    server = await startServer()
    ids.drop = await createDrop(server, { shortcode: 'gold' })
    ids.claim = (await claimDrop(server, ids.drop, walletOf(1).address)).claim.id
    const found = await asking(server.apiKey).query(client.DropDocument, { id: ids.drop })
    ids.token = (found.ok && found.value.drop?.token?.id) || ''
  })
  afterAll(() => server?.stop())

  const asking = (key?: string) =>
    createClient({ url: server.url, storage: memoryStorage(), ...(key === undefined ? {} : { key }) })

  const documents = Object.entries(client).flatMap(([name, value]) =>
    name.endsWith('Document') ? [{ name, text: String(value) }] : [],
  )

  const schema = buildSchema(readSdl())

  it.each(documents)('$name is valid by the schema of the service', ({ text }) => {
    expect(validate(schema, parse(text))).toEqual([])
  })

  const withoutArguments = documents.filter(({ text }) => /^query/.test(text) && !/\$\w+: [^,)]+!/.test(text))

  it.each(withoutArguments)('$name is answered to the operator, with 50 items per list', async ({ text }) => {
    expect(await asking(server.apiKey).query(client.document(text), {})).toMatchObject({ ok: true })
  })

  describe('an anonymous visitor is answered in full', () => {
    const wallet = () => walletOf(1).address
    it.each([
      ['DropDocument', () => ({ id: ids.drop })],
      ['DropByShortcodeDocument', () => ({ shortcode: 'gold' })],
      ['ClaimDocument', () => ({ id: ids.claim })],
      ['ClaimsDocument', () => ({ filter: { dropId: ids.drop } })],
      ['TokenDocument', () => ({ id: ids.token })],
      ['ServiceDocument', () => ({})],
      ['CheckEligibilityDocument', () => ({ input: { dropId: ids.drop, walletAddress: wallet() } })],
      ['CheckGatingEligibilityDocument', () => ({ input: { dropId: ids.drop, walletAddress: wallet() } })],
    ] as const)('%s', async (name, variables) => {
      const text = documents.find((one) => one.name === name)?.text ?? ''
      const answer = await asking().query(
        client.document<Record<string, unknown>, unknown>(text),
        variables(),
      )
      expect(answer).toMatchObject({ ok: true })
      expect(answer.ok && Object.values(answer.value)[0]).toBeTruthy()
    })
  })
})
