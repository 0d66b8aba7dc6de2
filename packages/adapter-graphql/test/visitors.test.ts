// What a page gets without a signed-in user: for each root field, whether it is open to visitors, and what they try.
import { claimLinkMessage } from '@dropkit/core'
import { sha256, testLinkSignature, testWallet } from '@dropkit/testing'
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CLOSED_BELOW } from '../src/execution/visitor-rules.ts'
import { createExecutableSchema, launchClaim, launchDrop, launchLottery, openApi, walletOf } from './api.ts'
import { eventually, openSocketApi, type SocketApi } from './web-sockets.ts'

const schema = createExecutableSchema()
const LIFETIME_MS = 12 * 60 * 60_000

let api: SocketApi
let dropId: string
let draftId: string
let linkDropId: string
let lotteryDropId = ''
let checkedDropId = ''
let claimId: string
let tokenId: string
let mine: { readonly id: string; readonly intentId: string }
let another: { readonly id: string; readonly intentId: string }
let visitor: string

const LINK_KEY = new Uint8Array(32)
const LINK = Buffer.from(sha256(LINK_KEY)).toString('base64url')

async function visit(paymentIntentId: string | null = null): Promise<string> {
  const started = await api.dropkit.startVisit({ paymentIntentId })
  if (!started.ok) throw new Error(started.error.kind)
  return started.value.token
}

beforeAll(async () => {
  api = await openSocketApi(undefined, { takesVisitors: true })
  dropId = await launchDrop(api, { shortcode: 'open' })
  draftId = await launchDrop(api, { status: 'DRAFT', shortcode: 'draft' })
  claimId = await launchClaim(api, dropId, walletOf(1))
  tokenId = (await api.data(`{ drop(id: "${dropId}") { token { id } } }`)).drop.token.id
  linkDropId = await launchDrop(api)
  await api.data(
    `mutation { createClaimLinks(input: { dropId: "${linkDropId}", publicKeys: ["${LINK}"] }) { count } }`,
  )
  lotteryDropId = await launchLottery(api)
  checkedDropId = await launchDrop(api, { humanCheck: 'PROOF_OF_WORK' })
  await api.data(
    `mutation { enterDrop(input: { dropId: "${lotteryDropId}", userAddress: "0x7" }) { state } }`,
  )
  const pricedId = await launchDrop(api, { price: 1.5, supply: 10 })
  const buy = async (wallet: number) =>
    (
      await api.data(`mutation { createPaymentIntent(input: {
        dropId: "${pricedId}", walletAddress: "${walletOf(wallet)}", paymentMethod: "sui" }) { id intentId } }`)
    ).createPaymentIntent
  mine = await buy(5)
  another = await buy(6)
  visitor = await visit(mine.intentId)
})
afterAll(() => api.app.close())

const DENIED = {
  message: 'Access denied',
  extensions: {
    code: 'FORBIDDEN',
    retryable: false,
    details: { reason: expect.stringContaining('sign in') },
  },
}

/** How each field that is open is asked for; what is not here is closed. */
const OPEN: { readonly [field: string]: () => string } = {
  checkEligibility: () => `(input: { dropId: "${dropId}", walletAddress: "0x1" }) { eligible }`,
  checkGatingEligibility: () => `(input: { dropId: "${dropId}", walletAddress: "0x1" }) { eligible }`,
  claim: () => `(id: "${claimId}") { id amount }`,
  claimLink: () => `(dropId: "${linkDropId}", id: "${LINK}") { id status }`,
  claims: () => `(filter: { dropId: "${dropId}" }) { id }`,
  creator: () => `(username: "owner") { username accentColor }`,
  drop: () => `(id: "${dropId}") { id title creator { username } }`,
  dropByShortcode: () => '(shortcode: "open") { id }',
  humanChallenge: () => `(dropId: "${checkedDropId}", userAddress: "0x7") { text }`,
  lotteryEntry: () => `(dropId: "${lotteryDropId}", userAddress: "0x7") { state }`,
  lotteryWallets: () => `(dropId: "${lotteryDropId}")`,
  paymentIntent: () => `(id: "${mine.intentId}") { id status amountAtomic recipientAddress }`,
  recipientMessage: () => `(dropId: "${dropId}", userAddress: "0x7", recipient: "0x8")`,
  publicDrops: () => `(username: "owner") { id status }`,
  service: () => '{ chain now }',
  token: () => `(id: "${tokenId}") { symbol }`,
}

