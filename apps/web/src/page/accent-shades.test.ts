import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentShades, contrastOf } from './accent-shades.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const extremes = ['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#808080', '#fefefe']

describe.each([
  ['light', '#f7f6f1', '#ffffff'],
  ['dark', '#0d1411', '#151e1a'],
] as const)('the shades of an accent color in the %s scheme', (scheme, page, card) => {
  const isReadable = (accent: string) => {
    const shades = accentShades(accent, scheme)
    if (shades === null) throw new Error(`${accent} is a color`)
    const { filled, filledHover, light, lightHover, text } = shades
    for (const ground of [page, card, light, lightHover])
      expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf('#ffffff', filled)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf('#ffffff', filledHover)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [page, card]) expect(contrastOf(filled, ground)).toBeGreaterThanOrEqual(3)
  }

  it.each(extremes)('are readable for %s', isReadable)

  it('are readable for every color', () => {
    fc.assert(fc.property(color, isReadable))
  })
})

it('a color that is readable already stays as it is', () => {
  expect(accentShades('#0b6e4f', 'light')).toMatchObject({ filled: '#0b6e4f', text: '#0b6e4f' })
})

it.each(['', 'red', '#12', '#12345g', '#123456;', 'url(//x)', '#1234567'])('%j is no color', (text) => {
  expect(accentShades(text, 'light')).toBeNull()
})

it('contrast is measured as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
