import { expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { emptyTokenForm, inputOf, leftForDrops, stepErrors, type TokenForm } from './token-form.ts'

const pepper: TokenForm = {
  ...emptyTokenForm,
  name: ' Pepper ',
  symbol: 'PEPPER',
  decimals: 2,
  supply: asWritten('10.5'),
}

test('whole tokens become base units', () => {
  expect(inputOf(pepper)).toMatchObject({ name: 'Pepper', supply: '1050', decimals: 2 })
})

test('missing reserves are left to the service', () => {
  expect(inputOf(pepper)).not.toHaveProperty('creatorReserve')
})

test('amounts outside of reserves are left for drops', () => {
  expect(leftForDrops({ ...pepper, publicSale: asWritten('0.5'), creator: '4' })).toBe('600')
})

test('reserves beyond the supply are refused', () => {
  expect(stepErrors({ ...pepper, publicSale: '6', creator: '5' })).toHaveProperty('creatorReserve')
})

test('an empty form shows the missing fields', () => {
  expect(Object.keys(stepErrors(emptyTokenForm))).toEqual(['name', 'symbol', 'supply'])
})

test('a supply beyond the maximum of the chain is refused with that maximum', () => {
  const { supply } = stepErrors({ ...pepper, decimals: 9, supply: '18446744074' })
  expect(supply).toMatch(/^At most 18\D446\D744\D073\D709551615:/)
})

test('a supply finer than the decimals is refused', () => {
  expect(stepErrors({ ...pepper, supply: asWritten('1.005') })).toHaveProperty('supply')
})

test('an adopted coin needs a coin type, and takes no reserves along', () => {
  const adopted = { ...pepper, creator: '1', coinType: '0x2::sui::SUI' }
  expect([stepErrors({ ...adopted, coinType: 'SUI' }), inputOf(adopted)]).toEqual([
    { coinType: expect.any(String) },
    expect.not.objectContaining({ creatorReserve: expect.anything() }),
  ])
})
