// No request may block the event loop: every query field and every export, on a full store, as an anonymous visitor, as
// another user and as the owner. The queries are generated from the schema, so a new root field is measured too.
// EVENT_LOOP_CLAIMS is the number of claims in the store (100,000 by default).
import { readFileSync } from 'node:fs'
import { createExecutableSchema } from '@dropkit/adapter-graphql'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOfRoles, longestStallOf, ROLES } from './attack/measured-requests.ts'
import { createDrop, run } from './support/drops.ts'
import { addClaims, makeStore, nthWallet } from './support/full-store.ts'
import { dearerMemoryMs, pagesOf, slowdownOfMachine } from './support/machine-speed.ts'
import { queriesOfField, type RootField } from './support/root-queries.ts'
import { startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const claims = Number(process.env['EVENT_LOOP_CLAIMS'] ?? '100000')
const LIMIT_MS = 120_000 + claims / 5
/** In CPU time of the server's main thread, so that other load on the machine is not counted. */
const longestStallMs = 50 * slowdownOfMachine()

/** The body of the largest upload, its text and its file are new memory, which is expensive in some virtual machines. */
const uploadLimitMs = longestStallMs + dearerMemoryMs(pagesOf(3 * 14 * 1024 * 1024))
const MAX_TRIES = 3

let dataDir: string
let server: TestServer
let dropId: string
let keys: Awaited<ReturnType<typeof keysOfRoles>>
/** Ids of records in the store, by the name of the root field that uses them. */
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  dataDir = temporaryFolder()
  dropId = await makeStore({ dataDir })
  addClaims(dataDir, dropId, claims)
  server = await startServer({ dataDir, env: { REQUESTS_PER_MINUTE: '100000' } })
  keys = await keysOfRoles(server, dataDir)
  const known = '($id: ID!) { me { id } events(limit: 1) { id } drop(id: $id) { shortcode } }'
  const { data } = await server.graphql(`query${known}`, { id: dropId })
  const { me, events, drop } = data as {
    me: { id: string }
    events: { id: string }[]
    drop: { shortcode: string }
  }
  const asked = `input: { dropId: "${dropId}", walletAddress: "${nthWallet(7)}" }`
  const judged = `{ checkEligibility(${asked}) { signed { statement signature } } }`
  const judgement = (await server.graphql(judged, {}, { key: keys.owner })).data as {
    checkEligibility: { signed: { statement: string; signature: string } }
  }
  const { signed } = judgement.checkEligibility
  const claim = `claim_${dropId.slice('drop_'.length)}_${Math.floor(claims / 2)}`
  ids = {
    user: me.id,
    event: events[0]?.id ?? '',
    dropByShortcode: drop.shortcode,
    claim,
    'replayEligibility.statement': signed.statement,
    'replayEligibility.signature': signed.signature,
  }
}, LIMIT_MS)

afterAll(() => server?.stop())

const schema = createExecutableSchema()

const queriesOf = (field: RootField) => queriesOfField(field, { dropId, ids })

const longestStall = () => longestStallOf(server)

const root = schema.getQueryType()?.getFields() ?? {}

test(
  'the queries are valid and the owner gets an answer from every root field',
  async () => {
    for (const field of Object.values(root)) {
      const queries = queriesOf(field)
      for (const query of queries) expect(validate(schema, parse(query)), query).toEqual([])
      const answers = []
      for (const query of queries) answers.push(await server.graphql(query, {}, { key: keys.owner }))
      const answered = answers.filter(({ errors }) => errors === undefined)
      expect(answered.length, `${field.name}: ${JSON.stringify(answers[0])}`).toBeGreaterThan(0)
    }
  },
  LIMIT_MS,
)

