import { describe, expect, test } from 'vitest'
import { awardOf, claimableItems, itemsToPay } from './drop-award.ts'

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

describe('the claims that a drop can give out', () => {
  test('are the supply, or as many as the pool pays for', () => {
    expect(claimableItems({ ...terms, tokenAmount: '10', supply: 200 })).toBe(100)
    expect(claimableItems({ ...terms, tokenAmount: '10', supply: 40 })).toBe(40)
    expect(claimableItems({ ...terms, tokenAmount: '0', supply: 40 })).toBe(40)
    expect(claimableItems({ ...terms, tokenAmount: '10' })).toBeNull()
  })
})
