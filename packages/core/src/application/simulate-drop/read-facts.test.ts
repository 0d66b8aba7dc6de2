import { granted, sampleAddress } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { readSimulation } from './read-simulation.ts'

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
    ...(simulation.wallets ? {} : { arrivals: { model: 'steady', wallets: 1_000, overMs: 1_000 } as const }),
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

  test('when it is no whole number', () => {
    for (const value of ['-1', '1.5', 'many', ''])
      expect(refused({ wallets: listed(undefined, { balance: value }) })).toMatchObject({
        field: 'wallets[1].facts.balance',
        message: 'must be a whole number of at least 0, in decimal digits',
      })
  })
})
