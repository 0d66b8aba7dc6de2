import { AsyncLocalStorage } from 'node:async_hooks'
import { createDropkit, type Store } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import { type GraphQLResolveInfo, getIntrospectionQuery, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Api,
  createExecutableSchema,
  launchClaim,
  launchDrop,
  noting,
  openApi,
  serve,
  walletOf,
} from './api.ts'

const api = await openApi()
afterAll(() => api.app.close())

/** drops { token { drops { … } } }, so many fields deep in all. */
function nested(depth: number): string {
  const names = Array.from({ length: depth - 1 }, (_, level) =>
    level === 0 ? 'drops(limit: 1)' : level % 2 === 1 ? 'token' : 'drops(limit: 1)',
  )
  return `${names.map((name) => `{ ${name}`).join(' ')} { id }${' }'.repeat(depth - 1)}`
}

async function refusal(query: string, variables?: object) {
  const { body } = await api.call(query, variables)
  const [error] = body.errors ?? []
  return { code: error?.extensions.code, ...error?.extensions.details, message: error?.message }
}

describe('every limit reports its name, its value and the request’s value', () => {
  test('depth', async () => {
    expect(await api.data(nested(10))).toEqual({ drops: [] })
    expect(await refusal(nested(11))).toEqual({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'queryDepth',
      value: 10,
      asked: 11,
      message: 'The query is 11 deep, at most 10 is allowed',
    })
  })

  test('depth through fragments', async () => {
    const query = `{ drops(limit: 1) { ...A } }
      fragment A on Drop { token { drops(limit: 1) { token { ...B } } } }
      fragment B on Token { drops(limit: 1) { token { drops(limit: 1) { ... on Drop { token { ...C } } } } } }
      fragment C on Token { drops(limit: 1) { token { id } } }`
    expect(await refusal(query)).toMatchObject({ limit: 'queryDepth', value: 10, asked: 11 })
  })

  test('depth of introspection, which goes deeper', async () => {
    const { body } = await api.call(getIntrospectionQuery())
    expect(body.errors).toBeUndefined()
    const deep = `{ __schema { types { fields { type ${'{ ofType '.repeat(12)}{ name }${' }'.repeat(12)} } } } }`
    expect(await refusal(deep)).toMatchObject({ limit: 'introspectionDepth', value: 15, asked: 17 })
  })

  test('repeated introspection, with any alias', async () => {
    const whole = getIntrospectionQuery().replace(/^\s*query IntrospectionQuery \{([\s\S]*?)\n {4}\}/, '$1')
    expect(whole).toMatch(/^\s*__schema/)
    const [asked = '', fragments = ''] = whole.split(/(?=fragment FullType)/)
    const again = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => `s${n}: ${asked}`).join(' ')} } ${fragments}`
    expect((await api.call(again(1))).body.errors).toBeUndefined()
    expect(await refusal(again(20))).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'introspectionCost',
      value: 85_000,
    })
    const types = Array.from({ length: 300 }, (_, n) => `t${n}: types { fields { name } }`).join(' ')
    expect(await refusal(`{ __schema { ${types} } }`)).toMatchObject({ limit: 'introspectionCost' })
  })

  test('cost', async () => {
    expect(await api.data('{ drops(limit: 200) { claims(limit: 98) { id } } }')).toEqual({ drops: [] })
    expect(await refusal('{ drops(limit: 200) { claims(limit: 100) { id } } }')).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'queryCost',
      value: 20_000,
      asked: 20_200,
    })
    const query = 'query ($n: Int!) { drops(limit: $n) { claims(limit: $n) { id } } }'
    expect(await refusal(query, { n: 200 })).toMatchObject({ limit: 'queryCost', asked: 40_200 })
    expect(await api.data(query, { n: 5 })).toEqual({ drops: [] })
  })

  test('tokens', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}: id`).join(' ')
    expect(await api.data(`{ me { ${fields(1_665)} } }`)).toHaveProperty('me.f0', api.ownerId)
    expect(await refusal(`{ me { ${fields(1_700)} } }`)).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'queryTokens',
      value: 5_000,
      asked: 5_105,
    })
  })

  test('line breaks, which are counted again for each error', async () => {
    for (const lineBreak of ['\n', '\r', '\r\n', '#\n']) {
      const { me } = await api.data(`{ me { id ${lineBreak.repeat(2_000)} } }`)
      expect(me).toEqual({ id: api.ownerId })
      expect(await refusal(`{ me { id ${lineBreak.repeat(2_001)} } }`)).toEqual({
        code: 'QUERY_TOO_COMPLEX',
        limit: 'queryLineBreaks',
        value: 2_000,
        asked: 2_001,
        message: 'The query has 2001 line breaks, at most 2000 are read',
      })
    }
  })

  test('brackets inside of each other, which the parser would follow down until its stack is full', async () => {
    const inner = (depth: number) => `{ events(types: ${'['.repeat(depth)}${']'.repeat(depth)}) { id } }`
    for (const depth of [300, 2_400]) {
      expect(await refusal(inner(depth))).toMatchObject({
        code: 'QUERY_TOO_COMPLEX',
        limit: 'queryNesting',
        value: 200,
        asked: depth + 2,
      })
    }
    // Neither what is beside each other nor what is in a text is deep.
    expect(
      await api.data(`{ ${Array.from({ length: 300 }, (_, n) => `a${n}: me { id }`).join(' ')} }`),
    ).toHaveProperty('a299')
    expect(await api.data(`{ drop(id: "${'['.repeat(2_000)}") { id } }`)).toEqual({ drop: null })
  })

  test('fragments, each of which is compared with all others', async () => {
    const circle = (count: number) =>
      `{ me { ...F0 } } ${Array.from({ length: count }, (_, n) => `fragment F${n} on User { id${n + 1 < count ? ` ...F${n + 1}` : ''} }`).join(' ')}`
    expect(await api.data(circle(100))).toEqual({ me: { id: api.ownerId } })
    expect(await refusal(circle(101))).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'queryFragments',
      value: 100,
      asked: 101,
    })
    const text = `{ drop(id: "${'fragment '.repeat(500)}") { id } }`
    expect(await api.data(text)).toEqual({ drop: null })
  })

  test('comparisons of fields and fragments', async () => {
    expect(await api.data(`{ me { ${'id '.repeat(4_900)} } }`)).toEqual({ me: { id: api.ownerId } })
    const spreads = (from: number) =>
      Array.from({ length: 18 }, (_, n) => `...F${Math.min(from + n, 98)}`).join(' ')
    const fragments = Array.from({ length: 98 }, (_, n) => `fragment F${n} on User { id ${spreads(n + 1)} }`)
    const query = `{ me { ...F0 } } ${fragments.join(' ')} fragment F98 on User { id }`
    expect(await refusal(query)).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      limit: 'fieldComparisons',
      value: 20_000,
      asked: null,
    })
  })

  test('bytes of the query', async () => {
    const query = `{ me { id } } # ${'é'.repeat(32 * 1024)}`
    const { status, body } = await api.call(query)
    expect(status).toBe(413)
    expect(body.errors).toMatchObject([
      {
        extensions: {
          code: 'PAYLOAD_TOO_LARGE',
          retryable: false,
          details: { limit: 'queryBytes', value: 65_536, asked: Buffer.byteLength(query) },
        },
      },
    ])
    expect((await api.call(`{ me { id } } # ${'x'.repeat(60_000)}`)).status).toBe(200)
  })

  test('bytes of the body', async () => {
    const file = 'x'.repeat(14 * 1024 * 1024)
    const { status, body } = await api.call('{ me { id } }', { file })
    expect(status).toBe(413)
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      details: { limit: 'bodyBytes', value: 14_680_064, asked: expect.any(Number) },
    })
    expect((await api.call('{ me { id } }', { file: file.slice(1_000) })).status).toBe(200)
  })

  test('variables that are used again', async () => {
    const query = (uses: number) =>
      `query($username: String!) { ${Array.from({ length: uses }, (_, n) => `a${n}: creator(username: $username) { id }`).join(' ')} }`
    const username = 'x'.repeat(4_000_000)
    expect((await api.call(query(3), { username })).body.data).toEqual({ a0: null, a1: null, a2: null })
    const { status, body } = await api.call(query(4), { username })
    expect(status).toBe(413)
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      details: { limit: 'repeatedVariables', value: 8 * 1024 * 1024, asked: 3 * 4_000_064 },
    })
    const create = (uses: number) =>
      `mutation($keys: [String!]!) { ${Array.from({ length: uses }, (_, n) => `a${n}: createClaimLinks(input: { dropId: "x", publicKeys: $keys }) { count }`).join(' ')} }`
    const keys = Array.from({ length: 100_000 }, () => 'x')
    expect(await refusal(create(1), { keys })).not.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(await refusal(create(3), { keys })).toMatchObject({ limit: 'repeatedVariables' })
  })

  test.each([
    ['$ids: [ID!]!', 'revokeClaimLinks(input: { dropId: "x", ids: $ids })', 'ids', ['x']],
    ['$input: UpdateProfileInput!', 'updateProfile(input: $input) { id }', 'links', ['x']],
    [
      '$input: UpdateGatingConfigInput!',
      'updateGatingConfig(dropId: "x", input: $input) { isActive }',
      'rules',
      [{}],
    ],
  ])('the values of a list, before they are read: %s', async (declared, call, field, value) => {
    const list = Array.from({ length: 1_001 }, () => value[0])
    const variables = declared.startsWith('$input') ? { input: { [field]: list } } : { [field]: list }
    const query = `mutation(${declared}) { a: ${call} b: ${call} }`
    // The second request runs compiled.
    for (let run = 0; run < 3; run++) {
      const { body } = await api.call(query, variables)
      expect(body).toMatchObject({
        data: null,
        errors: [
          { extensions: { code: 'BAD_USER_INPUT', reason: 'TOO_MANY', field, details: { most: 1_000 } } },
        ],
      })
    }
  })

  test('operations in a request', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api.key}` },
      payload: [{ query: '{ me { id } }' }, { query: '{ me { id } }' }],
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', details: { limit: 'operations', value: 1, asked: 2 } } },
    ])
  })
})

/** What `run` resolves with, and how many turns the event loop has taken meanwhile. */
async function withTurns<T>(run: () => Promise<T>): Promise<readonly [T, number]> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  const value = await run()
  isOver = true
  return [value, turns]
}

test('errors of many fields are spread over turns of the event loop, so that other requests are served', async () => {
  const failing = await openApi((store) => ({ ...store, users: () => Promise.reject(new Error('no users')) }))
  for (let n = 0; n < 20; n++) await launchDrop(failing)
  const aliases = Array.from(
    { length: 20 },
    (_, n) => `a${n}: id token { creator { id } } b${n}: token { creator { id } }`,
  )
  const [{ body }, turns] = await withTurns(() =>
    failing.call(`{ drops(limit: 50) { ${aliases.join(' ')} } }`),
  )
  expect(body.errors?.length).toBe(100)
  // 420 errors, ten in a turn.
  expect(turns).toBeGreaterThan(42)
  await failing.app.close()
})

test.each([190, 50])(
  'a long list with %i fields is built over several turns, or compiled',
  async (fields) => {
    let read = 0
    let mostInTurn = 0
    const crowded = await openApi((store) => ({
      ...store,
      listDrops: async (...given) => {
        const [drop] = await store.listDrops(...given)
        if (drop === undefined) return []
        return Array.from({ length: 200 }, () => ({
          ...drop,
          get title() {
            if (read++ === 0)
              setImmediate(() => {
                mostInTurn = Math.max(mostInTurn, read)
                read = 0
              })
            return 'Rain'
          },
        }))
      },
    }))
    await launchDrop(crowded)
    const names = Array.from({ length: fields }, (_, n) => `a${n}`)
    const query = `{ drops(limit: 200) { ${names.map((name) => `${name}: title`).join(' ')} } }`
    const one = Object.fromEntries(names.map((name) => [name, 'Rain']))
    for (let run = 0; run < 3; run++) {
      const { drops } = await crowded.data(query)
      expect(drops).toEqual(Array.from({ length: 200 }, () => one))
    }
    // Of 38,000 or 10,000. Two turns of the pace may begin in one of the event loop.
    expect(mostInTurn).toBeLessThanOrEqual(20_000)
    await crowded.app.close()
  },
)

test.each([
  ['list of values in objects of a list', '{ webhooks(limit: 200) { FIELDS } }', 'events', 'fieldsOfList'],
  ['list in an object', '{ me { drops(limit: 50) { FIELDS } } }', 'embedOrigins', 'fieldsOfList'],
])('a %s counts as several values', async (_what, query, field, limit) => {
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')
  const length = Number(/limit: (\d+)/.exec(query)?.[1])
  const most = 40_000 / length / 20
  await api.data(query.replace('FIELDS', aliases(most)))
  expect(await refusal(query.replace('FIELDS', aliases(most + 1)))).toMatchObject({ limit, value: 40_000 })
})

test('objects in lists without a length are counted while the answer is made', async () => {
  const measured = await openApi()
  const id = await launchDrop(measured)
  const from = new Date(measured.ports.clock.now() - 190 * 3_600_000).toISOString()
  const points = Array.from({ length: 120 }, (_, n) => `a${n}: points { at }`).join(' ')
  const query = `{ dropAnalytics(id: "${id}", interval: HOUR, from: "${from}") { POINTS } }`
  const { dropAnalytics } = await measured.data(query.replace('POINTS', 'points { at }'))
  expect(dropAnalytics.points.length).toBeGreaterThan(180)
  const { extensions } = await measured.error(query.replace('POINTS', points))
  expect(extensions.details).toMatchObject({ limit: 'queryCost', value: 20_000 })
  await measured.app.close()
})

test.each(['metadata', 'gatingConfig { id }'])(
  'large values of many drops are spread over turns of the event loop: %s',
  async (field) => {
    const crowded = await openApi()
    for (let n = 0; n < 50; n++) await launchDrop(crowded)
    const query = `{ drops(limit: 50) { ${field} } }`
    await crowded.data(query)
    const [{ drops }, turns] = await withTurns(() => crowded.data(query))
    expect(drops).toHaveLength(50)
    // Five in a turn.
    expect(turns).toBeGreaterThanOrEqual(10)
    await crowded.app.close()
  },
)

test('no further large values are read once the answer is too large', async () => {
  let reads = 0
  const text = 'x'.repeat(65_000)
  const crowded = await openApi((store) => ({
    ...store,
    listDrops: async (...given) =>
      (await store.listDrops(...given)).map((drop) => ({
        ...drop,
        get metadata() {
          reads++
          return { text }
        },
      })),
  }))
  for (let n = 0; n < 100; n++) await launchDrop(crowded)
  const { body } = await crowded.call('{ drops(limit: 200) { metadata } }')
  expect(body).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX', details: { limit: 'answerBytes' } } }],
  })
  expect(reads).toBe(Math.ceil((4 * 1024 * 1024) / text.length))
  await crowded.app.close()
})

test.each([11, null])('every list that may be long waits for a place: limit %s', (limit) => {
  const schema = createExecutableSchema()
  const limited = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).filter(({ args }) => args.some(({ name }) => name === 'limit'))
      : [],
  )
  expect(limited.length).toBeGreaterThan(20)
  let asked = 0
  const place = () => {
    asked++
    return new Promise<void>(() => {})
  }
  for (const field of limited)
    field.resolve?.({}, { limit }, { objects: { place } }, {} as GraphQLResolveInfo)
  expect(asked).toBe(limited.length)
})

test.each(['drops', 'events', 'platformEvents'])(
  'few lists of %s of one user are in memory at the same time, and others do not wait for them',
  async (field) => {
    const chainAnswers = Promise.withResolvers<void>()
    let running = 0
    const crowded = await openApi((store) => ({
      ...store,
      listDrops: async (...given) => {
        running++
        await chainAnswers.promise
        return store.listDrops(...given)
      },
      briefEvents: async (query) => {
        running++
        await chainAnswers.promise
        return store.briefEvents(query)
      },
    }))
    const { key } = await crowded.newUser('other')
    const lists = (count: number, limit: string, by?: string) =>
      Array.from({ length: count }, () =>
        crowded.data(`{ ${field}${limit} { id } }`, undefined, by === undefined ? undefined : { key: by }),
      )
    const asked = [...lists(6, '(limit: 200)'), ...lists(6, '(limit: 50)')]
    await expect.poll(() => running).toBe(4)
    asked.push(...lists(1, '(limit: 50)', key))
    await expect.poll(() => running).toBe(5)
    asked.push(...lists(3, '(limit: 10)'))
    await expect.poll(() => running).toBe(8)
    chainAnswers.resolve()
    await Promise.all(asked)
    expect(running).toBe(16)
    await crowded.app.close()
  },
)

test('the values of a list’s objects', async () => {
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: status`).join(' ')
  const query = (count: number) => `{ drops(limit: 200) { ${aliases(count)} } }`
  expect(await api.data(query(200))).toEqual({ drops: [] })
  expect(await refusal(query(201))).toMatchObject({
    code: 'QUERY_TOO_COMPLEX',
    limit: 'fieldsOfList',
    value: 40_000,
    asked: 40_200,
  })
})

