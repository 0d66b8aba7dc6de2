// Names that mean something to JavaScript, or are written with escapes, wherever JSON comes in: they are names like any other,
// or refused.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchDrop } from './api.ts'
import { openSocketApi, type SocketApi } from './web-sockets.ts'

let api: SocketApi
let dropId: string
beforeAll(async () => {
  api = await openSocketApi()
  dropId = await launchDrop(api)
})
afterAll(() => api?.app.close())

const own = (value: object) => Reflect.ownKeys(value).map(String).toSorted()
const before = [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(own)
afterEach(() => {
  // What is on a prototype is everywhere, in this process as in a server's.
  expect([Object.prototype, Array.prototype, Function.prototype, String.prototype].map(own)).toEqual(before)
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
})

const POISON = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"prototype":{"isAdmin":true}}',
  '{"a":{"__proto__":{"isAdmin":true}}}',
  '{"a":[{"__proto__":{"isAdmin":true}}]}',
  '{"__proto__":null}',
  '{"__proto__":[]}',
  '{"\\u005f_proto__":{"isAdmin":true}}',
  '{"__defineGetter__":"x","hasOwnProperty":1,"toString":null,"valueOf":{},"toJSON":"x"}',
  '{"then":"x"}',
]

const UPDATE = 'mutation ($id: ID!, $m: JSON) { updateDrop(id: $id, input: { metadata: $m }) { metadata } }'

test.each(POISON)('in a body: %s', async (json) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${api.key}` }
  for (const payload of [
    `{"query":${JSON.stringify(UPDATE)},"variables":{"id":"${dropId}","m":${json}}}`,
    `{"query":"{ me { id } }","variables":${json}}`,
    `{"query":"{ me { id } }","extensions":${json}}`,
    json,
    `{"query":"{ me { id } }",${json.slice(1)}`,
  ]) {
    const response = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload })
    expect([200, 400]).toContain(response.statusCode)
    expect(response.body).not.toContain('INTERNAL')
  }
})

test.each(POISON)('in a value of a body: %s, which stays unchanged', async (json) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${api.key}` }
  const payload = `{"query":${JSON.stringify(UPDATE)},"variables":{"id":"${dropId}","m":${json}}}`
  // The second request for a text compiles it.
  for (let run = 0; run < 3; run++) {
    const response = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload })
    expect(JSON.parse(response.body).data.updateDrop.metadata).toEqual(JSON.parse(json))
    expect(response.body).toContain(`"metadata":${JSON.stringify(JSON.parse(json))}`)
  }
})

test.each(POISON)('in the variables of a GET: %s', async (json) => {
  const headers = { authorization: `Bearer ${api.key}` }
  for (const name of ['variables', 'extensions']) {
    const query = { query: 'query ($n: Int) { drops(limit: $n) { id } }', [name]: json }
    const response = await api.app.inject({ url: '/graphql', query, headers })
    expect([200, 400]).toContain(response.statusCode)
    expect(response.body).not.toContain('INTERNAL')
  }
})

test.each(POISON)('in a socket message: %s, which stays unchanged', async (json) => {
  const client = await api.admitted()
  client.send(
    `{"id":"1","type":"subscribe","payload":{"query":${JSON.stringify(UPDATE)},"variables":{"id":"${dropId}","m":${json}}}}`,
  )
  const message = await client.next()
  client.close()
  const text = JSON.stringify(message)
  expect(text).not.toContain('INTERNAL')
  const { data } = message?.payload ?? {}
  if (data?.updateDrop) expect(data.updateDrop.metadata).toEqual(JSON.parse(json))
  else expect(text).toContain('BAD_USER_INPUT')
})

test.each(POISON)('in the credential of a socket, and as an id: %s', async (json) => {
  const client = await api.raw()
  client.send(`{"type":"connection_init","payload":${json}}`)
  expect((await client.closed).code).toBe(4401)
})

test('as the id of an operation on a socket', async () => {
  for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const client = await api.admitted()
    client.send({ id, type: 'subscribe', payload: { query: '{ me { username } }' } })
    const message = await client.next()
    if (message === undefined) expect((await client.closed).code).toBe(4409)
    else expect(message).toMatchObject({ id, payload: { data: { me: { username: 'owner' } } } })
    client.close()
  }
})

test('written out in a query, as the name of a field of JSON', async () => {
  const query = `mutation { updateDrop(id: "${dropId}", input: { metadata: {
    __proto__: { isAdmin: true }, constructor: { prototype: { isAdmin: true } } } }) { metadata } }`
  const { updateDrop } = await api.data(query)
  expect(Object.keys(updateDrop.metadata)).toEqual(['__proto__', 'constructor'])
})

test('as the name of a header, an argument, an operation or an alias', async () => {
  const { body } = await api.call(
    'query __proto__ { __proto__: me { constructor: id } }',
    {},
    { operationName: '__proto__' },
  )
  expect(JSON.stringify(body)).not.toContain('INTERNAL')
  const bad = await api.error('{ me(__proto__: 1) { id } }')
  expect(bad.extensions.code).toBe('BAD_USER_INPUT')
})

// Another client has sent names that look like the begin of these texts.

/** V8 remembers a name by the names before it. So each test has a first name of its own. */
const read = (first: string) => ({
  query: `query ($${first}: ID!, $id: ID!) { first: drop(id: $${first}) { id } drop(id: $id) { id } }`,
  others: String.raw`{"${first}":"${dropId}","\\u":"${dropId}"}`,
  variables: String.raw`{"${first}":"${dropId}","\u0069d":"${dropId}"}`,
})
const answer = () => ({ data: { first: { id: dropId }, drop: { id: dropId } } })

const textOf = async (request: object) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${api.key}` }
  return (await api.app.inject({ url: '/graphql', headers, ...request })).body
}
const answerTo = async (request: object) => JSON.parse(await textOf(request))

test('names with escapes are read in a body', async () => {
  const { query, others, variables } = read('inBody')
  const post = (given: string) =>
    answerTo({ method: 'POST', payload: `{"query":${JSON.stringify(query)},"variables":${given}}` })
  await post(others)
  expect(await post(variables)).toEqual(answer())
})

test('names with escapes are read in the variables of a GET', async () => {
  const { query, others, variables } = read('inGet')
  const get = (given: string) => answerTo({ query: { query, variables: given } })
  await get(others)
  expect(await get(variables)).toEqual(answer())
})

test('names with escapes are read in a message of a socket', async () => {
  const { query, others, variables } = read('inMessage')
  const client = await api.admitted()
  const ask = (id: string, given: string) =>
    client.send(
      `{"id":"${id}","type":"subscribe","payload":{"query":${JSON.stringify(query)},"variables":${given}}}`,
    )
  ask('others', others)
  expect(await client.next()).toMatchObject({ type: 'error' })
  ask('mine', variables)
  expect(await client.next()).toMatchObject({ payload: answer() })
  client.close()
})

test('names with escapes are read in stored metadata', async () => {
  const textAfterUpdate = async (metadata: object) => {
    const update = 'mutation ($id: ID!, $m: JSON) { updateDrop(id: $id, input: { metadata: $m }) { id } }'
    await api.data(update, { id: dropId, m: metadata })
    return textOf({ query: { query: `{ drop(id: "${dropId}") { metadata } }` } })
  }
  await textAfterUpdate({ stored: 1, 'a\\n': 1 })
  expect(await textAfterUpdate({ stored: 1, 'a\nb': 1 })).toContain(String.raw`{"stored":1,"a\nb":1}`)
})
