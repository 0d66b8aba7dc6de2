// Names that are written with escapes, after another client has sent names that look like the begin of these texts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchDrop } from './api.ts'
import { openSocketApi, type SocketApi } from './web-sockets.ts'

let api: SocketApi
let dropId: string
beforeAll(async () => {
  api = await openSocketApi()
  dropId = await launchDrop(api)
})
afterAll(() => api?.app.close())

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

test('are read in a body', async () => {
  const { query, others, variables } = read('inBody')
  const post = (given: string) =>
    answerTo({ method: 'POST', payload: `{"query":${JSON.stringify(query)},"variables":${given}}` })
  await post(others)
  expect(await post(variables)).toEqual(answer())
})

test('are read in the variables of a GET', async () => {
  const { query, others, variables } = read('inGet')
  const get = (given: string) => answerTo({ query: { query, variables: given } })
  await get(others)
  expect(await get(variables)).toEqual(answer())
})

test('are read in a message of a socket', async () => {
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

test('are read in stored metadata', async () => {
  const textAfterUpdate = async (metadata: object) => {
    const update = 'mutation ($id: ID!, $m: JSON) { updateDrop(id: $id, input: { metadata: $m }) { id } }'
    await api.data(update, { id: dropId, m: metadata })
    return textOf({ query: { query: `{ drop(id: "${dropId}") { metadata } }` } })
  }
  await textAfterUpdate({ stored: 1, 'a\\n': 1 })
  expect(await textAfterUpdate({ stored: 1, 'a\nb': 1 })).toContain(String.raw`{"stored":1,"a\nb":1}`)
})
