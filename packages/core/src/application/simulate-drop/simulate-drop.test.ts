import { granted, pureHashes, TEST_START } from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pepper, steady } from '../../../test/any-simulation.ts'
import { parseAddress } from '../../domain/address.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS, thresholdRule } from '../../domain/gating/rule-kinds.ts'
import { drawAmount } from '../../domain/random-amount.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { drawnOrigins, simulateDrop } from './simulate-drop.ts'

const simulate = (simulation: Partial<DropSimulation>) =>
  granted(simulateDrop({ drop: pepper, arrivals: steady(200), ...simulation }, pureHashes))

describe('the course of a drop', () => {
  test('reports when it sold out, the receivers, and the refusals of the others', () => {
    const course = simulate({})
    expect(course).toMatchObject({
      status: 'SOLD_OUT',
      soldOutAfterMs: 99_000,
      lastClaimAfterMs: 99_000,
      lastTryAfterMs: 199_000,
      pool: 1_000n,
      given: 1_000n,
      tries: { all: 200, claimed: 100, again: 0, lapsed: 0, inReview: 0, refused: 100 },
      wallets: { came: 200, served: 100, emptyHanded: 100 },
      amounts: { count: 100, sum: 1_000n, least: 10n, median: 10n, mean: 10, p90: 10n, most: 10n },
      refusals: [{ kind: 'drop_sold_out', tries: 100, share: 0.5, wallets: 100, reasons: [] }],
      listed: null,
      bots: null,
      sales: null,
    })
    expect(course.amounts?.histogram).toEqual([{ from: 10n, to: 10n, count: 100 }])
    expect(course.milestones).toEqual(
      Array.from({ length: 10 }, (_, n) => ({ percent: 10 * n + 10, afterMs: 10_000 * n + 9_000 })),
    )
    expect(course.timeline[0]).toEqual({ afterMs: 0, tries: 0, claims: 0, refused: 0, given: 0n })
  })

  test('draws amounts as the service does, from a seed that follows from its own', () => {
    const wallets = [0xa, 0xb, 0xc].map((n) => ({ address: `0x${n.toString(16)}`, afterMs: n }))
    const drop = { ...pepper, tokenAmount: '0', supply: 3 }
    const course = simulate({ drop, arrivals: undefined, wallets, seed: 7 })
    const { id: dropId, seed } = drawnOrigins(7, pureHashes)
    let remaining = 1_000n
    const drawn = wallets.map(({ address }, n) => {
      const claimer = granted(parseAddress(address, 'address'))
      const draw = { dropId, sequence: n + 1, claimer, remaining, itemsLeft: 3 - n, pool: 1_000n }
      const amount = drawAmount(draw, (message) => pureHashes.hmacSha256(seed, message))
      remaining -= amount
      return amount
    })
    const [least, median, most] = drawn.sort((one, other) => Number(one - other))
    expect(course).toMatchObject({ dropId, soldOutAfterMs: 12, amounts: { count: 3, sum: 1_000n } })
    expect(course.amounts).toMatchObject({ least, median, p90: most, most })
  })

  test('evaluates the drop’s own gating rules', () => {
    const rules = [
      { key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass', description: 'Own a pass' },
    ]
    const facts = [
      {
        source: 'owned_objects',
        values: [
          { share: 0.25, value: '1' },
          { share: 0.05, value: null },
        ],
      },
    ] as const
    const { refusals, wallets, amounts } = simulate({
      drop: { ...pepper, maxAmount: '100000', rules },
      facts,
      arrivals: steady(4_000),
    })
    expect(refusals).toMatchObject([
      { kind: 'not_eligible', reasons: [{ reason: 'Own a pass' }] },
      { kind: 'eligibility_unknown', reasons: [{ reason: 'Own a pass' }] },
    ])
    expect(refusals[0]?.share).toBeCloseTo(0.7, 1)
    expect(wallets.served).toBe(amounts?.count)
    expect(wallets.served / 4_000).toBeCloseTo(0.25, 1)
  })

  test('uses the facts of the list for each wallet', () => {
    const rules = [{ key: 'token_balance', operator: '>=', value: '0x2::sui::SUI:100' }]
    const wallets = [
      { address: '0xa', afterMs: 0, facts: { balance: '100' } },
      { address: '0xb', afterMs: 1, facts: { 'balance 0x2::sui::SUI': '99' } },
      { address: '0xc', afterMs: 2 },
      { address: '0x0a', afterMs: 3 },
    ]
    const course = simulate({ drop: { ...pepper, rules }, wallets, arrivals: undefined })
    expect(course.wallets).toEqual({ came: 3, served: 1, emptyHanded: 2 })
    const [a, b, c] = ['a', 'b', 'c'].map((digit) => `0x${digit.padStart(64, '0')}`)
    expect(course.listed).toEqual([
      { address: a, claims: 1, given: 10n, lastRefusal: null },
      { address: b, claims: 0, given: 0n, lastRefusal: 'not_eligible' },
      { address: c, claims: 0, given: 0n, lastRefusal: 'not_eligible' },
    ])
    expect(course.tries).toMatchObject({ all: 4, claimed: 1, again: 1, refused: 2 })
  })

  test('judges by rule kinds of the service’s own, too', () => {
    const steps: RuleKind = {
      key: 'steps',
      operators: ['>='],
      valueShape: 'a whole number',
      read: () => ({ ok: true, value: thresholdRule({ source: 'own:steps', subject: '' }, '>=', 100n) }),
    }
    const course = simulate({
      drop: { ...pepper, rules: [{ key: 'steps', operator: '>=', value: '100' }] },
      ruleKinds: [...RULE_KINDS, steps],
      facts: [{ source: 'own:steps', values: [{ share: 1, value: '99' }] }],
    })
    expect(course.refusals).toMatchObject([{ kind: 'not_eligible', tries: 200 }])
  })

  test('reports the share of bots', () => {
    const bots = { people: 2, walletsEach: 30, everyMs: 10 }
    const course = simulate({ bots, arrivals: { model: 'rush', wallets: 100, halfLifeMs: 600_000 } })
    expect(course.wallets.came).toBe(160)
    expect(course.bots).toEqual({ wallets: 60, claims: 60, given: 600n })
    expect(course.soldOutAfterMs).toBeGreaterThan(290)
  })

  test('begins at the drop’s start, or at the given time', () => {
    const drop = { ...pepper, status: 'SCHEDULED', startsAt: TEST_START } as const
    expect(simulate({ drop })).toMatchObject({ beginsAt: TEST_START, tries: { claimed: 100 } })
    const early = simulate({ drop, beginsAt: TEST_START - 50_000 })
    expect(early.refusals).toMatchObject([
      { kind: 'drop_not_started', tries: 50 },
      { kind: 'drop_sold_out', tries: 50 },
    ])
    const short = simulate({ drop: { ...pepper, claimDeadline: 30_000 }, beginsAt: 0 })
    expect(short).toMatchObject({ status: 'ENDED', refusals: [{ kind: 'drop_ended', tries: 170 }] })
  })

  test('never gives more than the pool, and accounts for every try', () => {
    const any = fc.record({
      tokenAmount: fc.constantFrom('0', '1', '37', '1000'),
      supply: fc.option(fc.integer({ min: 1, max: 900 })),
      wallets: fc.integer({ min: 1, max: 400 }),
      usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      seed: fc.nat(),
    })
    fc.assert(
      fc.property(any, ({ tokenAmount, supply, wallets, usedShare, seed }) => {
        const simulation = {
          drop: { ...pepper, tokenAmount, supply, maxPerWallet: 2 },
          arrivals: { model: 'poisson', wallets, overMs: 3_600_000 } as const,
          repeats: { share: 0.3, times: 3, everyMs: 400_000 },
          vouchers: { usedShare },
          seed,
        }
        const { tries, given, pool, amounts } = simulate(simulation)
        expect(given).toBeLessThanOrEqual(pool)
        expect(amounts?.sum ?? 0n).toBe(given)
        expect(tries.claimed + tries.again + tries.refused).toBe(tries.all)
        expect(simulate(simulation)).toEqual(simulate(simulation))
      }),
      { numRuns: 20 },
    )
  })
})

describe('wallets arrive', () => {
  const timesOf = (arrivals: DropSimulation['arrivals'], beginsAt = 0) => {
    const { timeline } = simulate({ arrivals, beginsAt, drop: { ...pepper, maxAmount: '1000000' } })
    return (afterMs: number) => timeline.findLast((point) => point.afterMs <= afterMs)?.tries ?? 0
  }

  test('at even distances', () => {
    const by = timesOf({ model: 'steady', wallets: 2_000, overMs: 2_000_000 })
    expect([by(0), by(500_000), by(1_999_999)]).toEqual([0, 500, 2_000])
  })

  test('at any time with the same chance', () => {
    const by = timesOf({ model: 'poisson', wallets: 2_000, overMs: 2_000_000 })
    expect(by(500_000) / 2_000).toBeCloseTo(0.25, 1)
    expect(by(1_500_000) / 2_000).toBeCloseTo(0.75, 1)
  })

  test('in a rush: half of the remaining wallets in each half-life', () => {
    const by = timesOf({ model: 'rush', wallets: 2_000, halfLifeMs: 60_000 })
    expect(by(60_000) / 2_000).toBeCloseTo(0.5, 1)
    expect(by(180_000) / 2_000).toBeCloseTo(0.875, 1)
  })

  test('in a daily wave that is highest at its peak', () => {
    const hour = 3_600_000
    const by = timesOf({ model: 'daily', wallets: 2_000, overMs: 24 * hour, peakHour: 12 })
    expect((by(18 * hour) - by(6 * hour)) / 2_000).toBeCloseTo(0.5 + 1 / Math.PI, 1)
    const later = timesOf({ model: 'daily', wallets: 2_000, overMs: 24 * hour, peakHour: 12 }, 12 * hour)
    expect(later(6 * hour) / 2_000).toBeCloseTo(0.41, 1)
    const early = timesOf({ model: 'daily', wallets: 2_000, overMs: 24 * hour, peakHour: 6 }, 3 * hour)
    expect(early(6 * hour) / 2_000).toBeCloseTo(0.475, 1)
  })
})

describe('a simulation is refused by the field that is wrong', () => {
  const refusalOf = (simulation: Partial<DropSimulation>) => {
    const result = simulateDrop({ drop: pepper, arrivals: steady(10), ...simulation }, pureHashes)
    return result.ok ? 'granted' : result.error.kind === 'bad_user_input' ? result.error.field : result.error
  }
  const pass = [{ key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass' }]
  const gated = { ...pepper, rules: pass }

  test.each<[string, Partial<DropSimulation>]>([
    ['title', { drop: { ...pepper, title: '' } }],
    ['tokenAmount', { drop: { ...pepper, tokenAmount: '1001' } }],
    ['supply', { drop: { ...pepper, tokenAmount: '0', supply: 1_001 } }],
    ['startsAt', { drop: { ...pepper, status: 'SCHEDULED' } }],
    [
      'rules[0].operator',
      { drop: { ...pepper, rules: [{ key: 'nft_ownership', operator: 'in', value: 'x' }] } },
    ],
    ['beginsAt', { drop: { ...pepper, claimDeadline: 5 } }],
    ['beginsAt', { beginsAt: 0.5 }],
    ['startsAt', { drop: { ...pepper, status: 'SCHEDULED', startsAt: Number.POSITIVE_INFINITY } }],
    ['claimDeadline', { drop: { ...pepper, claimDeadline: Number.NaN }, beginsAt: 0 }],
    ['arrivals.model', { arrivals: { model: 'storm' as 'steady', overMs: 1, wallets: 1 } }],
    ['arrivals', { arrivals: undefined, wallets: [{ address: '0xa' }] }],
    ['arrivals', { arrivals: undefined }],
    ['arrivals.wallets', { arrivals: { model: 'poisson', overMs: 1 } }],
    ['arrivals.wallets', { wallets: [{ address: '0xa' }] }],
    ['arrivals.wallets', { arrivals: { model: 'poisson', overMs: 1, wallets: 1_000_001 } }],
    ['arrivals.overMs', { arrivals: { model: 'steady', overMs: 0, wallets: 1 } }],
    ['arrivals.halfLifeMs', { arrivals: { model: 'rush', halfLifeMs: Number.NaN, wallets: 1 } }],
    ['arrivals.peakHour', { arrivals: { model: 'daily', overMs: 1, wallets: 1, peakHour: 24 } }],
    ['wallets', { wallets: [], arrivals: { model: 'poisson', overMs: 1 } }],
    ['wallets[0].address', { wallets: [{ address: 'alice', afterMs: 0 }], arrivals: undefined }],
    ['wallets[0].afterMs', { wallets: [{ address: '0xa', afterMs: -1 }], arrivals: undefined }],
    ['wallets[0].asks', { wallets: [{ address: '0xa', afterMs: 0, asks: '5' }], arrivals: undefined }],
    ['facts', { drop: gated }],
    ['facts[0]', { drop: gated, facts: [{ source: 'balance', values: [] }] }],
    [
      'facts[0].values[0].share',
      { drop: gated, facts: [{ source: 'owned_objects', values: [{ share: 2, value: '1' }] }] },
    ],
    [
      'facts[0].values[0].value',
      { drop: gated, facts: [{ source: 'owned_objects', values: [{ share: 1, value: '-1' }] }] },
    ],
    [
      'facts[0].values',
      {
        drop: gated,
        facts: [
          {
            source: 'owned_objects',
            values: [
              { share: 0.6, value: '1' },
              { share: 0.6, value: '2' },
            ],
          },
        ],
      },
    ],
    [
      'wallets[0].facts.balance',
      { wallets: [{ address: '0xa', afterMs: 0, facts: { balance: '1' } }], arrivals: undefined },
    ],
    ['asks', { drop: { ...pepper, tokenAmount: null } }],
    ['asks.least', { asks: { least: '1', most: '2' } }],
    ['asks.most', { drop: { ...pepper, tokenAmount: null }, asks: { least: '2', most: '1' } }],
    ['repeats.share', { repeats: { share: 1.1, times: 1, everyMs: 1 } }],
    ['repeats.times', { repeats: { share: 1, times: 0, everyMs: 1 } }],
    ['repeats.times', { arrivals: steady(10_000), repeats: { share: 1, times: 1_000, everyMs: 1 } }],
    ['repeats.everyMs', { repeats: { share: 1, times: 1, everyMs: 0 } }],
    ['bots.people', { bots: { people: 0, walletsEach: 1 } }],
    ['bots.walletsEach', { bots: { people: 1_000_000, walletsEach: 2 } }],
    ['vouchers.usedShare', { vouchers: { usedShare: -0.1 } }],
    ['payments.meanMs', { payments: { meanMs: -1 } }],
    ['deliveryMs', { deliveryMs: -1 }],
    ['settings.voucherLifetimeMs', { settings: { voucherLifetimeMs: 1.5 } }],
    ['seed', { seed: -1 }],
  ])('%s', (field, simulation) => {
    expect(refusalOf(simulation)).toBe(field)
  })
})
