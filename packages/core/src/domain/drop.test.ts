import { callerOf, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import {
  type Award,
  type DropStatus,
  EMPTY_TALLY,
  type FormerKeys,
  formerKeysAfter,
  freeAmount,
  freeItems,
  isSoldOut,
  itemAmount,
  MAX_FORMER_KEYS,
  type Price,
  percentClaimed,
  walletLimit,
} from './drop.ts'
import { type DropOrigins, decideNewDrop, type NewDropInput, shortcodeFrom } from './drop-creation.ts'
import { idOf } from './ids.ts'
import { NO_PAYMENTS } from './payment/drop-totals.ts'

const open: Award = { kind: 'open' }
const fixed: Award = { kind: 'fixed', amount: amountOf(10n) }
const random: Award = { kind: 'random', commitment: '00', seed: 'sealed' }
const price: Price = { atomic: 5n, currency: 'SUI' }
const pool = amountOf(100n)

test.each<[bigint, Award, number | null, Price | null]>([
  [10n, fixed, null, null],
  [10n, fixed, 3, price],
  [33n, open, 3, price],
  [1n, open, 3, null],
  [1n, open, null, price],
  [1n, random, 3, price],
])('one more claim takes %s at least, of %o with a supply of %s at %o', (amount, award, supply, priced) => {
  expect(itemAmount({ award, pool, supply, price: priced })).toBe(amount)
})

describe('of a pool', () => {
  const tally = {
    ...EMPTY_TALLY,
    reservedAmount: amountOf(60n),
    reservedCount: 6,
    heldAmount: amountOf(30n),
    heldItems: 3,
  }

  test('the free amount is neither reserved nor held', () => {
    expect(freeAmount(pool, tally)).toBe(10n)
    expect(freeAmount(amountOf(90n), tally)).toBe(0n)
    expect(() => freeAmount(amountOf(89n), tally)).toThrow('invariant broken')
    expect([null, 9, 12].map((supply) => freeItems(supply, tally))).toEqual([Number.POSITIVE_INFINITY, 0, 3])
  })

  test('the claimed share is reserved, in percent', () => {
    const drop = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(3n) })
    const claimed = (reservedAmount: bigint) =>
      percentClaimed({ ...drop, tally: { ...EMPTY_TALLY, reservedAmount: amountOf(reservedAmount) } })
    expect([0n, 1n, 3n].map(claimed)).toEqual([0, 100 / 3, 100])
  })

  test('a drop is sold out when no further item fits beside the reserved ones', () => {
    const terms = { award: fixed, pool, supply: 7, price: null }
    expect(isSoldOut(terms, tally)).toBe(false)
    expect(isSoldOut({ ...terms, supply: 6 }, tally)).toBe(true)
    expect(isSoldOut({ ...terms, supply: null }, tally)).toBe(false)
    expect(isSoldOut({ ...terms, pool: amountOf(70n) }, tally)).toBe(false)
    expect(isSoldOut({ ...terms, pool: amountOf(69n) }, tally)).toBe(true)
  })
})

test('a wallet claims once where nothing is said, and as often as it pays where that costs something', () => {
  expect(walletLimit({ maxPerWallet: null, price: null })).toBe(1)
  expect(walletLimit({ maxPerWallet: null, price })).toBe(Number.POSITIVE_INFINITY)
  expect(walletLimit({ maxPerWallet: 3, price })).toBe(3)
})

