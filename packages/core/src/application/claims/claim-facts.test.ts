import {
  createTestPorts,
  createTestService,
  granted,
  sampleDrop,
  sampleToken,
  sampleUser,
  type TestService,
  testProof,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { err, ok } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { createOutsideFacts, type FactsAge } from '../gating/outside-facts.ts'
import { type Gathered, type Judgment, withFacts } from './with-facts.ts'

describe('whether a wallet could claim', () => {
  const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
  const ELIGIBLE = { eligible: true, retryable: false, reason: null, missingRequirements: [] }

  let service: TestService
  let otherUser: Caller
  let drop: Drop

  const query = (terms = {}) => ({ dropId: drop.id, walletAddress: testWallet(1), ...terms })
  const check = (terms = {}) => service.dropkit.checkEligibility(otherUser, query(terms))
  const checkRules = (terms = {}) => service.dropkit.checkGatingEligibility(otherUser, query(terms))

  const wantsCoins = async (coin = COIN) =>
    granted(
      await service.dropkit.updateGatingConfig(service.owner, drop.id, {
        rules: [{ key: 'token_balance', operator: '>=', value: `${coin}:1` }],
      }),
    )

  /** Runs `act` each time that the chain is asked for balances. */
  function whenAsked(act: (times: number) => Promise<unknown>): void {
    const { chain } = service.ports
    let times = 0
    replaceMethod(chain, 'balances', async (balances, ...asked) => {
      const answer = await balances(...asked)
      await act(++times)
      return answer
    })
  }

  /** The answer for this reason, if there are no other reasons. */
  const because = (reason: string, retryable: boolean) => ({
    eligible: false,
    retryable,
    reason,
    missingRequirements: [reason],
  })

  beforeEach(async () => {
    service = await createTestService()
    otherUser = await service.callerOf('somebody')
    drop = await service.createDrop()
  })

  test.each([
    ['by voucher', {}],
    ['by lot', { tokenAmount: '0', supply: 10 }],
  ])('is said of a drop that awards %s', async (_, terms) => {
    drop = await service.createDrop(terms)
    expect(granted(await check())).toMatchObject(ELIGIBLE)
    expect(granted(await checkRules())).toMatchObject(ELIGIBLE)
  })

  test('is returned with the reason, by the drop’s terms', async () => {
    drop = await service.createDrop({ maxAmount: '10' })
    granted(await service.dropkit.claimDrop(otherUser, { dropId: drop.id, userAddress: testWallet(2) }))
    expect(granted(await check())).toMatchObject(because('This drop is sold out', false))
    expect(granted(await checkRules())).toMatchObject(ELIGIBLE)
  })

  test('is returned with the reason, by its rules', async () => {
    await wantsCoins()
    for (const answer of [await check(), await checkRules()]) {
      expect(granted(answer)).toMatchObject(because(`token_balance >= ${COIN}:1`, false))
    }
  })

  test('is not known while the chain cannot be asked, and may be later', async () => {
    await wantsCoins()
    service.ports.memoryChain.setOutage('down')
    for (const answer of [await check(), await checkRules()]) {
      const { reason, ...rest } = granted(answer)
      expect(rest).toMatchObject({ eligible: false, retryable: true, missingRequirements: [reason] })
      expect(reason).toMatch(/^Could not be checked, try again: \S/)
      expect(reason).not.toContain('undefined')
    }
  })

  test('is unknown while the rules keep changing', async () => {
    await wantsCoins()
    whenAsked((times) => wantsCoins(COIN.replace('CLUB', `CLUB${times}`)))
    const reason = 'Could not be checked, try again: the facts that its rules need could not be read'
    expect(granted(await check())).toMatchObject(because(reason, true))
  })

  test.each([
    [
      'a wallet that has no such address',
      { walletAddress: 'hello' },
      { kind: 'bad_user_input', field: 'walletAddress' },
    ],
    ['a drop that there is not', { dropId: 'nothing' }, { kind: 'not_found', what: 'Drop' }],
  ])('is not said of %s', async (_, terms, error) => {
    expect(await check(terms)).toMatchObject({ ok: false, error: expect.objectContaining(error) })
    expect(await checkRules(terms)).toMatchObject({ ok: false, error: expect.objectContaining(error) })
  })

  test('is said of a draft to its owner alone', async () => {
    drop = await service.createDrop({ status: 'DRAFT' })
    for (const answer of [await check(), await checkRules()]) {
      expect(answer).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    }
    expect((await service.dropkit.checkEligibility(service.owner, query())).ok).toBe(true)
  })

  test('is not said of a drop that is deleted meanwhile', async () => {
    await wantsCoins()
    service.ports.memoryChain.wallet.faucet(testWallet(1), COIN, amountOf(1n))
    whenAsked(async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id)))
    expect(await check()).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  })
})

