import { expect, test } from 'vitest'
import { bearerSecretOf } from './authenticate-request.ts'

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

test.each([
  ['Bearer x', 'x'],
  ['bearer   dk_1 ', 'dk_1'],
  ['Bearer open sesame, please', 'open sesame, please'],
  [latin1('Bearer Schlüssel ☂'), 'Schlüssel ☂'],
  ['Bearer Schlüssel', 'Schlüssel'],
  ['Bearer Schlüssel ☂', 'Schlüssel ☂'],
])('the secret in %o', (header, secret) => {
  expect(bearerSecretOf(header)).toBe(secret)
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic b3duZXI6', 'dk_1', 'Bearer a\tb', 'Bearer a\u0000'])(
  'there is none in %o',
  (header) => {
    expect(bearerSecretOf(header)).toBeUndefined()
  },
)
