// Tests whether a text in a request can make the server send a request itself. Tests of blocked addresses, DNS rebinding
// and redirects are in packages/adapter-webhook, without connections. Here, every such text points to a local listener,
// which must receive nothing.

import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import { createTestService, granted } from '@dropkit/testing'
import { getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Tally } from './attack-runs.ts'

let server: TestServer
let listener: Server
let port: number
let heard = 0
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  listener = createServer((socket) => {
    heard++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  server = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: '0', RATE_LIMIT_PER_MINUTE: '0' } })
  ids = { dropId: await createDrop(server) }
})
afterAll(async () => {
  listener?.close()
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

/** Different ways to write the address of this machine, including unusual ones. */
const hosts = (): readonly string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `LOCALHOST:${port}`,
  `localhost.:${port}`,
  `a.localhost:${port}`,
  `2130706433:${port}`,
  `0x7f000001:${port}`,
  `017700000001:${port}`,
  `0177.0.0.1:${port}`,
  `0x7f.1:${port}`,
  `127.1:${port}`,
  `127.0.1:${port}`,
  `0:${port}`,
  `0.0.0.0:${port}`,
  `127.0.0.1.:${port}`,
  `１２７.0.0.1:${port}`,
  `127。0。0。1:${port}`,
  `%31%32%37.0.0.1:${port}`,
  `[::1]:${port}`,
  `[::]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `[::ffff:7f00:1]:${port}`,
  `[::127.0.0.1]:${port}`,
  `[64:ff9b::7f00:1]:${port}`,
  `[2002:7f00:1::]:${port}`,
  `[::1%25lo]:${port}`,
  `user@127.0.0.1:${port}`,
  `example.invalid@127.0.0.1:${port}`,
  `127.0.0.1:${port}#@example.invalid`,
  `example.invalid:80\\@127.0.0.1:${port}`,
  `127.0.0.1:${port}\u0000.example.invalid`,
  `169.254.169.254`,
  `metadata.google.internal`,
]

/** Every operation with a text argument, with the text in each place that may contain one. */
function askings(text: string): readonly { readonly query: string; readonly variables: object }[] {
  const type = createExecutableSchema().getMutationType()
  return Object.values(type?.getFields() ?? {}).flatMap((field) =>
    field.args.flatMap((argument) => {
      const named = getNamedType(argument.type)
      const head = `mutation ($v: ${argument.type}) { ${field.name}(${argument.name}: $v)`
      const rest = '{ __typename } }'
      if (!isInputObjectType(named)) return []
      const plain = Object.fromEntries(
        Object.values(named.getFields()).flatMap(({ name, type: given }): (readonly [string, unknown])[] => {
          if (name === 'dropId') return [[name, ids['dropId']]]
          if (name === 'rules')
            return [[name, [{ key: 'wallet_allowlist', operator: 'in', value: `file:${text}` }]]]
          if (String(getNamedType(given)) === 'String' || String(getNamedType(given)) === 'ID')
            return [[name, String(given).includes('[') ? ['*'] : text]]
          return []
        }),
      )
      const isLeaf = String(getNamedType(field.type)) === 'Boolean'
      return [{ query: `${head} ${isLeaf ? '}' : rest}`, variables: { v: plain } }]
    }),
  )
}

it('leads to no request, in any field and any spelling', async () => {
  const tally = new Tally('texts that lead to this machine')
  for (const scheme of ['http://', 'https://', 'HTTP://', 'gopher://', 'file://', '//']) {
    for (const host of scheme === 'http://' ? hosts() : hosts().slice(0, 3)) {
      for (const { query, variables } of askings(`${scheme}${host}/hook`)) {
        const { errors, data } = await server.graphql(query, variables)
        expect(errors?.[0]?.extensions?.['code']).not.toBe('INTERNAL')
        const isWebhook = /Webhook\(/.test(query) && /register|create/.test(query)
        if (isWebhook)
          expect({ host, data }).toEqual({
            host,
            data: query.includes('register') ? { registerWebhook: null } : null,
          })
        tally.add(errors ? 'refused' : 'stored as text')
      }
    }
  }
  // Waits for anything that the server might send in the background.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(heard).toBe(0)
  tally.tell(`${heard} connections made`)
})

// Tests whether the response time for a wrong secret reveals how similar it is to a valid one.

const SAMPLES = 4_000
/** With so many samples, chance alone causes a larger distance less than once in 100 million runs. */
const MOST_DISTANCE = 6 / Math.sqrt(12 * (SAMPLES / 2))

const distance = (advantage: number): number => Math.abs(advantage - 0.5)

/**
 * The fraction of pairs in which `one` takes longer than `other`, from 0 to 1; 0.5 if there is no difference (the
 * Mann-Whitney U statistic). Only the order counts, so other load on the machine adds no bias, because it affects both
 * alike.
 */
async function advantageOf<T>(one: T, other: T, asking: (which: T) => () => unknown): Promise<number> {
  const times: { readonly isOne: boolean; readonly took: bigint }[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    // The order is random, so that neither always comes first.
    const isOne = Math.random() < 0.5
    const ask = asking(isOne ? one : other)
    const startedAt = process.hrtime.bigint()
    await ask()
    times.push({ isOne, took: process.hrtime.bigint() - startedAt })
  }
  const sorted = times.toSorted((left, right) => Number(left.took - right.took))
  const ones = sorted.filter(({ isOne }) => isOne).length
  const rankSum = sorted.reduce((sum, { isOne }, rank) => sum + (isOne ? rank + 1 : 0), 0)
  return (rankSum - (ones * (ones + 1)) / 2) / (ones * (SAMPLES - ones))
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const flat = (key: string): string => Buffer.from(key).toString()
const nearTo = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
const farFrom = (secret: string) => `${secret.slice(0, 3)}${'0'.repeat(secret.length - 3)}`

it('does not reveal how similar a wrong key is', async () => {
  const service = await createTestService()
  const { secret } = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
  // Many keys of each kind, because a hash table finds some hashes a little faster than others, whatever their keys are.
  // They are created in advance and in the same way, as flat strings.
  const others = [...DIGITS].filter((digit) => !secret.endsWith(digit))
  const near = others.map((digit) => flat(secret.slice(0, -1) + digit))
  const far = others.map((digit) => flat(secret.slice(0, 3) + digit.repeat(secret.length - 3)))
  const askOneOf = (keys: readonly string[]) => {
    const key = keys[Math.floor(Math.random() * keys.length)] ?? ''
    return () => service.dropkit.authenticate(key)
  }
  // Warm-up: until the code is JIT-compiled, later calls are faster.
  await advantageOf(near, far, askOneOf)
  // A real leak shows in every round. Other load on the machine may cause a bias in one round only.
  let advantage = 1
  for (let round = 0; round < 3 && distance(advantage) >= MOST_DISTANCE; round++)
    advantage = await advantageOf(near, far, askOneOf)
  expect(distance(advantage)).toBeLessThan(MOST_DISTANCE)
  const tally = new Tally('timing of key comparison')
  for (let sample = 0; sample < SAMPLES; sample++) tally.add('measured')
  tally.tell(
    `a near-right key takes longer in ${(100 * advantage).toFixed(1)} % of pairs (50 % tells nothing)`,
  )
})

it('would see a comparison that ends at the first difference', async () => {
  const secret = `dk_${'a'.repeat(36)}`
  const leaky = (key: string) => {
    for (let index = 0; index < secret.length; index++) {
      if (key[index] !== secret[index]) return false
      createHash('sha256').update(key).digest()
    }
    return true
  }
  const advantage = await advantageOf(nearTo(secret), farFrom(secret), (key) => () => leaky(key))
  expect(advantage).toBeGreaterThan(0.5 + MOST_DISTANCE)
})

it('looks up the hash of the whole secret, so that similarity cannot show there either', async () => {
  const asked: string[][] = []
  const service = await createTestService()
  const { secret } = granted(await service.dropkit.createApiKey(service.owner, { name: 'ci' }))
  const { store } = service.ports
  const credentials = store.credentials.bind(store)
  Object.assign(store, {
    credentials: (hashes: readonly string[]) => {
      asked.push([...hashes])
      return credentials(hashes)
    },
  })
  const keys = [secret, nearTo(secret), farFrom(secret), '', 'x'.repeat(100_000)]
  for (const key of keys) await service.dropkit.authenticate(key)
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
  // An empty secret, and one longer than any valid secret, are rejected without a query.
  expect(asked).toEqual(keys.slice(0, 3).map((key) => [hashOf(key)]))
})