/** A value for each argument that a field needs, so that nothing but who asks can be wrong with it. */
function closedQuery(kind: 'Query' | 'Mutation' | 'Subscription', name: string): string {
  const field = schema.getType(kind)
  if (!isObjectType(field)) throw new Error(`there is no ${kind}`)
  const { args, type } = field.getFields()[name] ?? { args: [], type: undefined }
  const needed = args.filter((argument) => String(argument.type).endsWith('!'))
  const declared = needed.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const given = needed.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const named = type && getNamedType(type)
  const below = isObjectType(named) ? '{ __typename }' : ''
  const head = declared === '' ? '' : `(${declared})`
  return `${kind.toLowerCase()}${head} { ${name}${given === '' ? '' : `(${given})`} ${below} }`
}

const fieldsOf = (kind: 'Query' | 'Mutation' | 'Subscription'): readonly string[] => {
  const type = schema.getType(kind)
  return isObjectType(type) ? Object.keys(type.getFields()) : []
}

describe('a visitor over HTTP', () => {
  test.each(fieldsOf('Query'))('is told of %s what is public, or to sign in', async (name) => {
    const open = OPEN[name]?.()
    if (open === undefined) {
      expect(await api.error(closedQuery('Query', name), {}, { key: visitor })).toMatchObject(DENIED)
      return
    }
    const found = (await api.data(`{ ${name}${open} }`, {}, { key: visitor }))[name]
    expect(found).not.toBeNull()
  })

  const closed = fieldsOf('Mutation').filter((name) => name !== 'claimWithLink')

  test.each(closed)('changes nothing by %s', async (name) => {
    expect(await api.error(closedQuery('Mutation', name), {}, { key: visitor })).toMatchObject(DENIED)
  })

  /** A claim with a link, whose signature names the wallet 9. */
  const claimFor = (userAddress: string) => {
    const signature = testLinkSignature(LINK_KEY, claimLinkMessage(linkDropId, LINK, testWallet(9)))
    return `mutation { claimWithLink(input: { dropId: "${linkDropId}", linkId: "${LINK}", userAddress: "${userAddress}",
      signature: "${signature}" }) { claim { userAddress status user { id } } claimParams { signature } } }`
  }

  test('may claim with a link, whose key decides the receiver', async () => {
    const code = (await api.error(claimFor(testWallet(8)), {}, { key: visitor })).extensions.code
    expect(code).toBe('LINK_SIGNATURE_INVALID')
    const { claimWithLink } = await api.data(claimFor(testWallet(9)), {}, { key: visitor })
    expect(claimWithLink).toMatchObject({
      claim: { userAddress: testWallet(9), user: { id: api.ownerId } },
      claimParams: {},
    })
  })

  test.each([
    '{ drop(id: "x") { id } me { id } }',
    '{ drop: me { id } }',
    '{ ...All } fragment All on Query { ... { users { email } } }',
    'query ($no: Boolean = false) { me @include(if: $no) { id } }',
    '{ __schema { types { name } } }',
    '{ __type(name: "User") { name } }',
  ])('gets past the rules by no detour: %s', async (query) => {
    expect(await api.error(query, {}, { key: visitor })).toMatchObject(DENIED)
  })

  test('stores nothing under an Idempotency-Key, so another visitor can use the same one', async () => {
    const begin = vi.spyOn(api.ports.idempotency, 'begin')
    const send = async (userAddress: string) => {
      const terms = { key: await visit(), headers: { 'idempotency-key': 'first' } }
      return (await api.call(claimFor(userAddress), {}, terms)).body
    }
    expect(await send(testWallet(8))).toMatchObject({ errors: [{ message: expect.any(String) }] })
    for (let time = 0; time < 2; time++)
      expect(await send(testWallet(9))).toMatchObject({
        data: { claimWithLink: { claim: { userAddress: testWallet(9) } } },
      })
    expect(begin).not.toHaveBeenCalled()
    begin.mockRestore()
  })

  test('lists claims of one drop alone', async () => {
    const mixed = '{ claims { id } }'
    expect((await api.error(mixed, {}, { key: visitor })).extensions.code).toBe('FORBIDDEN')
    const ofDraft = `{ claims(filter: { dropId: "${draftId}" }) { id } }`
    expect(await api.data(ofDraft, {}, { key: visitor })).toEqual({ claims: [] })
  })

  test('finds no draft in any query', async () => {
    const query = `{ drop(id: "${draftId}") { id } dropByShortcode(shortcode: "draft") { id }
      token(id: "${tokenId}") { id } }`
    const found = JSON.stringify(await api.data(query, {}, { key: visitor }))
    expect(found).toContain('"drop":null,"dropByShortcode":null')
    expect(found).not.toContain(draftId)
  })

  test.each([
    ['User.drops', 'drop', 'creator { drops { id } }'],
    ['User.tokens', 'drop', 'creator { tokens { id } }'],
    ['User.claims', 'drop', 'claims { user { claims { id } } }'],
    ['User.totalDrops', 'drop', 'creator { totalDrops }'],
    ['User.totalClaims', 'drop', 'token { creator { totalClaims } }'],
    ['Token.drops', 'token', 'drops { id }'],
  ])('cannot reach other records through %s', async (_field, root, below) => {
    const id = root === 'drop' ? dropId : tokenId
    expect(await api.error(`{ ${root}(id: "${id}") { ${below} } }`, {}, { key: visitor })).toMatchObject(
      DENIED,
    )
  })

  test('reaches related records only by fields that are listed', () => {
    const ways = new Set<string>()
    const walk = (type: GraphQLObjectType): void => {
      for (const field of Object.values(type.getFields())) {
        const below = getNamedType(field.type)
        const way = `${type.name}.${field.name}`
        if (!isObjectType(below) || ways.has(way) || CLOSED_BELOW[type.name]?.includes(field.name)) continue
        ways.add(way)
        walk(below)
      }
    }
    const roots = ['drop', 'token', 'claim', 'paymentIntent', 'service', 'checkEligibility']
    for (const root of roots) {
      const type = getNamedType(schema.getQueryType()?.getFields()[root]?.type as never)
      if (isObjectType(type)) walk(type)
    }
    expect([...ways].sort()).toEqual([
      'Claim.drop',
      'Claim.receipt',
      'Claim.user',
      'Collection.attributes',
      'Collection.pieces',
      'Drop.beacon',
      'Drop.claims',
      'Drop.collection',
      'Drop.creator',
      'Drop.gatingConfig',
      'Drop.lottery',
      'Drop.proceeds',
      'Drop.token',
      'EligibilityCheck.facts',
      'EligibilityCheck.rule',
      'EligibilityResult.checks',
      'EligibilityResult.signed',
      'GatingConfig.rules',
      'Lottery.beacon',
      'Lottery.waves',
      'PaymentIntent.drop',
      'PaymentIntent.refunds',
      'Piece.attributes',
      'Refund.paymentIntent',
      'Service.currencies',
      'Token.creator',
    ])
  })

  test('sees no e-mail address', async () => {
    const query = `{ drop(id: "${dropId}") { creator { email } claims { user { email } } } }`
    expect(await api.data(query, {}, { key: visitor })).toEqual({
      drop: { creator: { email: null }, claims: [{ user: { email: null } }] },
    })
  })

  test('follows the one payment that its token names', async () => {
    const ask = async (id: string, key: string) =>
      (await api.data(`{ paymentIntent(id: "${id}") { id } }`, {}, { key })).paymentIntent
    expect(await ask(mine.id, visitor)).toEqual({ id: mine.id })
    for (const id of [another.id, another.intentId]) expect(await ask(id, visitor)).toBeNull()
    expect(await ask(mine.intentId, await visit())).toBeNull()
  })
})

