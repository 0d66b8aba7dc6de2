// No request may hold up the event loop: every query field and every export, on a full store, asked by a visitor, by
// another user and by the owner. EVENT_LOOP_CLAIMS says how many claims the store holds (100,000 by default).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClaims, makeStore, nthWallet } from './support/full-store.ts'
import { startServer, type TestServer } from './support/server.ts'

const claims = Number(process.env['EVENT_LOOP_CLAIMS'] ?? '100000')
const LIMIT_MS = 120_000 + claims / 5
/** By processor time of the server's main thread: what else the machine does is not counted. */
const LONGEST_STALL_MS = 50

let dataDir: string
let server: TestServer
let dropId: string
let keys: Readonly<Record<'visitor' | 'user' | 'owner', string>>

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dropkit-event-loop-'))
  dropId = await makeStore({ dataDir })
  addClaims(dataDir, dropId, claims)
  server = await startServer({ dataDir, env: { REQUESTS_PER_MINUTE: '100000' } })
  const visit = await fetch(`${server.url}/auth/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { token } = (await visit.json()) as { token: string }
  keys = { visitor: token, user: server.apiKey, owner: server.apiKey }
}, LIMIT_MS)

afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const schema = createExecutableSchema()

/** Values for an argument: all of an enum's, the largest page, and the ids of what the store is full of. */
function valuesOf(name: string, type: GraphQLInputType, field: string): readonly string[] {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues().map((value) => value.name)
  if (isInputObjectType(named)) {
    const members = Object.values(named.getFields()).map((member) =>
      valuesOf(member.name, member.type, field).map((value) => `${member.name}: ${value}`),
    )
    // Each member alone, then the first values of all.
    return [...members.flat(), members.flatMap(([first]) => first ?? []).join(', ')].map(
      (text) => `{ ${text} }`,
    )
  }
  if (name === 'limit') return ['200']
  if (named.name === 'ID' || name === 'dropId') {
    if (name === 'after' || name === 'since') return []
    const claimId = `claim_${dropId.slice('drop_'.length)}_${Math.floor(claims / 2)}`
    return [JSON.stringify(field === 'claim' ? claimId : dropId)]
  }
  if (name === 'userAddress' || name === 'walletAddress') return [JSON.stringify(nthWallet(7))]
  if (name === 'types') return ['["drop.paused"]', '["claim.*"]']
  if (named.name === 'String') return ['"x"']
  return []
}

/** All fields of a type, and of the objects in it. */
function selectionOf(type: GraphQLField<unknown, unknown>['type'], depth = 2): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(({ type: of }) => String(of).endsWith('!'))) return []
    if (!isObjectType(getNamedType(field.type))) return [field.name]
    return depth > 1 ? [`${field.name} ${selectionOf(field.type, depth - 1)}`] : []
  })
  return `{ ${fields.join(' ')} }`
}

function queriesOf(field: GraphQLField<unknown, unknown>): readonly string[] {
  const given = field.args.map((arg) =>
    valuesOf(arg.name, arg.type, field.name).map((value) => `${arg.name}: ${value}`),
  )
  const fixed = given.flatMap(([first]) => first ?? [])
  const variants = given.flatMap((values, place) =>
    values.slice(1).map((value) => fixed.map((text, index) => (index === place ? value : text))),
  )
  return [fixed, ...variants].map((args) => {
    const list = args.length > 0 ? `(${args.join(', ')})` : ''
    return `{ ${field.name}${list} ${selectionOf(field.type)} }`
  })
}

/** The longest stall since the last question, as the server itself measures it. */
async function longestStall(): Promise<{ readonly ms: number; readonly operation: string }> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const [, operation = '', seconds = ''] =
    /^dropkit_event_loop_longest_stall_seconds\{operation="([^"]*)",clock="cpu"\} (\S+)$/m.exec(text) ?? []
  return { ms: Number(seconds) * 1_000, operation }
}

const root = schema.getQueryType()?.getFields() ?? {}

test.each(['visitor', 'owner'] as const)(
  'no query of a %s holds up the event loop',
  async (who) => {
    const stalls: { query: string; ms: number; operation: string }[] = []
    for (const field of Object.values(root)) {
      for (const query of queriesOf(field)) {
        // A first time to compile it, as for every client after the first.
        for (const turn of ['first', 'measured']) {
          await longestStall()
          const answer = await server.graphql(query, {}, { key: keys[who] })
          expect(answer.status, query).toBeLessThan(500)
          await new Promise((resolve) => setTimeout(resolve, 25))
          if (turn === 'measured') stalls.push({ query, ...(await longestStall()) })
        }
      }
    }
    stalls.sort((one, other) => other.ms - one.ms)
    console.log(
      `${who}: ${stalls.length} queries, longest stalls:`,
      stalls.slice(0, 3).map(({ query, ms }) => `${ms.toFixed(0)} ms ${query.slice(0, 80)}`),
    )
    expect(stalls.filter(({ ms }) => ms > LONGEST_STALL_MS)).toEqual([])
  },
  LIMIT_MS,
)

test(
  'the export of all claims holds up the event loop for nobody',
  async () => {
    const url = `${server.url}/drops/${dropId}/claims.csv`
    await longestStall()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${keys.owner}` } })
    expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(claims + 1)
    const { ms } = await longestStall()
    console.log(`claims.csv of ${claims} claims: longest stall ${ms.toFixed(0)} ms`)
    expect(ms).toBeLessThan(LONGEST_STALL_MS)
  },
  LIMIT_MS,
)
