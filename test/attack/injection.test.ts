// Texts that try to inject a header or a line of the log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { ask } from '../support/http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Tally } from './attack-runs.ts'
import { sendRaw } from './raw-connections.ts'

/** Characters that some readers treat as a line end, or that move a terminal's cursor. */
const ENDS: Readonly<Record<string, string>> = {
  CR: '\r',
  LF: '\n',
  CRLF: '\r\n',
  VT: '\u000b',
  FF: '\u000c',
  NUL: '\u0000',
  BS: '\b\b\b',
  ESC: '\u001b[2K\u001b[1A\u001b[31m',
  CSI: '\u009b31m',
  NEL: '\u0085',
  LS: '\u2028',
  PS: '\u2029',
  RLO: '\u202e',
  DEL: '\u007f',
}
const FORGED = '{"level":"error","msg":"forged"}'

const attack = (end: string) => `a${end}X-Injected: 1${end}${end}${FORGED}${end}`

let server: TestServer
let dropId: string
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'debug', AUTH_FAILURES_PER_MINUTE: '0' } })
  dropId = await createDrop(server)
})
afterAll(async () => {
  expect(await server?.stop()).toEqual({ code: 0, signal: null })
})

/** The log lines that are not valid JSON, with lines split both strictly and leniently. */
function invalidLines(): readonly string[] {
  const text = server.errorOutput()
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .filter((line) => line !== '')
    .filter((line) => {
      try {
        const { level, msg } = JSON.parse(line) as { level?: unknown; msg?: unknown }
        return typeof level !== 'string' || msg === 'forged' || /[\p{Cc}\u202e]/u.test(line)
      } catch {
        return true
      }
    })
}

const tally = new Tally('header and log injection')

describe.each(Object.entries(ENDS))('a text with %s', (_name, end) => {
  const text = attack(end)
  const operations: readonly (readonly [string, object])[] = [
    ['query ($v: ID!) { drop(id: $v) { id } }', { v: text }],
    ['query ($v: String!) { dropByShortcode(shortcode: $v) { id } }', { v: text }],
    ['query ($v: ID) { drops(after: $v) { id } }', { v: text }],
    ['query ($v: [String!]) { events(types: $v) { id } }', { v: [text] }],
    ['mutation ($v: String!) { updateProfile(input: { displayName: $v }) { id } }', { v: text }],
    ['mutation ($v: String!) { updateProfile(input: { avatar: $v }) { id } }', { v: text }],
    ['mutation ($v: String!) { createApiKey(input: { name: $v }) { apiKey { name } } }', { v: text }],
    ['mutation ($id: ID!, $v: String!) { updateDrop(id: $id, input: { title: $v }) { title } }', { v: text }],
    [
      'mutation ($id: ID!, $v: JSON) { updateDrop(id: $id, input: { metadata: $v }) { metadata } }',
      { v: { [text]: text } },
    ],
    [
      'mutation ($v: String!) { createToken(input: { name: $v, symbol: "A", supply: 1 }) { name } }',
      { v: text },
    ],
    [
      'mutation ($v: String!) { createWebhook(input: { url: $v, events: ["*"] }) { url } }',
      { v: `http://127.0.0.1:9/${text}` },
    ],
    [
      'mutation ($v: String!) { createWebhook(input: { url: "http://127.0.0.1:9/", events: [$v] }) { url } }',
      { v: text },
    ],
    [
      'mutation ($v: String!) { uploadFile(input: { file: "YQ==", filename: $v, contentType: $v }) { url } }',
      { v: text },
    ],
    ['mutation ($v: String!) { deleteFile(input: { url: $v }) }', { v: text }],
    [
      'mutation ($id: ID!, $v: String!) { updateDropKey(input: { dropId: $id, reason: $v }) { success } }',
      { v: text },
    ],
    [`query Q { me { id } } # ${text}`, {}],
    [`{ ${text} }`, {}],
  ]

  it('forges neither a header nor a line of the log, in any GraphQL argument', async () => {
    for (const [query, variables] of operations) {
      const headers = { accept: 'application/graphql-response+json' }
      const answer = await server.graphql(query, { id: dropId, ...variables }, { headers })
      expect(answer.headers.get('x-injected')).toBeNull()
      expect(answer.errors?.[0]?.extensions?.['code']).not.toBe('INTERNAL')
      tally.add(answer.errors ? 'refused' : 'taken, forged nothing')
    }
    expect(invalidLines()).toEqual([])
  })

  it('forges nothing in a header, a path or a body of another route', async () => {
    const bytes = Buffer.from(text).toString('latin1')
    const get = (head: string) => `GET ${head}\r\nConnection: close\r\n\r\n`
    const requests = [
      get(`/files/${bytes} HTTP/1.1\r\nHost: a`),
      get(`/drops/${bytes}/claims.csv HTTP/1.1\r\nHost: a`),
      get(
        `/drops/${encodeURIComponent(text)}/claims.csv HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}`,
      ),
      get(`/nowhere/${encodeURIComponent(text)} HTTP/1.1\r\nHost: a`),
      ...[
        'X-Request-Id',
        'Request-Id',
        'Traceparent',
        'Idempotency-Key',
        'Authorization',
        'Accept',
        'Range',
        'Origin',
        'User-Agent',
        'X-Forwarded-For',
        'Forwarded',
      ].map((name) => get(`/graphql?query={me{id}} HTTP/1.1\r\nHost: a\r\n${name}: ${bytes}`)),
      get(`/healthz HTTP/1.1\r\nHost: ${bytes}`),
    ]
    for (const request of requests) {
      const { text: answer, statuses } = await sendRaw(server.url, request)
      const head = answer.split('\r\n\r\n')[0] ?? ''
      expect(head.toLowerCase()).not.toContain('x-injected')
      tally.add(statuses[0] === undefined ? 'closed' : `answered ${statuses[0]}`)
    }
    for (const path of ['/auth/challenge', '/auth/verify', '/fake-chain/faucet']) {
      const { status } = await ask(server.url + path, {
        body: { address: text, signature: text, coinType: text },
      })
      expect([400, 401]).toContain(status)
      tally.add(`answered ${status}`)
    }
    expect(invalidLines()).toEqual([])
  })
})

it('was written to a log that has lines at all', async () => {
  expect(server.errorOutput().split('\n').length).toBeGreaterThan(1)
  tally.tell()
})

it('accepts no request id from outside, because requests could imitate others', async () => {
  const { headers } = await ask(`${server.url}/healthz`, {
    headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
  })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
