import { expect, it } from 'vitest'
import { isRenewalDue, renewalDelayMs } from './visit-time.ts'

const HOUR_MS = 3_600_000

it('a visitor’s token is renewed minutes before it is over', () => {
  const delayMs = renewalDelayMs(12 * HOUR_MS, 0)
  expect(delayMs).toBe(12 * HOUR_MS - 300_000)
  expect(isRenewalDue(12 * HOUR_MS, delayMs)).toBe(true)
  expect(isRenewalDue(12 * HOUR_MS, delayMs - 1)).toBe(false)
})

it('a renewal that is late, or did not succeed, is tried a minute later, not without a pause', () => {
  expect(renewalDelayMs(HOUR_MS, 2 * HOUR_MS)).toBe(60_000)
})

it('a token that ran out while the machine slept is renewed before it is used', () => {
  expect(isRenewalDue(HOUR_MS, 9 * HOUR_MS)).toBe(true)
})
