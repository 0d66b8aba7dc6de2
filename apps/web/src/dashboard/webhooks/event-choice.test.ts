import { EVENT_TYPES } from '@dropkit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseArea, chooseEvent, EVENT_AREAS, isChosen } from './event-choice.ts'

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
