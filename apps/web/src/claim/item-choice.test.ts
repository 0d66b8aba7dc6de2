import { describe, expect, test } from 'vitest'
import type { WalletClaim } from './claim-step.ts'
import { chosenAmount, chosenItems, isConfirmedOneByOne, itemChoice } from './item-choice.ts'

const DROP = {
  type: 'TOKEN',
  tokenAmount: '50',
  price: 2,
  supply: null,
  maxAmount: '5000',
  remainingBalance: '5000',
  claimCount: 0,
  claimType: 'REGULAR',
  maxPerWallet: null,
} as const

const CLAIM: WalletClaim = {
  id: 'clm_1',
  amount: '50',
  status: 'CONFIRMED',
  sequence: 1,
  streak: null,
  txHash: null,
  createdAt: '2026-03-10T09:00:00Z',
  recipient: null,
  revealsAt: null,
  expiresAt: null,
}
const PAYMENT = {
  id: 'pi_1',
  status: 'PENDING',
  quantity: 3,
  itemsLeft: 0,
  txHash: null,
  expiresAt: '2026-03-10T12:10:00Z',
} as const

const pay = { kind: 'pay', payment: null } as const
const paid = (paidItems: number) => ({ kind: 'claim', paidItems }) as const

describe('the choice of a quantity', () => {
  test('ends at ten items, the most that a buyer may hold', () => {
    expect(itemChoice(DROP, pay, [])).toBe(10)
  })

  test.each([
    ['of equal items', { supply: 20 }, 4],
    ['whose pool ends before its supply', { supply: 100, maxAmount: '1000' }, 4],
    ['without a supply', { maxAmount: '800' }, 3],
    ['of random amounts', { tokenAmount: '0', supply: 30 }, 6],
    ['with few items', { supply: 9 }, null],
    ['that is free', { price: null, maxPerWallet: 10, supply: 20 }, 10],
  ])('ends at a fifth of a drop %s, the most that a buyer may hold', (_, change, most) => {
    const step = 'price' in change ? paid(0) : pay
    expect(itemChoice({ ...DROP, ...change }, step, [])).toBe(most)
  })

  test('ends at the wallet’s remaining claims', () => {
    expect(itemChoice({ ...DROP, maxPerWallet: 4 }, pay, [CLAIM])).toBe(3)
    expect(itemChoice({ ...DROP, price: null, maxPerWallet: 4 }, paid(0), [CLAIM])).toBe(3)
  })

  test('ends at the remaining pool and supply', () => {
    expect(itemChoice({ ...DROP, remainingBalance: '199' }, pay, [])).toBe(3)
    expect(itemChoice({ ...DROP, supply: 20, claimCount: 18 }, pay, [])).toBe(2)
    expect(itemChoice({ ...DROP, supply: 20, claimCount: 17 }, pay, [])).toBe(3)
  })

  test.each([
    ['of a free drop that allows one claim for each wallet', { price: null }, paid(0)],
    ['of one item that is left', { remainingBalance: '60' }, pay],
    ['of a streak, which allows one claim a day', { claimType: 'STREAK' as const }, pay],
    ['of an amount that the claimer names', { tokenAmount: null, price: null, maxPerWallet: 5 }, paid(0)],
    ['of a payment that was begun', {}, { kind: 'pay', payment: PAYMENT } as const],
    ['while the wallet may not claim', {}, { kind: 'barred', missing: [], checks: [] } as const],
  ])('is not offered %s', (_, change, step) => {
    expect(itemChoice({ ...DROP, ...change }, step, [])).toBeNull()
  })
})

describe('the chosen quantity', () => {
  test('is one at first, and everything that is paid for', () => {
    expect(chosenItems(DROP, pay, { picked: null, most: 10 })).toBe(1)
    expect(chosenItems(DROP, paid(3), { picked: null, most: 3 })).toBe(3)
  })

  test('shrinks with the allowed number', () => {
    expect(chosenItems(DROP, pay, { picked: 5, most: 3 })).toBe(3)
  })

  test('is that of a payment that was begun', () => {
    expect(chosenItems(DROP, { kind: 'pay', payment: PAYMENT }, { picked: 1, most: null })).toBe(3)
  })
})

describe('the chosen amount', () => {
  const byBaseUnit = { ...DROP, tokenAmount: null }
  const open = { kind: 'pay', payment: PAYMENT } as const

  test('is that of a payment that was begun, whatever is named now', () => {
    expect(chosenAmount(byBaseUnit, open, '8')).toBe('3')
  })

  test('is otherwise the named one, if there is one', () => {
    expect(chosenAmount(byBaseUnit, pay, '8')).toBe('8')
    expect(chosenAmount(DROP, open, null)).toBeNull()
  })
})

test.each([
  ['WALLET', '50', true],
  ['WALLET', null, true],
  ['SERVER', '50', false],
  ['WALLET', '0', false],
] as const)(
  'the wallet confirms each claim that %s delivers of an award of %s: %s',
  (delivery, tokenAmount, isConfirmed) => {
    expect(isConfirmedOneByOne({ delivery, tokenAmount })).toBe(isConfirmed)
  },
)
