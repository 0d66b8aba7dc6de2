// The worst inputs: every query and mutation, generated from the schema, with each of its members as large as possible and
// under many aliases; every header that the server reads; every route that changes something; and subscriptions.
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, run } from '../support/drops.ts'
import { addClaims, makeStore, nthWallet } from '../support/full-store.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  CLAIMS,
  DEBUGGABLE,
  failedOf,
  IS_FULL,
  keysOfRoles,
  type Measured,
  MOST_MEMORY_BYTES,
  measure,
  memoryInUseBytes,
  ROLES,
  type Role,
  reportTable,
  tableOf,
} from './measured-requests.ts'
import { bytesOf, openRawWebSocket, type RawWebSocket, textFrame } from './raw-connections.ts'
import { type KnownValues, worstInputsOf } from './worst-inputs.ts'

const LIMIT_MS = (IS_FULL ? 1_800_000 : 600_000) + CLAIMS / 5
/** More aliases than the token limit allows for most mutations. */
const ALIASES = 64

let dataDir: string
let server: TestServer
let dropId: string
let spareId: string
let keys: Readonly<Record<Role, string>>
let known: KnownValues

beforeAll(async () => {
  dataDir = temporaryFolder()
  dropId = await makeStore({ dataDir })
  addClaims(dataDir, dropId, CLAIMS)
  const env = { ...DEBUGGABLE, TRUSTED_PROXIES: 'loopback', STORED_BYTES_PER_USER_DAY: '0' }
  server = await startServer({ dataDir, env })
  keys = await keysOfRoles(server, dataDir)
  spareId = await createDrop(server)
  known = {
    id: spareId,
    dropId,
    'updateDrop.id': dropId,
    'deleteDrop.id': spareId,
    userAddress: nthWallet(7),
    walletAddress: nthWallet(7),
    claimId: `claim_${dropId.slice('drop_'.length)}_${Math.floor(CLAIMS / 2)}`,
    url: 'http://127.0.0.1:9/hook',
    events: ['drop.paused'],
    origins: ['https://shop.example'],
    maxAmount: '1000000',
    title: 'Gold',
    supply: 10,
    'createToken.supply': '10',
    'createClaimLinks.count': 1,
    'updateGatingConfig.isActive': true,
    kind: 'sweep',
    subject: 'store',
  }
}, LIMIT_MS)

afterAll(() => server?.stop())

type Sent = {
  readonly path?: string
  readonly method?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

/**
 * Sends a request with headers that `fetch` would not send. Returns the size of the response in bytes, 0 if the connection
 * was closed.
 */
const send = (role: Role, { path = '/graphql', method = 'POST', headers = [], body = '' }: Sent) =>
  new Promise<number>((resolve) => {
    const { hostname, port } = new URL(server.url)
    const usual = [
      ['host', 'localhost'],
      ['authorization', `Bearer ${keys[role]}`],
      ['content-type', 'application/json'],
      ['content-length', String(Buffer.byteLength(body))],
    ] as const
    const replaced = new Set(headers.map(([name]) => name))
    const all = [...usual.filter(([name]) => !replaced.has(name)), ...headers].flat()
    const sent = httpRequest({ hostname, port, path, method, headers: all, agent: false }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('close', () => resolve(bytes))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })

async function measureInputs(role: Role): Promise<readonly Measured[]> {
  const all: Measured[] = []
  const schema = createExecutableSchema()
  for (const [kind, type] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const inputs = worstInputsOf(kind, field, known, ALIASES)
      // Ownership is checked after the input was parsed, and an owner's request is processed furthest.
      for (const { name, ...operation } of role === 'owner' || IS_FULL ? inputs : inputs.slice(0, 1)) {
        const body = JSON.stringify(operation)
        all.push(await measure(server, name, role, () => send(role, { body })))
      }
    }
  }
  return all
}

/** A little less than the limit for all headers together. */
const LONG = 15_000
const READ_HEADERS = [
  ...['idempotency-key', 'authorization', 'cookie', 'accept-language', 'accept', 'accept-encoding'],
  ...['content-type', 'origin', 'referer', 'user-agent', 'traceparent', 'tracestate', 'if-none-match'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-request-id', 'range'],
]
const PIECES: readonly (readonly [string, string])[] = [
  ['one text', 'x'],
  ['commas', ','],
  ['addresses', '1.1.1.1,'],
  ['pairs', 'a=b; '],
  ['tags', 'a-b;q=0.1, '],
  ['quotes', '"\\'],
  ['spaces', ' \t'],
  ['high bytes', 'ÿ'],
]

async function measureHeaders(role: Role): Promise<readonly Measured[]> {
  const body = JSON.stringify({ query: 'mutation { updateProfile(input: { bio: "b" }) { id } }' })
  const all: Measured[] = []
  for (const name of READ_HEADERS) {
    for (const [what, piece] of PIECES) {
      const value = piece.repeat(LONG / piece.length)
      all.push(
        await measure(server, `${name}: ${what}`, role, () => send(role, { body, headers: [[name, value]] })),
      )
      if (!IS_FULL && what === 'addresses') break
    }
    const many = Array.from({ length: 500 }, (_, n) => [name, `${n}`] as const)
    all.push(await measure(server, `${name} × 500`, role, () => send(role, { body, headers: many })))
  }
  return all
}

type Route = Readonly<
  Record<
    string,
    {
      readonly requestBody?: {
        readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
      }
    }
  >
>

const routes = (): readonly {
  readonly method: string
  readonly path: string
  readonly members: string[]
}[] => {
  const url = new URL('../../docs/reference/openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(url, 'utf8')) as { paths: Readonly<Record<string, Route>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, spareId),
        members: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
      })),
  )
}

