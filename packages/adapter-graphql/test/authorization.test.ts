import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExecutableSchema, launchClaim, noting, walletOf } from './api.ts'
import { type Answer, DENIED, EXPECTED, type Expected, type World } from './authorization-table.ts'
import { buildWorld, giveEmail } from './authorization-world.ts'
import { openSocketApi, type SocketApi } from './web-sockets.ts'

const schema = createExecutableSchema()
const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const fields = rootTypes.flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    name: `${type?.name}.${field.name}`,
    kind: type?.name.toLowerCase() ?? '',
    selection: isObjectType(getNamedType(field.type)) ? '{ __typename }' : '',
  })),
)

/** What the store is asked before a caller is refused. Each reads one record, and the first ones the credential. */
const READS_BY_ID: ReadonlySet<string> = new Set([
  'credentials',
  'users',
  'briefDrops',
  'drops',
  'dropForSettlement',
  'tokens',
  'claims',
  'paymentIntents',
])

const calls: string[] = []
let api: SocketApi
beforeAll(async () => {
  api = await openSocketApi(noting(calls))
})
afterAll(() => api.app.close())

function summary(value: unknown): Answer {
  if (value === null || value === undefined) return 'null'
  if (value === false) return 'false'
  return Array.isArray(value) && value.length === 0 ? 'empty' : 'data'
}

async function answerTo(operation: string, key: string, expected: Answer): Promise<Answer> {
  const { body } = await api.call(operation, {}, { key })
  const [error] = body.errors ?? []
  if (!error) return summary(Object.values(body.data)[0])
  const code = error.extensions.code
  return { error: typeof expected === 'object' && expected.error === code ? code : error.message }
}

