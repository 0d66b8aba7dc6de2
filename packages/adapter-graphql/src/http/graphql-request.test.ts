import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Authenticated, type Dropkit, err, ok } from '@dropkit/core'
import { expect, test } from 'vitest'
import { bearerSecretOf, createRequestAuthenticator } from './authenticate-request.ts'
import { responseMediaType } from './graphql-request.ts'

const GRAPHQL = 'application/graphql-response+json'
const PLAIN = 'application/json'

test.each([
  [undefined, PLAIN],
  ['', PLAIN],
  ['*/*', PLAIN],
  ['text/html', PLAIN],
  [PLAIN, PLAIN],
  [GRAPHQL, GRAPHQL],
  [`${GRAPHQL}; charset=utf-8`, GRAPHQL],
  [GRAPHQL.toUpperCase(), GRAPHQL],
  [`${GRAPHQL}, ${PLAIN};q=0.9`, GRAPHQL],
  [`${GRAPHQL};q=0.8, ${PLAIN}`, PLAIN],
  [`${PLAIN}, ${GRAPHQL}`, PLAIN],
  [`${GRAPHQL}, ${PLAIN}`, GRAPHQL],
  [`${GRAPHQL};q=0`, PLAIN],
  [`${GRAPHQL};q=x`, GRAPHQL],
])('Accept: %s is answered as %s', (accept, expected) => {
  expect(responseMediaType(accept)).toBe(expected)
})

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

test.each([
  ['Bearer x', 'x'],
  ['bearer   dk_1 ', 'dk_1'],
  ['Bearer open sesame, please', 'open sesame, please'],
  [latin1('Bearer Schlüssel ☂'), 'Schlüssel ☂'],
  ['Bearer Schlüssel', 'Schlüssel'],
  ['Bearer Schlüssel ☂', 'Schlüssel ☂'],
  ['Bearer ☂', '☂'],
])('the secret in %o', (header, secret) => {
  expect(bearerSecretOf(header)).toBe(secret)
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic b3duZXI6', 'dk_1', 'Bearer a\tb', 'Bearer a\u0000'])(
  'there is none in %o',
  (header) => {
    expect(bearerSecretOf(header)).toBeUndefined()
  },
)

/** Credentials that can be revoked, and a record of their look-ups. */
function credentials(...good: readonly string[]) {
  const valid = new Set(good)
  const lookedUp: string[] = []
  const authenticate: Dropkit['authenticate'] = async (secret) => {
    lookedUp.push(secret)
    return valid.has(secret) ? ok({} as Authenticated) : err({ kind: 'unauthenticated' })
  }
  const readVisit: Dropkit['readVisit'] = () => err({ kind: 'unauthenticated' })
  return {
    valid,
    lookedUp,
    authenticateRequest: createRequestAuthenticator({ dropkit: { authenticate, readVisit } }),
  }
}

test('a request without a secret is refused, and nothing is looked up for it', async () => {
  const { lookedUp, authenticateRequest } = credentials('good')
  expect(await authenticateRequest(undefined)).toEqual(err({ kind: 'unauthenticated' }))
  expect(lookedUp).toEqual([])
})

test('requests of one turn with one credential are looked up once, and each gets its own answer', async () => {
  const { lookedUp, authenticateRequest } = credentials('good')
  const headers = ['Bearer good', 'Bearer bad', 'Bearer good', undefined, 'Bearer good']
  const found = await Promise.all(headers.map(authenticateRequest))
  expect(found.map(({ ok }) => ok)).toEqual([true, false, true, false, true])
  expect(lookedUp).toEqual(['good', 'bad'])
})

test('a credential that is revoked in the turn in which a request arrives is refused', async () => {
  const { valid, authenticateRequest } = credentials('good')
  const asked = authenticateRequest('Bearer good')
  valid.delete('good')
  expect((await asked).ok).toBe(false)
})

test('a request never joins a lookup of an earlier turn', async () => {
  const { valid, authenticateRequest } = credentials('good')
  const first = authenticateRequest('Bearer good')
  await endOfTurn()
  valid.delete('good')
  const second = authenticateRequest('Bearer good')
  expect([(await first).ok, (await second).ok]).toEqual([true, false])
})
