// The terms of a drop: valid values, how to clear them, and its texts.
import { expect, it } from 'vitest'
import { CREATE_DROP, onEachDatabase, UPDATE_DROP, type World } from './world.ts'

const TERMS = `query ($id: ID!) { drop(id: $id) {
  title description claimType claimAccess status shortcode imageUrl metadata estimatedValueUsd startsAt claimDeadline
  maxAmount tokenAmount supply maxPerWallet price priceUSD currency gatingConfig { isActive rules { key } }
} }`
const SET_RULES = `mutation ($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) { id rules { key operator value description } }
}`
const DELETE_DROP = 'mutation ($id: ID!) { deleteDrop(id: $id) }'

const termsOf = async (world: World, id: string) => (await world.ask(TERMS, { id })).drop

onEachDatabase('a drop’s terms', (world) => {
  it('are cleared by null if they may be empty, and otherwise unchanged', async () => {
    const full = {
      title: 'Full',
      description: 'Hot',
      imageUrl: 'ipfs://cid/1.png',
      metadata: { hot: true },
      estimatedValueUsd: 2.5,
      startsAt: '2020-01-01T00:00:00.000Z',
      claimDeadline: '2999-01-01T00:00:00.000Z',
      supply: 5,
      maxPerWallet: 2,
      price: 1.5,
      claimType: 'REGULAR',
      claimAccess: 'OWNER',
      status: 'ACTIVE',
      shortcode: `Full_${world.wallet().slice(-8)}`,
      maxAmount: '100',
      tokenAmount: '10',
    }
    const id = await world.launch({ ...full, gatingId: 'token-holder' })
    const before = await termsOf(world, id)
    expect(before).toMatchObject({
      ...full,
      gatingConfig: { isActive: true, rules: [{ key: 'token_balance' }] },
    })
    const nothing = { gatingId: null, ...Object.fromEntries(Object.keys(full).map((field) => [field, null])) }
    await world.ask(UPDATE_DROP, { id, input: nothing })
    expect(await termsOf(world, id)).toEqual({
      ...before,
      description: null,
      imageUrl: null,
      metadata: null,
      estimatedValueUsd: null,
      startsAt: null,
      claimDeadline: null,
      supply: null,
      maxPerWallet: null,
      price: null,
      priceUSD: 0,
      tokenAmount: null,
      gatingConfig: null,
    })
  })

  it('count pieces on an NFT drop, one a claim unless it says otherwise', async () => {
    const id = await world.launch({ type: 'NFT', maxAmount: '3', tokenAmount: undefined })
    expect((await termsOf(world, id)).tokenAmount).toBe('1')
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

  it('of a price of 0 are those of a free drop', async () => {
    const id = await world.launch({ price: 0 })
    expect(await termsOf(world, id)).toMatchObject({ price: null, priceUSD: 0, currency: 'SUI' })
    const granted = await world.claim(id, world.wallet())
    expect(granted.claim.amount).toBe('10')
    const { extensions } = await world.refusal(
      `mutation ($dropId: ID!) {
        createPaymentIntent(input: { dropId: $dropId, walletAddress: "0x1", paymentMethod: "SUI" }) { id }
      }`,
      { dropId: id },
    )
    expect(extensions.code).toBe('BAD_USER_INPUT')
  })

  it('have at most twenty gating rules', async () => {
    const dropId = await world.launch()
    const rules = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        key: 'account_age_days',
        operator: '>=',
        value: String(n),
        description: null,
      }))
    const { updateGatingConfig } = await world.ask(SET_RULES, { dropId, input: { rules: rules(20) } })
    expect(updateGatingConfig.rules).toEqual(rules(20))
    const { extensions } = await world.refusal(SET_RULES, { dropId, input: { rules: rules(21) } })
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'rules' })
    const { drop } = await world.ask(
      'query ($id: ID!) { drop(id: $id) { gatingConfig { rules { value } } } }',
      {
        id: dropId,
      },
    )
    expect(drop.gatingConfig.rules).toHaveLength(20)
  })

  it('take the rules of a template or of another drop of its creator, as a copy', async () => {
    const source = await world.launch()
    const rule = { key: 'wallet_allowlist', operator: 'in', value: '0x1', description: 'Friends' }
    const { updateGatingConfig: config } = await world.ask(SET_RULES, {
      dropId: source,
      input: { rules: [rule] },
    })
    const rulesOf = async (id: string) => {
      const query =
        'query ($id: ID!) { drop(id: $id) { gatingConfig { id rules { key operator value description } } } }'
      return (await world.ask(query, { id })).drop.gatingConfig
    }
    const copied = await world.launch({ gatingId: config.id })
    const copy = await rulesOf(copied)
    expect(copy.rules).toEqual([rule])
    expect(copy.id).not.toBe(config.id)
    await world.ask(SET_RULES, { dropId: copied, input: { rules: [] } })
    expect((await rulesOf(source)).rules).toEqual([rule])

    const input = { title: 'x', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1' }
    const existingTokenId = await world.token()
    for (const [gatingId, as] of [
      [config.id, 'stranger'],
      ['nothing', 'admin'],
    ] as const) {
      const refused = await world.refusal(CREATE_DROP, { input: { ...input, existingTokenId, gatingId } }, as)
      expect(refused).toMatchObject({ message: 'Gating config not found', extensions: { code: 'NOT_FOUND' } })
    }
    const unknown = await world.refusal(UPDATE_DROP, { id: source, input: { gatingId: 'nothing' } })
    expect(unknown.message).toBe('Gating config not found')
  })

  it('have a unique shortcode until the drop is deleted', async () => {
    const code = `Code_${world.wallet().slice(-8)}`
    const first = await world.launch({ shortcode: code })
    const second = await world.launch()
    const take = { id: second, input: { shortcode: code.toUpperCase() } }
    expect((await world.refusal(UPDATE_DROP, take)).extensions).toMatchObject({
      code: 'CONFLICT',
      field: 'shortcode',
    })
    await world.ask(UPDATE_DROP, { id: first, input: { shortcode: code.toLowerCase() } })
    expect((await termsOf(world, first)).shortcode).toBe(code.toLowerCase())
    await world.ask(DELETE_DROP, { id: first })
    await world.ask(UPDATE_DROP, take)
    expect((await termsOf(world, second)).shortcode).toBe(code.toUpperCase())
  })

  it('reveal nothing of its key, for any drop', async () => {
    const rotate = `mutation ($dropId: ID!) { updateDropKey(input: { dropId: $dropId, reason: "" }) {
      success newPublicKey newPrivateKey transactionDigest error
    } }`
    for (const dropId of ['', '../x', '\ud800', 'x'.repeat(2_000)]) {
      const { updateDropKey } = await world.ask(rotate, { dropId })
      expect(updateDropKey).toMatchObject({ success: false, newPublicKey: null, newPrivateKey: null })
      expect(updateDropKey.error).toMatch(/POST \/drops\/\S*\/rotate-key/)
    }
  })
})