test.each(ROLES)(
  'no query with the credential of role %s holds up the event loop',
  async (who) => {
    const stalls: { query: string; ms: number; operation: string }[] = []
    for (const field of Object.values(root)) {
      for (const query of queriesOf(field)) {
        // The first request compiles the query, as for every client after the first.
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
    expect(stalls.filter(({ ms }) => ms > longestStallMs)).toEqual([])
  },
  LIMIT_MS,
)

/** The routes that send a file whose size depends on the store. A new route without a path here fails the test. */
const EXPORTS: Readonly<Record<string, () => string>> = {
  '/drops/{id}/claims.csv': () => `/drops/${dropId}/claims.csv`,
}

const STATUS = { visitor: 401, user: 403, owner: 200 } as const

/**
 * Media types of responses whose size does not depend on the store. JSON responses are either GraphQL's, which are measured
 * above, or small.
 */
const OF_FIXED_SIZE = [
  'application/json',
  'application/graphql-response+json',
  'application/octet-stream',
  'image/png',
  'text/html',
  'text/plain',
]

test('every export of the HTTP API is measured here', () => {
  const url = new URL('../docs/reference/openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(url, 'utf8')) as {
    paths: Record<string, { get?: { responses: Record<string, { content?: object }> } }>
  }
  const exports = Object.entries(paths).flatMap(([path, { get }]) => {
    const types = Object.keys(get?.responses['200']?.content ?? {})
    return types.some((type) => !OF_FIXED_SIZE.includes(type)) ? [path] : []
  })
  expect(Object.keys(EXPORTS)).toEqual(exports)
})

test(
  'the first share card of a process, which loads the library that draws it, does not hold up the event loop',
  async () => {
    await longestStall()
    const card = await fetch(`${server.url}/d/${ids['dropByShortcode']}/card.png`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    await card.arrayBuffer()
    const { ms } = await longestStall()
    console.log(`the first share card: longest stall ${ms.toFixed(0)} ms`)
    expect(ms).toBeLessThan(longestStallMs)
  },
  LIMIT_MS,
)

test.each(ROLES.flatMap((who) => Object.entries(EXPORTS).map(([name, path]) => ({ who, name, path }))))(
  '$name with the credential of role $who does not hold up the event loop',
  async ({ who, path }) => {
    // The first request compiles the code, as for every client after the first.
    for (const turn of ['first', 'measured']) {
      await longestStall()
      const headers = { authorization: `Bearer ${keys[who]}` }
      const answer = await fetch(`${server.url}${path()}`, { headers })
      const lines = (await answer.text()).trimEnd().split('\r\n').length
      expect([answer.status, lines]).toEqual([STATUS[who], who === 'owner' ? claims + 1 : 1])
      const { ms } = await longestStall()
      if (turn === 'first') continue
      console.log(`${path()} of ${claims} claims as ${who}: longest stall ${ms.toFixed(0)} ms`)
      expect(ms).toBeLessThan(longestStallMs)
    }
  },
  LIMIT_MS,
)

test(
  'a list of wallets of the largest size, uploaded and used in a rule, does not hold up the event loop',
  async () => {
    const lines = Array.from({ length: Math.floor((10 * 1024 * 1024) / 67) }, (_, n) => nthWallet(n * 7_919))
    const upload = 'mutation($input: UploadFileInput!) { uploadFile(input: $input) { url } }'
    const use = `mutation($dropId: ID!, $input: UpdateGatingConfigInput!) {
      updateGatingConfig(dropId: $dropId, input: $input) { id } }`
    const ownDrop = await createDrop(server)
    /** The stalls of the upload and of the rule, for a list that is new to the server. */
    const measured = async (): Promise<readonly [number, number]> => {
      lines.push(lines.shift() ?? '')
      const file = Buffer.from(lines.join('\n')).toString('base64')
      await longestStall()
      const { url } = await run<{ url: string }>(server, upload, {
        input: { file, filename: 'wallets.csv', contentType: 'text/csv' },
      })
      const ofUpload = await longestStall()
      const rules = [{ key: 'wallet_allowlist', operator: 'in', value: `file:${url}` }]
      await run(server, use, { dropId: ownDrop, input: { rules } })
      return [ofUpload.ms, (await longestStall()).ms]
    }
    // The cost of a request repeats, while a garbage collection for other work does not.
    let [uploadMs, ruleMs] = await measured()
    for (
      let tries = 1;
      tries < MAX_TRIES && !(uploadMs < uploadLimitMs && ruleMs < longestStallMs);
      tries++
    ) {
      const again = await measured()
      uploadMs = Math.min(uploadMs, again[0])
      ruleMs = Math.min(ruleMs, again[1])
    }
    console.log(`upload: longest stall ${uploadMs.toFixed(0)} ms, rule: ${ruleMs.toFixed(0)} ms`)
    expect(uploadMs).toBeLessThan(uploadLimitMs)
    expect(ruleMs).toBeLessThan(longestStallMs)
  },
  LIMIT_MS,
)