/** How a subscription begins: it stands, or an error comes. */
async function subscriptionOf(operation: string, key: string): Promise<Answer> {
  const client = await api.admitted(key)
  client.send({ id: '1', type: 'subscribe', payload: { query: operation } })
  // Answers come in order: when the next one is there, this one was not refused.
  client.send({ id: '2', type: 'subscribe', payload: { query: '{ drop(id: "x") { id } }' } })
  const refusals: string[] = []
  for (let message = await client.next(); message; message = await client.next()) {
    if (message.type === 'error') refusals.push(message.payload[0].message)
    if (message.type === 'complete') break
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  client.close()
  for (let message = await client.next(); message; message = await client.next()) {
    if (message.type === 'error') refusals.push(message.payload[0].message)
  }
  return refusals[0] === undefined ? 'data' : { error: refusals[0] }
}

test('every operation of the schema has its expectations, and nothing else has', () => {
  expect(Object.keys(EXPECTED).sort(), 'write them in authorization-table.ts').toEqual(
    fields.map(({ name }) => name).sort(),
  )
})

/** The world of a caller that names the owner's DRAFT wherever it could name one of the owner's drops. */
const withDraftsOnly = (world: Partial<World>): World => {
  const draft = world['draftId'] ?? ''
  return { ...world, dropId: draft, linkDropId: draft, pricedId: draft } as World
}

describe.each(fields)('$name', ({ name, kind, selection }) => {
  const cases = EXPECTED[name] ?? []
  // Usernames are short, and the names of some operations begin alike.
  const world = `w${fields.findIndex((field) => field.name === name)}`
  let built: World
  beforeAll(async () => {
    built = await buildWorld(api, { name: world })
  })

  test.each(['none', 'garbage', 'revoked'] as const)(
    'is rejected with a credential that is %s',
    async (which) => {
      const key = { none: null, garbage: `dk_${'x'.repeat(36)}`, revoked: built.revokedKey }[which]
      const operation = `${kind} { ${cases[0]?.ask(built)} ${selection} }`
      if (kind === 'subscription') {
        const client = await api.raw()
        client.send({
          type: 'connection_init',
          ...(key === null ? {} : { payload: { Authorization: `Bearer ${key}` } }),
        })
        client.send({ id: '1', type: 'subscribe', payload: { query: operation } })
        expect(await client.next()).toBeUndefined()
        expect([4401, 4403]).toContain((await client.closed).code)
        return
      }
      const { status, body } = await api.call(operation, {}, { key })
      expect(status).toBe(401)
      expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
    },
  )

  const denied = cases.filter(({ other }) => kind === 'mutation' && other === DENIED)
  if (denied.length > 0)
    test('changes, locks and lists nothing for a user whom it is denied', async () => {
      for (const { ask } of denied) {
        calls.length = 0
        await answerTo(`mutation { ${ask(built)} ${selection} }`, built.otherKey, DENIED)
        expect(calls.filter((call) => !READS_BY_ID.has(call))).toEqual([])
      }
    })

  // Before the cases below, in which the owner deletes its drops.
  const changesDrop = cases.filter(
    ({ ask, other }) =>
      kind === 'mutation' && other === DENIED && ask(withDraftsOnly({})) !== ask({} as World),
  )
  if (changesDrop.length > 0)
    test('refuses a DRAFT of another user like any of its drops', async () => {
      for (const { ask } of changesDrop) {
        const operation = `mutation { ${ask(withDraftsOnly(built))} ${selection} }`
        expect(await answerTo(operation, built.otherKey, DENIED)).toEqual(DENIED)
      }
    })

  test.each(
    cases.map((expected, index) => [expected.ask({} as World).replace(/undefined/g, '…'), index] as const),
  )('%s', async (_asked, index) => {
    const expected = cases[index] as Expected
    const operation = `${kind} { ${expected.ask(built)} ${selection} }`
    const answer = (key: string, answer: Answer) =>
      kind === 'subscription' ? subscriptionOf(operation, key) : answerTo(operation, key, answer)
    const answers = {
      other: await answer(built.otherKey, expected.other),
      owner: await answer(api.key, expected.owner),
    }
    expect(answers).toEqual({ other: expected.other, owner: expected.owner })
  })
})

describe('below what is there for all, nothing shows that is not', () => {
  let api: SocketApi
  let built: World
  beforeAll(async () => {
    api = await openSocketApi()
    built = await buildWorld(api, { name: 'nested' })
    await giveEmail(api, api.ownerId, 'owner@example.com')
    // What another user does to the owner's things shows up in its own lists.
    await launchClaim(api, built['dropId'] ?? '', walletOf(77), { key: built.otherKey })
  })
  afterAll(() => api.app.close())

  const userFields = '{ id email drops(limit: 10) { id } tokens(limit: 5) { drops(limit: 5) { id } } }'
  test.each([
    ['a user by its id', (w: World) => `user(id: "${w.ownerId}") ${userFields}`],
    ['all users', () => `users(limit: 20) ${userFields}`],
    [
      'a drop’s creator',
      (w: World) => `drop(id: "${w['dropId']}") { creator ${userFields} token { drops(limit: 10) { id } } }`,
    ],
    [
      'a token’s creator',
      (w: World) => `token(id: "${w['tokenId']}") { creator ${userFields} drops(limit: 200) { id } }`,
    ],
    [
      'a claim’s user',
      (w: World) => `claim(id: "${w['claimId']}") { user ${userFields} drop { creator ${userFields} } }`,
    ],
    ['a drop’s claims', (w: World) => `drop(id: "${w['dropId']}") { claims { user ${userFields} } }`],
    [
      'one’s own payments',
      () => `paymentIntents { id drop { id creator ${userFields} } refunds { id paymentIntent { id } } }`,
    ],
    ['one’s own events', () => `events { data drop { id creator ${userFields} } user ${userFields} }`],
    ['one’s own webhooks', () => 'webhooks { id secret deliveries { id event } }'],
  ])('%s', async (_where, ask) => {
    const query = `{ ${ask(built)} }`
    const { body } = await api.call(query, {}, { key: built.otherKey })
    expect(body.errors).toBeUndefined()
    const shown = JSON.stringify(body.data)
    for (const secret of [built['draftId'], built['intentId'], built['webhookId'], 'owner@example.com']) {
      expect(shown).not.toContain(secret)
    }
    // Their owner finds them in the same places.
    const found = JSON.stringify(await api.data(query))
    expect([built['draftId'], built['webhookId']].some((id) => found.includes(id ?? '-'))).toBe(true)
  })

  test('a payer sees the drop of its payment, but not its owner', async () => {
    const create = `mutation { createPaymentIntent(input: {
      dropId: "${built['pricedId']}", walletAddress: "${walletOf(8)}", paymentMethod: "sui" }) { id } }`
    const { id } = (await api.data(create, {}, { key: built.otherKey })).createPaymentIntent
    const query = `{ paymentIntent(id: "${id}") { id drop { id creator { email } } refunds { id } } }`
    expect(await api.data(query, {}, { key: built.otherKey })).toEqual({
      paymentIntent: { id, drop: { id: built['pricedId'], creator: { email: null } }, refunds: [] },
    })
    expect((await api.data(query)).paymentIntent.drop.creator).toEqual({ email: 'owner@example.com' })
    const third = await api.newUser('third')
    expect(await api.data(query, {}, { key: third.key })).toEqual({ paymentIntent: null })
  })

  test('the secret of a webhook is never shown again', async () => {
    const { webhooks } = await api.data('{ webhooks(limit: 200) { secret } }')
    expect(new Set(webhooks.map(({ secret }: { secret: string | null }) => secret))).toEqual(new Set([null]))
  })
})
