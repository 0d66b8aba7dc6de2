import { parseShortcode } from '@dropkit/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otherShortcode, suggestedShortcode } from './shortcode.ts'

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
