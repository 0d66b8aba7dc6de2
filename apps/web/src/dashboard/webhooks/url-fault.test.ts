import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ApiRefusal } from '../../api/api-refusal.ts'
import english from '../../words/messages/webhooks.en.json'
import { urlFault } from './url-fault.ts'

const refusal = (message: string, field = 'url') => new ApiRefusal(message, { code: 'BAD_USER_INPUT', field })

const source = readFileSync(
  new URL('../../../../../packages/adapter-webhook/src/receiver-url.ts', import.meta.url),
  'utf8',
)
/** Each objection that the server writes to a URL. */
const objections = [...source.matchAll(/err\(['`](the [^'`]+)['`]\)/g)].map(([, text = '']) => text)

test('the objections of the server are found in its source', () => {
  expect(objections.length).toBeGreaterThan(5)
})

test.each(objections)('“%s” is told by a message of the catalog', (objection) => {
  expect(Object.values(english)).toContain(urlFault(refusal(objection)))
})

test.each([
  ['the URL does not begin with http:// or https://', english.urlNeedsHttp],
  ['the URL has a user name or a password', english.urlHasUserName],
  ['the URL is longer than 2048 characters', english.urlTooLong],
  ['10.0.0.1 is a private address', english.urlNotPublic],
  ['the URL has the port 0', english.urlNotValid],
])('“%s” has its own message', (objection, message) => {
  expect(urlFault(refusal(objection))).toBe(message)
})

test('an error of another field is not about the URL', () => {
  expect(urlFault(refusal('events must name at least one event', 'events'))).toBeUndefined()
  expect(urlFault(new Error('the URL is not valid'))).toBeUndefined()
})
