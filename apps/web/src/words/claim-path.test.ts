import { expect, test } from 'vitest'
import { claimPath } from './claim-path.ts'

test('a drop is claimed at its short name, or its id where it has none', () => {
  const paths = ['pepper', null].map((shortcode) => claimPath({ shortcode, id: 'drop_1' }))
  expect(paths).toEqual(['/d/pepper', '/d/drop_1'])
})

test('a short name never leads to another page', () => {
  expect(claimPath({ shortcode: '../pay?a#b', id: 'drop_1' })).toBe('/d/..%2Fpay%3Fa%23b')
})
