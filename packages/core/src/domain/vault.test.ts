import { addressOf, fullVault } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { EMPTY_TALLY } from './drop.ts'
import { sharesOfLeftover, vaultRefusal, withDeposit } from './vault.ts'

const [A, B] = [addressOf('0xa'), addressOf('0xb')]

describe('a claim', () => {
  const tally = { ...EMPTY_TALLY, reservedAmount: amountOf(90n) }
  const vault = fullVault(amountOf(100n))

  test('is paid up to the deposited amount, with all reservations', () => {
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

test('a deposit is added to earlier deposits of the same wallet only', () => {
  const first = withDeposit([], A, amountOf(5n))
  expect(first).toEqual([{ from: A, amount: 5n }])
  const both = withDeposit(first, B, amountOf(7n))
  expect(withDeposit(both, A, amountOf(1n))).toEqual([
    { from: B, amount: 7n },
    { from: A, amount: 6n },
  ])
})

test('the remainder is returned by shares, rounded down, without empty transfers', () => {
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
