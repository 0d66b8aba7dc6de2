// Everything that is below every root field, as six callers see it: what belongs to one of them alone is marked, and
// no mark may be seen by another, by whatever way. What each field is to show is in field-authorization.test.ts; what
// each root field answers to whom, in authorization.test.ts.
import { claimLinkMessage } from '@dropkit/core'
import { sha256, testLinkSignature, testWallet } from '@dropkit/testing'
import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExecutableSchema, launchDrop, walletOf } from './api.ts'
import { EXPECTED } from './authorization-table.ts'
import { answeredIn, buildWorld, edgeOf, everythingBelow, giveEmail } from './authorization-world.ts'
import { openSocketApi, type SocketApi } from './web-sockets.ts'

const schema = createExecutableSchema()

/** Whom a mark may be shown to. */
interface Mark {
  readonly what: string
  readonly text: string
  readonly seenBy: readonly CallerName[]
}

const CALLERS = ['anonymous', 'stranger', 'owner', 'claimer', 'revoked', 'visitor'] as const
type CallerName = (typeof CALLERS)[number]

let api: SocketApi
let keys: Readonly<Record<CallerName, string | null>>
let marks: readonly Mark[]
let arguments_: Readonly<Record<string, string>>
const one = async (query: string, key?: string) =>
  Object.values(await api.data(query, {}, key === undefined ? {} : { key }))[0] as Record<string, string>

beforeAll(async () => {
  api = await openSocketApi(undefined, { takesVisitors: true })
  const visit = await api.dropkit.startVisit({})
  const claimer = await api.newUser('claimer')
  const drop = {
    metadata: { some: 'thing' },
    description: 'd',
    imageUrl: 'ipfs://i',
    estimatedValueUsd: 1.5,
    communityId: 'c',
    maxPerWallet: 9,
    startsAt: '2001-01-01T00:00:00Z',
    claimDeadline: '2999-01-01T00:00:00Z',
  }
  const world = await buildWorld(api, { name: 'mark', drop, claimerKey: claimer.key })
  const dropId = world['dropId'] ?? ''
  keys = {
    anonymous: null,
    stranger: world.otherKey,
    owner: api.key,
    claimer: claimer.key,
    revoked: world.revokedKey,
    visitor: visit.ok ? visit.value.token : null,
  }

  await giveEmail(api, api.ownerId, 'owner@mark.example')
  await giveEmail(api, claimer.id, 'claimer@mark.example')
  await one('mutation { createApiKey(input: { name: "l", project: "p", requestsPerMinute: 5 }) { secret } }')
  await one(`mutation { updateGatingConfig(dropId: "${dropId}", input: { isActive: true,
    rules: [{ key: "claim_count", operator: "<=", value: "5", description: "few" }] }) { id } }`)
  await one(`mutation { revokeExemption(id: "${world['exemptionId']}") { id } }`)
  await one(`mutation { grantExemption(input: {
    dropId: "${dropId}", walletAddress: "${walletOf(9)}", reason: "r" }) { id } }`)
  const linkDropId = await launchDrop(api, { tokenAmount: null })
  const linkKey = new Uint8Array(32)
  const linkId = Buffer.from(sha256(linkKey)).toString('base64url')
  await one(`mutation { createClaimLinks(input: { dropId: "${linkDropId}", publicKeys: ["${linkId}"], amount: "3",
    expiresAt: "2999-01-01T00:00:00Z" }) { count } }`)
  const signature = testLinkSignature(linkKey, claimLinkMessage(linkDropId, linkId, testWallet(4)))
  await one(`mutation { claimWithLink(input: { dropId: "${linkDropId}", linkId: "${linkId}",
    userAddress: "${testWallet(4)}", signature: "${signature}" }) { claim { id } } }`)
  await one(`mutation { revokeClaimLinks(input: { dropId: "${linkDropId}", ids: ["${linkId}"] }) }`)
  const claimersWebhook = await one(
    'mutation { createWebhook(input: { url: "https://other-mark.example/", events: ["*"] }) { id } }',
    claimer.key,
  )
  const { tokenId } = await api
    .data(`{ drop(id: "${dropId}") { token { id } } }`)
    .then(({ drop }) => ({ tokenId: drop.token.id }))
  await api.data('mutation { updateProfile(input: { displayName: "O", avatar: "ipfs://a" }) { id } }')

  const owners: readonly CallerName[] = ['owner']
  const claimers: readonly CallerName[] = ['claimer']
  const both: readonly CallerName[] = ['owner', 'claimer']
  marks = [
    { what: 'the owner’s e-mail address', text: 'owner@mark.example', seenBy: owners },
    { what: 'the claimer’s e-mail address', text: 'claimer@mark.example', seenBy: claimers },
    { what: 'a draft', text: world['draftId'] ?? '', seenBy: owners },
    { what: 'a draft’s title', text: world['draftTitle'] ?? '', seenBy: owners },
    { what: 'a key', text: world['keyId'] ?? '', seenBy: owners },
    { what: 'a webhook', text: world['webhookId'] ?? '', seenBy: owners },
    { what: 'a webhook’s address', text: `//${world['webhookHost']}`, seenBy: owners },
    { what: 'the claimer’s webhook', text: claimersWebhook['id'] ?? '', seenBy: claimers },
    { what: 'the claimer’s webhook’s address', text: 'other-mark.example', seenBy: claimers },
    { what: 'a payment', text: world['intentId'] ?? '', seenBy: both },
    { what: 'a payment by its outer id', text: world['publicIntentId'] ?? '', seenBy: both },
    { what: 'an event', text: world['eventId'] ?? '', seenBy: owners },
    { what: 'an exemption', text: world['exemptionId'] ?? '', seenBy: owners },
    { what: 'a secret', text: world['webhookSecret'] ?? '', seenBy: [] },
    { what: 'an API key itself', text: api.key, seenBy: [] },
  ]
  const viewed = (await api.ports.store.drops([dropId as never])).get(dropId as never)
  if (viewed) api.dropkit.countView(viewed)
  await api.data(
    `mutation { claimRandomDrop(input: { dropId: "${dropId}", userAddress: "${walletOf(7)}" }) { code } }`,
  )
  await api.dropkit.flushCounts()
  arguments_ = {
    ...Object.fromEntries(
      Object.entries(EXPECTED).map(([field, [first]]) => [
        field,
        first?.ask(world).replace(/^\w+/, '') ?? '',
      ]),
    ),
    'Query.claimLink': `(dropId: "${linkDropId}", id: "${linkId}")`,
    'Query.claimLinks': `(dropId: "${linkDropId}")`,
    'Query.humanChallenge': `(dropId: "${world['checkedDropId']}", userAddress: "${walletOf(7)}")`,
    'Query.recipientMessage': `(dropId: "${dropId}", userAddress: "${walletOf(7)}", recipient: "0x8")`,
    'Query.dropByShortcode': `(shortcode: "${world['draftShortcode']}")`,
    'Query.token': `(id: "${tokenId}")`,
    // A list that every caller has, and one that could hold objects that the caller may not see.
    'Query.claims': '(limit: 5)',
    'Query.drops': '(limit: 5, filter: { status: DRAFT })',
    'Query.events': '(limit: 5)',
    'Query.platformEvents': '(limit: 5)',
    'Query.myDrops': '(limit: 5)',
    'Query.tokens': '(limit: 5)',
    'Query.users': '(limit: 5)',
    'Query.publicDrops': '(username: "owner", limit: 5)',
    'Query.paymentIntents': '(limit: 5)',
    'Query.payouts': `(dropId: "${dropId}")`,
    'Query.webhooks': '(limit: 5)',
  }
})
afterAll(() => api?.app.close())