test('what is signed for an object is signed once, under any aliases', async () => {
  let signatures = 0
  const ports = createTestPorts()
  const signer: typeof ports.signer = {
    ...ports.signer,
    sign: (...given) => {
      signatures++
      return ports.signer.sign(...given)
    },
  }
  const counted = await serve({ ...ports, signer }, createDropkit({ ...ports, signer }))
  const dropId = await launchDrop(counted)
  const receipts = Array.from({ length: 50 }, (_, n) => `r${n}: signed { signature }`).join(' ')
  await counted.data(
    `{ checkEligibility(input: { dropId: "${dropId}", walletAddress: "0x1" }) { ${receipts} } }`,
  )
  expect(signatures).toBe(1)
  const claim = await launchClaim(counted, dropId, walletOf(1))
  const receipt = `{ drop(id: "${dropId}") { claims { id r: receipt { signature } s: receipt { signature } } } }`
  signatures = 0
  for (const requests of [1, 2]) {
    expect((await counted.data(receipt)).drop.claims).toMatchObject([{ id: claim }])
    // The store in memory gives each request the same record, and the drop's key may change in between.
    expect(signatures).toBe(requests)
  }
  await counted.app.close()
})

test('the reads of a mutation’s answer count for its budget, those of the mutation itself do not', async () => {
  const isCounted = new AsyncLocalStorage<boolean>()
  const reads: (readonly [name: string, isCounted: boolean])[] = []
  const noteReads = (store: Store) =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          reads.push([String(name), isCounted.getStore() ?? false])
          return member.apply(target, given)
        }
      },
    })
  const counted = await openApi(noteReads, {
    withBudget: (_, work) => isCounted.run(true, () => work(() => {})),
    withoutBudget: (work) => isCounted.run(false, work),
  })
  const id = await launchDrop(counted)
  reads.length = 0
  const rename = 'mutation ($input: UpdateDropInput!) { updateDrop(input: $input) { title claims { id } } }'
  await counted.data(rename, { input: { id, title: 'Hail' } })
  expect(new Map(reads)).toEqual(
    new Map([...reads.map(([name]) => [name, false] as const), ['claimsOfDrops', true]]),
  )
  expect(reads.length).toBeGreaterThan(2)
  await counted.app.close()
})

