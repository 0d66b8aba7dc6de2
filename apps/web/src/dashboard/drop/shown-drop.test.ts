import { expect, test } from 'vitest'
import { amountInWords } from './shown-drop.ts'

test.each([
  ['1', '1 piece'],
  ['2', '2 pieces'],
])('counts %s NFT as %s', (amount, words) => {
  expect(amountInWords({ type: 'NFT', token: null }, amount)).toBe(words)
})
