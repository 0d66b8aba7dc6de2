import { createFixedPriceFeed } from '@dropkit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { launchClaim, launchDrop, launchToken, openApi, uploadText, walletOf } from './api.ts'

const api = await openApi()
afterAll(() => api.app.close())

const CREATE = 'mutation ($input: CreateDropInput!) { createDrop(input: $input) { id } }'

describe('both vocabularies', () => {
  const ALL = `query ($id: ID!) { drop(id: $id) {
    name title description type claimType status shortcode price priceUSD currency supply totalSupply maxAmount
    tokenAmount claimedAmount remainingBalance tokenBalance claimRate claimCount percentClaimed estimatedValueUsd
    startsAt claimDeadline maxPerWallet claimAccess imageUrl metadata communityId isActive isSoldOut
    randomnessCommitment randomnessSeed createdAt updatedAt gatingConfig { id }
    creator { username } token { symbol } claims { amount }
  } }`

  test('a free drop with all fields', async () => {
    const id = await launchDrop(api, {
      description: 'Every day',
      maxAmount: '400',
      supply: 40,
      maxPerWallet: 3,
      claimDeadline: '2026-03-01T12:00:00+02:00',
      estimatedValueUsd: 1.5,
      imageUrl: 'https://example.com/a.png',
      metadata: { tags: ['a', null], depth: { n: 1 } },
      communityId: 'c1',
      shortcode: 'Rain_1',
      claimAccess: 'OWNER',
    })
    await launchClaim(api, id, walletOf(1))
    expect((await api.data(ALL, { id })).drop).toEqual({
      name: 'Rain',
      title: 'Rain',
      description: 'Every day',
      type: 'TOKEN',
      claimType: 'REGULAR',
      status: 'ACTIVE',
      shortcode: 'Rain_1',
      price: null,
      priceUSD: 0,
      currency: 'SUI',
      supply: 40,
      totalSupply: '400',
      maxAmount: '400',
      tokenAmount: '10',
      claimedAmount: '10',
      remainingBalance: '390',
      tokenBalance: '400',
      claimRate: 2.5,
      claimCount: 1,
      percentClaimed: 2.5,
      estimatedValueUsd: 1.5,
      startsAt: null,
      claimDeadline: '2026-03-01T10:00:00.000Z',
      maxPerWallet: 3,
      claimAccess: 'OWNER',
      imageUrl: 'https://example.com/a.png',
      metadata: { tags: ['a', null], depth: { n: 1 } },
      communityId: 'c1',
      isActive: true,
      isSoldOut: false,
      randomnessCommitment: null,
      randomnessSeed: null,
      createdAt: '2026-01-02T03:04:05.678Z',
      updatedAt: expect.stringMatching(/^2026-01-02T/),
      gatingConfig: null,
      creator: { username: 'owner' },
      token: { symbol: 'GLD' },
      claims: [{ amount: '10' }],
    })
    const byCode = await api.data('{ dropByShortcode(shortcode: "rAIN_1") { id } }')
    expect(byCode.dropByShortcode.id).toBe(id)
  })

  test('a priced drop', async () => {
    const id = await launchDrop(api, { price: 0.25, currency: 'USDC' })
    const query = 'query ($id: ID!) { drop(id: $id) { price priceUSD currency } }'
    expect((await api.data(query, { id })).drop).toEqual({ price: 0.25, priceUSD: 0.25, currency: 'USDC' })
    const sui = await launchDrop(api, { price: 2 })
    expect((await api.data(query, { id: sui })).drop).toEqual({ price: 2, priceUSD: 7, currency: 'SUI' })
  })

  test('a priced drop without an exchange rate is returned', async () => {
    const own = await openApi(undefined, { prices: createFixedPriceFeed({}) })
    const id = await launchDrop(own, { price: 2 })
    const query = 'query ($id: ID!) { drop(id: $id) { price priceUSD currency } }'
    expect((await own.data(query, { id })).drop).toEqual({ price: 2, priceUSD: 0, currency: 'SUI' })
    await own.app.close()
  })

  test('a whole pool is 100 percent, however large', async () => {
    const id = await launchDrop(api, {
      maxAmount: '18446744073709551615',
      tokenAmount: '18446744073709551615',
    })
    await launchClaim(api, id, walletOf(1))
    const query = 'query ($id: ID!) { drop(id: $id) { claimRate claimedAmount isSoldOut isActive status } }'
    expect((await api.data(query, { id })).drop).toEqual({
      claimRate: 100,
      claimedAmount: '18446744073709551615',
      isSoldOut: true,
      isActive: false,
      status: 'SOLD_OUT',
    })
  })

  test('status and isActive are computed at the time of the read', async () => {
    const own = await openApi()
    const id = await launchDrop(own, {
      status: 'SCHEDULED',
      startsAt: '2026-01-03T00:00:00Z',
      claimDeadline: '2026-01-04T00:00:00Z',
    })
    const query = 'query ($id: ID!) { drop(id: $id) { status isActive } }'
    expect((await own.data(query, { id })).drop).toEqual({ status: 'SCHEDULED', isActive: false })
    own.ports.clock.set(Date.parse('2026-01-03T00:00:00Z'))
    expect((await own.data(query, { id })).drop).toEqual({ status: 'ACTIVE', isActive: true })
    own.ports.clock.set(Date.parse('2026-01-04T00:00:00Z'))
    expect((await own.data(query, { id })).drop).toEqual({ status: 'ENDED', isActive: false })
    await own.app.close()
  })

  test('tokenBalance is null while the chain does not answer, and the rest is there', async () => {
    const own = await openApi()
    const id = await launchDrop(own)
    own.ports.memoryChain.setOutage('the node is down')
    const query = 'query ($id: ID!) { drop(id: $id) { title tokenBalance } }'
    expect((await own.data(query, { id })).drop).toEqual({ title: 'Rain', tokenBalance: null })
    await own.app.close()
  })
})

