import { expect, test } from 'vitest'
import { activityInWords } from './activity-words.ts'

const drop = {
  type: 'TOKEN',
  token: { id: 't', name: 'Leaf', symbol: 'LEAF', decimals: 0, coinType: null, status: 'DEPLOYED' },
} as const

test('says who claimed how much', () => {
  const details = { userAddress: `0xabcd${'0'.repeat(56)}1234`, amount: '50' }
  expect(activityInWords(drop, { event: 'drop.claimed', details })).toBe('0xabcd…1234 claimed 50 LEAF')
})

test('names no amount for a claim that waits for the beacon, and the amount once it is drawn', () => {
  const claimed = { userAddress: `0xabcd${'0'.repeat(56)}1234`, amount: '0', round: 7 }
  expect(activityInWords(drop, { event: 'drop.claimed', details: claimed })).toBe(
    '0xabcd…1234 claimed a random amount',
  )
  const revealed = { ...claimed, amount: '50' }
  expect(activityInWords(drop, { event: 'claim.revealed', details: revealed })).toBe(
    '0xabcd…1234 drew 50 LEAF',
  )
})

test('says what happened to the drop', () => {
  expect(activityInWords(drop, { event: 'drop.paused', details: {} })).toBe('The drop was paused')
})

test('calls an event that it does not know by its name', () => {
  expect(activityInWords(drop, { event: 'drop.moved_on', details: null })).toBe('drop moved on')
})