describe('a token of a visitor', () => {
  const status = async (key: string) => (await api.call('{ service { chain } }', {}, { key })).status

  test('is rejected if it has expired, is forged, or is from another service', async () => {
    const forged = [`${visitor}A`, visitor.slice(0, -4), visitor.toLowerCase(), 'dv_', 'dv_AAAA']
    for (const token of forged) expect(await status(token)).toBe(401)
    const short = await visit()
    api.ports.clock.advance(LIFETIME_MS)
    expect(await status(short)).toBe(401)
    visitor = await visit(mine.intentId)
    expect(await status(visitor)).toBe(200)
  })

  test('counts as a wrong credential if it is wrong, and for its address if it is valid', async () => {
    const taken: string[] = []
    let bad = 0
    const limited = await openApi(undefined, {
      takesVisitors: true,
      rateLimits: {
        async takeTokens({ caller }, count, address) {
          taken.push(`${caller.credential.kind} ${count} ${address}`)
          return { refusal: null, headers: {} }
        },
        async countBadCredential() {
          bad += 1
          return null
        },
        countWebhookSend: async () => null,
      },
    })
    const started = await limited.dropkit.startVisit({})
    const key = started.ok ? started.value.token : ''
    await limited.call('{ me { id } service { chain } }', {}, { key })
    await limited.call('{ service { chain } }', {}, { key: `${key}x` })
    expect([taken, bad]).toEqual([['visitor 2 127.0.0.1'], 1])
    await limited.app.close()
  })

  test('is rejected if the service accepts no visitors', async () => {
    const closed = await openApi()
    const started = await closed.dropkit.startVisit({})
    const key = started.ok ? started.value.token : ''
    expect((await closed.call('{ service { chain } }', {}, { key })).status).toBe(401)
    await closed.app.close()
  })
})