describe('gathering facts', () => {
  const wallet = testWallet(1)
  const caller: Caller = { user: sampleUser(2), credential: { kind: 'system' } }
  const drop: Drop = { ...sampleDrop(sampleToken(sampleUser(1), 1), 1), humanCheck: 'PROOF_OF_WORK' }
  const factsNeeded: Judgment<string> = { kind: 'facts_needed', drop }
  const proofNeeded: Judgment<string> = { kind: 'proof_needed', drop }
  const answered: Judgment<string> = { kind: 'answered', answer: ok('yes') }

  let ports: ReturnType<typeof createTestPorts>
  let ages: FactsAge[]
  let rounds: Gathered[]

  beforeEach(() => {
    ports = createTestPorts()
    ages = []
    rounds = []
  })

  type Given = Partial<Parameters<typeof withFacts>[1]>

  /** Judges with the given results, one per round. The last one repeats. */
  function judgeWith(results: readonly Judgment<string>[], given: Given = {}) {
    const outsideFacts = createOutsideFacts(ports)
    replaceMethod(outsideFacts, 'gather', (gather, ...asked) => {
      ages.push(asked[3])
      return gather(...asked)
    })
    return withFacts(
      { ...ports, outsideFacts },
      { caller, wallet, proof: undefined, ...given },
      async (gathered) => {
        rounds.push(gathered)
        return results[Math.min(rounds.length, results.length) - 1] ?? answered
      },
    )
  }

  const text = () => testProof({ dropId: drop.id, wallet }, ports.clock.now())

  test('an answer of the first round gathers no facts', async () => {
    expect(await judgeWith([answered])).toEqual(ok('yes'))
    expect(ages).toEqual([])
    expect(rounds).toEqual([{ facts: null, proof: undefined }])
  })

  test('the first facts may be cached, and later facts are fresh', async () => {
    expect(await judgeWith([factsNeeded, factsNeeded, answered])).toEqual(ok('yes'))
    expect(ages).toEqual(['cached', 'fresh'])
    expect(rounds.map(({ facts }) => facts === null)).toEqual([true, false, false])
  })

  test('the facts of a loaded drop are gathered before the first round', async () => {
    expect(await judgeWith([answered], { drop })).toEqual(ok('yes'))
    expect(ages).toEqual(['cached'])
  })

  test('facts are gathered at most three times', async () => {
    const refusal = { kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' }
    expect(await judgeWith([factsNeeded])).toEqual(err(refusal))
    expect([ages.length, rounds.length]).toEqual([3, 4])
    rounds = []
    ages = []
    expect(await judgeWith([factsNeeded], { drop })).toEqual(err(refusal))
    expect([ages.length, rounds.length]).toEqual([3, 3])
  })

  test('a verified proof keeps the facts, and does not count as a gathering', async () => {
    const proof = { kind: 'unverified', text: text() } as const
    const needs = [factsNeeded, factsNeeded, factsNeeded, proofNeeded, answered]
    expect(await judgeWith(needs, { proof })).toEqual(ok('yes'))
    expect(ages).toHaveLength(3)
    expect(rounds[4]?.facts).toBe(rounds[3]?.facts)
    expect(rounds[4]?.proof).toMatchObject({ kind: 'verified', check: 'PROOF_OF_WORK' })
  })

  test('a bad proof and a used proof end the request', async () => {
    const bad = await judgeWith([proofNeeded], { proof: { kind: 'unverified', text: 'hello' } })
    expect(bad).toMatchObject({ error: { kind: 'human_check_failed' } })
    const used = { kind: 'human_check_failed', reason: 'used' } as const
    const proof = { kind: 'unverified', text: text() } as const
    expect(await judgeWith([proofNeeded], { proof, useProof: async () => used })).toEqual(err(used))
    expect(rounds).toHaveLength(2)
  })

  test('an error of a round is thrown', async () => {
    const failing = () => Promise.reject(new Error('down'))
    const factPorts = { ...ports, outsideFacts: createOutsideFacts(ports) }
    await expect(withFacts(factPorts, { caller, wallet, proof: undefined }, failing)).rejects.toThrow('down')
  })
})
