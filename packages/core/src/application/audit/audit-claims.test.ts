import {
  confirmed,
  expired,
  pending,
  pureHashes,
  SAMPLE_NOW,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleUser,
  submitted,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import { type Claim, slotWithoutLimit } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { utcDay } from '../../domain/instant.ts'
import { drawAmount } from '../../domain/random-amount.ts'
import { type ClaimTotals, createClaimTotals } from './audit-claims.ts'
import { comparing } from './difference.ts'
import type { DropHistory } from './drop-history.ts'

const SEED = new Uint8Array(32)
const hash = (message: string) => pureHashes.hmacSha256(SEED, message)
const base = sampleDrop(sampleToken(sampleUser(1), 1), 1)

let drop: Drop
let said: unknown[][]
let totals: ClaimTotals

/** Of a drop whose owner has changed these terms since it was made. */
function begin(more: Partial<Drop> = {}, { isSeedKnown = true, changed = [] as string[] } = {}): void {
  drop = { ...base, ...more }
  said = []
  const history = {
    marks: { mark: () => true, compareState: () => undefined },
    hasChanged: (...fields: string[]) => fields.some((field) => changed.includes(field)),
  } as unknown as DropHistory
  const tools = { seed: isSeedKnown ? SEED : null, hashes: pureHashes }
  const push = (...both: unknown[]) => said.push(both)
  totals = createClaimTotals(drop, history, tools, (record, ...both) =>
    comparing(() => push(...both), null)(record, ...both),
  )
}

const claimOf = (sequence: number, more: Partial<Claim> = {}) =>
  sampleClaim(drop, sequence, { slot: slotWithoutLimit(sequence), ...more })

const take = (...claims: readonly Claim[]) => {
  for (const claim of claims) totals.take(claim)
  return said
}

beforeEach(() => begin({ price: { atomic: 1n, currency: 'SUI' }, supply: 50 }))

describe('the counts of claims contain', () => {
  test('claims that wait for their wallets, claims that wait for the service, and claims in a transaction', () => {
    take(
      claimOf(1),
      claimOf(2, { state: pending(null) }),
      claimOf(3, { state: submitted('tx-3') }),
      claimOf(4, { state: confirmed() }),
      claimOf(5, { state: expired(), slot: -5 }),
      claimOf(6),
      claimOf(7),
    )
    expect(totals.waiting).toEqual({ vouchers: 3, deliveries: 2, undrawn: 0 })
    expect([...totals.submitted]).toEqual([[3, 'tx-3']])
  })

  test('the claims of each hour', () => {
    const hour = Math.floor(SAMPLE_NOW / 3_600_000)
    take(claimOf(1), claimOf(2), claimOf(3, { createdAt: SAMPLE_NOW + 3_600_000 }))
    expect([...totals.hours]).toEqual([
      [hour, 2],
      [hour + 1, 1],
    ])
  })

  test('their total amount, which equals the amount of the drop', () => {
    take(claimOf(1), claimOf(2, { state: expired(), slot: -2 }), claimOf(3))
    totals.finish()
    expect(said).toEqual([
      ['reservedAmount', 0n, 20n],
      ['reservedCount', 0, 2],
      ['lastSequence', 0, 3],
    ])
  })
})

test('the sequence of claims starts at 1', () => {
  expect(take(claimOf(1), claimOf(3), claimOf(4))).toEqual([['sequence', 3, 2]])
})

test('a claim without a payment intent costs nothing', () => {
  expect(take(claimOf(1, { cost: 5n }), claimOf(2, { cost: 5n, intentId: 'intent_1' as never }))).toEqual([
    ['cost', 5n, 0n],
  ])
})

describe('the slot of a claim is', () => {
  test('after all others if its wallet has no limit', () => {
    expect(take(claimOf(1), claimOf(2, { slot: 1 }))).toEqual([['slot', 1, slotWithoutLimit(2)]])
  })

  test('below the limit of its wallet', () => {
    begin({ maxPerWallet: 2 })
    const claims = [1, 2, 3, 0].map((slot, place) => claimOf(place + 1, { slot }))
    expect(take(...claims)).toEqual([
      ['slot', 3, '1 to 2, the most of a wallet'],
      ['slot', 0, '1 to 2, the most of a wallet'],
    ])
  })

  test('its day on a STREAK', () => {
    begin({ claimType: 'STREAK' })
    const day = utcDay(SAMPLE_NOW)
    expect(take(claimOf(1, { slot: day }), claimOf(2, { slot: 1 }))).toEqual([['slot', 1, day]])
  })

  test('only checked to be a number after the terms have changed', () => {
    for (const changed of ['claimType', 'maxPerWallet', 'price']) {
      begin({ maxPerWallet: 2 }, { changed: [changed] })
      expect(take(claimOf(1, { slot: 9 }), claimOf(2, { slot: 0 }), claimOf(3, { slot: -3 }))).toEqual([
        ['slot', 0, 'above 0'],
        ['slot', -3, 'above 0'],
      ])
    }
  })

  test('negative after its amount is released', () => {
    const released = { state: expired() }
    expect(take(claimOf(1, { ...released, slot: -1 }), claimOf(2, { ...released, slot: 2 }))).toEqual([
      ['slot', 2, -2],
    ])
  })
})

describe('the amount of a claim is', () => {
  test('that of its items', () => {
    expect(take(claimOf(1, { items: 3, amount: amountOf(30n) }), claimOf(2, { items: 2 }))).toEqual([
      ['amount', 10n, 20n],
    ])
  })

  test('chosen by its claimer on a free drop, and the same for each claim on a priced one', () => {
    const any = claimOf(1, { amount: amountOf(3n), slot: 1 })
    begin({ award: { kind: 'open' } })
    expect(take(any)).toEqual([])
    begin({ award: { kind: 'open' }, price: { atomic: 1n, currency: 'SUI' }, supply: 100, maxPerWallet: 1 })
    expect(take(any)).toEqual([['amount', 3n, 10n]])
  })

  test('not checked after the terms have changed', () => {
    for (const changed of ['tokenAmount', 'maxAmount', 'supply', 'price']) {
      begin({}, { changed: [changed] })
      expect(take(claimOf(1, { amount: amountOf(3n), slot: 1 }))).toEqual([])
    }
  })
})

describe('the amount of a claim on a random drop is the drawn amount', () => {
  const random = { award: { kind: 'random', commitment: '', seed: '' }, pool: amountOf(1_000n) } as const

  /** As many claims as the supply is, each with what it draws. */
  function drawn(supply: number, state?: Claim['state']): readonly Claim[] {
    let remaining = 1_000n
    return Array.from({ length: supply }, (_, place) => {
      const claim = claimOf(place + 1, state && { state })
      const { claimer, sequence } = claim
      const draw = { dropId: drop.id, sequence, claimer, remaining, itemsLeft: supply - place, pool: 1_000n }
      const amount = drawAmount(draw as never, hash)
      remaining -= amount
      return { ...claim, amount, slot: 1 }
    })
  }

  const finished = (claims: readonly Claim[]) => {
    take(...claims)
    totals.finish()
    return said.filter(
      ([field]) => !['reservedAmount', 'reservedCount', 'lastSequence'].includes(String(field)),
    )
  }

  test('which is all of the pool once all items are claimed', () => {
    begin({ ...random, supply: 3 })
    expect(finished(drawn(3))).toEqual([])
  })

  test('and another amount is a difference', () => {
    begin({ ...random, supply: 3 })
    const [first, second] = drawn(3)
    if (!first || !second) throw new Error('nothing is drawn')
    const amount = amountOf(first.amount + 1n)
    expect(finished([{ ...first, amount }])).toEqual([['amount (drawn)', amount, first.amount]])
  })

  test('and a claim after the last item is a difference', () => {
    begin({ ...random, supply: 2 })
    const [first, second] = drawn(2)
    if (!first || !second) throw new Error('nothing is drawn')
    const amount = amountOf(5n)
    expect(finished([first, second, claimOf(3, { amount, slot: 1 })])).toEqual([
      ['amount (drawn)', amount, 'nothing is left'],
    ])
  })

  test('of which only the sum is checked without the seed', () => {
    begin({ ...random, supply: 2 }, { isSeedKnown: false })
    const half = { amount: amountOf(500n), slot: 1 }
    expect(finished([claimOf(1, half), claimOf(2, half)])).toEqual([])
    begin({ ...random, supply: 2 }, { isSeedKnown: false })
    expect(finished([claimOf(1, half), claimOf(2, { ...half, amount: amountOf(499n) })])).toEqual([
      ['sum of all draws', 999n, 1_000n],
    ])
    begin({ ...random, supply: 3 }, { isSeedKnown: false })
    expect(finished([claimOf(1, half), claimOf(2, { ...half, amount: amountOf(499n) })])).toEqual([])
  })

  test('and other drops have no draws', () => {
    begin({ supply: 1, pool: amountOf(1_000n), price: { atomic: 1n, currency: 'SUI' } })
    expect(finished([claimOf(1)])).toEqual([])
    begin({ ...random, supply: 0 })
    expect(finished([])).toEqual([])
  })
})