test('drops are listed that match every part of a filter', async () => {
  const stranger = await api.newUser('walker')
  const terms = { type: 'NFT', claimType: 'STREAK', communityId: 'walkers' }
  const id = await launchDrop(api, terms)
  for (const more of [{ type: 'TOKEN' }, { claimType: 'REGULAR' }, { communityId: 'runners' }])
    await launchDrop(api, { ...terms, ...more })
  const theirs = await launchDrop(api, {}, { key: stranger.key })
  const { token } = (await api.data(`{ drop(id: "${id}") { token { id } } }`)).drop
  const query = 'query ($filter: DropFilter) { drops(limit: 200, filter: $filter) { id } }'
  for (const [filter, found] of [
    [{ ...terms, status: null }, id],
    [{ tokenId: token.id }, id],
    [{ creatorId: stranger.id }, theirs],
  ] as const)
    expect((await api.data(query, { filter })).drops).toEqual([{ id: found }])
})

test('a drop cannot be created with a missing gating config', async () => {
  const input = { title: 'Rain', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '10', gatingId: 'x' }
  const existingTokenId = await launchToken(api)
  expect((await api.error(CREATE, { input: { ...input, existingTokenId } })).message).toBe(
    'Gating config not found',
  )
})

test('the refusal of an invalid status change names both states', async () => {
  const id = await launchDrop(api)
  const { extensions } = await api.error(
    `mutation { updateDrop(id: "${id}", input: { status: DRAFT }) { id } }`,
  )
  expect(extensions).toMatchObject({ code: 'INVALID_TRANSITION', details: { from: 'ACTIVE', to: 'DRAFT' } })
})

