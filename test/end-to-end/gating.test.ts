// Rules about who may claim, as creators write them and claimers see them.
import { GATING_TEMPLATES } from '@dropkit/core'
import { expect, it } from 'vitest'
import { CREATE_DROP, type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

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

onEachDatabase('gating', (world) => {
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
