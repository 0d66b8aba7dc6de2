import { describe, expect, test } from 'vitest'
import { OWNER } from '../testing/arbitrary/any-drop.ts'
import { sampleDrop, sampleToken } from '../testing/contract/sample-records.ts'
import { TEST_START as NOW } from '../testing/doubles/test-clock.ts'
import { amountOf } from './amount.ts'
import type { Drop } from './drop.ts'
import { type DropChanges, decideUpdate } from './drop-update.ts'
import { idOf } from './ids.ts'
import { DAY_MS } from './instant.ts'

const currency = { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 }
const freshSeed = { commitment: 'ff'.repeat(32), seed: 'another' }
const update = (drop: Drop, changes: DropChanges) =>
  decideUpdate(drop, changes, { now: NOW, currency, freshSeed })

const gating: Drop['gating'] = {
  id: idOf('gating', '1'.repeat(32)),
  ownerId: OWNER.id,
  isActive: true,
  rules: [],
  version: 1,
  updatedAt: NOW,
}

/** A drop with all that may be left empty. */
const full: Drop = {
  ...sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(100n) }),
  description: 'Hot',
  imageUrl: '/files/1',
  metadata: { hot: true },
  estimatedValueUsd: 1.5,
  award: { kind: 'fixed', amount: amountOf(10n) },
  supply: 10,
  maxPerWallet: 2,
  price: { atomic: 5n, currency: 'SUI' },
  startsAt: NOW - DAY_MS,
  claimDeadline: NOW + DAY_MS,
  gating,
  updatedAt: NOW - DAY_MS,
}

const CLEARED: readonly (readonly [keyof DropChanges, Partial<Drop>])[] = [
  ['description', { description: null }],
  ['imageUrl', { imageUrl: null }],
  ['metadata', { metadata: null }],
  ['estimatedValueUsd', { estimatedValueUsd: null }],
  ['tokenAmount', { award: { kind: 'open' } }],
  ['supply', { supply: null }],
  ['maxPerWallet', { maxPerWallet: null }],
  ['price', { price: null }],
  ['startsAt', { startsAt: null }],
  ['claimDeadline', { claimDeadline: null }],
  ['gating', { gating: null }],
]

describe('a field of an update', () => {
  test.each(CLEARED)('that is null clears %s', (field, cleared) => {
    expect(update(full, { [field]: null })).toMatchObject({
      ok: true,
      value: { drop: { ...full, ...cleared, updatedAt: NOW } },
    })
  })

  test.each(['title', 'claimType', 'claimAccess', 'maxAmount', 'status', 'shortcode'] as const)(
    'that is null leaves %s as it is, for it cannot be empty',
    (field) => {
      expect(update(full, { [field]: null })).toEqual({
        ok: true,
        value: { drop: { ...full, updatedAt: NOW }, events: [] },
      })
    },
  )

  test('that is null makes an NFT drop one of single pieces again', () => {
    const pieces: Drop = { ...full, type: 'NFT' }
    expect(update(pieces, { tokenAmount: null })).toMatchObject({
      ok: true,
      value: { drop: { award: { kind: 'fixed', amount: 1n } } },
    })
  })

  test('that is 0 takes the price away', () => {
    expect(update(full, { price: 0 })).toMatchObject({ ok: true, value: { drop: { price: null } } })
  })
})

test('an update says in its events which fields were given, and that a draft is scheduled', () => {
  const draft: Drop = { ...full, status: 'DRAFT', startsAt: NOW + 1 }
  const changed = (changes: DropChanges) => {
    const updated = update(draft, changes)
    return updated.ok ? updated.value.events.map(({ type, data }) => [type, data['changed']]) : updated
  }
  expect(changed({ title: 'New', maxAmount: '200', tokenAmount: '5', gating: null })).toEqual([
    ['drop.updated', ['gatingId', 'maxAmount', 'tokenAmount', 'title']],
  ])
  expect(changed({ status: 'SCHEDULED' })).toEqual([['drop.updated', ['status']]])
  expect(changed({ status: 'SCHEDULED', title: 'New' })).toEqual([['drop.updated', ['title', 'status']]])
  expect(changed({ status: 'DRAFT' })).toEqual([])
})

describe('what an update may not take away', () => {
  const bound = (field: string, least: string | number) => ({
    ok: false,
    error: { kind: 'bad_user_input', field, details: { least } },
  })

  test('is what has been claimed, and what is held for who has paid', () => {
    const tally = {
      reservedAmount: amountOf(30n),
      reservedCount: 3,
      heldAmount: amountOf(20n),
      heldItems: 2,
      lastSequence: 3,
    }
    const drop: Drop = { ...full, tally }
    expect(update(drop, { maxAmount: '50', supply: 5 }).ok).toBe(true)
    expect(update(drop, { maxAmount: '49' })).toMatchObject(bound('maxAmount', '50'))
    expect(update(drop, { supply: 4 })).toMatchObject(bound('supply', 5))
  })

  const AWARDS = { fixed: '10', open: null, random: '0' } as const
  const kinds = Object.keys(AWARDS) as (keyof typeof AWARDS)[]
  const awardOf: { readonly [Kind in keyof typeof AWARDS]: Drop['award'] } = {
    fixed: full.award,
    open: { kind: 'open' },
    random: { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' },
  }
  const changes = kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => [from, to] as const))

  test.each(changes)('is, from the first claim on, that its amounts are %s and not %s', (from, to) => {
    const fresh: Drop = { ...full, price: null, award: awardOf[from] }
    expect(update(fresh, { tokenAmount: AWARDS[to] })).toMatchObject({
      ok: true,
      value: { drop: { award: { kind: to } } },
    })
    // One claim, which may even have expired since.
    const claimed: Drop = { ...fresh, tally: { ...fresh.tally, lastSequence: 1 } }
    expect(update(claimed, { tokenAmount: AWARDS[to] })).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field: 'tokenAmount' },
    })
  })

  test('is the seed of a random drop, and its pool or supply after the first claim', () => {
    const fresh: Drop = { ...full, award: awardOf.random }
    expect(update(fresh, { tokenAmount: '0', maxAmount: '200', supply: 20 })).toMatchObject({
      ok: true,
      value: { drop: { award: awardOf.random, pool: 200n, supply: 20 } },
    })
    const claimed: Drop = { ...fresh, tally: { ...fresh.tally, lastSequence: 1 } }
    for (const [field, value] of Object.entries({ maxAmount: '200', supply: 20 })) {
      expect(update(claimed, { [field]: value })).toMatchObject({ ok: false, error: { field } })
    }
    expect(update(claimed, { maxAmount: '100', supply: 10, tokenAmount: '0' }).ok).toBe(true)
  })

  test('is not the amount of a fixed drop: it may change as long as it fits the pool', () => {
    const claimed: Drop = { ...full, price: null, tally: { ...full.tally, lastSequence: 1 } }
    expect(update(claimed, { tokenAmount: '20' })).toMatchObject({
      ok: true,
      value: { drop: { award: { amount: 20n } } },
    })
    expect(update(claimed, { tokenAmount: '101' })).toMatchObject({
      ok: false,
      error: { field: 'tokenAmount' },
    })
  })
})
