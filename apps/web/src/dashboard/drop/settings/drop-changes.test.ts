import { expect, test } from 'vitest'
import { type DropForm, lockOf, readChanges } from './drop-changes.ts'

const was: DropForm = {
  title: 'Leaves',
  description: '',
  imageUrl: null,
  shortcode: 'leaves',
  maxAmount: '100',
  supply: '',
  price: '',
  maxPerWallet: '',
  startsAt: null,
  claimDeadline: null,
  claimAccess: 'OPEN',
}
const scale = { decimals: 3, currencyDecimals: 9 }
const read = (changed: Partial<DropForm>) => readChanges(was, { ...was, ...changed }, scale)

test('asks for nothing where nothing was changed', () => {
  expect(read({})).toEqual({ kind: 'good', input: {} })
})

test('asks for what was changed alone', () => {
  expect(read({ title: 'More leaves' })).toEqual({ kind: 'good', input: { title: 'More leaves' } })
})

test('writes the pool in base units', () => {
  expect(read({ maxAmount: '100.5' })).toEqual({ kind: 'good', input: { maxAmount: '100500' } })
})

test('clears a price that was taken out', () => {
  const priced = { ...was, price: '1.5' }
  expect(readChanges(priced, was, scale)).toEqual({ kind: 'good', input: { price: null } })
})

test.each([
  ['title', { title: ' ' }],
  ['maxAmount', { maxAmount: '0.0001' }],
  ['price', { price: 'much' }],
  ['supply', { supply: '-1' }],
  ['maxPerWallet', { maxPerWallet: '1.5' }],
])('says that the %s is wrong', (field, changed) => {
  const found = read(changed)
  expect(found.kind === 'faulty' && Object.keys(found.faults)).toEqual([field])
})

test('keeps the pool of a random drop after its first draw', () => {
  expect(lockOf('maxAmount', { tokenAmount: '0', claims: [{ id: 'c' }] })).not.toBeNull()
})

test('lets the pool of a random drop change before its first draw', () => {
  expect(lockOf('maxAmount', { tokenAmount: '0', claims: [] })).toBeNull()
})