async function measureRoutes(role: Role): Promise<readonly Measured[]> {
  const text = 'x'.repeat(1_000_000)
  const all: Measured[] = []
  for (const { method, path, members } of routes()) {
    const bodies: readonly (readonly [string, string])[] = [
      ['no body', ''],
      ['deep', '['.repeat(500_000)],
      ['deep and closed', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
      ['wide', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n])))],
      ...members.map((name) => [`long ${name}`, JSON.stringify({ [name]: text })] as const),
      ['all long', JSON.stringify(Object.fromEntries(members.map((name) => [name, text])))],
    ]
    for (const [what, body] of bodies)
      all.push(
        await measure(server, `${method} ${path.replace(spareId, '{id}')}, ${what}`, role, () =>
          send(role, { path, method, body }),
        ),
      )
  }
  return all
}

async function connect(role: Role): Promise<RawWebSocket> {
  const socket = await openRawWebSocket(server.url)
  const payload = { Authorization: `Bearer ${keys[role]}` }
  socket.send(bytesOf(textFrame({ type: 'connection_init', payload })))
  await socket.heard('connection_ack')
  return socket
}

let nextWallet = 2_000_000

/** Starts more operations on one socket than are allowed: subscriptions or queries. */
async function operateOnSocket(role: Role, query: string, operations: number, isRead: boolean) {
  const socket = await connect(role)
  try {
    for (let n = 0; n < operations; n++)
      socket.send(bytesOf(textFrame({ id: `${n}`, type: 'subscribe', payload: { query } })))
    if (!isRead) socket.pause()
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (let n = 0; n < 5; n++) await claimDrop(server, dropId, nthWallet(nextWallet++))
    await new Promise((resolve) => setTimeout(resolve, 200))
  } finally {
    socket.destroy()
  }
  // Each operation has its own budget.
  return Math.ceil(socket.receivedBytes() / operations)
}

/** All fields without required arguments, a few levels deep. */
function selectionOf(type: unknown, depth: number): string {
  const named = getNamedType(type as Parameters<typeof getNamedType>[0])
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some((arg) => String(arg.type).endsWith('!'))) return []
    if (!isObjectType(getNamedType(field.type))) return [field.name]
    return depth > 1 ? [`${field.name} ${selectionOf(field.type, depth - 1)}`] : []
  })
  return `{ ${fields.join(' ')} }`
}

async function measureSockets(role: Role): Promise<readonly Measured[]> {
  // Collects the garbage of the ten-megabyte bodies that were sent before, which is no cost of an operation on a socket.
  await memoryInUseBytes(server)
  const { data } = await server.graphql('{ me { id } }', {}, { key: keys[role] })
  const userId = (data?.['me'] as { id?: string } | null | undefined)?.id ?? 'user_0'
  const all: Measured[] = []
  const longFilter = JSON.stringify(Array.from({ length: 4_000 }, (_, n) => `drop.a${n}`))
  for (const field of Object.values(createExecutableSchema().getSubscriptionType()?.getFields() ?? {})) {
    const args = field.args
      .filter(({ type }) => String(type).endsWith('!'))
      .map(({ name }) => `${name}: ${JSON.stringify(name === 'userId' ? userId : dropId)}`)
    const calls = [
      [field.name, args],
      ...(field.args.some(({ name }) => name === 'types')
        ? [[`${field.name} with 4,000 types`, [...args, `types: ${longFilter}`]] as const]
        : []),
    ] as const
    for (const [name, given] of calls) {
      const list = given.length > 0 ? `(${given.join(', ')})` : ''
      const call = `${field.name}${list} ${selectionOf(field.type, 2)}`
      for (const isRead of [true, false])
        all.push(
          await measure(server, `60 × ${name} on ${isRead ? 'a' : 'an unread'} socket`, role, () =>
            operateOnSocket(role, `subscription { ${call} }`, 60, isRead),
          ),
        )
    }
  }
  for (const isRead of [true, false])
    all.push(
      await measure(server, `60 × claims on ${isRead ? 'a' : 'an unread'} socket`, role, () =>
        operateOnSocket(
          role,
          `{ claims(limit: 200, filter: { dropId: "${dropId}" }) { id amount status drop { id title description } } }`,
          60,
          isRead,
        ),
      ),
    )
  return all
}

it(
  'nothing that changes something, no header and no socket holds the event loop or sends too much',
  async () => {
    // Warm-up: compiling and caching happen only once and are not the cost of a request.
    await measureInputs('visitor')
    const before = await memoryInUseBytes(server)
    const all: Measured[] = []
    for (const role of ROLES) all.push(...(await measureInputs(role)))
    // The largest rules admit no wallet, and the tests of sockets claim.
    const open =
      'mutation($id: ID!) { updateGatingConfig(dropId: $id, input: { isActive: false }) { isActive } }'
    await run(server, open, { id: dropId })
    // These are parsed before ownership is checked.
    for (const role of IS_FULL ? ROLES : (['visitor'] as const))
      for (const measureSome of [measureHeaders, measureRoutes, measureSockets])
        all.push(...(await measureSome(role)))
    const memoryBytes = (await memoryInUseBytes(server)) - before
    reportTable('changes', tableOf(all, memoryBytes))
    expect(failedOf(all)).toEqual([])
    expect(memoryBytes).toBeLessThan(MOST_MEMORY_BYTES)
  },
  LIMIT_MS,
)
