import { readFileSync } from 'node:fs'
import { EVENT_TYPES } from '@dropkit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromNow } from '../../words/time.ts'
import { deliveryOutcome, deliveryReason, healthOf, resultOf, tookInWords } from './delivery-words.ts'
import { chooseArea, chooseEvent, EVENT_AREAS, isChosen } from './event-choice.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const untried = { attempt: 0, statusCode: null, error: null, deliveredAt: null, nextAttemptAt: null }

test('a delivery that waits for its first attempt shows that', () => {
  expect(deliveryOutcome({ ...untried, nextAttemptAt: '2026-11-22T12:00:00.000Z' }, NOW)).toBe(
    'not tried yet',
  )
})

test('an arrived delivery shows the answer and the time', () => {
  const delivered = { ...untried, attempt: 1, statusCode: 204, deliveredAt: '2026-11-22T11:55:00.000Z' }
  expect(deliveryOutcome(delivered, NOW)).toBe(
    `1 attempt · answered 204 · ${fromNow(delivered.deliveredAt, NOW)}`,
  )
})

test('a delivery that arrived by a clock ahead of ours has not arrived in the future', () => {
  const delivered = { ...untried, attempt: 1, statusCode: 204, deliveredAt: '2026-11-22T12:00:09.000Z' }
  expect(deliveryOutcome(delivered, NOW)).not.toContain('in ')
})

test('a delivery without an answer shows the reason and the next attempt', () => {
  const failed = {
    ...untried,
    attempt: 2,
    error: 'no answer within 15000 ms',
    nextAttemptAt: '2026-11-22T12:05:00.000Z',
  }
  expect(deliveryOutcome(failed, NOW)).toBe(
    `2 attempts · the answer took too long · next attempt ${fromNow(failed.nextAttemptAt, NOW)}`,
  )
})

test('an attempt tells its answer, or why there was none, as a sentence', () => {
  expect(resultOf({ statusCode: 503, error: 'The receiver answered 503' })).toBe('Answered 503')
  expect(resultOf({ statusCode: null, error: 'the connection was refused' })).toBe(
    'The connection was refused.',
  )
})

test('the duration of an attempt is in milliseconds up to a second, then in seconds', () => {
  expect(tookInWords(7)).toMatch(/^7\sms$/)
  expect(tookInWords(15_040)).toMatch(/^15\ss(ecs?)?$/)
  expect(tookInWords(null)).toBe('')
})

const source = readFileSync(
  new URL('../../../../../packages/adapter-webhook/src/failure-reason.ts', import.meta.url),
  'utf8',
)
/** Each reason that the server writes: the values of its table, a constant, and what it returns otherwise. */
const written = [...source.matchAll(/(?:\w: |= |return )(?:'([^']+)'|"([^"]+)")/g)]
  .map(([, single, double]) => single ?? double ?? '')
  .filter((text) => text.includes(' '))

test('the reasons of the server are found in its source', () => {
  expect(written.length).toBeGreaterThan(20)
  expect(written).toContain('the connection was refused')
  expect(written).toContain("the answer's headers are too large")
  expect(written).toContain('no answer')
})

const messages: Record<string, { readonly en: string; readonly de: string }> = JSON.parse(
  readFileSync(new URL('../../words/messages/webhooks.json', import.meta.url), 'utf8'),
)

test.each(written)('“%s” has a message in each language', (reason) => {
  const shown = deliveryReason(reason)
  expect(Object.values(messages).find(({ en }) => en === shown)?.de).toMatch(/\S/)
  if (reason !== 'no answer') expect(shown).not.toBe(messages['noAnswerCame']?.en)
})

test('an address that is not permitted and a receiver that is too slow have messages', () => {
  expect(deliveryReason('hooks.example resolves to an address that is not permitted')).toBe(
    'the address is not permitted',
  )
  expect(deliveryReason('no answer within 15000 ms')).toBe('the answer took too long')
})

test('a reason that the page does not know is not shown', () => {
  expect(deliveryReason('ECONNWHATEVER 10.0.0.1')).toBe('there was no answer')
})

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

const types = EVENT_AREAS.flatMap((area) => area.types)
const patterns = fc.uniqueArray(fc.constantFrom('*', ...EVENT_AREAS.map(({ area }) => `${area}.*`), ...types))

test('choosing an event changes that one and no other', () => {
  fc.assert(
    fc.property(patterns, fc.constantFrom(...types), fc.boolean(), (before, type, isWanted) => {
      const after = chooseEvent(before, type, isWanted)
      for (const other of types)
        expect(isChosen(after, other)).toBe(other === type ? isWanted : isChosen(before, other))
    }),
  )
})

test('choosing an area changes its events and no others', () => {
  fc.assert(
    fc.property(patterns, fc.constantFrom(...EVENT_AREAS), fc.boolean(), (before, { area }, isWanted) => {
      const after = chooseArea(before, area, isWanted)
      for (const other of types)
        expect(isChosen(after, other)).toBe(other.startsWith(`${area}.`) ? isWanted : isChosen(before, other))
    }),
  )
})

test('every event but the test can be chosen', () => {
  expect([...types, 'webhook.test'].sort()).toEqual([...EVENT_TYPES].sort())
})
