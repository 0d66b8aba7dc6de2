import { parseShortcode } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherShortcode, shortcodeOf, suggestedShortcode } from './shortcode.ts'

test('for any title, the suggestion is a valid shortcode or empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (title, seed) => {
      const suggested = suggestedShortcode(title)
      if (suggested !== '') expect(parseShortcode(suggested, 'shortcode').ok).toBe(true)
      const other = otherShortcode(suggested || 'drop', (below) => seed % below)
      expect(parseShortcode(other, 'shortcode').ok).toBe(true)
    }),
  )
})

test('letters keep their letter and lose their signs', () => {
  expect(suggestedShortcode('  Crème brûlée, 2026! ')).toBe('creme-brulee-2026')
})

test('a derived shortcode that is taken is replaced by one that is not', () => {
  const taken = new Map([
    ['spring-drop', 'spring-drop-2345'],
    ['spring-drop-2345', 'spring-drop-abcd'],
  ])
  expect(shortcodeOf({ shortcode: null, title: 'Spring drop' }, taken)).toBe('spring-drop-abcd')
  expect(shortcodeOf({ shortcode: null, title: 'Summer drop' }, taken)).toBe('summer-drop')
  expect(shortcodeOf({ shortcode: 'spring-drop', title: 'Spring drop' }, taken)).toBe('spring-drop')
})
