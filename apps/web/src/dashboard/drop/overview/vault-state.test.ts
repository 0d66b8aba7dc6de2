import { expect, test } from 'vitest'
import { vaultStateOf } from './vault-state.ts'

test('knows nothing of a vault that is not there', () => {
  expect(vaultStateOf(null, '10')).toEqual({ kind: 'unknown' })
})

test('is full when it holds what is left', () => {
  expect(vaultStateOf('10', '10')).toEqual({ kind: 'full', balance: 10n })
})

test('says exactly what is lacking', () => {
  expect(vaultStateOf('18446744073709551613', '18446744073709551615')).toEqual({
    kind: 'lacking',
    balance: 18446744073709551613n,
    lacks: 2n,
  })
})
