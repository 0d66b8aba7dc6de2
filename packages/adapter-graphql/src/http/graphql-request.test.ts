import { expect, test } from 'vitest'
import { responseMediaType } from './graphql-request.ts'

const GRAPHQL = 'application/graphql-response+json'
const PLAIN = 'application/json'

test.each([
  [undefined, PLAIN],
  ['', PLAIN],
  ['*/*', PLAIN],
  ['text/html', PLAIN],
  [PLAIN, PLAIN],
  [GRAPHQL, GRAPHQL],
  [`${GRAPHQL}; charset=utf-8`, GRAPHQL],
  [GRAPHQL.toUpperCase(), GRAPHQL],
  [`${GRAPHQL}, ${PLAIN};q=0.9`, GRAPHQL],
  [`${GRAPHQL};q=0.8, ${PLAIN}`, PLAIN],
  [`${PLAIN}, ${GRAPHQL}`, PLAIN],
  [`${GRAPHQL}, ${PLAIN}`, GRAPHQL],
  [`${GRAPHQL};q=0`, PLAIN],
  [`${GRAPHQL};q=x`, GRAPHQL],
])('Accept: %s is answered as %s', (accept, expected) => {
  expect(responseMediaType(accept)).toBe(expected)
})
