import { EVENT_TYPES } from '@dropkit/core'
import { expect, test } from 'vitest'
import { eventInWords } from './event-words.ts'

test('every event has a different text', () => {
  expect(new Set(EVENT_TYPES.map(eventInWords)).size).toBe(EVENT_TYPES.length)
})

test.each(['drop.moved_on', 'constructor'])('%s, which is not known, goes by its name', (type) => {
  expect(eventInWords(type)).toBe(type.replaceAll(/[._]/g, ' '))
})
