import { expect, test } from 'vitest'
import { activityInWords } from './activity-words.ts'

const drop = {
  type: 'TOKEN',
  token: { id: 't', name: 'Leaf', symbol: 'LEAF', decimals: 0, coinType: null, status: 'DEPLOYED' },
} as const

test('names the claimer and the amount', () => {
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

test('describes changes of the drop', () => {
  expect(activityInWords(drop, { event: 'drop.paused', details: {} })).toBe('The drop was paused')
})

test('shows the name of an unknown event', () => {
  expect(activityInWords(drop, { event: 'drop.moved_on', details: null })).toBe('drop moved on')
})
