import { expect, test } from 'vitest'
import { vaultStateOf } from './vault-state.ts'

test('is empty for a missing vault', () => {
  expect(vaultStateOf(null, '10')).toEqual({ kind: 'unknown' })
})

test('is full when it holds the remainder', () => {
  expect(vaultStateOf('10', '10')).toEqual({ kind: 'full', balance: 10n })
})

test('shows the exact missing amount', () => {
  expect(vaultStateOf('18446744073709551613', '18446744073709551615')).toEqual({
    kind: 'lacking',
    balance: 18446744073709551613n,
    lacks: 2n,
  })
})
