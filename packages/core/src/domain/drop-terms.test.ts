import { callerOf, OWNER, present, sampleDrop, sampleToken, TEST_CURRENCIES } from '@dropkit/testing'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { amountOf } from './amount.ts'
import type { Award } from './drop.ts'
import { decideNewDrop, type NewDropInput } from './drop-creation.ts'
import {
  parseAward,
  parseCommunityId,
  parseCount,
  parseEstimate,
  parseMetadata,
  parsePrice,
  refusalOfPieces,
  refusalOfTerms,
} from './drop-terms.ts'
import { decideUpdate } from './drop-update.ts'
import { idOf } from './ids.ts'
import type { Json } from './json.ts'

const nested = (levels: number, innermost: Json = 1): Json => {
  let value = innermost
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { inner: value }
  return value
}

test('metadata may be a hundred levels deep, so that every answer that holds it can be written', () => {
  expect(parseMetadata(nested(100))).toMatchObject({ ok: true })
  for (const levels of [101, 30_000]) {
    expect(parseMetadata(nested(levels))).toMatchObject({
      error: { kind: 'bad_user_input', field: 'metadata', message: 'metadata may have at most 100 levels' },
    })
  }
})

test('metadata may be as long as 65,536 characters of JSON', () => {
  expect(parseMetadata('x'.repeat(65_534))).toMatchObject({ ok: true })
  expect(parseMetadata('x'.repeat(65_535))).toMatchObject({ error: { field: 'metadata' } })
})

test('metadata with megabytes of text is refused before it is written', () => {
  const write = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => write.mockRestore())
  for (const text of ['x'.repeat(13_000_000), { a: ['x'.repeat(40_000), 'x'.repeat(40_000)] }]) {
    expect(parseMetadata(text)).toMatchObject({ error: { field: 'metadata' } })
    expect(write).not.toHaveBeenCalled()
  }
})

test.each([
  [undefined, null],
  [null, null],
  [1, 1],
  [2_147_483_647, 2_147_483_647],
])('a count of %s is %s', (given, count) => {
  expect(parseCount(given, 'supply')).toEqual({ ok: true, value: count })
})

test.each([0, -1, 1.5, 2_147_483_648, Number.NaN])('a count is not %s', (given) => {
  expect(parseCount(given, 'supply')).toMatchObject({ error: { kind: 'bad_user_input', field: 'supply' } })
})

test.each([
  [undefined, null],
  [null, null],
  [0, 0],
  [0.5, 0.5],
])('an estimate of %s is %s', (given, estimate) => {
  expect(parseEstimate(given)).toEqual({ ok: true, value: estimate })
})

test.each([-0.5, Number.NaN, Number.POSITIVE_INFINITY])('an estimate is not %s', (given) => {
  expect(parseEstimate(given)).toMatchObject({ error: { field: 'estimatedValueUsd' } })
})

test('a community may be left out, and else has a name of 1 to 255 characters', () => {
  expect([undefined, null].map(parseCommunityId)).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ])
  expect(parseCommunityId('x'.repeat(255))).toEqual({ ok: true, value: 'x'.repeat(255) })
  for (const name of ['', 'x'.repeat(256)])
    expect(parseCommunityId(name)).toMatchObject({ error: { field: 'communityId' } })
})

describe('what one claim gets', () => {
  const seed = { commitment: 'ff', seed: 'sealed' }

  test.each([
    [null, 'TOKEN', { kind: 'open' }],
    [undefined, 'TOKEN', { kind: 'open' }],
    [null, 'NFT', { kind: 'fixed', amount: 1n }],
    ['0', 'TOKEN', { kind: 'random', ...seed, beacon: null }],
    ['5', 'NFT', { kind: 'fixed', amount: 5n }],
  ] as const)('is by %s on a %s drop %o', (tokenAmount, type, award) => {
    expect(parseAward(tokenAmount, type, seed)).toEqual({ ok: true, value: award })
  })

  test('is not written in words', () => {
    expect(parseAward('many', 'TOKEN', seed)).toMatchObject({ error: { field: 'tokenAmount' } })
  })
})

test('a price of nothing is none', () => {
  const currency = { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 }
  for (const price of [undefined, null, 0])
    expect(parsePrice(price, currency)).toEqual({ ok: true, value: null })
  expect(parsePrice(2, currency)).toEqual({ ok: true, value: { atomic: 2_000_000_000n, currency: 'SUI' } })
  expect(parsePrice(-1, currency)).toMatchObject({ error: { field: 'price' } })
})

describe('terms', () => {
  const fixed = { kind: 'fixed', amount: amountOf(10n) } as const
  const random = { kind: 'random', commitment: 'ff', seed: 'sealed' } as const
  const price = { atomic: 1n, currency: 'SUI' }
  const terms = {
    award: { kind: 'open' },
    pool: amountOf(10n),
    supply: null,
    price: null,
    startsAt: null,
    claimDeadline: null,
  } as const
  type Terms = Parameters<typeof refusalOfTerms>[0]

  test.each<Partial<Terms>>([
    {},
    { award: fixed },
    { supply: 11 },
    { award: fixed, supply: 11 },
    { award: random, supply: 10 },
    { award: random },
    { supply: 10, price },
    { award: random, supply: 10, price },
    { startsAt: 5 },
    { claimDeadline: 5 },
    { startsAt: 5, claimDeadline: 6 },
  ])('fit together: %o', (more) => {
    expect(refusalOfTerms({ ...terms, ...more })).toBeUndefined()
  })

  test.each<[string, Partial<Terms>]>([
    ['tokenAmount', { award: { ...fixed, amount: amountOf(11n) } }],
    ['supply', { award: random, supply: 11 }],
    ['supply', { supply: 11, price }],
    ['supply', { award: random, price }],
    ['claimDeadline', { startsAt: 5, claimDeadline: 5 }],
  ])('do not fit by their %s: %o', (field, more) => {
    expect(refusalOfTerms({ ...terms, ...more })).toMatchObject({ kind: 'bad_user_input', field })
  })
})

