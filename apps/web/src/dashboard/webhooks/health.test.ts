import { expect, test } from 'vitest'
import { healthOf } from './health.ts'

const delivered = { status: 'DELIVERED', error: null } as const
const waiting = { status: 'PENDING', error: null } as const
const triedInVain = { status: 'PENDING', error: 'The receiver answered 500' } as const
const of = (...deliveries: (typeof delivered | typeof waiting | typeof triedInVain)[]) =>
  healthOf({ isActive: true, deliveries })

test('a webhook to which nothing was sent is new', () => {
  expect(of()).toBe('new')
})

test('a webhook is judged by the last delivery that was tried, not by one that waits', () => {
  expect(of(waiting, triedInVain, delivered)).toBe('failing')
})

test('a webhook works again once a delivery arrives', () => {
  expect(of(delivered, triedInVain)).toBe('working')
})

test('its first delivery, not yet tried, is being sent', () => {
  expect(of(waiting)).toBe('sending')
})

test('a webhook that is switched off is off, however it went', () => {
  expect(healthOf({ isActive: false, deliveries: [triedInVain] })).toBe('off')
})
