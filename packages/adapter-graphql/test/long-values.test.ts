import { type AddressInfo, connect } from 'node:net'
import type { BriefDrop, Store } from '@dropkit/core'
import { expect, test } from 'vitest'
import { launchClaim, launchDrop, openApi, walletOf } from './api.ts'
import { openSocketApi } from './web-sockets.ts'

const TEXT = 'x'.repeat(60_000)
const METADATA = { text: TEXT, 'ö"\n': [null, 1.5, {}] }
const RULE = { key: 'wallet_allowlist', operator: 'in', value: walletOf(1) }
const GATE = `mutation($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) { id }
}`

/** A store whose reads for display leave out all metadata, rules and data of events, and what was read of them since. */
function leavingOut() {
  const read: string[] = []
  const brief = <One extends BriefDrop | undefined>(drop: One): One =>
    drop && { ...drop, metadata: undefined, gating: undefined }
  const briefly = <Key>(lists: ReadonlyMap<Key, readonly BriefDrop[]>) =>
    new Map([...lists].map(([key, drops]) => [key, drops.map(brief)]))
  const wrap = (store: Store): Store => ({
    ...store,
    listDrops: async (...given) => (await store.listDrops(...given)).map(brief),
    dropsOfTokens: async (...given) => briefly(await store.dropsOfTokens(...given)),
    dropsOfUsers: async (...given) => briefly(await store.dropsOfUsers(...given)),
    briefDrops: async (ids) =>
      new Map([...(await store.briefDrops(ids))].map(([id, drop]) => [id, brief(drop)])),
    dropByShortcode: async (code) => brief(await store.dropByShortcode(code)),
    drops(ids) {
      read.push(`${ids.length} drops`)
      return store.drops(ids)
    },
    briefEvents: async (query) =>
      (await store.briefEvents(query)).map((event) => ({ ...event, data: undefined })),
    dataOfEvents(positions) {
      read.push(`data of ${positions.length}`)
      return store.dataOfEvents(positions)
    },
    metadataOfDrops(ids) {
      read.push(`metadata of ${ids.length}`)
      return store.metadataOfDrops(ids)
    },
    gatingOfDrops(ids) {
      read.push(`rules of ${ids.length}`)
      return store.gatingOfDrops(ids)
    },
  })
  return { read, wrap }
}

test('long values of drops are read only if they are selected, wherever the drop is', async () => {
  const { read, wrap } = leavingOut()
  const api = await openApi(wrap)
  const id = await launchDrop(api, { metadata: METADATA })
  await launchClaim(api, id, walletOf(1))
  await api.data(GATE, { dropId: id, input: { rules: [RULE] } })
  const { shortcode, token, creator } = (
    await api.data(`{ drop(id: "${id}") { shortcode token { id } creator { username } } }`)
  ).drop
  const queries = (fields: string) => [
    `{ drop(id: "${id}") { ${fields} } }`,
    `{ dropByShortcode(shortcode: "${shortcode}") { ${fields} } }`,
    `{ drops { ${fields} } }`,
    `{ drops(filter: { type: TOKEN }) { ${fields} } }`,
    `{ myDrops { ${fields} } }`,
    `{ publicDrops(username: "${creator.username}") { ${fields} } }`,
    `{ me { drops { ${fields} } } }`,
    `{ token(id: "${token.id}") { drops { ${fields} } } }`,
    `{ claims { drop { ${fields} } } }`,
    `{ events(limit: 1) { drop { ${fields} } } }`,
    `{ dropDashboardStats(id: "${id}") { ${'totalClaims'} } }`,
  ]
  read.length = 0
  for (const query of queries('id title status publicKeys')) await api.data(query)
  expect(read).toEqual([])
  for (const query of queries('metadata gatingConfig { rules { value } }').slice(0, -1)) {
    read.length = 0
    const text = JSON.stringify(await api.data(query))
    expect(text, query).toContain(
      JSON.stringify({ metadata: METADATA, gatingConfig: { rules: [{ value: RULE.value }] } }),
    )
    expect(read, query).toEqual(['metadata of 1', 'rules of 1'])
  }
  await api.app.close()
})