describe('a visitor on a socket', () => {
  const first = async (query: string) => {
    const client = await api.admitted(visitor)
    client.send({ id: '1', type: 'subscribe', payload: { query } })
    const message = await client.next()
    client.close()
    return message
  }

  test.each([
    'subscription { eventStream { id } }',
    'subscription { claimNotifications(userId: "x") { id } }',
    'subscription { ...S } fragment S on Subscription { eventStream { id } }',
    '{ me { id } }',
    'mutation { revokeApiKey(id: "x") }',
  ])('must sign in for %s', async (query) => {
    expect(await first(query)).toMatchObject({ type: 'error', payload: [DENIED] })
  })

  test('finds no updates of a draft or of another’s payment', async () => {
    for (const query of [
      `subscription { dropUpdates(dropId: "${draftId}") { id } }`,
      `subscription { paymentUpdates(paymentIntentId: "${another.intentId}") { id } }`,
    ])
      expect(await first(query)).toMatchObject({
        type: 'error',
        payload: [{ extensions: { code: 'NOT_FOUND' } }],
      })
  })

  test('gets the updates of a drop and of its payment', async () => {
    const client = await api.admitted(visitor)
    const drop = `subscription { dropUpdates(dropId: "${dropId}") { drop { title } } }`
    const payment = `subscription { paymentUpdates(paymentIntentId: "${mine.intentId}") { type } }`
    client.send({ id: 'd', type: 'subscribe', payload: { query: drop } })
    client.send({ id: 'p', type: 'subscribe', payload: { query: payment } })
    await eventually(() => api.dropkit.eventFollowers() >= 2)
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Sun" }) { id } }`)
    expect(await client.next()).toMatchObject({
      id: 'd',
      payload: { data: { dropUpdates: { drop: { title: 'Sun' } } } },
    })
    await api.data(`mutation { cancelPaymentIntent(id: "${mine.id}") { id } }`)
    expect(await client.next()).toMatchObject({
      id: 'p',
      payload: { data: { paymentUpdates: { type: 'payment.cancelled' } } },
    })
    client.close()
  })

  test('gets no more updates after its token has expired', async () => {
    const brief = await openSocketApi(undefined, { takesVisitors: true, sockets: { credentialMs: 20 } })
    const started = await brief.dropkit.startVisit({})
    const client = await brief.admitted(started.ok ? started.value.token : '')
    brief.ports.clock.advance(LIFETIME_MS)
    expect((await client.closed).code).toBe(4403)
    await brief.app.close()
  })
})
