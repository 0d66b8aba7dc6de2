// Invalid input is refused with the name of its field, and changes nothing.
import { expect, it } from 'vitest'
import { CLAIM_DROP, CONFIRM_CLAIM, CREATE_DROP, onEachDatabase, UPDATE_DROP, type World } from './world.ts'

const CREATE_TOKEN = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id } }'
const FUND =
  'mutation ($input: PrepareDropFundingInput!) { prepareDropFunding(input: $input) { transactionBytes } }'
const AMOUNTS = [
  '-1',
  '+1',
  '1.5',
  '01',
  '1e3',
  ' 1',
  '1 ',
  '0x10',
  '١',
  '18446744073709551616',
  '9'.repeat(500),
]
const ADDRESSES = ['', '0x', 'abc', `0x${'a'.repeat(65)}`, '0xg', ' 0x1', '0x1\n', '0x-1', '０x1']
const ILL_TITLES = ['', '   ', 'x'.repeat(121), 'a\u0000b', 'a\u001bb', 'a\nb', 'a\u202eb', 'a\ud800b']

const plain = { title: 'Plain', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100', tokenAmount: '10' }

/** Everything that a rejected request must not change. */
const state = (world: World) =>
  world.ask(`{
    drops(limit: 200) { id title maxAmount tokenAmount status supply claimDeadline claimedAmount claimCount updatedAt }
    claims(limit: 200) { id amount status } tokens(limit: 200) { id name }
  }`)

onEachDatabase('bad input', (world) => {
  const refuses = async (query: string, variables: object, field: string, code = 'BAD_USER_INPUT') => {
    const { extensions } = await world.refusal(query, variables)
    expect({ variables, ...extensions }).toMatchObject({ variables, code, field, retryable: false })
  }

  it('for an amount is refused wherever amounts go', async () => {
    const existingTokenId = await world.token()
    const id = await world.launch()
    const open = await world.launch({ tokenAmount: null })
    const before = await state(world)
    for (const bad of AMOUNTS) {
      for (const field of ['maxAmount', 'tokenAmount']) {
        await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, [field]: bad } }, field)
        await refuses(UPDATE_DROP, { id, input: { [field]: bad } }, field)
      }
      await refuses(CREATE_TOKEN, { input: { name: 'x', symbol: 'X', supply: bad } }, 'supply')
      for (const reserve of ['communityDropsReserve', 'publicSaleReserve', 'creatorReserve']) {
        const input = { name: 'x', symbol: 'X', supply: '1', [reserve]: bad }
        await refuses(CREATE_TOKEN, { input }, reserve)
      }
      await refuses(CLAIM_DROP, { input: { dropId: open, userAddress: '0x1', amount: bad } }, 'amount')
      await refuses(FUND, { input: { dropId: id, senderAddress: '0x1', amount: bad } }, 'amount')
    }
    await refuses(FUND, { input: { dropId: id, senderAddress: '0x1', amount: '0' } }, 'amount')
    await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, maxAmount: '0' } }, 'maxAmount')
    await refuses(UPDATE_DROP, { id, input: { maxAmount: '0' } }, 'maxAmount')
    for (const supply of ['', 0, 1.5, 2 ** 60])
      await refuses(CREATE_TOKEN, { input: { name: 'x', symbol: 'X', supply } }, 'supply')
    await refuses(CLAIM_DROP, { input: { dropId: open, userAddress: '0x1', amount: '0' } }, 'amount')
    await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, tokenAmount: '101' } }, 'tokenAmount')
    expect(await state(world)).toEqual(before)
  })

  it('for an address is refused wherever addresses go', async () => {
    const dropId = await world.launch()
    const priced = await world.launch({ price: 1 })
    const tokenId = await world.token()
    const before = await state(world)
    const random = 'mutation ($input: ClaimRandomDropInput!) { claimRandomDrop(input: $input) { success } }'
    const create = 'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { id } }'
    const check = 'query ($input: CheckEligibilityInput!) { checkEligibility(input: $input) { eligible } }'
    const checkRules =
      'query ($input: GatingCheckInput!) { checkGatingEligibility(input: $input) { eligible } }'
    const pay = 'mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id } }'
    const deploy =
      'mutation ($input: PrepareTokenDeploymentInput!) { prepareTokenDeployment(input: $input) { transactionBytes } }'
    const withdraw = 'mutation ($input: WithdrawProceedsInput!) { withdrawProceeds(input: $input) { id } }'
    for (const bad of ADDRESSES) {
      for (const query of [CLAIM_DROP, random, create]) {
        await refuses(query, { input: { dropId, userAddress: bad } }, 'userAddress')
      }
      for (const query of [check, checkRules]) {
        await refuses(query, { input: { dropId, walletAddress: bad } }, 'walletAddress')
      }
      const buying = { dropId: priced, walletAddress: bad, paymentMethod: 'SUI' }
      await refuses(pay, { input: buying }, 'walletAddress')
      await refuses(FUND, { input: { dropId, senderAddress: bad } }, 'senderAddress')
      await refuses(deploy, { input: { tokenId, senderAddress: bad } }, 'senderAddress')
      await refuses(withdraw, { input: { dropId, toAddress: bad } }, 'toAddress')
      await refuses(
        'query ($of: String) { claims(filter: { userAddress: $of }) { id } }',
        { of: bad },
        'userAddress',
      )
    }
    expect(await state(world)).toEqual(before)
  })

  it('for a text is refused, and the limit itself is accepted', async () => {
    const existingTokenId = await world.token()
    const id = await world.launch()
    const before = await state(world)
    for (const title of ILL_TITLES) {
      await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, title } }, 'title')
      // Forms send an empty title for "unchanged".
      if (title !== '') await refuses(UPDATE_DROP, { id, input: { title } }, 'title')
    }
    for (const shortcode of ['a b', 'ä', 'x'.repeat(65), 'a/b']) {
      await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, shortcode } }, 'shortcode')
    }
    await refuses(
      CREATE_DROP,
      { input: { ...plain, existingTokenId, description: 'x'.repeat(5_001) } },
      'description',
    )
    for (const imageUrl of [
      'javascript:alert(1)',
      'data:image/png;base64,',
      'ftp://x/y',
      `https://x/${'y'.repeat(2_048)}`,
    ]) {
      await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, imageUrl } }, 'imageUrl')
    }
    for (const symbol of ['', 'A B', 'Ä', 'X'.repeat(33)]) {
      await refuses(CREATE_TOKEN, { input: { name: 'x', symbol, supply: '1' } }, 'symbol')
    }
    for (const decimals of [-1, 19]) {
      await refuses(CREATE_TOKEN, { input: { name: 'x', symbol: 'X', supply: '1', decimals } }, 'decimals')
    }
    expect(await state(world)).toEqual(before)
    const longest = { title: '🌶'.repeat(120), description: 'x'.repeat(5_000), shortcode: 'x'.repeat(64) }
    expect((await world.drop(await world.launch(longest))).title).toBe(longest.title)
  })

  it('for a date is refused, and so is an end before the start', async () => {
    const existingTokenId = await world.token()
    const id = await world.launch({ status: 'SCHEDULED', startsAt: '2998-01-01T00:00:00Z' })
    const before = await state(world)
    const ill = [
      '',
      'tomorrow',
      '2999-02-30T00:00:00Z',
      '2999-13-01T00:00:00Z',
      '2999-01-01T25:00:00Z',
      '2999-01-01',
      1e12,
      true,
    ]
    for (const claimDeadline of ill) {
      await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, claimDeadline } }, 'claimDeadline')
      await refuses(UPDATE_DROP, { id, input: { claimDeadline } }, 'claimDeadline')
      await refuses(UPDATE_DROP, { id, input: { startsAt: claimDeadline } }, 'startsAt')
    }
    const backwards = { startsAt: '2999-01-02T00:00:00Z', claimDeadline: '2999-01-01T00:00:00Z' }
    await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, ...backwards } }, 'claimDeadline')
    await refuses(UPDATE_DROP, { id, input: { claimDeadline: '2998-01-01T00:00:00Z' } }, 'claimDeadline')
    await refuses(UPDATE_DROP, { id, input: { startsAt: null } }, 'startsAt')
    expect(await state(world)).toEqual(before)
  })

  it('for a number or a word of a list is refused', async () => {
    const existingTokenId = await world.token()
    const id = await world.launch()
    const before = await state(world)
    const ill = {
      supply: [0, -1, 1.5, 2 ** 31, '5'],
      maxPerWallet: [0, -1],
      price: [-1, 0.0000000001],
      type: ['COIN'],
      claimType: ['RARE'],
      status: ['OPEN'],
    }
    for (const [field, values] of Object.entries(ill)) {
      for (const value of values) {
        await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, [field]: value } }, field)
        if (field !== 'type') await refuses(UPDATE_DROP, { id, input: { [field]: value } }, field)
      }
    }
    await refuses(CREATE_DROP, { input: { ...plain, existingTokenId, currency: 'DOGE' } }, 'currency')
    expect(await state(world)).toEqual(before)
  })

  it('for an id finds nothing, also when it is the id of something else', async () => {
    const dropId = await world.launch()
    const tokenId = await world.token()
    const { claim } = await world.claim(dropId, world.wallet())
    const { me } = await world.ask('{ me { id } }')
    const before = await state(world)
    const all = [
      dropId,
      tokenId,
      claim.id,
      me.id,
      '',
      'null',
      `drop_${'f'.repeat(32)}`,
      dropId.toUpperCase(),
      `${dropId} `,
      "' or 1=1 --",
      '💥',
      'x'.repeat(5_000),
    ]
    for (const id of all) {
      for (const [field, own] of [
        ['drop', dropId],
        ['token', tokenId],
        ['claim', claim.id],
        ['user', me.id],
      ]) {
        if (id === own) continue
        expect(await world.ask(`query ($id: ID!) { ${field}(id: $id) { id } }`, { id })).toEqual({
          [String(field)]: null,
        })
      }
      if (id === dropId) continue
      expect((await world.refusedClaim(id, '0x1')).message).toBe('Drop not found')
      expect((await world.refusal(UPDATE_DROP, { id, input: { title: 'x' } })).message).toBe('Drop not found')
      if (id === claim.id) continue
      const unknown = await world.refusal(CONFIRM_CLAIM, {
        claimId: id,
        txHash: '11111111111111111111111111111111',
      })
      expect(unknown).toMatchObject({ message: 'Claim not found', extensions: { code: 'NOT_FOUND' } })
    }
    const later = await world.refusal(CONFIRM_CLAIM, {
      claimId: `${claim.id}0`,
      txHash: '11111111111111111111111111111111',
    })
    expect(later.message).toBe('Claim not found')
    expect(await state(world)).toEqual(before)
  })

  it('for a page is refused in every list', async () => {
    const dropId = await world.launch()
    const lists = ['drops', 'myDrops', 'tokens', 'users', 'claims', 'paymentIntents', 'webhooks', 'events']
    const nested = [
      `drop(id: "${dropId}") { claims`,
      `token(id: "${await world.token()}") { drops`,
      'me { drops',
      'me { tokens',
      'me { claims',
    ]
    for (const list of [...lists, ...nested]) {
      const close = list.includes('{') ? '}' : ''
      for (const limit of [0, -1, 201])
        await refuses(`{ ${list}(limit: ${limit}) { id } ${close} }`, {}, 'limit')
      for (const after of ['garbage', '', 'drop_1', 'claim_x_1']) {
        await refuses(`query ($after: ID) { ${list}(after: $after) { id } ${close} }`, { after }, 'after')
      }
      await world.ask(`{ ${list}(limit: 200) { id } ${close} }`)
      await world.ask(`{ ${list}(limit: null, after: null) { id } ${close} }`)
    }
    for (const limit of [0, -1, 201]) await refuses(`{ platformEvents(limit: ${limit}) { id } }`, {}, 'limit')
    for (const list of ['events', 'platformEvents']) {
      for (const cursor of ['after', 'since'])
        await refuses(`{ ${list}(${cursor}: "garbage") { id } }`, {}, cursor)
    }
  })
})
