import { expect, test } from 'vitest'
import { transactionUrl } from './transaction-url.ts'

test('a transaction on a public network of Sui has a page in a block explorer', () => {
  expect(transactionUrl({ chain: 'sui', network: 'testnet' }, 'Fk/9')).toBe(
    'https://suiscan.xyz/testnet/tx/Fk%2F9',
  )
})

test.each([
  ['fake', null],
  ['sui', null],
  ['sui', 'localnet'],
])('a transaction on %s %s has none', (chain, network) => {
  expect(transactionUrl({ chain, network }, 'Fk9')).toBeNull()
})
