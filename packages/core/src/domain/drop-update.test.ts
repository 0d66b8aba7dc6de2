import { TEST_START as NOW, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import type { Drop } from './drop.ts'
import type { DropChanges } from './drop-changes.ts'
import { decideUpdate } from './drop-update.ts'
import { idOf } from './ids.ts'
import { DAY_MS } from './instant.ts'

const currency = { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 }
const freshSeed = { commitment: 'ff'.repeat(32), seed: 'another' }
const update = (
  drop: Drop,
  changes: DropChanges,
  sales: { hasMoney?: boolean; hasOpenVouchers?: boolean } = {},
) =>
  decideUpdate(drop, changes, {
    now: NOW,
    currency,
    freshSeed,
    hasMoney: false,
    hasOpenVouchers: false,
    ...sales,
  })

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

  test('cannot raise a claim on an NFT drop beyond 250 pieces', () => {
    const pieces: Drop = { ...full, type: 'NFT', pool: amountOf(1_000n) }
    expect(update(pieces, { tokenAmount: '251' })).toMatchObject({ error: { field: 'tokenAmount' } })
    const older: Drop = { ...pieces, award: { kind: 'fixed', amount: amountOf(300n) } }
    expect(update(older, { tokenAmount: '299' })).toMatchObject({ error: { field: 'tokenAmount' } })
    expect(update(older, { title: 'New', tokenAmount: '300' }).ok).toBe(true)
    expect(update(older, { tokenAmount: '250' }).ok).toBe(true)
  })

  test('that is 0 takes the price away', () => {
    expect(update(full, { price: 0 })).toMatchObject({ ok: true, value: { drop: { price: null } } })
  })
})

