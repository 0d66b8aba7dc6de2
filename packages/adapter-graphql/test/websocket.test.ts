import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countPerTurn } from '../../../test/support/count-per-turn.ts'
import { CLOSE } from '../src/websocket/open-socket.ts'
import { launchToken } from './api.ts'
import {
  eventually,
  limitsThatWait,
  openDeafClient,
  openSocketApi,
  type RawClient,
  type SocketApi,
} from './web-sockets.ts'

let api: SocketApi
beforeAll(async () => {
  api = await openSocketApi()
})
afterAll(() => api.app.close())

const subscribe = (id: string, query: string, more: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
})
const STREAM = 'subscription { eventStream { id type } }'
const error = (message: unknown, extensions: object) => ({
  type: 'error',
  id: '1',
  payload: [
    expect.objectContaining({
      message,
      extensions: expect.objectContaining({ requestId: expect.any(String), ...extensions }),
    }),
  ],
})

async function answerTo(client: RawClient, message: object) {
  client.send(message)
  return client.next()
}

describe('a socket is closed if its client', () => {
  test.each([
    ['no payload', {}],
    ['an empty payload', { payload: {} }],
    ['something else for a credential', { payload: { Authorization: 7 } }],
    ['an empty credential', { payload: { Authorization: ' ' } }],
  ])('sends %s, with 4401', async (_what, init) => {
    const client = await api.raw()
    client.send({ type: 'connection_init', ...init })
    expect(await client.next()).toBeUndefined()
    expect(await client.closed).toMatchObject({ code: 4401 })
  })

  test.each(['Bearer', 'Bearer x', 'Basic b3duZXI6', `Bearer dk_${'x'.repeat(36)}`])(
    'sends the credential "%s", with 4403',
    async (Authorization) => {
      const client = await api.raw()
      client.send({ type: 'connection_init', payload: { Authorization } })
      expect(await client.next()).toBeUndefined()
      expect(await client.closed).toMatchObject({ code: 4403 })
    },
  )

  test('sends no connection_init, with 4408', async () => {
    const hasty = await openSocketApi(undefined, { sockets: { initMs: 200 } })
    const client = await hasty.raw()
    expect(await client.closed).toMatchObject({ code: 4408 })
    await hasty.app.close()
  })

  test('sends an operation before connection_ack, with 4401', async () => {
    const client = await api.raw()
    client.send(subscribe('1', STREAM))
    expect(await client.closed).toMatchObject({ code: 4401 })
  })

  test('sends connection_init twice, with 4429', async () => {
    const client = await api.admitted()
    client.send({ type: 'connection_init', payload: { Authorization: `Bearer ${api.key}` } })
    expect(await client.closed).toMatchObject({ code: 4429 })
  })

  test('offers no subprotocol, or another one', async () => {
    for (const protocol of [[], ['graphql-ws'], ['json', 'soap']]) {
      const client = await api.raw(protocol)
      expect([1006, 4406]).toContain((await client.closed).code)
    }
    const client = await api.raw(['graphql-ws', 'graphql-transport-ws'])
    expect(client.protocol).toBe('graphql-transport-ws')
    client.close()
  })

  test('sends a wrong credential, which counts for its address; a valid one is accepted', async () => {
    const counted: string[] = []
    const strict = await openSocketApi(undefined, {
      rateLimits: {
        takeTokens: async () => ({ refusal: null, headers: {} }),
        countWebhookSend: async () => null,
        async countBadCredential(address) {
          counted.push(address)
          if (counted.length <= 2) return null
          return { message: 'Slow down', limit: 'authFailuresPerMinute', value: 2, asked: 3, retryAfterMs: 1 }
        },
      },
    })
    const codes: number[] = []
    for (let n = 0; n < 3; n++) {
      const client = await strict.raw()
      client.send({ type: 'connection_init', payload: { Authorization: 'Bearer guess' } })
      codes.push((await client.closed).code)
    }
    expect(codes).toEqual([4403, 4403, 4429])
    for (const [payload, code] of [
      [undefined, 4401],
      [{ Authorization: 'Bearer ' }, 4403],
    ] as const) {
      const missing = await strict.raw()
      missing.send({ type: 'connection_init', payload })
      expect((await missing.closed).code).toBe(code)
    }
    expect(counted).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1'])
    await strict.admitted()
    await strict.app.close()
  })
})