const id = idOf('drop', '0123456789abcdef'.repeat(2))
const tokenId = sampleToken(OWNER, 1).id
const voucherKey = { publicKey: 'public', privateKey: 'sealed' }
const origins: DropOrigins = {
  id,
  creator: callerOf(OWNER),
  tokenId,
  gating: null,
  currency: { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 },
  voucherKey,
  freshSeed: { commitment: 'ff', seed: 'sealed' },
  now: 5,
}
const input: NewDropInput = { title: ' Hot & Spicy ', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' }
const create = (more: Partial<NewDropInput> = {}) => decideNewDrop({ ...input, ...more }, origins)

describe('a new drop', () => {
  test('is open to every wallet at once and free by default', () => {
    const drop = {
      id,
      creatorId: OWNER.id,
      tokenId,
      title: 'Hot & Spicy',
      description: null,
      imageUrl: null,
      shortcode: 'hot-spicy-89abcdef',
      communityId: null,
      metadata: null,
      estimatedValueUsd: null,
      type: 'TOKEN',
      collection: null,
      claimType: 'REGULAR',
      claimAccess: 'OPEN',
      isLinkOnly: false,
      lottery: null,
      delivery: 'WALLET',
      humanCheck: 'NONE',
      embedOrigins: [],
      award: { kind: 'open' },
      pool: 100n,
      supply: null,
      price: null,
      currency: 'SUI',
      maxPerWallet: null,
      startsAt: null,
      claimDeadline: null,
      gating: null,
      exemptionCount: 0,
      status: 'ACTIVE',
      completedAt: null,
      tally: EMPTY_TALLY,
      payments: NO_PAYMENTS,
      vault: { kind: 'none' },
      voucherKey,
      nextVoucherKey: null,
      formerKeys: null,
      paymentCoin: null,
      createdAt: 5,
      updatedAt: 5,
      deletedAt: null,
    }
    const event = {
      type: 'drop.created',
      at: 5,
      ownerId: OWNER.id,
      actorId: OWNER.id,
      data: {
        dropId: id,
        title: 'Hot & Spicy',
        type: 'TOKEN',
        status: 'ACTIVE',
        shortcode: 'hot-spicy-89abcdef',
        maxAmount: '100',
      },
    }
    const created = create()
    expect(created).toMatchObject({ ok: true, value: { events: [event] } })
    expect(created.ok && created.value.drop).toEqual(drop)
  })

  test('has its creator’s values', () => {
    const said = {
      description: 'Hot',
      imageUrl: '/files/1',
      shortcode: 'hot',
      communityId: 'us',
      metadata: { hot: true },
      estimatedValueUsd: 1.5,
      supply: 10,
      maxPerWallet: 2,
      claimAccess: 'WALLET',
      startsAt: 6,
      claimDeadline: 7,
      status: 'SCHEDULED',
    } as const
    const created = create({ ...said, tokenAmount: '10', price: 2 })
    expect(created).toMatchObject({
      ok: true,
      value: {
        drop: {
          ...said,
          award: { kind: 'fixed', amount: 10n },
          price: { atomic: 2_000_000_000n, currency: 'SUI' },
        },
      },
    })
  })

  test.each<[string, Partial<NewDropInput>]>([
    ['claimDeadline', { claimDeadline: 5 }],
    ['claimDeadline', { claimDeadline: 4, status: 'DRAFT' }],
    ['title', { title: '' }],
    ['maxAmount', { maxAmount: '0' }],
    ['tokenAmount', { tokenAmount: 'many' }],
    ['supply', { supply: 0 }],
    ['price', { price: -1 }],
    ['maxPerWallet', { maxPerWallet: 0 }],
    ['description', { description: '\u0000' }],
    ['imageUrl', { imageUrl: 'javascript:' }],
    ['shortcode', { shortcode: '' }],
    ['communityId', { communityId: '' }],
    ['metadata', { metadata: 'x'.repeat(65_535) }],
    ['estimatedValueUsd', { estimatedValueUsd: -1 }],
    ['tokenAmount', { tokenAmount: '101' }],
    ['startsAt', { status: 'SCHEDULED' }],
  ])('is refused for its %s: %o', (field, wrong) => {
    expect(create(wrong)).toMatchObject({ ok: false, error: { kind: 'bad_user_input', field } })
  })

  test('begins in one of four ways', () => {
    const begins = (status: DropStatus) => create({ status, startsAt: 6 }).ok
    expect((['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED'] as const).filter(begins)).toHaveLength(4)
    expect((['SOLD_OUT', 'ENDED', 'CANCELLED'] as const).filter(begins)).toEqual([])
    expect(create({ status: 'ENDED' })).toMatchObject({ error: { field: 'status' } })
  })
})

describe('the former keys of a drop', () => {
  const rotated = (keys: readonly string[], before: FormerKeys | null = null) => {
    let drop = { voucherKey: { publicKey: 'key 0', privateKey: '' }, formerKeys: before }
    for (const publicKey of keys)
      drop = { voucherKey: { publicKey, privateKey: '' }, formerKeys: formerKeysAfter(drop, publicKey) }
    return drop.formerKeys
  }

  test('are the keys before the present one, newest first, each once', () => {
    expect(rotated(['key 1', 'key 2'])).toEqual({ publicKeys: ['key 1', 'key 0'], isComplete: true })
    expect(rotated(['key 1', 'key 0'])).toEqual({ publicKeys: ['key 1'], isComplete: true })
    expect(rotated(['key 0'])).toBeNull()
  })

  test('stay incomplete once they may be incomplete', () => {
    const unknown = { publicKeys: [], isComplete: false }
    expect(rotated(['key 0'], unknown)).toEqual(unknown)
    expect(rotated(['key 1'], unknown)).toEqual({ publicKeys: ['key 0'], isComplete: false })
  })

  test('are incomplete beyond the newest 50', () => {
    const keys = Array.from({ length: MAX_FORMER_KEYS + 1 }, (_, n) => `key ${n + 1}`)
    expect(rotated(keys.slice(1))?.isComplete).toBe(true)
    const many = rotated(keys)
    expect(many?.isComplete).toBe(false)
    expect(many?.publicKeys).toEqual(keys.slice(0, -1).reverse())
  })
})

test.each([
  ['Hot & Spicy', 'hot-spicy-89abcdef'],
  ['  --Crème Brûlée!  ', 'cre-me-bru-le-e-89abcdef'],
  ['🌶', '89abcdef'],
  ['x'.repeat(50), `${'x'.repeat(40)}-89abcdef`],
])('the short code of %j is %s where none is given', (title, shortcode) => {
  expect(shortcodeFrom(title, id)).toBe(shortcode)
})
