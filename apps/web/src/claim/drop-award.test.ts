import { describe, expect, test } from 'vitest'
import { dollars } from '../words/amount.ts'
import { asWritten } from '../words/as-written.ts'
import { awardOf, awardWords, claimableItems, costOf, itemsToPay } from './drop-award.ts'

const terms = {
  type: 'TOKEN',
  tokenAmount: null,
  price: null,
  supply: null,
  maxAmount: '1000',
  remainingBalance: '1000',
  claimCount: 0,
} as const

describe('the amount of one claim', () => {
  test('is fixed by the drop', () => {
    expect(awardOf({ ...terms, tokenAmount: '25' })).toEqual({ kind: 'fixed', amount: 25n })
  })

  test('is an equal share of a priced drop with a supply', () => {
    expect(awardOf({ ...terms, price: 2, supply: 3 })).toEqual({ kind: 'fixed', amount: 333n })
  })

  test('is chosen by the claimer, up to the remainder, if it is open', () => {
    expect(awardOf({ ...terms, remainingBalance: '40' })).toEqual({ kind: 'open', most: 40n })
  })

  test('is drawn below twice an equal share of the remainder', () => {
    const drop = { ...terms, tokenAmount: '0', supply: 10, claimCount: 5, remainingBalance: '501' }
    expect(awardOf(drop)).toEqual({ kind: 'random', least: 1n, most: 200n })
  })

  test('is the whole remainder for the last draw', () => {
    const drop = { ...terms, tokenAmount: '0', supply: 10, claimCount: 9, remainingBalance: '77' }
    expect(awardOf(drop)).toEqual({ kind: 'random', least: 77n, most: 77n })
  })

  test('is at most about a fiftieth of the pool where the drop has no supply', () => {
    expect(awardOf({ ...terms, tokenAmount: '0' })).toMatchObject({ most: 19n })
  })
})

test('a drop that sells base units counts each of them as an item', () => {
  expect(itemsToPay({ ...terms, price: 0.5 }, 12n)).toBe(12)
  expect(itemsToPay({ ...terms, price: 0.5, supply: 10 }, 100n)).toBe(1)
})

test('the price of base units names the amount that it buys, and no sum is $0.00', () => {
  const token = { id: 'token_1', name: 'Gold', symbol: 'GOLD', decimals: 2, imageUrl: null }
  const drop = {
    ...terms,
    token,
    price: 0.001,
    priceUSD: 0.0012,
    currency: 'SUI',
    claimedAmount: '0',
    randomness: null,
  }
  expect(awardWords(drop, false).details).toEqual([
    `Costs ${asWritten('0.001')} SUI (about ${dollars(0.0012)}) for each ${asWritten('0.01')} GOLD`,
  ])
  expect(dollars(0.0012)).toMatch(/0[.,]0012$/)
})

describe('the claims that a drop can give out', () => {
  test('are the supply, or as many as the pool pays for', () => {
    expect(claimableItems({ ...terms, tokenAmount: '10', supply: 200 })).toBe(100)
    expect(claimableItems({ ...terms, tokenAmount: '10', supply: 40 })).toBe(40)
    expect(claimableItems({ ...terms, tokenAmount: '0', supply: 40 })).toBe(40)
    expect(claimableItems({ ...terms, tokenAmount: '10' })).toBeNull()
  })
})

const drawn = {
  type: 'TOKEN',
  token: { id: 'token_1', name: 'Pepper', symbol: 'PEPPER', decimals: 0, imageUrl: null },
  tokenAmount: '0',
  price: null,
  priceUSD: 0,
  currency: 'SUI',
  supply: 30,
  maxAmount: '900',
  remainingBalance: '900',
  claimedAmount: '0',
  claimCount: 0,
  randomness: 'INSTANT',
} as const

describe('a drop with random amounts', () => {
  test('shows the range of the next draw', () => {
    expect(awardWords(drawn, false)).toEqual({
      headline: 'Up to 59 PEPPER',
      details: ['At least 1 PEPPER, drawn fairly'],
      isDrawn: true,
    })
  })

  test('shows the average claim with a beacon: the remainder includes amounts that wait for their draw', () => {
    const waiting = { ...drawn, randomness: 'BEACON', claimCount: 29 } as const
    expect(awardWords(waiting, false)).toEqual({
      headline: 'A random amount',
      details: ['30 PEPPER on average, decided by a public beacon'],
      isDrawn: true,
    })
  })

  test('says that the whole pool is given out when the last amounts are not drawn yet', () => {
    const waiting = { ...drawn, randomness: 'BEACON', claimCount: 30, claimedAmount: '400' } as const
    expect(awardWords(waiting, true).headline).toBe('900 PEPPER given out')
  })

  test('shows the given amount once it is over', () => {
    const over = { ...drawn, remainingBalance: '0', claimedAmount: '900', claimCount: 30 }
    expect(awardWords(over, true)).toMatchObject({
      headline: '900 PEPPER given out',
      details: ['In 30 fair draws'],
    })
  })

  test('shows the exact amount of its last draw', () => {
    const nearlyOver = { ...drawn, remainingBalance: '12', claimedAmount: '888', claimCount: 29 }
    expect(awardWords(nearlyOver, false)).toMatchObject({
      headline: '12 PEPPER',
      details: ['The next draw gets'],
    })
  })

  test('shows that it had no claims', () => {
    expect(awardWords(drawn, true)).toMatchObject({ headline: 'Nothing was given out' })
  })
})

test('a drop of equal amounts shows no price after its end', () => {
  const fixed = { ...drawn, tokenAmount: '30', price: 2 }
  expect(awardWords(fixed, false).details).toEqual(['Costs 2 SUI'])
  expect(awardWords(fixed, true).details).toEqual(['Every claim got the same'])
})

test.each([
  [0.1, 3, '0.3'],
  [0.1, 1, '0.1'],
  [1.1, 3, '3.3'],
  [2, 10, '20'],
  [1234.5, 2, '2469'],
  [1e-9, 7, '0.000000007'],
  [0, 2, '0'],
])('the price %s of %s items is shown exactly', (price, items, cost) => {
  expect(costOf({ price, currency: 'SUI' }, items)).toBe(`${asWritten(cost)} SUI`)
})
