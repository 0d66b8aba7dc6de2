// What creators can rely on: creating, changing and deleting tokens and drops, in both vocabularies and both call forms.
import { expect, it } from 'vitest'
import { onEachDatabase, UPDATE_DROP } from './world.ts'

const CREATE_TOKEN = `mutation ($input: CreateTokenInput!) { createToken(input: $input) {
  id name symbol decimals totalSupply status address packageId coinType isExternal
  communityDropsReserve publicSaleReserve creatorReserve creator { username } drops { id }
} }`
const DELETE_DROP = 'mutation ($id: ID!) { deleteDrop(id: $id) }'
const DELETE_BY_INPUT = 'mutation ($id: ID!) { deleteDrop(input: { id: $id }) }'
const UPDATE_BY_INPUT = 'mutation ($input: UpdateDropInput!) { updateDrop(input: $input) { id title } }'
const plain = { title: 'Plain', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' }

onEachDatabase('a creator', (world) => {
  it('makes a token, which is nowhere yet', async () => {
    const input = { name: 'Salt', symbol: '$SALT.v-1_', supply: 1000000, description: 'White' }
    const { createToken } = await world.ask(CREATE_TOKEN, { input })
    expect(createToken).toEqual({
      id: expect.stringMatching(/^token_/),
      name: 'Salt',
      symbol: '$SALT.v-1_',
      decimals: 0,
      totalSupply: '1000000',
      status: 'PENDING',
      address: null,
      packageId: null,
      coinType: null,
      isExternal: false,
      communityDropsReserve: '1000000',
      publicSaleReserve: '0',
      creatorReserve: '0',
      creator: { username: 'admin' },
      drops: [],
    })
    const largest = await world.ask(CREATE_TOKEN, { input: { ...input, supply: '18446744073709551615' } })
    expect(largest.createToken.totalSupply).toBe('18446744073709551615')
  })

  it('creates an ACTIVE drop with its own shortcode by default', async () => {
    const existingTokenId = await world.token()
    const create = `mutation ($input: CreateDropInput!) { createDrop(input: $input) { status isActive shortcode price } }`
    const { createDrop } = await world.ask(create, { input: { ...plain, existingTokenId } })
    expect(createDrop).toMatchObject({ status: 'ACTIVE', isActive: true, price: null })
    expect(createDrop.shortcode).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    for (const status of ['DRAFT', 'PAUSED']) {
      const made = await world.ask(create, { input: { ...plain, existingTokenId, status } })
      expect(made.createDrop).toMatchObject({ status, isActive: false })
    }
    const old = { tokenName: 'Old', tokenSymbol: 'OLD', tokenDescription: 'Older' }
    await world.ask(create, { input: { ...plain, existingTokenId, ...old } })
  })

  it('changes the given fields only', async () => {
    const fields =
      'title description imageUrl estimatedValueUsd claimDeadline maxPerWallet shortcode metadata createdAt'
    const read = async (id: string) => (await world.ask(`{ drop(id: "${id}") { ${fields} updatedAt } }`)).drop
    const id = await world.launch({
      description: 'before\nand after',
      imageUrl: 'ipfs://cid/1.png',
      estimatedValueUsd: 2.5,
      claimDeadline: '2998-01-01T00:00:00+01:00',
      metadata: { deep: [1, { er: null }] },
    })
    const before = await read(id)
    expect(before).toMatchObject({
      claimDeadline: '2997-12-31T23:00:00.000Z',
      metadata: { deep: [1, { er: null }] },
    })
    await world.ask(UPDATE_DROP, { id, input: { title: '  Afterwards  ' } })
    const after = await read(id)
    expect(after).toEqual({ ...before, title: 'Afterwards', updatedAt: after.updatedAt })
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    await world.ask(UPDATE_DROP, {
      id,
      input: { title: null, maxAmount: null, description: null, claimDeadline: null },
    })
    const cleared = await read(id)
    expect(cleared).toEqual({
      ...after,
      description: null,
      claimDeadline: null,
      updatedAt: cleared.updatedAt,
    })
    await world.ask(UPDATE_DROP, { id, input: {} })
    expect(await read(id)).toEqual({ ...cleared, updatedAt: expect.any(String) })
  })

  it('names the drop beside the input or in it, and the same in both', async () => {
    const id = await world.launch()
    const other = await world.launch()
    const { updateDrop } = await world.ask(UPDATE_BY_INPUT, { input: { id, title: 'Inside' } })
    expect(updateDrop).toEqual({ id, title: 'Inside' })
    await world.ask(UPDATE_DROP, { id, input: { id, title: 'Both' } })
    expect((await world.drop(id)).title).toBe('Both')
    const neither = await world.refusal(UPDATE_BY_INPUT, { input: { title: 'Nowhere' } })
    const apart = await world.refusal(UPDATE_DROP, { id, input: { id: other, title: 'Apart' } })
    const nothing = await world.refusal('mutation { deleteDrop }')
    const nulls = await world.refusal('mutation { deleteDrop(id: null, input: null) }')
    const twoOf = 'mutation ($id: ID!, $input: DeleteDropInput) { deleteDrop(id: $id, input: $input) }'
    const torn = await world.refusal(twoOf, { id, input: { id: other } })
    for (const { extensions } of [neither, apart, nothing, nulls, torn]) {
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'id' })
    }
    expect(await world.ask(DELETE_DROP, { id })).toEqual({ deleteDrop: true })
    expect(await world.ask(DELETE_BY_INPUT, { id: other })).toEqual({ deleteDrop: true })
    for (const gone of [id, other]) expect(await world.drop(gone)).toBeNull()
  })

  it('counts pieces on an NFT drop, one a claim unless it says otherwise', async () => {
    const id = await world.launch({ type: 'NFT', maxAmount: '3', tokenAmount: undefined })
    const granted = await world.claim(id, world.wallet())
    expect(granted.claimParams.amount).toBe('1')
    await world.take(granted)
    expect(await world.drop(id)).toMatchObject({
      claimedAmount: '1',
      remainingBalance: '2',
      tokenBalance: '2',
    })
    const pairs = await world.launch({ type: 'NFT', maxAmount: '3', tokenAmount: '2' })
    expect((await world.claim(pairs, world.wallet())).claim.amount).toBe('2')
    expect((await world.drop(pairs)).status).toBe('SOLD_OUT')
  })
})