describe('an NFT drop', () => {
  const random = { kind: 'random', commitment: 'ff', seed: 'sealed' } as const
  const fixed = (amount: bigint) => ({ kind: 'fixed', amount: amountOf(amount) }) as const
  const terms = (award: Award, pool: bigint, supply: number | null) =>
    ({ type: 'NFT', award, pool: amountOf(pool), supply }) as const

  test.each([
    terms(fixed(250n), 1_000_000n, null),
    terms(random, 259n, 10),
    terms(random, 250n, 1),
    // Without a supply, a draw gets at most 2 * 125 - 1 pieces.
    terms(random, 12_500n, null),
  ])('may give 250 pieces to one claim: %o', (within) => {
    expect(refusalOfPieces(within)).toBeUndefined()
  })

  test.each([
    ['tokenAmount', '251', terms(fixed(251n), 1_000_000n, null)],
    ['maxAmount', '251', terms(random, 260n, 10)],
    ['maxAmount', '251', terms(random, 251n, 1)],
    ['maxAmount', '251', terms(random, 12_501n, null)],
  ] as const)('is refused by %s if one claim could get %s pieces: %o', (field, largestClaim, beyond) => {
    expect(refusalOfPieces(beyond)).toMatchObject({
      kind: 'bad_user_input',
      field,
      message: expect.stringMatching(/at most 250 pieces.*251/),
      details: { limit: 250, largestClaim },
    })
    expect(refusalOfPieces({ ...beyond, type: 'TOKEN' })).toBeUndefined()
  })
})

// Terms as a stranger's JSON may hold them, past what the types allow.

const id = idOf('drop', '1'.padStart(32, '0'))
const tokenId = sampleToken(OWNER, 1).id
const surroundings = {
  currency: present(TEST_CURRENCIES[0]),
  freshSeed: { commitment: '', seed: '' },
  now: 0,
}
const origins = {
  id,
  creator: callerOf(OWNER),
  tokenId,
  gating: null,
  voucherKey: { publicKey: '', privateKey: '' },
}
const terms: NewDropInput = {
  title: 'Gold',
  type: 'TOKEN',
  claimType: 'REGULAR',
  maxAmount: '10',
  tokenAmount: '1',
}

const refusedField = (decided: { ok: boolean; error?: { kind: string; field?: string } }) =>
  decided.ok ? 'taken' : [decided.error?.kind, decided.error?.field]

const STRANGE: readonly [field: keyof NewDropInput, value: unknown][] = [
  ['title', 5],
  ['claimType', 'WEEKLY'],
  ['claimAccess', 'owner'],
  ['maxAmount', 10],
  ['maxAmount', 10n],
  ['tokenAmount', 1],
  ['startsAt', '2030-01-01T00:00:00Z'],
  ['startsAt', new Date(0)],
  ['startsAt', Number.NaN],
  ['startsAt', 8_640_000_000_000_001],
  ['claimDeadline', '2030-01-01'],
  ['claimDeadline', 0.5],
  ['shortcode', 5],
  ['imageUrl', 5],
  ['metadata', () => 1],
  ['metadata', 1n],
  ['metadata', new Map()],
  ['metadata', { list: [new Date(0)] }],
  ['metadata', { left: undefined }],
  ['metadata', [Number.NaN]],
]

const UNSOLD = { hasMoney: false, hasOpenVouchers: false }

describe('terms of a kind that there is not', () => {
  it.each([...STRANGE, ['type', 'TOKENS'], ['type', undefined], ['claimType', undefined]] as const)(
    'make no drop, and name the field: %s (%#)',
    (field, value) => {
      const decided = decideNewDrop({ ...terms, [field]: value } as NewDropInput, {
        ...origins,
        ...surroundings,
      })
      expect(refusedField(decided as never)).toEqual(['bad_user_input', field])
    },
  )

  it.each(STRANGE)('change no drop, and name the field: %s (%#)', (field, value) => {
    const drop = sampleDrop(sampleToken(OWNER, 1), 1)
    expect(
      refusedField(decideUpdate(drop, { [field]: value }, { ...surroundings, ...UNSOLD }) as never),
    ).toEqual(['bad_user_input', field])
  })

  it('are only those: the first and the last instant, and JSON of any shape, are taken', () => {
    const metadata = {
      list: [1, 'two', null, { three: false }],
      bare: Object.assign(Object.create(null), { a: 1 }),
    }
    const input = {
      ...terms,
      startsAt: -8_640_000_000_000_000,
      claimDeadline: 8_640_000_000_000_000,
      metadata,
    }
    expect(decideNewDrop(input, { ...origins, ...surroundings }).ok).toBe(true)
  })
})
