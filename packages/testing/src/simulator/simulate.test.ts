import { setImmediate as oneTurn } from 'node:timers/promises'
import { RULE_KINDS } from '@dropkit/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plantedShare, triedOf } from '../../../../test/support/planted-share.ts'
import { SIMULATED_RULES } from './admission.ts'
import { simulate } from './simulate.ts'

/** 1,000, or more if properties run more often. Each day tries a tenth of them. */
const SEEDS = 2 * (fc.readConfigureGlobal()?.numRuns ?? 500)
const SEEDS_AT_ONCE = 50
const SHARES = 10
const tried = triedOf(
  Array.from({ length: Math.ceil(SEEDS / SEEDS_AT_ONCE) }, (_, n) => n * SEEDS_AT_ONCE),
  SHARES,
)

describe(`a simulated life of the service (PLANTED_SHARE=${plantedShare})`, () => {
  test.each(tried)(`breaks no rule, with ${SEEDS_AT_ONCE} seeds from %i on`, async (from) => {
    const found: string[] = []
    for (let seed = from; seed < from + SEEDS_AT_ONCE; seed++) {
      const { violation } = await simulate(seed, { turn: process.nextTick })
      await oneTurn()
      if (violation) found.push(`npm run simulate -- --seed ${seed}: ${violation.message}`)
    }
    expect(found).toEqual([])
  })

  test('is the same for the same seed', async () => {
    for (const seed of [3, 14, 15, 92, 65]) {
      const first = await simulate(seed, { turn: process.nextTick })
      const second = await simulate(seed, { isTraceKept: true })
      expect(second.traceHash).toBe(first.traceHash)
      expect(second.trace).toHaveLength(first.tally.traceLines)
      expect(second.tally).toEqual(first.tally)
    }
  })

  test('differs for another seed', async () => {
    const hashes = new Set<string>()
    for (let seed = 0; seed < 20; seed++) hashes.add((await simulate(seed)).traceHash)
    expect(hashes.size).toBe(20)
  })

  test('does not depend on how many turns of the event loop a call takes', async () => {
    for (const seed of [1, 22, 333]) {
      const plain = await simulate(seed)
      const lagTurns = (call: string) => (call.length * 31 + seed) % 7
      expect((await simulate(seed, { lagTurns })).traceHash).toBe(plain.traceHash)
    }
  })

  test('has a gating rule of every kind', () => {
    expect(Object.keys(SIMULATED_RULES).sort()).toEqual(RULE_KINDS.map(({ key }) => key).sort())
  })

  test('contains every fault and every kind of gating rule', async () => {
    const expected = [
      ...RULE_KINDS.map(({ key }) => `by ${key}`),
      'its clock is 3600000 ms off',
      'its clock is -3600000 ms off',
      'stands still',
      'is cut off',
      'of a blackout',
      'does not answer',
      'is late',
      'is unreachable',
      'is forged',
      'into drop-',
      'is taken late',
      'is lost',
      'refuses a delivery',
      'refuses to pay',
      'of drop-1: succeeded',
      'denies its coins to',
      'retry refund-',
      'assign unmatched-',
      'return unmatched-',
      'with {"price":null}',
    ]
    const missing = new Set(expected)
    for (let seed = 0; seed < 200 && missing.size > 0; seed++) {
      const { trace } = await simulate(seed, { isTraceKept: true, turn: process.nextTick })
      const text = trace.join('\n')
      for (const phrase of missing) if (text.includes(phrase)) missing.delete(phrase)
    }
    expect([...missing]).toEqual([])
  })

  test('contains a good share of the possible events', async () => {
    let [claims, payments, events] = [0, 0, 0]
    for (let seed = 0; seed < 40; seed++) {
      const { tally } = await simulate(seed)
      claims += tally.claims
      payments += tally.payments
      events += tally.events
    }
    expect(claims).toBeGreaterThan(150)
    expect(payments).toBeGreaterThan(40)
    expect(events).toBeGreaterThan(800)
  })
})