const rootFields = Object.values(schema.getQueryType()?.getFields() ?? {})
const asked = new Set<string>()
const answered = new Set<string>()
let shown = 0
const seen = new Map<CallerName, Set<string>>(CALLERS.map((name) => [name, new Set()]))

function queryOf(field: (typeof rootFields)[number]): string {
  const type = getNamedType(field.type)
  const below = isObjectType(type) ? everythingBelow(type, asked) : ''
  return `{ ${field.name}${arguments_[`Query.${field.name}`] ?? ''} ${below} }`
}

// The last tests look at what all others have seen.
describe('nested fields', { shuffle: false }, () => {
  describe.each(rootFields.map((field) => [field.name, field] as const))(
    'everything below %s',
    (_name, field) => {
      test.each(['anonymous', 'revoked'] as const)('is hidden from a caller who is %s', async (caller) => {
        const { status, body } = await api.call(queryOf(field), {}, { key: keys[caller] })
        expect(status).toBe(401)
        expect(body.data).toBeNull()
        expect(marks.filter(({ text }) => JSON.stringify(body).includes(text))).toEqual([])
      })

      test.each(['stranger', 'owner', 'claimer', 'visitor'] as const)(
        'shows the %s nothing that belongs to others',
        async (caller) => {
          const { body } = await api.call(queryOf(field), {}, { key: keys[caller] })
          for (const { extensions } of body.errors ?? [])
            expect(['FORBIDDEN', 'NOT_FOUND']).toContain(extensions.code)
          answeredIn(body.data ?? null, answered)
          // What it named itself is not shown to it.
          const text = JSON.stringify(body.data ?? null)
          const found = marks.filter((mark) => text.includes(mark.text))
          shown += found.length
          for (const mark of found) seen.get(caller)?.add(mark.what)
          expect(found.filter(({ seenBy }) => !seenBy.includes(caller)).map(({ what }) => what)).toEqual([])
        },
      )
    },
  )

  describe('nested fields of a change or an update', () => {
    const changes = [
      (w: string) => `claimDrop(input: { dropId: "${w}", userAddress: "${walletOf(71)}" })`,
      (w: string) => `createClaim(input: { dropId: "${w}", userAddress: "${walletOf(72)}" })`,
      () => 'updateProfile(input: { bio: "b" })',
    ]
    test.each(changes.map((change) => [change('…').split('(')[0] ?? '', change] as const))(
      'by %s',
      async (name, change) => {
        const dropId = /"(.*)"/.exec(arguments_['Query.drop'] ?? '')?.[1] ?? ''
        const type = getNamedType(schema.getMutationType()?.getFields()[name]?.type as never)
        const below = isObjectType(type) ? everythingBelow(type, asked, 3) : ''
        const { body } = await api.call(`mutation { ${change(dropId)} ${below} }`, {}, { key: keys.stranger })
        expect(body.errors).toBeUndefined()
        answeredIn(body.data, answered)
        expect(
          marks.filter(({ text }) => JSON.stringify(body).includes(text)).map(({ what }) => what),
        ).toEqual([])
      },
    )

    test('by the updates of a drop, to a stranger', async () => {
      const dropId = /"(.*)"/.exec(arguments_['Query.drop'] ?? '')?.[1] ?? ''
      const client = await api.admitted(keys.stranger ?? '')
      const type = getNamedType(schema.getSubscriptionType()?.getFields()['dropUpdates']?.type as never)
      const query = `subscription { dropUpdates(dropId: "${dropId}") ${isObjectType(type) ? everythingBelow(type, asked, 2) : ''} }`
      client.send({ id: '1', type: 'subscribe', payload: { query } })
      await new Promise((resolve) => setTimeout(resolve, 50))
      await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Changed" }) { id } }`)
      const message = await client.next()
      client.close()
      expect(message).toMatchObject({
        type: 'next',
        payload: { data: { dropUpdates: { drop: { title: 'Changed' } } } },
      })
      answeredIn(message?.payload.data, answered)
      expect(
        marks.filter(({ text }) => JSON.stringify(message).includes(text)).map(({ what }) => what),
      ).toEqual([])
    })
  })

  describe('of all that', () => {
    test('every field is visible to its audience in at least one answer', () => {
      const expected = marks.flatMap(({ what, seenBy }) => seenBy.map((caller) => `${caller}: ${what}`))
      const found = [...seen].flatMap(([caller, whats]) => [...whats].map((what) => `${caller}: ${what}`))
      expect(found.toSorted()).toEqual(expected.toSorted())
      expect(shown).toBeGreaterThan(expected.length)
    })

    test('every reachable nested field was requested, and nearly all had a value', () => {
      const queried = new Set<string>()
      const collect = (type: ReturnType<typeof getNamedType>) => {
        if (!isObjectType(type)) return
        for (const field of Object.values(type.getFields())) {
          const edge = edgeOf(type, field)
          if (queried.has(edge)) continue
          queried.add(edge)
          collect(getNamedType(field.type))
        }
      }
      for (const field of rootFields) collect(getNamedType(field.type))
      expect([...queried].filter((edge) => !asked.has(edge))).toEqual([])
      // Those of which this world has none, each for a reason of its own; a new field must be shown to a caller here.
      expect([...queried].filter((edge) => !answered.has(edge)).toSorted()).toEqual(EMPTY_HERE)
    })
  })

  /** Values that only a chain, a receiver of webhooks, a STREAK, a random drop, a draw or an NFT drop gives. */
  const EMPTY_HERE = Object.entries({
    ApiKey: 'lastUsedAt',
    Claim: 'beaconSignature claimedAt revealedAt revealsAt round streak txHash',
    Collection: 'attributes owner pieceImageUrl pieces royaltyPercent type',
    Drop: 'beacon collection randomness randomnessCommitment randomnessSeed',
    EligibilityResult: 'reason',
    FailingJob: 'attempts kind nextAttemptAt reason reasonClass subject',
    HumanChallenge: 'siteKey',
    InclusionProof: 'index path size',
    Lottery: 'beaconSignature claimBy drawnAt drawsAt frozenAt root round',
    LotteryEntry: 'claimBy place proof rank',
    LotteryWave: 'claimBy firstRank lastRank',
    PaymentIntent: 'receivedCoinType receivedFrom statusReason txHash',
    Payout: 'amountAtomic attempts createdAt currency id lastError nextAttemptAt status toAddress txHash',
    Piece: 'attributes imageUrl name number',
    PieceAttribute: 'name value',
    Refund:
      'amount amountAtomic attempts createdAt id lastError nextAttemptAt paymentIntent reason status txHash',
    Service: 'network',
    StoredBytes: 'limit used',
    Token: 'address coinType description imageUrl packageId',
    UnmatchedPayment:
      'amountAtomic coinType createdAt id memo paidAt paymentIntentId problem reason returnTxHash sender state transferIndex txHash',
    User: 'accentColor cover logo walletAddress',
    Webhook: 'failingSince secret',
    WebhookAttempt: 'at durationMs error nextAttemptAt number statusCode',
    WebhookDelivery: 'attempt attempts body deliveredAt error event id nextAttemptAt status statusCode',
  }).flatMap(([type, fields]) => fields.split(' ').map((field) => `${type}.${field}`))
})
