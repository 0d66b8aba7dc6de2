import { createTestPorts, sampleDrop, sampleToken, sampleUser, testProof, testWallet } from '@dropkit/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { err, ok } from '../../domain/result.ts'
import { createOutsideFacts, type FactsAge } from '../gating/outside-facts.ts'
import { type Gathered, type Judgment, withFacts } from './with-facts.ts'

const wallet = testWallet(1)
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
  const { gather } = outsideFacts
  vi.spyOn(outsideFacts, 'gather').mockImplementation((...asked) => {
    ages.push(asked[3])
    return gather(...asked)
  })
  return withFacts({ ...ports, outsideFacts }, { wallet, proof: undefined, ...given }, async (gathered) => {
    rounds.push(gathered)
    return results[Math.min(rounds.length, results.length) - 1] ?? answered
  })
}

const text = () => testProof({ dropId: drop.id, wallet }, ports.clock.now())

test('an answer of the first round gathers no facts', async () => {
  expect(await judgeWith([answered])).toEqual(ok('yes'))
  expect(ages).toEqual([])
  expect(rounds).toEqual([{ facts: null, proof: undefined }])
})

test('the first facts may be cached, and later facts are fresh', async () => {
  expect(await judgeWith([factsNeeded, factsNeeded, answered])).toEqual(ok('yes'))
  expect(ages).toEqual(['kept', 'fresh'])
  expect(rounds.map(({ facts }) => facts === null)).toEqual([true, false, false])
})

test('the facts of a loaded drop are gathered before the first round', async () => {
  expect(await judgeWith([answered], { drop })).toEqual(ok('yes'))
  expect(ages).toEqual(['kept'])
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
  await expect(withFacts(factPorts, { wallet, proof: undefined }, failing)).rejects.toThrow('down')
})
