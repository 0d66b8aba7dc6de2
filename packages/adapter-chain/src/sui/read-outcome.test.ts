import { expect, test } from 'vitest'
import { refusalReason } from './read-outcome.ts'

test.each([
  ['the object is na%C3%AFve', 'the object is naïve'],
  ['it needs 100% of the gas', 'it needs 100% of the gas'],
])('what a node says of a transaction is shown as plain text: %s', (message, shown) => {
  expect(refusalReason(new Error(message))).toBe(`the node does not take it: ${shown}`)
})
