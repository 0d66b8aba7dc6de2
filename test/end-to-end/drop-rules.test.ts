// What creators can rely on: creating, changing and deleting tokens and drops, and rules about which wallets may claim.
import { GATING_TEMPLATES } from '@dropkit/core'
import { describe, expect, it } from 'vitest'
import { CREATE_DROP, type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const CREATE_TOKEN = `mutation ($input: CreateTokenInput!) { createToken(input: $input) {
  id name symbol decimals totalSupply status address packageId coinType isExternal
  communityDropsReserve publicSaleReserve creatorReserve creator { username } drops { id }
} }`
const DELETE_DROP = 'mutation ($id: ID!) { deleteDrop(id: $id) }'
const DELETE_BY_INPUT = 'mutation ($id: ID!) { deleteDrop(input: { id: $id }) }'
const UPDATE_BY_INPUT = 'mutation ($input: UpdateDropInput!) { updateDrop(input: $input) { id title } }'
const plain = { title: 'Plain', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' }

const SET_RULES = `mutation ($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) { id isActive rules { key operator value description } }
}`
const CHECKS = `query ($input: CheckEligibilityInput!, $rules: GatingCheckInput!) {
  whole: checkEligibility(input: $input) { eligible retryable reason missingRequirements }
  rules: checkGatingEligibility(input: $rules) { eligible retryable reason missingRequirements }
}`
const ELIGIBLE = { eligible: true, retryable: false, reason: null, missingRequirements: [] }
const COIN = '0xc1ab::club::CLUB'

type Rule = { key: string; operator: string; value: string; description?: string | null }

const setRules = async (world: World, dropId: string, rules: readonly Rule[], more: object = {}) =>
  (await world.ask(SET_RULES, { dropId, input: { rules, ...more } })).updateGatingConfig

const check = (world: World, dropId: string, walletAddress: string): Promise<Data> => {
  const input = { dropId, walletAddress }
  return world.ask(CHECKS, { input, rules: input })
}

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

  describe('gating', () => {
    it('rules are read in any spelling, and stored as they were written', async () => {
      const dropId = await world.launch()
      const earlier = await world.launch()
      const rules = [
        { key: 'TOKEN_BALANCE', operator: 'gte', value: '0', description: null },
        { key: 'tokenBalance', operator: '>=', value: `${COIN}:0`, description: 'Any at all' },
        { key: 'nft-ownership', operator: 'lt', value: '0xabc::punks::Punk:1', description: null },
        { key: 'walletAllowlist', operator: 'notIn', value: '0x1, 0x2', description: null },
        { key: 'CLAIM_COUNT', operator: '=', value: '0', description: null },
        { key: 'claimedDrop', operator: 'neq', value: earlier, description: null },
        { key: 'account age days', operator: 'eq', value: '0', description: null },
      ]
      const config = await setRules(world, dropId, rules)
      expect(config).toEqual({ id: expect.any(String), isActive: true, rules })
      const wallet = world.wallet()
      expect(await check(world, dropId, wallet)).toEqual({ whole: ELIGIBLE, rules: ELIGIBLE })
      await world.claim(dropId, wallet)
    })

    it('a refused wallet gets the first missing requirement, and all of them', async () => {
      const dropId = await world.launch()
      const [rich, poor] = [world.wallet(), world.wallet()]
      await setRules(world, dropId, [
        { key: 'token_balance', operator: '>=', value: `${COIN}:100`, description: 'Hold 100 CLUB' },
        { key: 'claim_count', operator: '<=', value: '0' },
        { key: 'wallet_allowlist', operator: 'in', value: rich },
      ])
      await world.server.fakeChain('faucet', { address: rich, coinType: COIN, amount: '100' })
      expect(await check(world, dropId, rich)).toEqual({ whole: ELIGIBLE, rules: ELIGIBLE })
      const no = {
        eligible: false,
        retryable: false,
        reason: 'Hold 100 CLUB',
        missingRequirements: ['Hold 100 CLUB', `wallet_allowlist in ${rich}`],
      }
      expect(await check(world, dropId, poor)).toEqual({ whole: no, rules: no })
      const refused = await world.refusedClaim(dropId, poor)
      expect(refused.extensions).toMatchObject({ code: 'NOT_ELIGIBLE', retryable: false })

      await world.ask(UPDATE_DROP, { id: dropId, input: { status: 'PAUSED' } })
      const paused = await check(world, dropId, rich)
      expect(paused.rules).toEqual(ELIGIBLE)
      expect(paused.whole).toMatchObject({ eligible: false, missingRequirements: [paused.whole.reason] })
      await setRules(world, dropId, [], { isActive: false })
      expect((await check(world, dropId, poor)).rules).toEqual(ELIGIBLE)
      for (const operation of ['checkEligibility', 'checkGatingEligibility']) {
        const query = `{ ${operation}(input: { dropId: "drop_${'0'.repeat(32)}", walletAddress: "0x1" }) { eligible } }`
        const missing = await world.refusal(query)
        expect(missing).toMatchObject({ message: 'Drop not found', extensions: { code: 'NOT_FOUND' } })
      }
    })

    it('a wallet that has just met the requirement is admitted', async () => {
      const dropId = await world.launch()
      await setRules(world, dropId, [{ key: 'token_balance', operator: '>=', value: `${COIN}:7` }])
      const wallet = world.wallet()
      expect((await world.refusedClaim(dropId, wallet)).extensions.code).toBe('NOT_ELIGIBLE')
      await world.server.fakeChain('faucet', { address: wallet, coinType: COIN, amount: '7' })
      // Sooner than the cached facts of the wallet expire.
      await soon(() => world.claim(dropId, wallet))
    })

    it('every template that is shipped makes a drop with its rules', async () => {
      const { gatingTemplates } = await world.ask(
        '{ gatingTemplates { id name description category rules { key operator value description } } }',
      )
      expect(gatingTemplates.map(({ name }: Data) => name)).toEqual(GATING_TEMPLATES.map(({ name }) => name))
      for (const { id, rules } of gatingTemplates) {
        const dropId = await world.launch({ gatingId: id })
        const query =
          'query ($id: ID!) { drop(id: $id) { gatingConfig { id isActive rules { key operator value description } } } }'
        const { gatingConfig } = (await world.ask(query, { id: dropId })).drop
        expect(gatingConfig).toEqual({ id: expect.any(String), isActive: true, rules })
        expect(gatingConfig.id).not.toBe(id)
      }
      const existingTokenId = await world.token()
      const drop = { title: 'Tea', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '10', existingTokenId }
      const unknown = await world.refusal(CREATE_DROP, { input: { ...drop, gatingId: 'nothing' } })
      expect(unknown.message).toBe('Gating config not found')
    })
  })
})
