// The worst requests that pass the limits, for every query field and every GET route, with each kind of credential, on a
// full store: how long they block the event loop, the size of their responses, and how long other callers wait meanwhile.
// ATTACK_CLAIMS is the number of claims in the store.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import { type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'
import { createDrop, run } from '../support/drops.ts'
import { addClaims, makeStore, nthWallet } from '../support/full-store.ts'
import { type KnownStore, queriesOfField } from '../support/root-queries.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  CLAIMS,
  DEBUGGABLE,
  EXPORT,
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

const LIMIT_MS = 600_000 + CLAIMS / 5
const MOST_ALIASES = 256
const SCHEMA = createExecutableSchema()

let dataDir: string
let server: TestServer
let store: KnownStore
let places: Readonly<Record<string, string>>
let keys: Readonly<Record<Role, string>>

beforeAll(async () => {
  if ((await buildWebWhenDue(ROOT)) !== 0) throw new Error('The web pages cannot be built')
  dataDir = temporaryFolder()
  // As long as four pages of claims with the drop's texts may be.
  const dropId = await makeStore({ dataDir }, { description: 'x'.repeat(3_000) })
  addClaims(dataDir, dropId, CLAIMS)
  server = await startServer({ dataDir, env: { ...DEBUGGABLE, WEB: '1' } })
  keys = await keysOfRoles(server, dataDir)
  const known = 'query($id: ID!) { me { id username } drop(id: $id) { shortcode } }'
  const { data } = await server.graphql(known, { id: dropId })
  const { me, drop } = data as { me: { id: string; username: string }; drop: { shortcode: string } }
  places = await makePlaces(dropId, drop.shortcode, me.username)
  const claim = `claim_${dropId.slice('drop_'.length)}_${Math.floor(CLAIMS / 2)}`
  store = { dropId, ids: { user: me.id, dropByShortcode: drop.shortcode, claim } }
}, LIMIT_MS)

afterAll(() => server?.stop())

/** How to send each measured request again. */
const sends = new Map<Measured, () => Promise<Response>>()

/** Measures a request that passes the limits. Null if it does not. */
async function measureAllowed(
  request: string,
  role: Role,
  send: () => Promise<Response>,
): Promise<Measured | null> {
  // The first request compiles and caches the query, as for every client after the first.
  const first = await send()
  const text = await first.text()
  if (first.status >= 400 || text.includes('"code":"QUERY_TOO_COMPLEX"')) return null
  const measured = await measure(server, request, role, () => sizeOf(send))
  sends.set(measured, send)
  return measured
}

const sizeOf = async (send: () => Promise<Response>) => (await (await send()).arrayBuffer()).byteLength

/** The same field under as many aliases as the limits allow. In the full form, also under fewer. */
async function searchField(query: string, role: Role): Promise<Measured[]> {
  const field = query.slice(query.indexOf('{') + 1, query.lastIndexOf('}')).trim()
  const found: Measured[] = []
  for (let aliases = MOST_ALIASES; aliases >= 1; aliases /= 4) {
    const body = JSON.stringify({
      query: `{ ${Array.from({ length: aliases }, (_, n) => `a${n}: ${field}`).join(' ')} }`,
    })
    const headers = { authorization: `Bearer ${keys[role]}`, 'content-type': 'application/json' }
    const measured = await measureAllowed(`${field.split(/[ ({]/, 1)[0]} × ${aliases}`, role, () =>
      fetch(`${server.url}/graphql`, { method: 'POST', headers, body }),
    )
    if (measured) found.push(measured)
    if (measured && !IS_FULL) break
  }
  return found
}

/** The length of the longest lists, and how often each of their objects may then be asked for a value. */
const LONGEST_LIST = 200
const VALUES_OF_EACH = 190

/** The fields of a list's objects, under as many aliases as the limits allow: together, and in the full form each alone. */
async function searchList(
  listOf: (selection: string) => string,
  type: string,
  role: Role,
): Promise<Measured[]> {
  const fields = Object.values((SCHEMA.getType(type) as GraphQLObjectType).getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => (isObjectType(getNamedType(field.type)) ? `${field.name} { __typename }` : field.name))
  const found: Measured[] = []
  for (const some of IS_FULL ? [fields, ...fields.map((field) => [field])] : [fields]) {
    const aliased = Array.from({ length: VALUES_OF_EACH }, (_, n) => `a${n}: ${some[n % some.length]}`)
    const body = JSON.stringify({ query: listOf(aliased.join(' ')) })
    const headers = { authorization: `Bearer ${keys[role]}`, 'content-type': 'application/json' }
    const name = some.length > 1 ? 'all fields' : some[0]
    const measured = await measureAllowed(`${LONGEST_LIST} × ${type} { ${name} }`, role, () =>
      fetch(`${server.url}/graphql`, { method: 'POST', headers, body }),
    )
    if (measured) found.push(measured)
  }
  return found
}

const matchesNothing = (query: string): string =>
  query.replaceAll(nthWallet(7), nthWallet(CLAIMS + 1_000_000)).replaceAll('"drop.paused"', '"token.failed"')

