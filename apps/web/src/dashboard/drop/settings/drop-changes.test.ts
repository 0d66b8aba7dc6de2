import { describe, expect, test } from 'vitest'
import { ApiRefusal } from '../../../api/errors.ts'
import { asWritten } from '../../../words/as-written.ts'
import { readPrice } from '../../drop-fields/read-inputs.ts'
import { type EditedDrop, lockOf, readChanges, refusedField } from './drop-changes.ts'

describe('the form of a drop', () => {
  const was: EditedDrop = {
    title: 'Leaves',
    description: '',
    imageUrl: null,
    shortcode: 'leaves',
    maxAmount: '100',
    randomness: null,
    supply: '',
    price: '',
    admission: 'FIRST_COME',
    entriesCloseAt: null,
    claimWindowSeconds: 86_400,
    maxPerWallet: '',
    startsAt: null,
    claimDeadline: null,
    claimAccess: 'OPEN',
    isLinkOnly: false,
    delivery: 'WALLET',
    humanCheck: 'NONE',
    embedOrigins: '',
  }
  const scale = {
    tokenAmount: '1000',
    claimType: 'REGULAR',
    decimals: 3,
    currency: { code: 'SUI', decimals: 9 },
  } as const
  const read = (changed: Partial<EditedDrop>) => readChanges(was, { ...was, ...changed }, scale)

  test('asks for nothing where nothing was changed', () => {
    expect(read({})).toEqual({ kind: 'good', input: {} })
  })

  test('sends only changed fields', () => {
    expect(read({ title: 'More leaves' })).toEqual({ kind: 'good', input: { title: 'More leaves' } })
  })

  test('sends a description, and clears one that was taken out', () => {
    expect(read({ description: 'Green' })).toEqual({ kind: 'good', input: { description: 'Green' } })
    expect(readChanges({ ...was, description: 'Green' }, was, scale)).toEqual({
      kind: 'good',
      input: { description: null },
    })
  })

  test('writes the pool in base units', () => {
    expect(read({ maxAmount: asWritten('100.5') })).toEqual({ kind: 'good', input: { maxAmount: '100500' } })
  })

  test('writes a price as a number that holds it exactly', () => {
    expect(read({ price: asWritten('0.1') })).toEqual({ kind: 'good', input: { price: 0.1 } })
  })

  test('clears a price that was taken out', () => {
    const priced = { ...was, price: asWritten('1.5') }
    expect(readChanges(priced, was, scale)).toEqual({ kind: 'good', input: { price: null } })
  })

  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['description', { description: 'x'.repeat(5_001) }],
    ['shortcode', { shortcode: 'a b' }],
    ['maxAmount', { maxAmount: asWritten('0.0001') }],
    ['maxAmount', { maxAmount: '0' }],
    ['maxAmount', { maxAmount: '' }],
    ['price', { price: 'much' }],
    ['price', { price: asWritten('9007199254.740993123') }],
    ['supply', { supply: '-1' }],
    ['maxPerWallet', { maxPerWallet: asWritten('1.5') }],
  ])('says that the %s is wrong', (field, changed) => {
    const found = read(changed)
    expect(found.kind === 'invalid' && Object.keys(found.errors)).toEqual([field])
  })

  test('keeps the pool of a random drop after its first draw', () => {
    expect(lockOf('maxAmount', { tokenAmount: '0', claims: [{ id: 'c' }] })).not.toBeNull()
  })

  test('allows a change of the pool of a random drop before its first draw', () => {
    expect(lockOf('maxAmount', { tokenAmount: '0', claims: [] })).toBeNull()
  })

  const LOTTERY = {
    admission: 'LOTTERY',
    entriesCloseAt: '2026-12-24 18:00:00',
    supply: '100',
  } as const

  test('makes a lottery of a drop, with its terms', () => {
    expect(read(LOTTERY)).toEqual({
      kind: 'good',
      input: {
        supply: 100,
        admission: 'LOTTERY',
        entriesCloseAt: new Date(2026, 11, 24, 18).toISOString(),
        claimWindowSeconds: 86_400,
      },
    })
  })

  test('asks only for the end of a lottery, without its terms', () => {
    expect(
      readChanges({ ...was, ...LOTTERY }, { ...was, ...LOTTERY, admission: 'FIRST_COME' }, scale),
    ).toEqual({
      kind: 'good',
      input: { admission: 'FIRST_COME' },
    })
  })

  test.each([
    ['entriesCloseAt', { entriesCloseAt: null }],
    ['entriesCloseAt', { startsAt: '2026-12-24 18:00:00' }],
    ['claimDeadline', { claimDeadline: '2026-12-24 18:00:00' }],
    ['supply', { supply: '' }],
    ['maxAmount', { maxAmount: '99' }],
    ['price', { price: '1' }],
    ['maxPerWallet', { maxPerWallet: '2' }],
    ['isLinkOnly', { isLinkOnly: true }],
  ])('says that the %s does not go with a lottery', (field, changed) => {
    const found = read({ ...LOTTERY, ...changed })
    expect(found.kind === 'invalid' && Object.keys(found.errors)).toEqual([field])
  })
})

describe('a refusal', () => {
  const token = {
    id: 't',
    name: 'Leaf',
    symbol: 'LEAF',
    decimals: 3,
    coinType: null,
    status: 'DEPLOYED',
  } as const
  const drop = { type: 'TOKEN', token } as const
  const refused = (extensions: object) => refusedField(new ApiRefusal('no', { ...extensions }), drop)

  test('says in whole tokens how small the pool may get', () => {
    expect(refused({ code: 'BAD_USER_INPUT', field: 'maxAmount', details: { least: '2000' } })).toEqual({
      maxAmount: 'At least 2 LEAF, because this much is claimed or reserved.',
    })
  })

  test('puts a pool that is less than one claim at the pool', () => {
    expect(Object.keys(refused({ code: 'BAD_USER_INPUT', field: 'tokenAmount' }) ?? {})).toEqual([
      'maxAmount',
    ])
  })

  test('puts a conflict at the link', () => {
    expect(Object.keys(refused({ code: 'CONFLICT' }) ?? {})).toEqual(['shortcode'])
  })

  test('shows refusals without a field at the form', () => {
    expect(refused({ code: 'OVERLOADED' })).toBeNull()
  })
})

const SUI = { code: 'SUI', decimals: 9 }

test('a price is read to the smallest unit of its currency', () => {
  expect(readPrice(asWritten('1.5'), SUI)).toEqual({ number: 1.5, atomic: 1_500_000_000n })
  expect(readPrice(asWritten('0.000000001'), SUI)).toEqual({ number: 1e-9, atomic: 1n })
})

test.each(['', '0', '0.000', 'much', '-1', asWritten('1.2345678901')])('%j is no price', (typed) => {
  expect(readPrice(typed, SUI)).toBeUndefined()
})

test('a price that a number cannot hold exactly is none', () => {
  expect(readPrice(asWritten('9007199254.740993123'), SUI)).toBeUndefined()
})
