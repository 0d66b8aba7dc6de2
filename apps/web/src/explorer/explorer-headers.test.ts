import { expect, test } from 'vitest'
import { haveCredential, headersText } from './explorer-headers.ts'

test('a key in the headers is a credential, whatever the case of its header', () => {
  expect(haveCredential(JSON.parse(headersText('dk_1')))).toBe(true)
  expect(haveCredential({ authorization: 'Bearer ds_1' })).toBe(true)
})

test('the words that say how to come by a key are none', () => {
  expect(haveCredential(JSON.parse(headersText(null)))).toBe(false)
  expect(haveCredential({})).toBe(false)
  expect(haveCredential({ Authorization: 'Bearer ' })).toBe(false)
})