test('an update says in its events which fields have changed, and that a draft is scheduled', () => {
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

test('an update that gives the values of before changes nothing, and has no event', () => {
  const same: DropChanges = {
    title: full.title,
    description: full.description,
    imageUrl: full.imageUrl,
    metadata: { hot: true },
    estimatedValueUsd: full.estimatedValueUsd,
    maxAmount: String(full.pool),
    tokenAmount: '10',
    supply: full.supply,
    price: 5e-9,
    startsAt: full.startsAt,
    claimDeadline: full.claimDeadline,
    maxPerWallet: full.maxPerWallet,
    embedOrigins: full.embedOrigins,
    shortcode: full.shortcode,
  }
  const updated = update(full, same)
  expect(updated).toMatchObject({ ok: true, value: { drop: { ...full, updatedAt: NOW }, events: [] } })
  const title = update(full, { ...same, title: 'New', metadata: { hot: false } })
  expect(title).toMatchObject({ value: { events: [{ data: { changed: ['title', 'metadata'] } }] } })
})

describe('claimed and held amounts', () => {
  const bound = (field: string, least: string | number) => ({
    ok: false,
    error: { kind: 'bad_user_input', field, details: { least } },
  })

  test('cannot be removed by an update', () => {
    const tally = {
      reservedAmount: amountOf(30n),
      reservedCount: 3,
      heldAmount: amountOf(20n),
      heldItems: 2,
      lastSequence: 3,
      order: null,
    }
    const drop: Drop = { ...full, tally }
    expect(update(drop, { maxAmount: '50', supply: 5 }).ok).toBe(true)
    expect(update(drop, { maxAmount: '49' })).toMatchObject(bound('maxAmount', '50'))
    expect(update(drop, { supply: 4 })).toMatchObject(bound('supply', 5))
    const broken: Drop = { ...drop, pool: amountOf(40n), supply: 4 }
    expect(update(broken, { title: 'New', status: 'CANCELLED' }).ok, 'no other change is refused').toBe(true)
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

describe('an update', () => {
  const fields = {
    title: 'New',
    description: 'Hotter',
    claimType: 'ELITE',
    claimAccess: 'OWNER',
    imageUrl: '/files/2',
    shortcode: 'new',
    estimatedValueUsd: 2,
    metadata: { hot: false },
    supply: 9,
    maxPerWallet: 3,
    startsAt: NOW - 5,
    claimDeadline: NOW + 5,
  } as const

  test('changes every field that it gives', () => {
    const updated = update(full, { ...fields, maxAmount: '200', tokenAmount: '20', price: 2, gating: null })
    expect(updated).toMatchObject({
      ok: true,
      value: {
        drop: {
          ...fields,
          pool: 200n,
          award: { kind: 'fixed', amount: 20n },
          price: { atomic: 2_000_000_000n, currency: 'SUI' },
          gating: null,
        },
        events: [
          {
            type: 'drop.updated',
            at: NOW,
            actorId: OWNER.id,
            data: {
              title: 'New',
              status: 'ACTIVE',
              maxAmount: '200',
              supply: 9,
              price: 2,
              priceAtomic: '2000000000',
              currency: 'SUI',
            },
          },
        ],
      },
    })
    expect(update(full, { price: null })).toMatchObject({
      value: { events: [{ data: { price: null, priceAtomic: null } }] },
    })
  })

  test.each<[string, DropChanges]>([
    ['title', { title: '' }],
    ['description', { description: '\u0000' }],
    ['imageUrl', { imageUrl: 'javascript:' }],
    ['shortcode', { shortcode: '' }],
    ['estimatedValueUsd', { estimatedValueUsd: -1 }],
    ['metadata', { metadata: 'x'.repeat(65_535) }],
    ['maxAmount', { maxAmount: '0' }],
    ['tokenAmount', { tokenAmount: 'many' }],
    ['supply', { supply: 0 }],
    ['price', { price: -1 }],
    ['maxPerWallet', { maxPerWallet: 0 }],
    ['claimDeadline', { claimDeadline: NOW - DAY_MS }],
  ])('is refused whole for its %s: %o', (field, wrong) => {
    expect(update(full, { claimType: 'ELITE', ...wrong })).toMatchObject({
      ok: false,
      error: { kind: 'bad_user_input', field },
    })
  })

  const open = { ...full, claimDeadline: null, completedAt: null }
  const MOVES: readonly (readonly [Drop['status'], Drop['status'], readonly string[]])[] = [
    ['DRAFT', 'ACTIVE', ['drop.activated']],
    ['SCHEDULED', 'ACTIVE', ['drop.activated']],
    ['PAUSED', 'ACTIVE', ['drop.resumed']],
    ['ACTIVE', 'PAUSED', ['drop.paused']],
    ['ACTIVE', 'ENDED', ['drop.ended', 'drop.completed']],
    ['ACTIVE', 'CANCELLED', ['drop.cancelled']],
  ]

  test.each(MOVES)('from %s to %s writes %j', (from, to, types) => {
    const moved = update({ ...open, status: from, startsAt: NOW + DAY_MS }, { status: to })
    expect(moved.ok && moved.value.events.map(({ type }) => type)).toEqual(types)
    const drop = { status: to, completedAt: to === 'ENDED' ? NOW : null }
    const event = { at: NOW, actorId: OWNER.id, dropId: full.id }
    expect(moved).toMatchObject({ value: { drop, events: types.map(() => event) } })
  })

  test('of a drop that was over before ends it without completing it again', () => {
    const again = update({ ...open, completedAt: 5 }, { status: 'ENDED' })
    expect(again.ok && again.value.events.map(({ type }) => type)).toEqual(['drop.ended'])
    expect(again).toMatchObject({ value: { drop: { completedAt: 5 } } })
  })

  describe('of a DRAFT whose deadline has passed', () => {
    const stale: Drop = { ...open, status: 'DRAFT', claimDeadline: NOW, startsAt: NOW - DAY_MS }

    test.each(['ACTIVE', 'SCHEDULED'] as const)('does not publish it as %s', (status) => {
      expect(update(stale, { status })).toMatchObject({
        error: { field: 'claimDeadline', reason: 'NOT_IN_FUTURE' },
      })
    })

    test('publishes it with a new deadline', () => {
      const published = update(stale, { status: 'ACTIVE', claimDeadline: NOW + 1 })
      expect(published).toMatchObject({ value: { drop: { status: 'ACTIVE' } } })
    })

    test.each<DropChanges>([{ title: 'New' }, { status: 'CANCELLED' }])('takes %o', (changes) => {
      expect(update(stale, changes)).toMatchObject({ ok: true })
    })
  })

  test('leaves no scheduled drop without its start', () => {
    const scheduled: Drop = { ...open, status: 'SCHEDULED', startsAt: NOW + DAY_MS }
    expect(update(scheduled, { startsAt: null })).toMatchObject({ error: { field: 'startsAt' } })
  })

  test('includes the events of earlier scheduled changes', () => {
    const due: Drop = { ...open, status: 'SCHEDULED', startsAt: NOW }
    const updated = update(due, { title: 'New' })
    expect(updated.ok && updated.value.events.map(({ type }) => type)).toEqual([
      'drop.activated',
      'drop.updated',
    ])
    const over = update({ ...open, claimDeadline: NOW }, { title: 'New' })
    expect(over.ok && over.value.events.map(({ type, data }) => [type, data['reason']])).toEqual([
      ['drop.ended', 'deadline'],
      ['drop.completed', 'ended'],
      ['drop.updated', undefined],
    ])
  })

  const soldOut: Drop = {
    ...open,
    status: 'SOLD_OUT',
    price: null,
    completedAt: 5,
    tally: { ...full.tally, reservedAmount: amountOf(100n), reservedCount: 10, lastSequence: 10 },
  }

  test.each<DropChanges>([{}, { status: 'ACTIVE' }])(
    'that makes room opens a drop that was sold out: %o',
    (more) => {
      const opened = update(soldOut, { maxAmount: '200', supply: 20, ...more })
      expect(opened.ok && opened.value.events.map(({ type, data }) => [type, data['reason']])).toEqual([
        ['drop.updated', undefined],
        ['drop.resumed', 'room_made'],
      ])
      expect(opened).toMatchObject({ value: { drop: { status: 'ACTIVE' } } })
    },
  )

  test('that makes room is refused if it sets a deadline in the past', () => {
    const past = { maxAmount: '200', supply: 20, startsAt: null, claimDeadline: NOW }
    expect(update(soldOut, past)).toMatchObject({ error: { field: 'claimDeadline' } })
  })

  test('opens no drop that is full still, though it asks for it', () => {
    expect(update(soldOut, { status: 'ACTIVE' })).toMatchObject({
      error: { kind: 'invalid_transition', from: 'SOLD_OUT', to: 'ACTIVE' },
    })
  })
})

describe('a buyer with paid items', () => {
  const held = { ...full.tally, heldAmount: amountOf(10n), heldItems: 1 }
  const claimed = { ...full.tally, reservedAmount: amountOf(10n), reservedCount: 1, lastSequence: 1 }
  const apart: Drop = { ...full, award: { kind: 'open' }, supply: 10 }
  const random: Drop = { ...apart, award: { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' } }

  test('spends them in its claims: a price is not added or removed meanwhile', () => {
    expect(update({ ...full, tally: held }, { price: null })).toMatchObject({ error: { field: 'price' } })
    expect(update({ ...full, price: null, tally: held }, { price: 2 })).toMatchObject({
      error: { field: 'price' },
    })
    expect(update({ ...full, tally: held }, { price: 2 }).ok).toBe(true)
    expect(update(full, { price: null }).ok).toBe(true)
  })

  test.each<[string, Drop, DropChanges]>([
    ['tokenAmount', full, { tokenAmount: '5' }],
    ['tokenAmount', { ...full, price: null }, { tokenAmount: '5' }],
    ['maxAmount', apart, { maxAmount: '200' }],
    ['supply', apart, { supply: 5 }],
    ['price', apart, { price: null }],
    ['maxAmount', { ...apart, price: null }, { maxAmount: '200' }],
    ['tokenAmount', random, { tokenAmount: '1' }],
    ['maxAmount', random, { maxAmount: '99' }],
    ['supply', random, { supply: 11 }],
  ])('keeps the value of an item, for any %s', (field, drop, changes) => {
    const fixed = {
      error: { field, message: 'The amount of an item may not change after items were sold' },
    }
    expect(update(drop, changes, { hasMoney: true })).toMatchObject(fixed)
    if (field !== 'price') expect(update({ ...drop, tally: held }, changes)).toMatchObject(fixed)
    expect(update(drop, changes).ok, 'nothing is sold').toBe(true)
  })

  test('does not prevent changes that keep the value of an item, and is not one whose claim was free', () => {
    expect(update({ ...full, tally: claimed }, { tokenAmount: '5' }).ok).toBe(true)
    expect(update({ ...apart, tally: held }, { supply: 20, maxAmount: '200' }).ok).toBe(true)
    expect(update({ ...apart, price: null }, { price: 2 }, { hasMoney: true }).ok).toBe(true)
  })
})
