import { addressOf, fullVault } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { EMPTY_TALLY } from './drop.ts'
import { sharesOfLeftover, vaultRefusal, withDeposit } from './vault.ts'

const [A, B] = [addressOf('0xa'), addressOf('0xb')]

describe('a claim', () => {
  const tally = { ...EMPTY_TALLY, reservedAmount: amountOf(90n) }
  const vault = fullVault(amountOf(100n))

  test('is paid out up to what was ever put into the vault, with all that is reserved', () => {
    expect(vaultRefusal({ vault }, tally, amountOf(10n))).toBeUndefined()
    expect(vaultRefusal({ vault }, tally, amountOf(11n))).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault does not hold enough',
    })
  })

  test('waits for a vault that is not there yet, and for none that is closed', () => {
    expect(vaultRefusal({ vault: { kind: 'none' } }, EMPTY_TALLY, amountOf(1n))).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault is not on the chain yet',
    })
    expect(vaultRefusal({ vault: { kind: 'closed', objectId: A } }, EMPTY_TALLY, amountOf(1n))).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault is closed',
    })
  })
})

test('what a wallet puts in is added to what it has put in before, and to nobody else’s', () => {
  const first = withDeposit([], A, amountOf(5n))
  expect(first).toEqual([{ from: A, amount: 5n }])
  const both = withDeposit(first, B, amountOf(7n))
  expect(withDeposit(both, A, amountOf(1n))).toEqual([
    { from: B, amount: 7n },
    { from: A, amount: 6n },
  ])
})

test('what is left goes back by what each has put in, rounded down, and nothing to whom it would be nothing', () => {
  const walletDeposits = [
    { from: A, amount: amountOf(50n) },
    { from: B, amount: amountOf(1n) },
  ]
  expect(sharesOfLeftover({ balance: 33n, deposited: 100n, walletDeposits })).toEqual([
    { to: A, amount: 16n },
  ])
  expect(sharesOfLeftover({ balance: 100n, deposited: 100n, walletDeposits })).toEqual([
    { to: A, amount: 50n },
    { to: B, amount: 1n },
  ])
})