test('operations on a socket count like requests', async () => {
  const taken: number[] = []
  const strict = await openSocketApi(undefined, {
    rateLimits: {
      async takeTokens({ caller }, count) {
        taken.push(count)
        if (caller.user.username !== 'owner' || taken.length <= 5) return { refusal: null, headers: {} }
        const refusal = {
          message: 'Slow down',
          limit: 'requestsPerMinute',
          value: 4,
          asked: count,
          retryAfterMs: 15,
        }
        return { refusal, headers: {} }
      },
      countBadCredential: async () => null,
      countWebhookSend: async () => null,
    },
  })
  const client = await strict.admitted()
  const answers = async (query: string) => {
    client.send(subscribe('1', query))
    return client.next()
  }
  expect(await answers('{ a: me { id } b: me { id } }')).toMatchObject({ type: 'next' })
  await client.next()
  expect(await answers('{{')).toMatchObject({ type: 'error' })
  expect(await answers('subscription { nothing }')).toMatchObject({ type: 'error' })
  client.send(subscribe('s', STREAM))
  await eventually(() => strict.dropkit.eventFollowers() === 1)
  // One for each operation before it is read, and one for the second root field of the first.
  expect(taken).toEqual([1, 1, 1, 1, 1])
  const limited = error('Slow down', {
    code: 'RATE_LIMITED',
    retryable: true,
    retryAfterMs: 15,
    details: { limit: 'requestsPerMinute', value: 4, asked: 1 },
  })
  for (const query of ['{ me { id } }', STREAM, '{{']) expect(await answers(query)).toMatchObject(limited)
  await strict.app.close()
})