const OPENAPI = new URL('../../docs/reference/openapi.json', import.meta.url)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ASSETS = new URL('../../apps/web/dist/assets', import.meta.url)

/** The paths of the GET routes. */
const ROUTES = Object.entries(
  (JSON.parse(readFileSync(OPENAPI, 'utf8')) as { paths: Record<string, { get?: object }> }).paths,
).flatMap(([path, { get }]) => (get === undefined || path === '/graphql' ? [] : [path]))

/** The values of their parameters, by the first part of the path and the parameter's name. */
async function makePlaces(dropId: string, shortcode: string, username: string): Promise<typeof places> {
  const file = randomBytes(3 * 2 ** 20).toString('base64')
  const upload = 'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }'
  const { url } = await run<{ url: string }>(server, upload, {
    input: { file, filename: 'large.bin', contentType: 'application/octet-stream' },
  })
  const [, , fileId = '', fileName = ''] = new URL(url).pathname.split('/')
  const order =
    'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { intentId } }'
  const priced = await createDrop(server, {
    price: 1,
    currency: 'SUI',
    embedOrigins: ['https://shop.example'],
    shortcode: 'SHOP',
  })
  const { intentId } = await run<{ intentId: string }>(server, order, {
    input: { dropId: priced, walletAddress: nthWallet(1), paymentMethod: 'SUI' },
  })
  return {
    'drops id': dropId,
    'd name': shortcode,
    'embed name': 'SHOP',
    'verify name': dropId,
    'c name': username,
    'pay name': intentId,
    'files id': fileId,
    'files rest': fileName,
    'assets name': String(readdirSync(ASSETS)[0]),
    'dashboard rest': 'drops',
  }
}

const filledIn = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = places[`${path.split('/')[1]} ${name}`]
    if (value === undefined) throw new Error(`what is ${name} in ${path}?`)
    return value
  })

async function measureAll(role: Role): Promise<readonly Measured[]> {
  const all: Measured[] = []
  for (const field of Object.values(SCHEMA.getQueryType()?.getFields() ?? {})) {
    const queries = queriesOfField(field, store)
    for (const query of new Set([...queries.slice(0, 2), ...queries.slice(0, 1).map(matchesNothing)]))
      all.push(...(await searchField(query, role)))
  }
  const ofDrop = (selection: string) =>
    `{ drop(id: "${store.dropId}") { claims(limit: ${LONGEST_LIST}) { ${selection} } } }`
  all.push(...(await searchList(ofDrop, 'Claim', role)))
  all.push(
    ...(await searchList((selection) => `{ drops(limit: ${LONGEST_LIST}) { ${selection} } }`, 'Drop', role)),
  )
  for (const path of ROUTES) {
    const headers = { authorization: `Bearer ${keys[role]}` }
    const url = `${server.url}${filledIn(path)}`
    const measured = await measureAllowed(`GET ${path}`, role, () => fetch(url, { headers }))
    if (measured) all.push(measured)
  }
  return all
}

/** The requests of a credential that were worst by each measure. */
function worstOf(all: readonly Measured[], role: Role): readonly Measured[] {
  const ofRole = all.filter((one) => one.role === role && one.request !== EXPORT)
  const worst = (['stallMs', 'bytes'] as const).flatMap((by) =>
    ofRole.toSorted((one, other) => other[by] - one[by]).slice(0, IS_FULL ? 3 : 1),
  )
  return [...new Set(worst)]
}

let all: readonly Measured[] = []

it(
  'no request within the limits blocks the event loop or sends too much, with any credential',
  async () => {
    // Warm-up: compiling and caching happen only once and are not the cost of a request.
    await measureAll('visitor')
    const before = await memoryInUseBytes(server)
    for (const role of ROLES) all = [...all, ...(await measureAll(role))]
    const measured = new Set(all.map(({ request }) => request))
    expect(ROUTES.filter((path) => !measured.has(`GET ${path}`))).toEqual([])
    const memoryBytes = (await memoryInUseBytes(server)) - before
    reportTable('requests', tableOf(all, memoryBytes))
    expect(failedOf(all)).toEqual([])
    expect(memoryBytes).toBeLessThan(MOST_MEMORY_BYTES)
  },
  LIMIT_MS,
)

it(
  'many of the worst requests at once do not block the event loop long, and leave no memory in use',
  async () => {
    const before = await memoryInUseBytes(server)
    const together: Measured[] = []
    for (const role of ROLES)
      for (const one of worstOf(all, role))
        for (const times of IS_FULL ? [8, 16, 64] : [8]) {
          const send = sends.get(one)
          if (!send) throw new Error(`${one.request} was not measured alone`)
          const sendAll = async () => {
            const sizes = await Promise.all(Array.from({ length: times }, () => sizeOf(send)))
            return Math.max(...sizes)
          }
          together.push(await measure(server, `${times} × (${one.request})`, role, sendAll, times))
        }
    const memoryBytes = (await memoryInUseBytes(server)) - before
    reportTable('together', tableOf(together, memoryBytes))
    expect(failedOf(together)).toEqual([])
    expect(memoryBytes).toBeLessThan(MOST_MEMORY_BYTES)
  },
  LIMIT_MS,
)
