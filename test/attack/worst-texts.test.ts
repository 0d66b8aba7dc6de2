import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
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

const AT_A_TIME = 8

let dataDir: string
let server: TestServer
let keys: Readonly<Record<Role, string>>

beforeAll(async () => {
  dataDir = temporaryFolder()
  server = await startServer({ dataDir, env: DEBUGGABLE })
  keys = await keysOfRoles(server, dataDir)
})

afterAll(() => server?.stop())

const repeat = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join(' ')
const ID = `drop_${'0'.repeat(32)}`

/** Selections on a drop. Most of them are valid. */
const TEXTS: Readonly<Record<string, string>> = {
  'one field 4,900 times': `{ ${repeat(4_900, () => 'id')} }`,
  '1,600 aliases': `{ ${repeat(1_600, (n) => `a${n}: id`)} }`,
  'nested fields of one name': `{ ${repeat(240, () => 'creator { username id } token { id name }')} }`,
  '1,200 fragments in line': `{ ${repeat(1_200, () => '... { id }')} }`,
  'unknown fields': `{ ${repeat(4_900, (n) => `titel${n}`)} }`,
  conflicts: `{ ${repeat(800, () => 'a: id a: title')} }`,
  '98 fragments of 14 fields': `{ ${repeat(98, (n) => `...F${n}`)} } ${repeat(98, (n) => `fragment F${n} on Drop { ${repeat(14, (m) => `a${m}: id`)} }`)}`,
  'fragments in each other': `{ ...F0 } ${repeat(97, (n) => `fragment F${n} on Drop { id ${repeat(18, (m) => `...F${Math.min(n + m + 1, 97)}`)} }`)} fragment F97 on Drop { id }`,
}

interface Request {
  readonly query: string
  readonly variables?: object
}

/** As many line breaks as the limits allow, in a text of nearly their length. The engine reads them again for each error. */
const LINE_BREAKS = `${'\n'.repeat(2_000)}${' '.repeat(25_000)}`
const inputs = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `a${n}`,
      Object.fromEntries(Array.from({ length: 50 }, (_, field) => [`unknown${field}`, 1])),
    ]),
  )

/** Whole requests, by the name of an operation that makes each text a new one. */
const REQUESTS: Readonly<Record<string, (name: string) => Request>> = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => {
      const [selections = '', ...fragments] = text.split(' fragment ')
      const queryOf = (operation: string) =>
        [`query ${operation} { drop(id: "${ID}") ${selections} }`, ...fragments].join(' fragment ')
      return [name, (operation: string): Request => ({ query: queryOf(operation) })]
    }),
  ),
  'unknown fields after line breaks': (name) => ({
    query: `query ${name} { ${LINE_BREAKS} ${repeat(200, (n) => `titel${n}`)} }`,
  }),
  '65,000 line breaks': (name) => ({ query: `query ${name} { ${'\n'.repeat(65_000)} titel }` }),
  '250 failing variables after line breaks': (name) => ({
    query: `query ${name}(${repeat(250, (n) => `$a${n}: CheckEligibilityInput!`)}) { ${LINE_BREAKS} ${repeat(250, (n) => `b${n}: checkEligibility(input: $a${n}) { eligible }`)} }`,
    variables: inputs(250),
  }),
  '250 failing root fields after line breaks': (name) => ({
    query: `query ${name} { ${LINE_BREAKS} ${repeat(250, (n) => `b${n}: checkEligibility(input: { dropId: "x", walletAddress: "y" }) { eligible }`)} }`,
  }),
}

let sent = 0
async function send(request: (name: string) => Request, role: Role): Promise<number> {
  const body = JSON.stringify(request(`Q${sent++}`))
  const headers = { authorization: `Bearer ${keys[role]}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return (await answer.arrayBuffer()).byteLength
}

it('no new text blocks the event loop, also if several arrive at once', async () => {
  const all: Measured[] = []
  const sendMany = (request: (name: string) => Request, role: Role) => async (): Promise<number> => {
    const sizes = await Promise.all(Array.from({ length: AT_A_TIME }, () => send(request, role)))
    return Math.max(...sizes)
  }
  // Warm-up: the code that handles such a text is not JIT-compiled yet.
  for (const request of Object.values(REQUESTS)) await sendMany(request, 'visitor')()
  for (const role of ROLES)
    for (const [name, request] of Object.entries(REQUESTS))
      all.push(await measure(server, `${AT_A_TIME} × ${name}`, role, sendMany(request, role)))
  reportTable('texts', tableOf(all, null))
  expect(failedOf(all)).toEqual([])
}, 240_000)

it('texts that were sent once leave no memory in use', async () => {
  const comments = '#\n'.repeat(2_000)
  const most = repeat(4_980, () => 'a')
  const before = await memoryInUseBytes(server)
  for (let n = 0; n < (IS_FULL ? 260 : 40); n++) {
    await send((name) => ({ query: `query ${name} { ${most.replaceAll('a', '__typename')} }` }), 'visitor')
    await send((name) => ({ query: `query ${name} { ${comments} ${most} }` }), 'visitor')
  }
  expect((await memoryInUseBytes(server)) - before).toBeLessThan(MOST_MEMORY_BYTES)
}, 240_000)
