// The largest documents that pass the limits, each sent for the first time. Parsing, validating and planning them must not
// block the event loop, even if several arrive at the same time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'
import {
  failedOf,
  keysOfRoles,
  type Measured,
  measure,
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
  dataDir = mkdtempSync(join(tmpdir(), 'dropkit-texts-'))
  server = await startServer({ dataDir })
  keys = await keysOfRoles(server, dataDir)
}, 120_000)

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

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

it('no new text blocks the event loop, also if several arrive at once', async () => {
  const all: Measured[] = []
  let sent = 0
  const send = async (text: string, role: Role): Promise<number> => {
    // The operation name makes each text a new one.
    const [selections = '', ...fragments] = text.split(' fragment ')
    const query = [`query Q${sent++} { drop(id: "${ID}") ${selections} }`, ...fragments].join(' fragment ')
    const body = JSON.stringify({ query })
    const headers = { authorization: `Bearer ${keys[role]}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    return (await answer.arrayBuffer()).byteLength
  }
  const sendMany = (text: string, role: Role) => async (): Promise<number> => {
    const sizes = await Promise.all(Array.from({ length: AT_A_TIME }, () => send(text, role)))
    return Math.max(...sizes)
  }
  // Warm-up: the code that handles such a text is not JIT-compiled yet.
  for (const text of Object.values(TEXTS)) await sendMany(text, 'visitor')()
  for (const role of ROLES)
    for (const [name, text] of Object.entries(TEXTS))
      all.push(await measure(server, `${AT_A_TIME} × ${name}`, role, sendMany(text, role)))
  reportTable('texts', tableOf(all, null))
  expect(failedOf(all)).toEqual([])
}, 120_000)
