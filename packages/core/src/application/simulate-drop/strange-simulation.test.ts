import { pureHashes } from '@dropkit/testing'
import { describe, expect, it } from 'vitest'
import { STRANGE_VALUES } from '../../../test/strange-values.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { simulateDrop } from './simulate-drop.ts'

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
