import { registerGraphql } from '@dropkit/adapter-graphql'
import { createDropkit } from '@dropkit/core'
import { createTestPorts } from '@dropkit/testing'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api, launchDrop, openApi, serve, walletOf } from './api.ts'

const CREATE = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id name } }'
const input = { name: 'Gold', symbol: 'GLD', supply: '1000000' }
const CLAIM = `mutation ($input: ClaimDropInput!) {
  claimDrop(input: $input) { claim { id amount } claimParams { amount nonce expiry signature } }
}`

const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * LEASE_MS

let api: Api
beforeEach(async () => {
  api = await openApi()
})
afterEach(() => api.app.close())

const withKey = (key: string, more: object = {}) => ({ headers: { 'idempotency-key': key }, ...more })
const keyed = (query: string, variables: object, key = 'k', more: object = {}) =>
  api.call(query, variables, withKey(key, more))
const tokenCount = async () => (await api.data('{ tokens { id } }')).tokens.length

describe('the first answer', () => {
  test('is given again, and said to be', async () => {
    const first = await keyed(CREATE, { input })
    const second = await keyed(CREATE, { input })
    expect(first.body.data.createToken).toMatchObject({ name: 'Gold' })
    expect(second.body).toEqual(first.body)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(second).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } })
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await tokenCount()).toBe(1)
  })

  test('is given again when it was a refusal, word for word', async () => {
    const refused = { input: { ...input, supply: '0' } }
    const first = await keyed(CREATE, refused)
    const second = await keyed(CREATE, refused)
    expect(first.body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('is given again by another server', async () => {
    const first = await keyed(CREATE, { input })
    const app = Fastify({ logger: false })
    const { ports } = api
    await registerGraphql(app, {
      ...ports,
      dropkit: createDropkit(ports),
      network: null,
      version: '1.2.3',
      publicUrl: 'https://other.example',
    })
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${api.key}`, 'idempotency-key': 'k' },
      payload: { query: CREATE, variables: { input } },
    })
    expect(response.json()).toEqual(first.body)
    expect(response.headers['idempotency-replayed']).toBe('true')
    await app.close()
  })

  test('is good for a day', async () => {
    const first = await keyed(CREATE, { input })
    api.ports.clock.advance(DAY_MS - 1)
    expect((await keyed(CREATE, { input })).body).toEqual(first.body)
    api.ports.clock.advance(1)
    expect((await keyed(CREATE, { input })).body).not.toEqual(first.body)
    expect(await tokenCount()).toBe(2)
  })

  test("is its user's own", async () => {
    const stranger = await api.newUser('stranger')
    await keyed(CREATE, { input })
    const theirs = await keyed(CREATE, { input }, 'k', { key: stranger.key })
    expect(theirs.headers['idempotency-replayed']).toBeUndefined()
    expect(await tokenCount()).toBe(2)
  })

  test('is the same under another key of its user', async () => {
    const { secret } = (await api.data('mutation { createApiKey(input: { name: "other" }) { secret } }'))
      .createApiKey
    const first = await keyed(CREATE, { input })
    expect((await keyed(CREATE, { input }, 'k', { key: secret })).body).toEqual(first.body)
  })

  test('is kept sealed', async () => {
    const query = 'mutation { createApiKey(input: { name: "ci" }) { secret } }'
    const first = await keyed(query, {})
    const { secret } = first.body.data.createApiKey
    expect((await keyed(query, {})).body.data.createApiKey.secret).toBe(secret)
    const [row] = [...api.ports.memory.state.idempotencyRecords.values()]
    expect(row?.answer).toMatch(new RegExp(`^sealed for answer to ${api.ownerId} k:`))
    expect((await api.data('{ apiKeys { id } }')).apiKeys).toHaveLength(2)
  })
})

test('large answers count for their user, and beyond the limit only the effect is kept', async () => {
  const ports = createTestPorts()
  // Room for four tokens and one answer.
  const limit = 80_000
  const counting = { ...ports, keyValues: ports.memory.keyValues }
  const limited = await serve(ports, createDropkit(counting, { storedBytesPerUserDay: limit }))
  const long = 'd'.repeat(1_000)
  const create = `mutation ($input: CreateTokenInput!) { createToken(input: $input) { id ${Array.from(
    { length: 40 },
    (_, n) => `d${n}: description`,
  ).join(' ')} } }`
  const send = (n: number) =>
    limited.call(
      create,
      { input: { ...input, description: long } },
      { headers: { 'idempotency-key': `k${n}` } },
    )
  const answers = []
  for (let n = 0; n < 4; n += 1) answers.push(await send(n))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const stored = [...ports.memory.state.idempotencyRecords.values()].map(({ answer }) => answer?.length ?? 0)
  expect(stored.filter((bytes) => bytes > 0)).toHaveLength(1)
  for (const [n, { body }] of answers.entries()) {
    const again = await send(n)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toEqual(body)
  }
  expect((await limited.data('{ tokens { id } }')).tokens).toHaveLength(4)
  await limited.app.close()
})

describe('an answer without effect', () => {
  const ROTATE =
    'mutation ($id: ID!) { updateDropKey(input: { dropId: $id, reason: "r" }) { success error } }'
  const long = (n: number) => `${n}`.padEnd(255, 'k')

  /** An API whose user may store this many bytes a day. `kept` counts the stored answers. */
  async function limitedTo(storedBytesPerUserDay: number) {
    const ports = createTestPorts()
    const counting = { ...ports, keyValues: ports.memory.keyValues }
    const limited = await serve(ports, createDropkit(counting, { storedBytesPerUserDay }))
    const kept = () =>
      [...ports.memory.state.idempotencyRecords.values()].filter(({ answer }) => answer !== null).length
    const send = (n: number, query = ROTATE, variables: object = { id: 'drop_1' }) =>
      limited.call(query, variables, { headers: { 'idempotency-key': long(n) } })
    return { limited, ports, kept, send }
  }

  test.each([
    ['a refusal in the data', ROTATE, { id: 'drop_1' }],
    ['an error', 'mutation ($id: ID!) { deleteDrop(id: $id) }', { id: 'drop_1' }],
    [
      'a refused random claim',
      'mutation ($id: ID!) { claimRandomDrop(input: { dropId: $id, userAddress: "0x1" }) { success code } }',
      { id: 'drop_1' },
    ],
  ])(
    'counts with its key, and beyond the limit is replaced by one that stores nothing: %s',
    async (_what, query, variables) => {
      const fitting = 3
      const { limited, ports, kept, send } = await limitedTo(2_500)
      const answers = []
      for (let n = 0; n < 6; n++) answers.push(await send(n, query, variables))
      expect(answers.map(({ status }) => status)).toEqual(
        Array.from({ length: 6 }, (_, n) => (n < fitting ? 200 : 429)),
      )
      expect(kept()).toBe(fitting)
      const last = answers.at(-1)
      expect(last?.headers['idempotency-replayed']).toBeUndefined()
      expect(last?.body.errors).toMatchObject([
        {
          extensions: {
            code: 'RATE_LIMITED',
            retryable: true,
            retryAfterMs: expect.any(Number),
            details: { limit: 'storedBytesPerUserDay', value: '2500' },
          },
        },
      ])
      // Stored answers are repeated, and the others are built again once they fit.
      const again = await send(0, query, variables)
      expect(again.body).toEqual(answers[0]?.body)
      expect(again.headers['idempotency-replayed']).toBe('true')
      ports.clock.advance(Number(last?.body.errors?.[0]?.extensions.retryAfterMs))
      expect((await send(5, query, variables)).status).toBe(200)
      expect((await send(5, query, variables)).headers['idempotency-replayed']).toBe('true')
      await limited.app.close()
    },
  )

  test('counts if it repeats what an earlier request did', async () => {
    const { limited, send } = await limitedTo(20_000)
    const dropId = await launchDrop(limited)
    const claim =
      'mutation ($id: ID!) { claimDrop(input: { dropId: $id, userAddress: "0x1" }) { claim { id } } }'
    const statuses = []
    for (let n = 0; n < 40; n++) statuses.push((await send(n, claim, { id: dropId })).status)
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    await limited.app.close()
  })

  test('is not stored for a page with a publishable key, because all its visitors share the limit', async () => {
    const { limited, kept } = await limitedTo(20_000)
    const create = 'createPublishableKey(input: { name: "k", origins: ["https://shop.example"] }) { secret }'
    const { createPublishableKey } = await limited.data(`mutation { ${create} }`)
    const headers = { 'idempotency-key': 'k', origin: 'https://shop.example' }
    const { body } = await limited.call(
      'mutation { claimDrop(input: { dropId: "drop_1", userAddress: "0x1" }) { claim { id } } }',
      {},
      { key: createPublishableKey.secret, headers },
    )
    expect(body.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect(kept()).toBe(0)
    await limited.app.close()
  })

  test('is not limited without a key, and does not limit changes', async () => {
    const { limited, send, kept } = await limitedTo(5_600)
    const created = await send(0, CREATE, { input })
    expect(created.body.data.createToken).toMatchObject({ name: 'Gold' })
    expect((await send(1)).status).toBe(429)
    expect((await limited.data(ROTATE, { id: 'drop_1' })).updateDropKey).toMatchObject({ success: false })
    expect(await send(0, CREATE, { input })).toMatchObject({ headers: { 'idempotency-replayed': 'true' } })
    expect(kept()).toBe(1)
    await limited.app.close()
  })
})

test('a small variable that the operation does not declare is ignored', async () => {
  const { body } = await keyed(CREATE, { input, unused: { some: ['thing'] } })
  expect(body.errors).toBeUndefined()
})

test.each([
  ['many small ones', Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`unused${n}`, 1]))],
  ['one with a long name inside', { unused: { ['x'.repeat(2_000)]: 1 } }],
])(
  'variables that the operation does not declare are refused if they are large together: %s',
  async (_, more) => {
    const { body } = await keyed(CREATE, { input, ...more })
    expect(body.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', retryable: false } })
  },
)

test('large variables that the operation does not declare are refused before the request is hashed', async () => {
  const unused = Array.from({ length: 100_000 }, (_, n) => n)
  const { body } = await keyed(CREATE, { input, unused })
  expect(body.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/^Variable \$unused is not declared by the operation/),
    extensions: { code: 'BAD_USER_INPUT', field: 'unused' },
  })
})

describe('another request with the same key', () => {
  test.each([
    ['another text', CREATE.replace('id name', 'id'), { input }],
    ['other variables', CREATE, { input: { ...input, name: 'Silver' } }],
  ])('is refused with 422: %s', async (_what, query, variables) => {
    await keyed(CREATE, { input })
    const { status, body } = await keyed(query, variables)
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } }])
    expect(await tokenCount()).toBe(1)
  })

  test('is refused for another operation of the text', async () => {
    const query =
      'mutation A { createToken(input: {name: "A", symbol: "A", supply: "1"}) { id } } mutation B { revokeApiKey(id: "x") }'
    await keyed(query, {}, 'k', { operationName: 'A' })
    expect((await keyed(query, {}, 'k', { operationName: 'B' })).status).toBe(422)
  })

  test('is the same request when its variables say the same in another order', async () => {
    const first = await keyed(CREATE, { input })
    const second = await keyed(CREATE, { input: { supply: '1000000', symbol: 'GLD', name: 'Gold' } })
    expect(second.body).toEqual(first.body)
  })
})

describe('the header', () => {
  test.each(['', 'a b', 'a\u00e9', 'x'.repeat(256)])('%o is no key', async (key) => {
    const { status, body } = await keyed(CREATE, { input }, key)
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          reason: 'WRONG_FORMAT',
          field: 'Idempotency-Key',
          retryable: false,
        },
      },
    ])
    expect(await tokenCount()).toBe(0)
  })

  test('may have 255 characters', async () => {
    const key = `"${'~'.repeat(253)}"`
    await keyed(CREATE, { input }, key)
    expect((await keyed(CREATE, { input }, key)).headers['idempotency-replayed']).toBe('true')
  })

  test('is refused with several mutations, even in fragments', async () => {
    const field = (alias: string) => `${alias}: createToken(input: $input) { id }`
    for (const query of [
      `mutation ($input: CreateTokenInput!) { ${field('a')} ${field('b')} }`,
      `mutation ($input: CreateTokenInput!) { ...F ${field('b')} } fragment F on Mutation { ${field('a')} }`,
    ]) {
      const { status, body } = await keyed(query, { input })
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', reason: 'CONTRADICTION', field: 'Idempotency-Key' } },
      ])
    }
    expect(await tokenCount()).toBe(0)
  })

  test('is ignored on a query, even one that is no key', async () => {
    for (const key of ['k', '']) {
      const { status, headers, body } = await keyed('{ a: me { id } b: me { id } }', {}, key)
      expect([status, body.errors, headers['idempotency-replayed']]).toEqual([200, undefined, undefined])
    }
    expect(api.ports.memory.state.idempotencyRecords.size).toBe(0)
  })
})

describe('nothing is stored', () => {
  test.each([
    ['does not parse', '{{', {}],
    ['is not valid', 'mutation { createToken { id } }', {}],
    ['has bad variables', CREATE, { input: { name: 1 } }],
    ['lacks a variable', CREATE, {}],
    [
      'reaches no mutation',
      `mutation ($input: CreateTokenInput!) { createToken(input: $input) @skip(if: true) { id } }`,
      { input },
    ],
  ])('of a request that %s', async (_what, query, variables) => {
    await keyed(query, variables)
    expect(api.ports.memory.state.idempotencyRecords.size).toBe(0)
    expect((await keyed(CREATE, { input })).body.data.createToken).toBeDefined()
  })

  test('of a mutation that the caller may not make', async () => {
    expect((await keyed(CREATE, { input }, 'k', { key: 'bad' })).status).toBe(401)
    expect(api.ports.memory.state.idempotencyRecords.size).toBe(0)
  })

  test('of a temporary refusal', async () => {
    const query =
      'mutation ($id: ID!, $hash: String!) { confirmTokenDeployment(input: { tokenId: $id, txHash: $hash }) { id } }'
    const { id } = (await keyed(CREATE, { input }, 'token')).body.data.createToken
    const { body } = await keyed(query, { id, hash: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' })
    expect(body.errors).toMatchObject([{ extensions: { retryable: true } }])
    expect(api.ports.memory.state.idempotencyRecords.size).toBe(1)
  })

  test('of an error that may pass', async () => {
    let isBroken = true
    const broken = await openApi((store) => ({
      ...store,
      create: (change) => {
        if (isBroken && change.insert?.tokens) throw new Error('connection lost')
        return store.create(change)
      },
    }))
    const call = () => broken.call(CREATE, { input }, withKey('k'))
    expect((await call()).body.errors).toMatchObject([{ extensions: { code: 'INTERNAL', retryable: true } }])
    isBroken = false
    expect((await call()).body.data.createToken).toMatchObject({ name: 'Gold' })
    await broken.app.close()
  })
})

describe('if the store cannot keep an answer', () => {
  const failing = () => Promise.reject(new Error('the store does not answer'))

  test('it is kept as soon as the store answers', async () => {
    const { idempotency } = api.ports
    const answer = vi
      .spyOn(idempotency, 'answer')
      .mockImplementationOnce(failing)
      .mockImplementationOnce(failing)
    const first = await keyed(CREATE, { input })
    expect(first.body.data.createToken).toMatchObject({ name: 'Gold' })
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(3), { timeout: 10_000 })
    const second = await keyed(CREATE, { input })
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await tokenCount()).toBe(1)
  })

  test('an answer without an effect is kept as soon as the store answers, and nothing runs again', async () => {
    const { idempotency } = api.ports
    const answer = vi.spyOn(idempotency, 'answer').mockImplementationOnce(failing)
    const bad = { input: { ...input, name: '' } }
    const first = await keyed(CREATE, bad)
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2), { timeout: 10_000 })
    const second = await keyed(CREATE, bad)
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('a repeat of a temporary refusal runs as soon as the store answers', async () => {
    const { idempotency } = api.ports
    vi.spyOn(api.ports.store, 'create').mockImplementationOnce(async () => {
      throw Object.assign(new Error('no connection'), { name: 'StoreUnavailable', retryable: true })
    })
    const forget = vi.spyOn(idempotency, 'forget').mockImplementationOnce(failing)
    expect((await keyed(CREATE, { input })).body.errors).toMatchObject([{ extensions: { retryable: true } }])
    await vi.waitFor(() => expect(forget).toHaveBeenCalledTimes(2), { timeout: 10_000 })
    expect((await keyed(CREATE, { input })).body.data.createToken).toMatchObject({ name: 'Gold' })
    expect(await tokenCount()).toBe(1)
  })
})

describe('of a hundred at once with one key', () => {
  test('one takes effect, and all are answered the same', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => keyed(CREATE, { input })))
    const running = answers.filter(({ status }) => status === 409)
    const done = answers.filter(({ status }) => status === 200)
    expect(running.length + done.length).toBe(100)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { headers, body } of running) {
      expect(headers['retry-after']).toBe('1')
      expect(body.errors).toMatchObject([
        { extensions: { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true, retryAfterMs: 1_000 } },
      ])
    }
    expect((await keyed(CREATE, { input })).body).toEqual(done[0]?.body)
    expect(await tokenCount()).toBe(1)
  })

  test('one claims', async () => {
    const dropId = await launchDrop(api)
    const claim = { input: { dropId, userAddress: walletOf(1) } }
    const answers = await Promise.all(Array.from({ length: 100 }, () => keyed(CLAIM, claim)))
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body))
    expect(new Set(done).size).toBe(1)
    expect(
      (await api.data('query ($id: ID!) { drop(id: $id) { claimedAmount } }', { id: dropId })).drop
        .claimedAmount,
    ).toBe('10')
  })
})

describe('the voucher of a claim', () => {
  const claimOf = ({ body }: Awaited<ReturnType<typeof keyed>>) => body.data.claimDrop
  const RANDOM = { dropId: '', userAddress: walletOf(1) }
  let claim: { readonly input: typeof RANDOM }
  beforeEach(async () => {
    claim = { input: { ...RANDOM, dropId: await launchDrop(api) } }
  })

  test('is signed again for the same claim when it ran out', async () => {
    const first = claimOf(await keyed(CLAIM, claim))
    api.ports.clock.advance(15 * LEASE_MS)
    const second = await keyed(CLAIM, claim)
    const renewed = claimOf(second)
    expect(renewed.claim).toEqual(first.claim)
    expect(renewed.claimParams).toMatchObject({
      amount: first.claimParams.amount,
      nonce: first.claimParams.nonce,
    })
    expect(Number(renewed.claimParams.expiry)).toBe(api.ports.clock.now() + 15 * LEASE_MS)
    expect(renewed.claimParams.signature).not.toBe(first.claimParams.signature)
    expect(second.headers['idempotency-replayed']).toBe('true')
    api.ports.clock.advance(LEASE_MS)
    expect(claimOf(await keyed(CLAIM, claim))).toEqual(renewed)
  })

  test('does not change while it is valid, whatever else is claimed', async () => {
    const query = CLAIM.replace('id amount', 'id drop { claimedAmount }')
    const first = await keyed(query, claim)
    await api.data(CLAIM, { input: { ...claim.input, userAddress: walletOf(2) } })
    expect((await keyed(query, claim)).body).toEqual(first.body)
  })

  test('is signed again under the key that the drop has now', async () => {
    const first = claimOf(await keyed(CLAIM, claim))
    const caller = await api.dropkit.authenticate(api.key)
    if (!caller.ok) throw new Error('not authenticated')
    const rotated = await api.dropkit.rotateDropKey(caller.value.caller, claim.input.dropId, {
      reason: 'leaked',
    })
    expect(rotated.ok).toBe(true)
    const second = claimOf(await keyed(CLAIM, claim))
    expect(second.claimParams.nonce).toBe(first.claimParams.nonce)
    expect(second.claimParams.signature).not.toBe(first.claimParams.signature)
    expect(second).toEqual((await api.data(CLAIM, claim)).claimDrop)
  })

  test('is never signed again for an amount that was given back', async () => {
    const first = await keyed(CLAIM, claim)
    api.ports.clock.advance(16 * LEASE_MS)
    while ((await api.dropkit.runDueJobs()) > 0);
    const status = await api.data('query ($id: ID!) { claim(id: $id) { status } }', {
      id: claimOf(first).claim.id,
    })
    expect(status.claim.status).toBe('EXPIRED')
    expect((await keyed(CLAIM, claim)).body).toEqual(first.body)
    expect(
      (await api.data('query ($id: ID!) { drop(id: $id) { claimedAmount } }', { id: claim.input.dropId }))
        .drop.claimedAmount,
    ).toBe('0')
  })
})

test('a draw that is refused for something that may pass is tried again', async () => {
  const query = 'mutation ($input: ClaimRandomDropInput!) { claimRandomDrop(input: $input) { success code } }'
  let isReady = false
  const later = await openApi((store) => ({
    ...store,
    changeDrop: (id, query, decide) =>
      store.changeDrop(id, query, (dropState) => {
        const seen =
          dropState && !isReady
            ? { ...dropState, drop: { ...dropState.drop, vault: { kind: 'none' as const } } }
            : dropState
        return decide(seen)
      }),
  }))
  isReady = true
  const dropId = await launchDrop(later, { tokenAmount: '0', supply: 10 })
  isReady = false
  const call = async () => {
    const { body } = await later.call(query, { input: { dropId, userAddress: walletOf(1) } }, withKey('k'))
    return body.data.claimRandomDrop
  }
  expect(await call()).toEqual({ success: false, code: 'DROP_NOT_READY' })
  isReady = true
  expect(await call()).toEqual({ success: true, code: null })
  await later.app.close()
})