test('updateDropKey names its endpoint for an id of any kind, and does not repeat a long one', async () => {
  const query = `mutation ($dropId: ID!) { updateDropKey(input: { dropId: $dropId, reason: "old" }) {
    success newPublicKey newPrivateKey transactionDigest error
  } }`
  const errorFor = async (dropId: string) => {
    const { error, ...more } = (await api.data(query, { dropId })).updateDropKey
    expect(more).toEqual({
      success: false,
      newPublicKey: null,
      newPrivateKey: null,
      transactionDigest: null,
    })
    return error
  }
  for (const dropId of ['', '../x', '\ud800'])
    expect(await errorFor(dropId)).toMatch(/POST \/drops\/\S*\/rotate-key/)
  expect(await errorFor('x'.repeat(2_700))).toMatch(/POST \/drops\/x{100}\/rotate-key$/)
})

describe('the collection of an NFT drop', () => {
  const COLLECTION = 'collection { type pieceImageUrl attributes { name value } royaltyPercent owner }'

  test('is shown as it was described, with the type of its pieces', async () => {
    const collection = {
      pieceImageUrl: 'https://example.com/{number}.png',
      attributes: [{ name: 'Skin', value: 'green' }],
      royaltyPercent: 2.5,
      owner: walletOf(7),
    }
    const id = await launchDrop(api, { type: 'NFT', maxAmount: '10', collection })
    const { drop } = await api.data(`query ($id: ID!) { drop(id: $id) { ${COLLECTION} } }`, { id })
    expect(drop.collection).toEqual({ type: expect.stringContaining('::'), ...collection })
  })

  test('lists the pieces of its manifest, with the attributes of all and their own', async () => {
    const manifestUrl = await uploadText(
      api,
      'number,name,image,Crown\n2,King Frog,ipfs://king,gold\n4,,,tin',
    )
    const collection = { manifestUrl, attributes: [{ name: 'Skin', value: 'green' }] }
    const id = await launchDrop(api, { type: 'NFT', maxAmount: '10', collection })
    await api.data('mutation ($url: String!) { deleteFile(input: { url: $url }) }', { url: manifestUrl })
    const query = `query ($id: ID!, $after: Int, $limit: Int) { drop(id: $id) { collection {
      pieces(after: $after, limit: $limit) { number name imageUrl attributes { name value } } } } }`
    const pieces = async (page: object) => (await api.data(query, { id, ...page })).drop.collection.pieces
    expect(await pieces({ limit: 1 })).toEqual([
      {
        number: 2,
        name: 'King Frog',
        imageUrl: 'ipfs://king',
        attributes: [
          { name: 'Skin', value: 'green' },
          { name: 'Crown', value: 'gold' },
        ],
      },
    ])
    expect(await pieces({ after: 2 })).toMatchObject([{ number: 4, name: null, imageUrl: null }])
    expect((await api.error(query, { id, limit: 0 })).extensions).toMatchObject({ field: 'limit' })
  })

  test('is refused with a manifest that is wrong or not the creator’s, and the error names line and field', async () => {
    const existingTokenId = await launchToken(api)
    const refused = async (manifestUrl: string) => {
      const terms = { title: 'Frogs', type: 'NFT', claimType: 'REGULAR', maxAmount: '10', existingTokenId }
      const { message, extensions } = await api.error(CREATE, {
        input: { ...terms, collection: { manifestUrl } },
      })
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'collection.manifestUrl' })
      return message
    }
    expect(await refused(await uploadText(api, 'number,image\n1,nowhere'))).toMatch(/line 2, image: /)
    expect(await refused('https://example.org/list.csv')).toMatch(/is not one of your files/)
    const { key } = await api.newUser('frog-thief')
    expect(await refused(await uploadText(api, 'number\n1', { key }))).toMatch(/is not one of your files/)
  })

  test('is null for a drop of tokens, which cannot have one', async () => {
    const id = await launchDrop(api, {})
    expect((await api.data(`query ($id: ID!) { drop(id: $id) { ${COLLECTION} } }`, { id })).drop).toEqual({
      collection: null,
    })
    const { extensions } = await api.error(CREATE, {
      input: {
        title: 'Rain',
        type: 'TOKEN',
        claimType: 'REGULAR',
        maxAmount: '10',
        existingTokenId: await launchToken(api),
        collection: {},
      },
    })
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'collection' })
  })
})
