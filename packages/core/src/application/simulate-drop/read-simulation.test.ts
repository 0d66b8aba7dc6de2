import { granted, pureHashes, sampleAddress } from '@dropkit/testing'
import { describe, expect, it, test } from 'vitest'
import { STRANGE_VALUES } from '../../../test/strange-values.ts'
import { gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { readSimulation } from './read-simulation.ts'
import { simulateDrop } from './simulate-drop.ts'

describe('reading a simulation', () => {
  const open = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1000' } as const
  const pepper = { ...open, tokenAmount: '10' }
  const arrivals = { model: 'steady', wallets: 10, overMs: 10_000 } as const

  const read = (simulation: Partial<DropSimulation> = {}) =>
    readSimulation({ drop: pepper, arrivals, ...simulation })
  const refused = (simulation: Partial<DropSimulation>) => {
    const result = read(simulation)
    return result.ok ? 'granted' : result.error.kind === 'bad_user_input' ? result.error.field : result.error
  }
  const wallets = (...more: readonly object[]) =>
    more.map((one, n) => ({ address: `0x${n + 1}`, afterMs: n, ...one }))

  test('missing fields have the simplest values', () => {
    expect(granted(read({ bots: { people: 1, walletsEach: 1 } }))).toMatchObject({
      beginsAt: 0,
      wallets: 10,
      listed: null,
      asks: null,
      repeats: null,
      bots: { people: 1, walletsEach: 1, everyMs: 100 },
      vouchers: { usedShare: 1, meanMs: 10_000 },
      payments: { paidShare: 1, meanMs: 60_000 },
      deliveryMs: 2_000,
      settings: { voucherLifetimeMs: 900_000, expiryMarginMs: 2_000 },
    })
  })

  test('given fields are used', () => {
    const said = {
      beginsAt: 7,
      bots: { people: 1, walletsEach: 1, everyMs: 5 },
      vouchers: { usedShare: 0, meanMs: 1 },
      payments: { paidShare: 0, meanMs: 2 },
      winners: { claimedShare: 0, meanMs: 8 },
      deliveryMs: 3,
      repeats: { share: 0, times: 1, everyMs: 4 },
      settings: { voucherLifetimeMs: 6 },
    }
    expect(granted(read(said))).toMatchObject({ ...said, wallets: 10 })
  })

  test('the drop is the one that would be made, with all of its pool in its vault', () => {
    const { drop } = granted(read())
    expect(drop).toMatchObject({ pool: 1_000n, vault: { kind: 'open', deposited: 1_000n, alarm: null } })
  })

  test('a drop with a lottery and no start requires beginsAt', () => {
    const drop = { ...pepper, supply: 5, admission: 'LOTTERY', entriesCloseAt: 9_000_000 } as const
    expect(refused({ drop })).toBe('beginsAt')
    expect(granted(read({ drop, beginsAt: 0 })).drop.lottery).toMatchObject({
      entries: 0,
      draw: { kind: 'OPEN' },
    })
  })

  describe('it begins', () => {
    const startsAt = 50_000
    test('with the drop’s start, also if it has an end', () => {
      const drop = { ...pepper, status: 'SCHEDULED', startsAt, claimDeadline: 90_000 } as const
      expect(granted(read({ drop })).beginsAt).toBe(startsAt)
      expect(granted(read({ drop, beginsAt: 1 })).beginsAt).toBe(1)
      expect(refused({ drop: { ...pepper, claimDeadline: 90_000 } })).toBe('beginsAt')
    })
  })

  describe('bounds are kept:', () => {
    const most = { model: 'steady', wallets: 2_000, overMs: 1 } as const
    const tenYearsMs = 10 * 365 * 86_400_000
    const priced = { ...open, price: 1 }
    const tooMany = String(2n ** 53n)
    const asMany = String(2n ** 53n - 1n)
    test.each<[string, Partial<DropSimulation>]>([
      ['granted', { arrivals: { model: 'daily', overMs: 1, wallets: 1, peakHour: 0 } }],
      ['arrivals.peakHour', { arrivals: { model: 'daily', overMs: 1, wallets: 1, peakHour: -1 } }],
      ['granted', { bots: { people: 1, walletsEach: 1, everyMs: 0 } }],
      ['bots.everyMs', { bots: { people: 1, walletsEach: 1, everyMs: -1 } }],
      ['repeats.share', { bots: { people: 1, walletsEach: 1 }, repeats: { share: 2, times: 1, everyMs: 1 } }],
      ['granted', { arrivals: most, repeats: { share: 1, times: 1_000, everyMs: 1 } }],
      ['granted', { deliveryMs: tenYearsMs }],
      ['deliveryMs', { deliveryMs: tenYearsMs + 1 }],
      ['granted', { drop: priced, asks: { least: '1', most: asMany } }],
      ['asks.most', { drop: priced, asks: { least: '1', most: tooMany } }],
      ['asks.least', { drop: priced, asks: { least: tooMany, most: tooMany } }],
      ['granted', { drop: open, asks: { least: tooMany, most: tooMany } }],
      ['asks.most', { drop: open, asks: { least: '1', most: '0' } }],
      ['asks.least', { drop: open, asks: { least: '0', most: '1' } }],
      ['asks.least', { drop: { ...priced, supply: 5 }, asks: { least: '1', most: '1' } }],
      ['asks', { drop: priced }],
      ['asks', { drop: open, arrivals: undefined, wallets: wallets({ asks: '1' }, {}) }],
      ['granted', { drop: open, arrivals: undefined, wallets: wallets({ asks: '1' }, { asks: '2' }) }],
      [
        'wallets[1].asks',
        { drop: open, arrivals: undefined, wallets: wallets({ asks: '1' }, { asks: 'x' }) },
      ],
    ])('%s', (field, simulation) => {
      expect(refused(simulation)).toBe(field)
    })
  })

  test('a list contains wallet, arrival and amount', () => {
    const list = [
      { address: '0xa', asks: '5' },
      { address: '0xb', afterMs: 3 },
    ]
    const { listed } = granted(
      read({
        drop: open,
        wallets: list,
        arrivals: { model: 'steady', overMs: 1 },
        asks: { least: '1', most: '1' },
      }),
    )
    const [a, b] = ['a', 'b'].map((digit) => `0x${digit.padStart(64, '0')}`)
    expect(listed).toEqual({ addresses: [a, b], afterMs: [null, 3], asks: [5n, null] })
  })
})

describe('reading facts', () => {
  const [SALT, CUMIN] = [`${sampleAddress(5)}::salt::SALT`, `${sampleAddress(6)}::cumin::CUMIN`]
  const rules = [
    { key: 'token_balance', operator: '>=', value: `${SALT}:1` },
    { key: 'token_balance', operator: '>=', value: `${CUMIN}:1` },
    { key: 'claim_count', operator: '<', value: '5' },
  ]
  const drop = {
    title: 'Pepper',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
  } as const

  const read = (simulation: Partial<DropSimulation>, of: readonly object[] = rules) =>
    readSimulation({
      drop: { ...drop, rules: of as typeof rules },
      ...(simulation.wallets
        ? {}
        : { arrivals: { model: 'steady', wallets: 1_000, overMs: 1_000 } as const }),
      ...simulation,
    })

  /** How much each wallet has of one coin and of the other. */
  function had(simulation: Partial<DropSimulation>) {
    const crowd = gatherCrowd(granted(read(simulation)), 0)
    return Array.from({ length: crowd.size }, (_, wallet) =>
      [SALT, CUMIN].map((subject) => crowd.fact(wallet, { source: 'balance', subject })),
    )
  }

  const refused = (simulation: Partial<DropSimulation>, of?: readonly object[]) => {
    const result = read(simulation, of)
    if (result.ok || result.error.kind !== 'bad_user_input') throw new Error('it is not refused')
    return result.error
  }

  const all = (value: string | null) => [{ share: 1, value }]
  const listed = (...facts: readonly (Readonly<Record<string, string>> | undefined)[]) =>
    facts.map((each, n) => ({ address: `0x${n + 1}`, afterMs: n, ...(each ? { facts: each } : {}) }))

  describe('the facts of wallets', () => {
    test('is said of one thing by its subject, or of all of a source', () => {
      const apart = had({
        facts: [
          { source: 'balance', subject: SALT, values: all('3') },
          { source: 'balance', subject: CUMIN, values: all(null) },
        ],
      })
      expect(new Set(apart.map(String))).toEqual(new Set(['3,']))
      expect(new Set(had({ facts: [{ source: 'balance', values: all('4') }] }).map(String))).toEqual(
        new Set(['4,4']),
      )
    })

    test('is said for parts of them, of which the rest has none', () => {
      const values = [
        { share: 0.25, value: '9' },
        { share: 0.5, value: null },
      ]
      const salt = had({ facts: [{ source: 'balance', values }] }).map(([first]) => first)
      const part = (value: bigint | undefined) => salt.filter((one) => one === value).length / salt.length
      expect(part(9n)).toBeCloseTo(0.25, 1)
      expect(part(undefined)).toBeCloseTo(0.5, 1)
      expect(part(0n)).toBeCloseTo(0.25, 1)
    })

    test('is said by the list for those that it says something of', () => {
      const wallets = listed(
        undefined,
        { [`balance ${SALT}`]: '7' },
        { [` balance   ${CUMIN} `]: '8' },
        { balance: '9' },
      )
      const facts = [{ source: 'balance', values: all('1') }] as const
      expect(had({ wallets, facts })).toEqual([
        [1n, 1n],
        [7n, 0n],
        [0n, 8n],
        [9n, 9n],
      ])
    })

    test('may be said by shares that sum to one as well as numbers can', () => {
      const tenths = Array.from({ length: 10 }, () => ({ share: 0.1, value: '1' }))
      expect(read({ facts: [{ source: 'balance', values: tenths }] }).ok).toBe(true)
    })

    test('of the simulation itself cannot be configured', () => {
      expect(read({}, rules.slice(2)).ok).toBe(true)
      const own = { source: 'confirmed_claims', values: all('1') } as never
      expect(refused({ facts: [own] }, rules.slice(2))).toMatchObject({
        field: 'facts[0]',
        message: "The drop's rules ask for nothing that is to be said here",
        details: { known: [] },
      })
    })
  })

  describe('it is refused', () => {
    const known = [`balance ${SALT}`, `balance ${CUMIN}`]

    test('if a rule needs a fact that is not configured', () => {
      expect(refused({})).toMatchObject({ field: 'facts' })
      expect(refused({}).message).toContain(`balance ${SALT}`)
      const salt = { source: 'balance', subject: SALT, values: all('1') } as const
      expect(refused({ facts: [salt] }).message).toContain(`balance ${CUMIN}`)
    })

    test('if no rule needs it; the error lists the needed facts', () => {
      for (const subject of [`${sampleAddress(7)}::mint::MINT`, 'mint'])
        expect(refused({ facts: [{ source: 'balance', subject, values: all('1') }] })).toMatchObject({
          field: 'facts[0]',
          message: `The drop's rules do not ask for this; they ask for ${known.join(', ')}`,
          details: { known },
        })
      expect(refused({ wallets: listed({ owned_objects: '1' }) })).toMatchObject({
        field: 'wallets[0].facts.owned_objects',
        details: { known },
      })
    })

    test('when it is not a whole number', () => {
      for (const value of ['-1', '1.5', 'many', ''])
        expect(refused({ wallets: listed(undefined, { balance: value }) })).toMatchObject({
          field: 'wallets[1].facts.balance',
          message: 'must be a whole number of at least 0, in decimal digits',
        })
    })
  })
})

const USUAL = {
  drop: {
    title: 'Gold',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '30',
    tokenAmount: '10',
    rules: [{ key: 'account_age_days', operator: '>=', value: '7' }],
  },
  arrivals: { model: 'steady', wallets: 3, overMs: 1_000 },
  repeats: { share: 0.5, times: 1, everyMs: 100 },
  bots: { people: 1, walletsEach: 2, everyMs: 100 },
  facts: [{ source: 'account_age_days', values: [{ share: 1, value: '9' }] }],
} as const

/** The usual simulation with one value at a place such as `arrivals.model`. */
function spoilt(path: string, value: unknown): DropSimulation {
  const simulation = structuredClone(USUAL) as Record<string, unknown>
  const fields = path.split('.')
  const last = fields.pop() ?? ''
  let holder = simulation
  for (const field of fields) {
    holder[field] ??= {}
    holder = holder[field] as Record<string, unknown>
  }
  holder[last] = value
  return simulation as unknown as DropSimulation
}

const PLACES = [
  'drop',
  'drop.title',
  'drop.type',
  'drop.currency',
  'drop.rules',
  'drop.startsAt',
  'arrivals',
  'arrivals.model',
  'arrivals.wallets',
  'arrivals.overMs',
  'wallets',
  'wallets.0',
  'ruleKinds',
  'facts',
  'facts.0',
  'facts.0.source',
  'facts.0.values',
  'facts.0.values.0',
  'facts.0.values.0.share',
  'facts.0.values.0.value',
  'asks',
  'repeats',
  'repeats.share',
  'repeats.times',
  'bots',
  'bots.people',
  'bots.everyMs',
  'vouchers',
  'vouchers.usedShare',
  'payments',
  'winners',
  'winners.claimedShare',
  'winners.meanMs',
  'drop.admission',
  'drop.entriesCloseAt',
  'drop.claimWindowSeconds',
  'deliveryMs',
  'beginsAt',
  'settings',
  'settings.voucherLifetimeMs',
  'settings.sessionLifetimeMs',
  'seed',
]

describe('a simulation', () => {
  it('runs as it is meant', () => {
    expect(simulateDrop(USUAL, pureHashes)).toMatchObject({ ok: true })
  })

  it.each(['voucherLifetimeMs', 'paymentLifetimeMs'])('names a %s of nothing', (name) => {
    expect(simulateDrop({ ...USUAL, settings: { [name]: 0 } }, pureHashes)).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field: `settings.${name}` },
    })
  })

  it.each(PLACES)('runs or reports the error, for any value in %s', (place) => {
    const thrown: string[] = []
    for (const strange of STRANGE_VALUES) {
      try {
        const course = simulateDrop(spoilt(place, strange), pureHashes)
        if (!course.ok && (course.error.kind !== 'bad_user_input' || !course.error.field))
          thrown.push(course.error.kind)
      } catch (error) {
        thrown.push(`${typeof strange}: ${(error as Error).message}`)
      }
    }
    expect(thrown).toEqual([])
  })
})
