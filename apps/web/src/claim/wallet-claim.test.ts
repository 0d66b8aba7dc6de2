import { startOfUtcDay, streakOn, toIso, utcDay } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { streakAhead, type WalletClaim } from './wallet-claim.ts'

const NOW = Date.parse('2026-03-10T00:30:00Z')

const claimed = (createdAt: string, streak: number, status: WalletClaim['status'] = 'CONFIRMED') => ({
  id: createdAt,
  amount: '1',
  status,
  sequence: 1,
  streak,
  txHash: null,
  createdAt,
  recipient: null,
  revealsAt: null,
  expiresAt: null,
})

test('a streak goes on from yesterday, by UTC', () => {
  expect(streakAhead([claimed('2026-03-09T23:59:00Z', 4)], NOW)).toBe(5)
})

test('a streak restarts after a missed day', () => {
  expect(streakAhead([claimed('2026-03-08T12:00:00Z', 4)], NOW)).toBe(1)
})

test('a claim that expired yesterday carries no streak', () => {
  expect(streakAhead([claimed('2026-03-09T12:00:00Z', 4, 'EXPIRED')], NOW)).toBe(1)
})

test('a streak has the number of days that the service counts', () => {
  const today = utcDay(NOW)
  const claimedOn = fc.uniqueArray(fc.integer({ min: today - 12, max: today - 1 }))
  fc.assert(
    fc.property(claimedOn, (days) => {
      const claims = days.map((day) => claimed(toIso(startOfUtcDay(day)), streakOn(day, days)))
      expect(streakAhead(claims, NOW)).toBe(streakOn(today, days))
    }),
  )
})
