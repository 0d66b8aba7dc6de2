import { createTestService, granted, refusalOf, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../domain/address.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS } from '../../domain/gating/rule-kinds.ts'
import { thresholdRule } from '../../domain/gating/threshold-rule.ts'
import { ok } from '../../domain/result.ts'
import type { OwnFacts } from '../../ports/index.ts'
import type { CreateDropInput } from '../drops/create-drop.ts'

/** How many steps somebody has walked today. */
const steps: RuleKind = {
  key: 'steps_today',
  operators: ['>='],
  valueShape: 'a number of steps',
  read: (operator, value) =>
    ok(thresholdRule({ source: 'own:steps', subject: 'today' }, operator, BigInt(value))),
}

const [WALKER, SITTER, STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]
const walked = new Map([
  [WALKER, 12_000n],
  [SITTER, 40n],
])

async function startGated(ownFacts?: OwnFacts, terms: Partial<CreateDropInput> = {}) {
  const service = await createTestService({ gating: { ruleKinds: [...RULE_KINDS, steps], ownFacts } })
  const { dropkit, owner } = service
  const drop = await service.createDrop(terms)
  granted(
    await dropkit.updateGatingConfig(owner, drop.id, {
      rules: [{ key: 'stepsToday', operator: 'gte', value: '10000' }],
    }),
  )
  const claim = (wallet: Address) => dropkit.claimDrop(owner, { dropId: drop.id, userAddress: wallet })
  return { ...service, drop, claim }
}

describe('a rule kind of the embedding service', () => {
  test('admits by what its own source knows of a wallet, and asks for each once', async () => {
    const asked: (readonly Address[])[] = []
    const { claim } = await startGated({
      ask: async (request, wallets) => {
        expect(request).toEqual({ source: 'own:steps', subject: 'today' })
        asked.push(wallets)
        return walked
      },
    })
    const [walker, sitter] = await Promise.all([claim(WALKER), claim(SITTER)])
    expect(walker.ok).toBe(true)
    expect(refusalOf(sitter)).toBe('not_eligible')
    expect(asked.flat()).toEqual([WALKER, SITTER])
  })

  test('judges who buys as who claims', async () => {
    const { dropkit, owner, drop } = await startGated({ ask: async () => walked }, { price: 1 })
    const buy = (walletAddress: Address) =>
      dropkit.createPaymentIntent(owner, { dropId: drop.id, walletAddress, paymentMethod: 'SUI' })
    expect((await buy(WALKER)).ok).toBe(true)
    expect(refusalOf(await buy(SITTER))).toBe('not_eligible')
    expect(refusalOf(await buy(STRANGER))).toBe('eligibility_unknown')
  })

  test('calls nobody ineligible of whom its source knows nothing', async () => {
    const { claim, dropkit, owner, drop } = await startGated({ ask: async () => walked })
    expect(refusalOf(await claim(STRANGER))).toBe('eligibility_unknown')
    const question = { dropId: drop.id, walletAddress: STRANGER }
    expect(granted(await dropkit.checkEligibility(owner, question))).toMatchObject({
      eligible: false,
      retryable: true,
    })
  })

  test('admits nobody while its source fails, which is logged, nor where there is none', async () => {
    const { claim, ports } = await startGated({
      ask: async () => {
        throw new Error('no answer from the step counter')
      },
    })
    expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
    expect(JSON.stringify(ports.log.lines)).toContain('own:steps')
    const without = await startGated()
    expect(refusalOf(await without.claim(WALKER))).toBe('eligibility_unknown')
  })

  test.each([null, 12_000, Number.NaN, '12000', {}])(
    'admits nobody by %j: what is no bigint is no fact',
    async (fact) => {
      const { claim } = await startGated({ ask: async () => new Map([[WALKER, fact as never]]) })
      expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
    },
  )

  test('admits nobody by an answer that is no map', async () => {
    const { claim } = await startGated({ ask: async () => ({}) as never })
    expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
  })

  test('has a key of its own, however that is spelt', async () => {
    const again = { ...steps, key: 'StepsToday' }
    await expect(createTestService({ gating: { ruleKinds: [steps, again] } })).rejects.toThrow(
      'keys of their own',
    )
  })

  test('is what a template must be of, where a service has no others', async () => {
    const { dropkit, owner, createDrop } = await createTestService({ gating: { ruleKinds: [steps] } })
    const { id } = await createDrop()
    const change = await dropkit.updateDrop(owner, id, { gatingId: 'token-holder' })
    expect(refusalOf(change)).toBe('bad_user_input')
  })

  test('is unknown to a service that was not told of it', async () => {
    const { dropkit, owner, createDrop } = await createTestService()
    const drop = await createDrop()
    const rules = [{ key: 'steps_today', operator: '>=', value: '1' }]
    expect(refusalOf(await dropkit.updateGatingConfig(owner, drop.id, { rules }))).toBe('bad_user_input')
  })
})