test('fragments that multiply to nothing are not written out one by one', async () => {
  const links = Array.from({ length: 40 }, (_, n) => `fragment F${n} on User { ...F${n + 1} ...F${n + 1} }`)
  const query = `{ me { ...F0 } } ${links.join(' ')} fragment F40 on User { id }`
  // The second time it would be compiled.
  for (let time = 0; time < 3; time++) expect(await api.data(query)).toEqual({ me: { id: api.ownerId } })
})

test('of many fields that are none some are named, without a guess at each', async () => {
  const filter = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`f${n}`, n]))
  const before = process.threadCpuUsage()
  const { body } = await api.call('query ($f: DropFilter) { drops(filter: $f) { id } }', { f: filter })
  const { user, system } = process.threadCpuUsage(before)
  expect(body.errors).toHaveLength(50)
  // To read as much takes a tenth of a second; a guess at each takes several.
  expect((user + system) / 1_000).toBeLessThan(1_500)
})

test('a fragment that spreads itself is refused in time', async () => {
  const query = '{ drops { ...A } } fragment A on Drop { token { drops { ...A } } }'
  expect(await refusal(query)).toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('fragments that multiply are counted without being walked one by one', async () => {
  const links = Array.from({ length: 30 }, (_, n) => `fragment F${n} on User { ...F${n + 1} ...F${n + 1} }`)
  const query = `{ me { ...F0 } } ${links.join(' ')} fragment F30 on User { drops(limit: 1) { id } }`
  expect(await refusal(query)).toMatchObject({ limit: 'queryCost' })
})

describe('answer limits', () => {
  const calls: string[] = []
  let api: Api
  let dropId: string
  beforeAll(async () => {
    api = await openApi(noting(calls))
    const { createToken } = await api.data(
      'mutation { createToken(input: { name: "Gold", symbol: "GLD", supply: "1000000" }) { id } }',
    )
    for (let n = 0; n < 10; n++) {
      const { createDrop } = await api.data(
        `mutation ($metadata: JSON) { createDrop(input: {
        title: "Drop ${n}", type: TOKEN, claimType: REGULAR, existingTokenId: "${createToken.id}", maxAmount: "1000",
        tokenAmount: "1", metadata: $metadata
      }) { id } }`,
        { metadata: { text: 'x'.repeat(60_000) } },
      )
      dropId = createDrop.id
    }
  })
  afterAll(() => api.app.close())

  const aliased = (count: number, field: string) =>
    Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')

  describe('the limits of an answer', () => {
    test('is counted as it is, so that nested lists of a small store are answered', async () => {
      const { users } = await api.data(
        '{ users { drops { claims { id } token { drops { claims { id } creator { drops { claims { id } } } } } } } }',
      )
      expect(users[0].drops).toHaveLength(10)
    })

    test('is refused while it is made, once it holds too many objects', async () => {
      const query = `{ me { ${aliased(30, 'drops { ...Tokens }')} } }
      fragment Tokens on Drop { ${aliased(100, 'token { id }')} }`
      const { body } = await api.call(query)
      expect(body.errors?.[0]?.extensions).toMatchObject({
        code: 'QUERY_TOO_COMPLEX',
        retryable: false,
        details: { limit: 'queryCost', value: 20_000 },
      })
    })

    test('is refused if it repeats the same large value too often', async () => {
      const few = await api.data(`{ drop(id: "${dropId}") { ${aliased(60, 'metadata')} } }`)
      expect(few.drop.a59.text).toHaveLength(60_000)
      const startedAt = performance.now()
      const { message, extensions } = await api.error(
        `{ drop(id: "${dropId}") { ${aliased(1_500, 'metadata')} } }`,
      )
      expect(message).toMatch(/^The answer is more than 4194304 bytes long, at most 4194304 are sent/)
      expect(extensions).toMatchObject({
        code: 'QUERY_TOO_COMPLEX',
        details: { limit: 'answerBytes', value: 4 * 1024 * 1024, asked: null },
      })
      expect(performance.now() - startedAt).toBeLessThan(2_000)
    })

    test('is read once for the same question under many names', async () => {
      calls.length = 0
      await api.data(`{ ${aliased(180, 'drops(limit: 5, filter: { type: NFT }) { id }')} }`)
      expect(calls.filter((name) => name === 'listDrops')).toHaveLength(1)
      calls.length = 0
      await api.data('{ a: drops(limit: 5) { id } b: drops(limit: 6) { id } }')
      expect(calls.filter((name) => name === 'listDrops')).toHaveLength(2)
    })
  })

  test('a body with very many values is refused before it is parsed', async () => {
    const { body } = await api.call('{ me { id } }', { unused: Array.from({ length: 300_000 }, () => 1) })
    expect(body.errors?.[0]).toMatchObject({
      extensions: { code: 'QUERY_TOO_COMPLEX', details: { limit: 'bodyValues', value: 110_000 } },
    })
  })

  test('a body with megabytes of text that is not ASCII is refused before it is parsed', async () => {
    const { status, body } = await api.call('{ me { id } }', { unused: 'é'.repeat(3_000_000) })
    expect(status).toBe(413)
    expect(body.errors?.[0]).toMatchObject({
      extensions: {
        code: 'PAYLOAD_TOO_LARGE',
        details: { limit: 'nonAsciiBytes', value: 4 * 1024 * 1024, asked: expect.any(Number) },
      },
    })
  })

  test('a large file may have a name that is not ASCII', async () => {
    const input = { file: 'QUJD'.repeat(500_000), filename: 'é.txt', contentType: 'text/plain' }
    const { uploadFile } = await api.data(
      'mutation($input: UploadFileInput!) { uploadFile(input: $input) { filename size } }',
      { input },
    )
    expect(uploadFile).toEqual({ filename: 'é.txt', size: 1_500_000 })
  })
})
