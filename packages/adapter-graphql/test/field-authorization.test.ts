import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, createExecutableSchema, launchDrop, openApi, uploadText } from './api.ts'
import type { World } from './authorization-table.ts'
import { buildWorld, giveEmail } from './authorization-world.ts'

/** What the fields of something that any caller may read show: all to all, `own` to its owner alone. */
interface Shown {
  readonly all: string
  readonly own: string
  /** Other things, or lists of them, that each have rules of their own; what they show is tried where they are. */
  readonly things: string
}

const READ_BY_ANYBODY: { readonly [type: string]: Shown } = {
  Claim: {
    all: 'id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead txHash createdAt claimedAt expiresAt',
    own: '',
    things: 'user drop receipt',
  },
  // Its id is a secret of those who have the link.
  ClaimLink: { all: 'id status amount expiresAt revokedAt createdAt', own: '', things: 'claim' },
  Drop: {
    all: `id name title description type claimType status shortcode price priceUSD currency supply totalSupply
      maxAmount tokenAmount claimedAmount remainingBalance tokenBalance claimRate claimCount percentClaimed
      estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds delivery humanCheck publicKeys hasAllPublicKeys embedOrigins imageUrl metadata communityId isActive
      isSoldOut randomness orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt`,
    own: '',
    things: 'creator token claims gatingConfig proceeds beacon collection lottery',
  },
  Lottery: {
    all: 'phase entries root round drawsAt frozenAt beaconSignature drawnAt admittedRank claimBy',
    own: '',
    things: 'beacon waves',
  },
  LotteryEntry: { all: 'userAddress enteredAt state rank place claimBy', own: '', things: 'drop proof' },
  LotteryWave: { all: 'firstRank lastRank claimBy', own: '', things: '' },
  InclusionProof: { all: 'index size path', own: '', things: '' },
  Collection: { all: 'type pieceImageUrl royaltyPercent owner', own: '', things: 'attributes pieces' },
  Piece: { all: 'number name imageUrl', own: '', things: 'attributes' },
  PieceAttribute: { all: 'name value', own: '', things: '' },
  GatingConfig: { all: 'id isActive', own: '', things: 'rules' },
  GatingRule: { all: 'key operator value description', own: '', things: '' },
  Token: {
    all: `id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal
      communityDropsReserve publicSaleReserve creatorReserve createdAt updatedAt`,
    own: '',
    things: 'creator drops',
  },
  User: {
    all: `id username displayName bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress totalDrops totalClaims
      createdAt updatedAt`,
    own: 'email',
    things: 'drops tokens claims',
  },
}

/** A caller who gets one of these made it, asked for it or owns it: the root fields ensure that. A Service is public. */
const OF_THE_CALLER = `AnalyticsPoint ApiKey Beacon ClaimReceipt ClaimDropResult ClaimHistoryPoint ClaimNotification ClaimParams ClaimRandomDropResult CreateClaimLinksResult CreatedApiKey
  Currency DropActivity DropAnalytics DropDashboardStats DropInfo DropUpdate EligibilityCheck EligibilityFact
  EligibilityReplay EligibilityResult Event Exemption FailingJob FileUpload GatingTemplate HumanChallenge PaymentIntent
  PaymentUpdate Payout PlatformEvent PreparedTransaction Proceeds Refund RefusalCount Service SignedEligibility SponsoredTransaction StoredBytes UnmatchedPayment UpdateDropKeyResult Webhook WebhookAttempt WebhookDelivery
  WebhookTestResult`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

const schema = createExecutableSchema()
const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
const types = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type),
)

test('every type has an access rule', () => {
  const said = [...Object.keys(READ_BY_ANYBODY), ...words(OF_THE_CALLER)]
  expect(said.sort()).toEqual(types.map(({ name }) => name).sort())
})

describe.each(Object.entries(READ_BY_ANYBODY))('of a %s', (name, { all, own, things }) => {
  const fields = Object.values(types.find((type) => type.name === name)?.getFields() ?? {})

  test('each field has its expectation, and nothing else has', () => {
    const said = [...words(all), ...words(own), ...words(things)]
    expect(said.sort()).toEqual(fields.map((field) => field.name).sort())
    for (const field of fields) {
      expect([field.name, isLeafType(getNamedType(field.type))]).toEqual([
        field.name,
        !words(things).includes(field.name),
      ])
    }
  })
})

describe('a caller that reads foreign records', () => {
  let api: Api
  let world: World
  let nftDropId = ''
  beforeAll(async () => {
    api = await openApi()
    world = await buildWorld(api, { name: 'fields', drop: { metadata: { some: 'thing' } } })
    await giveEmail(api, api.ownerId, 'owner@example.com')
    // `totalDrops` counts a DRAFT for its owner alone.
    await api.data(`mutation { deleteDrop(id: "${world['draftId']}") }`)
    const manifestUrl = await uploadText(api, 'number,name\n1,King Frog')
    const collection = { attributes: [{ name: 'Skin', value: 'green' }], manifestUrl }
    nftDropId = await launchDrop(api, { type: 'NFT', collection })
    await api.data(`mutation { updateGatingConfig(dropId: "${world['dropId']}", input: {
      rules: [{ key: "claim_count", operator: "<=", value: "5" }] }) { id } }`)
  })
  afterAll(() => api.app.close())

  const asked: readonly (readonly [type: string, ask: (fields: string) => string])[] = [
    ['Claim', (fields) => `{ claim(id: "${world['claimId']}") { ${fields} } }`],
    [
      'ClaimLink',
      (fields) => `{ claimLink(dropId: "${world['linkDropId']}", id: "${world['linkId']}") { ${fields} } }`,
    ],
    ['Drop', (fields) => `{ drop(id: "${world['dropId']}") { ${fields} } }`],
    ['GatingConfig', (fields) => `{ drop(id: "${world['dropId']}") { gatingConfig { ${fields} } } }`],
    ['GatingRule', (fields) => `{ drop(id: "${world['dropId']}") { gatingConfig { rules { ${fields} } } } }`],
    ['Collection', (fields) => `{ drop(id: "${nftDropId}") { collection { ${fields} } } }`],
    [
      'PieceAttribute',
      (fields) => `{ drop(id: "${nftDropId}") { collection { attributes { ${fields} } } } }`,
    ],
    ['Piece', (fields) => `{ drop(id: "${nftDropId}") { collection { pieces { ${fields} } } } }`],
    ['Lottery', (fields) => `{ drop(id: "${world['lotteryDropId']}") { lottery { ${fields} } } }`],
    [
      'LotteryWave',
      (fields) => `{ drop(id: "${world['lotteryDropId']}") { lottery { waves { ${fields} } } } }`,
    ],
    [
      'LotteryEntry',
      (fields) => `{ lotteryEntry(dropId: "${world['lotteryDropId']}", userAddress: "0x7") { ${fields} } }`,
    ],
    ['Token', (fields) => `{ drop(id: "${world['dropId']}") { token { ${fields} } } }`],
    ['User', (fields) => `{ drop(id: "${world['dropId']}") { creator { ${fields} } } }`],
  ]
  test.each(asked)('%s', async (type, ask) => {
    const { all, own } = READ_BY_ANYBODY[type] as Shown
    const query = ask(`${all} ${own}`)
    const [owners, others] = [await api.data(query), await api.data(query, {}, { key: world.otherKey })]
    const hidden = JSON.parse(JSON.stringify(owners), (field, value) =>
      words(own).includes(field) ? null : value,
    )
    expect(others).toEqual(hidden)
    for (const field of words(own)) expect(JSON.stringify(owners)).not.toContain(`"${field}":null`)
  })
})