describe('a credential in connection_init', () => {
  test('may be named in any case, as a header may', async () => {
    const client = await api.raw()
    client.send({ type: 'connection_init', payload: { authorization: `bearer ${api.key}` } })
    expect(await client.next()).toEqual({ type: 'connection_ack' })
    client.close()
  })

  test('that is revoked ends the socket soon, and others stay', async () => {
    const own = await openSocketApi(undefined, { sockets: { credentialMs: 50 } })
    const { createApiKey } = await own.data(
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    const client = await own.admitted(createApiKey.secret)
    client.send(subscribe('1', STREAM))
    const other = await own.admitted()
    await eventually(() => own.dropkit.eventFollowers() > 0)
    await own.data(`mutation { revokeApiKey(id: "${createApiKey.apiKey.id}") }`)
    expect(await client.closed).toMatchObject({ code: 4403 })
    expect(await answerTo(other, { type: 'ping' })).toEqual({ type: 'pong' })
    other.close()
    await eventually(() => own.dropkit.eventFollowers() === 0)
    await own.app.close()
  })

  test('that is revoked gets no event that follows', async () => {
    const own = await openSocketApi(undefined, { sockets: { credentialMs: 600_000 } })
    const { createApiKey } = await own.data(
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    const [client, other] = [await own.admitted(createApiKey.secret), await own.admitted()]
    for (const one of [client, other]) one.send(subscribe('1', STREAM))
    await eventually(() => own.dropkit.eventFollowers() === 2)
    await launchToken(own)
    expect(await client.next()).toMatchObject({ type: 'next' })
    // The look-up for an event counts for others within ten milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20))
    await own.data(`mutation { revokeApiKey(id: "${createApiKey.apiKey.id}") }`)
    await launchToken(own)
    expect(await client.next()).toBeUndefined()
    expect(await client.closed).toMatchObject({ code: 4403 })
    for (let n = 0; n < 2; n++) expect(await other.next()).toMatchObject({ type: 'next' })
    other.close()
    await own.app.close()
  })

  test('that is revoked permits nothing from that moment on', async () => {
    const slow = await openSocketApi()
    const { createApiKey } = await slow.data(
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    const client = await slow.admitted(createApiKey.secret)
    await slow.data(`mutation { revokeApiKey(id: "${createApiKey.apiKey.id}") }`)
    client.send(subscribe('1', '{ me { id } }'))
    // No answer comes first: the look at all credentials every few seconds would close the socket too, but later.
    expect(await client.next()).toBeUndefined()
    expect(await client.closed).toMatchObject({ code: 4403 })
    await slow.app.close()
  })

  test('that is revoked permits no operation that waits behind others of its socket', async () => {
    const held = Promise.withResolvers<void>()
    let holds = 0
    const slow = await openSocketApi((store) => ({
      ...store,
      async listTokens(page) {
        holds++
        await held.promise
        return store.listTokens(page)
      },
    }))
    const { createApiKey } = await slow.data(
      'mutation { createApiKey(input: { name: "short" }) { secret apiKey { id } } }',
    )
    const client = await slow.admitted(createApiKey.secret)
    for (const id of ['1', '2']) client.send(subscribe(id, '{ tokens { id } }'))
    await eventually(() => holds === 2)
    client.send(subscribe('3', 'mutation { createApiKey(input: { name: "late" }) { apiKey { id } } }'))
    client.send(subscribe('4', '{ apiKeys { id } }'))
    expect(await answerTo(client, { type: 'ping' })).toEqual({ type: 'pong' })
    await slow.data(`mutation { revokeApiKey(id: "${createApiKey.apiKey.id}") }`)
    held.resolve()
    expect(await client.closed).toMatchObject({ code: 4403 })
    const { apiKeys } = await slow.data('{ apiKeys { name } }')
    expect(apiKeys.map(({ name }: { name: string }) => name)).not.toContain('late')
    for (let message = await client.next(); message; message = await client.next())
      expect(message.id).not.toBe('4')
    await slow.app.close()
  })
})

describe('an operation', () => {
  let client: RawClient
  beforeAll(async () => {
    client = await api.admitted()
  })
  afterAll(() => client.close())

  test('that is a query is answered once', async () => {
    expect(await answerTo(client, subscribe('1', '{ me { username } }'))).toEqual({
      type: 'next',
      id: '1',
      payload: { data: { me: { username: 'owner' } } },
    })
    expect(await client.next()).toEqual({ type: 'complete', id: '1' })
  })

  test('that is a mutation runs once, and reports its errors like a POST', async () => {
    const query = 'mutation ($id: ID!) { revokeApiKey(id: $id) }'
    expect(await answerTo(client, subscribe('1', query, { variables: { id: 'x' } }))).toMatchObject({
      type: 'next',
      payload: {
        data: { revokeApiKey: null },
        errors: [{ message: 'API key not found', extensions: { code: 'NOT_FOUND' } }],
      },
    })
    expect(await client.next()).toMatchObject({ type: 'complete' })
  })

  const deep = `{ drops { claims { drop { claims { drop { claims { drop { claims { drop { claims { id } } } } } } } } } } }`
  test.each([
    ['a query that does not parse', '{{', /^Syntax Error/, 'BAD_USER_INPUT'],
    ['a subscription that does not parse', 'subscription { eventStream {', /^Syntax Error/, 'BAD_USER_INPUT'],
    ['a subscription that does not validate', 'subscription { nothing }', /nothing/, 'BAD_USER_INPUT'],
    [
      'two root fields',
      'subscription { a: eventStream { id } b: eventStream { id } }',
      /only one/,
      'BAD_USER_INPUT',
    ],
    ['a query that is too deep', deep, /deep, at most 10/, 'QUERY_TOO_COMPLEX'],
    [
      'a subscription that is too deep',
      `subscription { eventStream { drop { ${'claims { drop { '.repeat(4)} id ${'} '.repeat(11)}`,
      /11 deep, at most 10/,
      'QUERY_TOO_COMPLEX',
    ],
    [
      'a subscription that could give too much',
      'subscription { eventStream { drop { creator { drops(limit: 200) { claims(limit: 200) { id } } } } } }',
      /could contain \d+ objects; the limit is 20000/,
      'QUERY_TOO_COMPLEX',
    ],
    [
      'too many tokens',
      `subscription { eventStream { ${'id '.repeat(5_000)} } }`,
      /tokens, at most 5000/,
      'QUERY_TOO_COMPLEX',
    ],
    [
      'an unknown event',
      'subscription { eventStream(types: ["x"]) { id } }',
      /Unknown event x/,
      'BAD_USER_INPUT',
    ],
    [
      'a place that is none',
      'subscription { eventStream(after: "x") { id } }',
      /after must/,
      'BAD_USER_INPUT',
    ],
    [
      'a missing variable',
      'subscription ($t: [String!]!) { eventStream(types: $t) { id } }',
      /\$t/,
      'BAD_USER_INPUT',
    ],
    [
      'what leaves its only field out',
      'subscription { eventStream @skip(if: true) { id } }',
      /may not have @skip/,
      'BAD_USER_INPUT',
    ],
    [
      'a fragment that may be left out',
      'subscription { ...All @include(if: true) } fragment All on Subscription { eventStream { id } }',
      /may not have @include/,
      'BAD_USER_INPUT',
    ],
    ['what has no name', 'query A { me { id } } query B { me { id } }', /operation/, 'BAD_USER_INPUT'],
    [
      'a drop that does not exist',
      'subscription { dropUpdates(dropId: "x") { id } }',
      /^Drop not found$/,
      'NOT_FOUND',
    ],
    [
      'another user’s claims',
      'subscription { claimNotifications(userId: "x") { id } }',
      /^Access denied$/,
      'FORBIDDEN',
    ],
    [
      'a payment that does not exist',
      'subscription { paymentUpdates(paymentIntentId: "x") { id } }',
      /^Payment intent not found$/,
      'NOT_FOUND',
    ],
  ])('%s is refused by an error, and the socket stays', async (_what, query, message, code) => {
    expect(await answerTo(client, subscribe('1', query))).toMatchObject(
      error(expect.stringMatching(message), { code }),
    )
    expect(await answerTo(client, { type: 'ping' })).toEqual({ type: 'pong' })
    expect(api.dropkit.eventFollowers()).toBe(0)
  })

  test('a variable that it does not declare is refused, however deep it is', async () => {
    const depth = 20_000
    const variables = `{"unused":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const message = JSON.stringify(subscribe('1', STREAM, { variables: '' }))
    client.send(message.replace('"variables":""', `"variables":${variables}`))
    expect(await client.next()).toMatchObject(
      error(expect.stringMatching(/^Variable \$unused is not declared/), { code: 'BAD_USER_INPUT' }),
    )
    expect(api.dropkit.eventFollowers()).toBe(0)
  })

  test('one of several operations is chosen by its name', async () => {
    const query = 'query A { me { username } } subscription B { eventStream { id } }'
    const answer = await answerTo(client, subscribe('1', query, { operationName: 'A' }))
    expect(answer?.payload.data).toEqual({ me: { username: 'owner' } })
    await client.next()
    client.send(subscribe('2', query, { operationName: 'B' }))
    await eventually(() => api.dropkit.eventFollowers() === 1)
    client.send({ id: '2', type: 'complete' })
    await eventually(() => api.dropkit.eventFollowers() === 0)
  })
})

test('an unexpected error shows nothing of its inside', async () => {
  const broken = await openSocketApi((store) => ({
    ...store,
    briefDrops: () => Promise.reject(new Error('connection to 10.0.0.7 lost')),
    listTokens: () => Promise.reject(new Error('connection to 10.0.0.7 lost')),
  }))
  const client = await broken.admitted()
  const internal = { code: 'INTERNAL', retryable: true }
  expect(
    await answerTo(
      client,
      subscribe('1', `subscription { dropUpdates(dropId: "drop_${'0'.repeat(32)}") { id } }`),
    ),
  ).toMatchObject(error('Internal error', internal))
  expect(await answerTo(client, subscribe('2', '{ tokens { id } }'))).toMatchObject({
    type: 'next',
    payload: { data: null, errors: [{ message: 'Internal error', extensions: internal }] },
  })
  expect(broken.ports.log.lines.filter(({ level }) => level === 'error')).toHaveLength(2)
  await broken.app.close()
})

test('an error in one event’s fields is reported with that event, and the next event arrives', async () => {
  let isBroken = false
  const api = await openSocketApi((store) => ({
    ...store,
    users: (ids) => (isBroken ? Promise.reject(new Error('lost')) : store.users(ids)),
  }))
  const client = await api.admitted()
  client.send(subscribe('1', 'subscription { eventStream { type user { username } } }'))
  await eventually(() => api.dropkit.eventFollowers() === 1)
  isBroken = true
  const create = 'mutation { createToken(input: { name: "G", symbol: "G", supply: 1 }) { id } }'
  await api.data(create)
  expect((await client.next())?.payload).toMatchObject({
    data: { eventStream: { type: 'token.created', user: null } },
    errors: [
      {
        message: 'Internal error',
        path: ['eventStream', 'user'],
        extensions: { requestId: expect.any(String) },
      },
    ],
  })
  isBroken = false
  await api.data(create)
  expect((await client.next())?.payload).toEqual({
    data: { eventStream: { type: 'token.created', user: { username: 'owner' } } },
  })
  await api.app.close()
})

test('if credentials cannot be looked up, a socket is asked to retry', async () => {
  const broken = await openSocketApi((store) => ({
    ...store,
    credentials: () => Promise.reject(new Error('lost')),
  }))
  const client = await broken.raw()
  client.send({ type: 'connection_init', payload: { Authorization: `Bearer ${broken.key}` } })
  expect(await client.closed).toMatchObject({ code: 1013 })
  await broken.app.close()
})

test('if the credential of an open socket cannot be verified right now, its operations may be sent again', async () => {
  let isAway = false
  const away = Object.assign(new Error('The keys cannot be read'), { statusCode: 503 })
  const own = await openSocketApi((store) => ({
    ...store,
    credentials: (hashes) => (isAway ? Promise.reject(away) : store.credentials(hashes)),
  }))
  const client = await own.admitted()
  isAway = true
  for (const [id, query] of Object.entries({ 1: '{ me { id } }', 2: STREAM })) {
    client.send(subscribe(id, query))
    expect(await client.next()).toMatchObject({
      id,
      type: 'error',
      payload: [{ extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1_000 } }],
    })
  }
  client.close()
  await own.app.close()
})

describe('limits', () => {
  test('an id may not be used twice', async () => {
    const client = await api.admitted()
    client.send(subscribe('1', STREAM))
    client.send(subscribe('1', STREAM))
    expect(await client.closed).toMatchObject({ code: 4409 })
    await eventually(() => api.dropkit.eventFollowers() === 0)
  })

  test('a socket has fifty subscriptions; the next one is refused and the socket stays', async () => {
    const client = await api.admitted()
    for (let n = 1; n <= 50; n++) client.send(subscribe(`s${n}`, STREAM))
    await eventually(() => api.dropkit.eventFollowers() === 50)
    expect(await answerTo(client, subscribe('1', STREAM))).toMatchObject(
      error('51 operations would run on this socket at one time, at most 50 may: open another', {
        code: 'BAD_USER_INPUT',
        details: { limit: 'subscriptionsPerSocket', value: 50, asked: 51 },
      }),
    )
    client.send({ id: 's1', type: 'complete' })
    await eventually(() => api.dropkit.eventFollowers() === 49)
    client.send(subscribe('again', STREAM))
    await eventually(() => api.dropkit.eventFollowers() === 50)
    client.close()
    await eventually(() => api.dropkit.eventFollowers() === 0)
  })

  test('operations that the client has completed count until they have ended, and do not begin', async () => {
    const held = Promise.withResolvers<void>()
    let taken = 0
    const slow = await openSocketApi(undefined, {
      rateLimits: limitsThatWait(held.promise, () => void taken++),
    })
    const client = await slow.admitted()
    for (let n = 0; n < 200; n++) {
      client.send(subscribe(`a${n}`, STREAM))
      client.send({ id: `a${n}`, type: 'complete' })
    }
    for (let n = 50; n < 200; n++) {
      expect(await client.next()).toMatchObject({
        id: `a${n}`,
        type: 'error',
        payload: [{ extensions: { details: { limit: 'subscriptionsPerSocket', value: 50, asked: 51 } } }],
      })
    }
    held.resolve()
    let answer = await answerTo(client, subscribe('1', '{ me { username } }'))
    while (answer?.type === 'error') answer = await answerTo(client, subscribe('1', '{ me { username } }'))
    expect(answer?.payload).toEqual({ data: { me: { username: 'owner' } } })
    // The first of the 200 had begun to wait for its token.
    expect(taken).toBe(2)
    await slow.app.close()
  })

  test('a client that reads no answers is disconnected when a hundred operations have not ended', async () => {
    const slow = await openSocketApi(undefined, {
      sockets: { bufferedBytes: 256 * 1024 * 1024, closeMs: 300 },
    })
    for (let n = 0; n < 100; n++) await slow.newUser(`user${n}`)
    const client = await openDeafClient(slow)
    const query = `{ users(limit: 200) { ${Array.from({ length: 60 }, (_, n) => `a${n}: id`).join(' ')} } }`
    const warnings = () => slow.ports.log.lines.filter(({ level }) => level === 'warn')
    for (let n = 0; n < 1_000 && warnings().length === 0; n++) {
      client.send(subscribe(`q${n}`, query))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(warnings()).toMatchObject([{ message: expect.stringContaining('too many of its operations') }])
    client.socket.destroy()
    await slow.app.close()
  })

  test('an id has 256 characters, because every message repeats it', async () => {
    const client = await api.admitted()
    const id = 'i'.repeat(257)
    expect(await answerTo(client, subscribe(id, STREAM))).toMatchObject({
      id,
      type: 'error',
      payload: [
        {
          extensions: {
            code: 'BAD_USER_INPUT',
            details: { limit: 'operationIdLength', value: 256, asked: 257 },
          },
        },
      ],
    })
    client.send(subscribe('i'.repeat(256), STREAM))
    await eventually(() => api.dropkit.eventFollowers() === 1)
    client.close()
    await eventually(() => api.dropkit.eventFollowers() === 0)
  })

  test('a user has a limited number of sockets, all users of an address twice as many', async () => {
    const few = await openSocketApi(undefined, { sockets: { socketsAtOnce: 2 } })
    const other = (await few.newUser('other')).key
    const clients = [await few.admitted(), await few.admitted()]
    await expect(few.admitted()).rejects.toThrow(
      '{"code":1013,"reason":"socketsAtOnce: at most 2 may be open, 3 were asked for"}',
    )
    clients.push(await few.admitted(other), await few.admitted(other))
    const third = (await few.newUser('third')).key
    await expect(few.admitted(third)).rejects.toThrow(
      'socketsAtOnce: at most 4 may be open, 5 were asked for',
    )
    clients[0]?.close()
    await eventually(() =>
      few.admitted(third).then(
        () => true,
        () => false,
      ),
    )
    await few.app.close()
  })

  test('a user has a limited number of operations on all sockets together, until they end', async () => {
    const few = await openSocketApi(undefined, { sockets: { subscriptionsAtOnce: 3 } })
    const clients = [await few.admitted(), await few.admitted()] as const
    for (const id of ['1', '2']) clients[0].send(subscribe(id, STREAM))
    clients[1].send(subscribe('1', STREAM))
    await eventually(() => few.dropkit.eventFollowers() === 3)
    const refused = {
      type: 'error',
      payload: [
        {
          message:
            'At most 3 operations on sockets may be in progress at the same time for this user; 4 were asked for',
          extensions: {
            code: 'RATE_LIMITED',
            retryable: true,
            details: { limit: 'subscriptionsAtOnce', value: 3, asked: 4 },
          },
        },
      ],
    }
    expect(await answerTo(clients[1], subscribe('2', STREAM))).toMatchObject({ id: '2', ...refused })
    expect(await answerTo(clients[1], subscribe('q', '{ me { id } }'))).toMatchObject({ id: 'q', ...refused })
    const other = await few.admitted((await few.newUser('other')).key)
    other.send(subscribe('1', STREAM))
    await eventually(() => few.dropkit.eventFollowers() === 4)
    clients[0].close()
    await eventually(() => few.dropkit.eventFollowers() === 2)
    // Neither refused operations nor answered ones count any more.
    for (let n = 0; n < 5; n++) {
      const answer = await answerTo(clients[1], subscribe('q', '{ me { username } }'))
      expect(answer?.payload).toEqual({ data: { me: { username: 'owner' } } })
      expect(await clients[1].next()).toEqual({ id: 'q', type: 'complete' })
    }
    for (const id of ['2', '3']) clients[1].send(subscribe(id, STREAM))
    await eventually(() => few.dropkit.eventFollowers() === 4)
    await few.app.close()
  })

  test('a frame has 64 KiB', async () => {
    const client = await api.admitted()
    const message = { type: 'ping', payload: { text: '' } }
    const room = 64 * 1024 - JSON.stringify(message).length
    message.payload.text = 'x'.repeat(room)
    expect(await answerTo(client, message)).toMatchObject({ type: 'pong' })
    message.payload.text += 'x'
    client.send(message)
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  test.each([
    'no JSON',
    '[]',
    '{}',
    '{"type":"subscribe"}',
    '{"type":"nonsense"}',
    '{"type":"next","id":"1","payload":{}}',
  ])('a message that is none closes the socket: %s', async (text) => {
    const client = await api.admitted()
    client.send(text)
    expect(await client.closed).toMatchObject({ code: 4400 })
  })
})

test('a client that closes its socket before its query is answered causes no error in the log', async () => {
  const own = await openSocketApi()
  for (let times = 0; times < 20; times++) {
    const client = await own.admitted()
    client.send({ id: '1', type: 'subscribe', payload: { query: '{ me { username } }' } })
    client.close()
    await client.closed
  }
  await own.app.close()
  expect(own.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('a client that answers pings stays, however long it says nothing', async () => {
  // Longer than this process stands still on a busy machine, because client and server share it.
  const own = await openSocketApi(undefined, { sockets: { pingMs: 500 } })
  const client = await own.admitted()
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  expect(await answerTo(client, { type: 'ping' })).toEqual({ type: 'pong' })
  client.close()
  await own.app.close()
})

test('an offer of HTTP/2 is answered as plain HTTP, and so is an upgrade of another path', async () => {
  for (const [path, upgrade] of [
    ['/graphql', 'h2c'],
    ['/nowhere', 'websocket'],
  ] as const) {
    const status = await new Promise((resolve, reject) => {
      request({ port: api.port, host: '127.0.0.1', path, headers: { connection: 'Upgrade', upgrade } })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(path === '/graphql' ? 401 : 404)
  }
})

test('only a GET can be upgraded', async () => {
  for (const method of ['POST', 'PUT']) {
    const end = await new Promise<string>((resolve) => {
      request({
        port: api.port,
        host: '127.0.0.1',
        method,
        path: '/graphql?query={me{id}}',
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        },
      })
        .on('response', (response) => resolve(String(response.resume().statusCode)))
        .on('upgrade', () => resolve('upgraded'))
        .on('error', (error) => resolve(error.message))
        .end()
    })
    expect(end).toBe('405')
  }
})

const UPGRADE =
  'GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n'

/** Connections that the server has accepted. */
async function openConnections({ app, port }: SocketApi, count: number) {
  let accepted = 0
  app.server.on('connection', () => accepted++)
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  // The server accepts one connection in each turn, after the client is connected.
  await eventually(() => accepted === count)
  return clients
}

test('sockets that are asked for in the same moment open over many turns of the event loop', async () => {
  const opened = countPerTurn()
  const busy = await openSocketApi(undefined, {
    apiWatch: {
      errorSent() {},
      socketOpened: opened.count,
      socketClosed() {},
      streamStarted() {},
      streamEnded() {},
    },
  })
  const clients = await openConnections(busy, 200)
  for (const client of clients) client.write(UPGRADE)
  await eventually(() => opened.total() === 200)
  for (const client of clients) client.destroy()
  await busy.app.close()
  expect(opened.stop()).toBeLessThanOrEqual(20)
})

test('a connection that is reset while it waits to be opened as a socket harms no other', async () => {
  const busy = await openSocketApi()
  let reset = 0
  busy.app.server.on('connection', (socket) => socket.on('close', () => reset++))
  const clients = await openConnections(busy, 100)
  for (const client of clients) client.write(UPGRADE, () => client.resetAndDestroy())
  await eventually(() => reset === 100)
  const other = await busy.admitted()
  other.close()
  await busy.app.close()
})

test('sockets that send a credential in the same moment are admitted over many turns of the event loop', async () => {
  const lookedUp = countPerTurn()
  const { dropkit } = api
  const readVisit = (token: string) => {
    lookedUp.count()
    return dropkit.readVisit(token)
  }
  const busy = await openSocketApi(undefined, { takesVisitors: true, dropkit: { ...dropkit, readVisit } })
  const clients = await Promise.all(Array.from({ length: 200 }, () => busy.raw()))
  for (const client of clients)
    client.send({ type: 'connection_init', payload: { Authorization: 'Bearer x' } })
  for (const client of clients) await client.closed
  await busy.app.close()
  expect(lookedUp.total()).toBe(200)
  expect(lookedUp.stop()).toBeLessThanOrEqual(50)
})

test('when the server stops, it closes its sockets, and no subscription continues', async () => {
  const stopping = await openSocketApi()
  const clients = await Promise.all([stopping.admitted(), stopping.admitted(), stopping.raw()])
  clients[0]?.send(subscribe('1', STREAM))
  await eventually(() => stopping.dropkit.eventFollowers() === 1)
  const before = performance.now()
  await stopping.app.close()
  expect(performance.now() - before).toBeLessThan(1_500)
  for (const client of clients) expect(await client.closed).toMatchObject({ code: 1001 })
  expect(stopping.dropkit.eventFollowers()).toBe(0)
})

test('a mutation that runs when the server stops is answered first', async () => {
  let goOn = () => {}
  const stopping = await openSocketApi((store) => ({
    ...store,
    create: async (change) => {
      if (change.insert?.tokens) {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      }
      return store.create(change)
    },
  }))
  const client = await stopping.admitted()
  client.send(
    subscribe('1', 'mutation { createToken(input: { name: "G", symbol: "G", supply: 1 }) { name } }'),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  const closed = stopping.app.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  goOn()
  expect(await client.next()).toMatchObject({
    type: 'next',
    payload: { data: { createToken: { name: 'G' } } },
  })
  expect(await client.closed).toMatchObject({ code: 1001 })
  await closed
})

test.each([1009, 4408, 4409])('the close code %i, which a library sends, is in the reference', (code) => {
  expect(Object.values(CLOSE)).toContain(code)
})
