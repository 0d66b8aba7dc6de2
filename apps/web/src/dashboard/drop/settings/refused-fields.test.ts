import { expect, test } from 'vitest'
import { ApiRefusal } from '../../../api/api-refusal.ts'
import { refusedField } from './refused-fields.ts'

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
  expect(Object.keys(refused({ code: 'BAD_USER_INPUT', field: 'tokenAmount' }) ?? {})).toEqual(['maxAmount'])
})

test('puts a conflict at the link', () => {
  expect(Object.keys(refused({ code: 'CONFLICT' }) ?? {})).toEqual(['shortcode'])
})

test('shows refusals without a field at the form', () => {
  expect(refused({ code: 'OVERLOADED' })).toBeNull()
})
