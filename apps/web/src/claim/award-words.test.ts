import { describe, expect, test } from 'vitest'
import { awardWords } from './award-words.ts'

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