test('long data of events is read only if it is selected, a few at a time', async () => {
  const { read, wrap } = leavingOut()
  const api = await openApi(wrap)
  for (let n = 0; n < 5; n++) await launchDrop(api)
  read.length = 0
  const { events } = await api.data('{ events(limit: 10) { id event drop { id } } }')
  expect(read).toEqual([])
  const { listed, platform } = await api.data(
    '{ listed: events(limit: 10) { details data } platform: platformEvents(limit: 10) { details } }',
  )
  expect(read).toEqual(['data of 8', 'data of 2'])
  const [{ id }] = events
  const { event } = await api.data(`{ event(id: "${id}") { details } }`)
  expect(event).toEqual(platform[0])
  expect(listed.map(({ data }: { data: unknown }) => ({ details: data }))).toEqual(platform)
  expect(listed[0].details).toMatchObject({ dropId: events[0].drop.id })
  await api.app.close()
})

test('long values are read a few at a time, and no further ones once the answer is too large', async () => {
  const { read, wrap } = leavingOut()
  const api = await openApi(wrap)
  for (let n = 0; n < 90; n++) await launchDrop(api, { metadata: METADATA })
  read.length = 0
  const { drops } = await api.data('{ drops(limit: 60) { metadata } }')
  expect(drops).toEqual(Array.from({ length: 60 }, () => ({ metadata: METADATA })))
  const counts = () => read.map((one) => Number(one.split(' ').at(-1)))
  expect(Math.max(...counts())).toBeLessThanOrEqual(8)
  read.length = 0
  const { body } = await api.call('{ drops(limit: 200) { metadata } }')
  expect(body).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', details: { limit: 'answerBytes' } } }],
  })
  expect(body.errors).toHaveLength(1)
  const total = counts().reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(70)
  expect(total).toBeLessThanOrEqual(70 + 16)
  await api.app.close()
})

test('stored JSON is sent as it is in answers of any size, also on sockets', async () => {
  const { wrap } = leavingOut()
  const api = await openSocketApi(wrap)
  for (const metadata of [METADATA, { text: TEXT.slice(40_000) }, null, 'one', [1]]) {
    const id = await launchDrop(api, { metadata })
    const query = `{ one: drop(id: "${id}") { metadata } two: drop(id: "${id}") { metadata } }`
    const expected = { one: { metadata }, two: { metadata } }
    expect(await api.data(query)).toEqual(expected)
    const client = await api.admitted()
    client.send({ id: '1', type: 'subscribe', payload: { query } })
    expect((await client.next())?.payload).toEqual({ data: expected })
    client.close()
  }
  await api.app.close()
})

function requestText(key: string, query: string): string {
  const body = JSON.stringify({ query })
  return [
    'POST /graphql HTTP/1.1',
    'host: x',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

test('requests that wait for an earlier one of their connection do not keep it waiting', async () => {
  const { wrap } = leavingOut()
  const beginning = Promise.withResolvers<void>()
  let lists = 0
  const api = await openApi((store) => {
    const wrapped = wrap(store)
    return {
      ...wrapped,
      async listDrops(filter, reader, page) {
        if (page.limit === 9) await beginning.promise
        else lists++
        return wrapped.listDrops(filter, reader, page)
      },
    }
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  for (let n = 0; n < 12; n++) await launchDrop(api, { metadata: METADATA })
  const requestOf = (limit: number) => requestText(api.key, `{ drops(limit: ${limit}) { metadata } }`)
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answers = ''
  socket.on('data', (bytes) => {
    answers += bytes.toString()
  })
  socket.write(`${requestOf(9)}${requestOf(12).repeat(6)}`)
  await expect.poll(() => lists).toBe(6)
  beginning.resolve()
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(7)
  socket.destroy()
  await api.app.close()
})

test('a query that waits to read a long list does not read it once its client has gone', async () => {
  const reading = Promise.withResolvers<void>()
  let lists = 0
  const api = await openApi((store) => ({
    ...store,
    async listDrops(...given) {
      lists++
      await reading.promise
      return store.listDrops(...given)
    },
  }))
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const query = '{ drops(limit: 50) { id } }'
  const first = Array.from({ length: 4 }, () => api.data(query))
  await expect.poll(() => lists).toBe(4)
  const gone = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const socket of gone) socket.write(requestText(api.key, query))
  const connections = () =>
    new Promise((resolve) => api.app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(20)
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (const socket of gone) socket.destroy()
  await expect.poll(connections).toBe(0)
  reading.resolve()
  await Promise.all(first)
  await api.data(query)
  expect(lists).toBe(5)
  await api.app.close()
})
