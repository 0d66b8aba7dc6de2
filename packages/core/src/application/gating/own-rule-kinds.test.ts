import { createTestService, granted, refusalOf, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../domain/address.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS, thresholdRule } from '../../domain/gating/rule-kinds.ts'
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
  test('admits by the facts of its own source, and reads each once', async () => {
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

  test('judges buyers like claimers', async () => {
    const { dropkit, owner, drop } = await startGated({ ask: async () => walked }, { price: 1 })
    const buy = (walletAddress: Address) =>
      dropkit.createPaymentIntent(owner, { dropId: drop.id, walletAddress, paymentMethod: 'SUI' })
    expect((await buy(WALKER)).ok).toBe(true)
    expect(refusalOf(await buy(SITTER))).toBe('not_eligible')
    expect(refusalOf(await buy(STRANGER))).toBe('eligibility_unknown')
  })

  test('refuses no wallet that its source does not know', async () => {
    const { claim, dropkit, owner, drop } = await startGated({ ask: async () => walked })
    expect(refusalOf(await claim(STRANGER))).toBe('eligibility_unknown')
    const question = { dropId: drop.id, walletAddress: STRANGER }
    expect(granted(await dropkit.checkEligibility(owner, question))).toMatchObject({
      eligible: false,
      retryable: true,
    })
  })

  test('admits no wallet while its source fails or is missing, which is logged', async () => {
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
    'admits no wallet for %j: a fact must be a bigint',
    async (fact) => {
      const { claim } = await startGated({ ask: async () => new Map([[WALKER, fact as never]]) })
      expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
    },
  )

  test('admits no wallet for an answer that is not a map', async () => {
    const { claim } = await startGated({ ask: async () => ({}) as never })
    expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
  })

  test('has a unique key in any letter case', async () => {
    const again = { ...steps, key: 'StepsToday' }
    await expect(createTestService({ gating: { ruleKinds: [steps, again] } })).rejects.toThrow(
      'keys of their own',
    )
  })

  test('is required in templates of a service without other kinds', async () => {
    const { dropkit, owner, createDrop } = await createTestService({ gating: { ruleKinds: [steps] } })
    const { id } = await createDrop()
    const change = await dropkit.updateDrop(owner, id, { gatingId: 'token-holder' })
    expect(refusalOf(change)).toBe('bad_user_input')
  })

  test('is unknown to a service without it', async () => {
    const { dropkit, owner, createDrop } = await createTestService()
    const drop = await createDrop()
    const rules = [{ key: 'steps_today', operator: '>=', value: '1' }]
    expect(refusalOf(await dropkit.updateGatingConfig(owner, drop.id, { rules }))).toBe('bad_user_input')
  })
})
