import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import german from '../../words/messages/webhooks.de.json'
import english from '../../words/messages/webhooks.en.json'
import { deliveryReason } from './delivery-reason.ts'

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

test.each(written)('“%s” has a message in each language', (reason) => {
  const shown = deliveryReason(reason)
  const [key] = Object.entries(english).find(([, text]) => text === shown) ?? []
  expect(german).toHaveProperty(key ?? 'no key')
  if (reason !== 'no answer') expect(shown).not.toBe(english.noAnswerCame)
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
