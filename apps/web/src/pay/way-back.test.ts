import { describe, expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const drop = { id: 'drop_1', shortcode: 'pepper' }

describe('the way back', () => {
  test('is the one that was asked for', () => {
    expect(wayBack('?back=/d/summer-24', drop)).toBe('/d/summer-24')
  })

  test('is the drop where none was, by its short name if it has one', () => {
    expect(wayBack('', drop)).toBe('/d/pepper')
    expect(wayBack('', { ...drop, shortcode: null })).toBe('/d/drop_1')
  })

  test('is missing if there is no drop any more', () => {
    expect(wayBack('', null)).toBeNull()
  })

  test.each([
    'https://evil.example/d/x',
    '//evil.example/d/x',
    '/d/../auth',
    '/d//evil',
    '/dashboard',
    'd/x',
  ])('never leads to %s', (back) => {
    expect(wayBack(`?back=${encodeURIComponent(back)}`, drop)).toBe('/d/pepper')
  })
})
