import { expect, test } from 'vitest'
import { haveCredential, headersText } from './explorer-headers.ts'

test('a key in the headers is a credential, in any letter case of the header', () => {
  expect(haveCredential(JSON.parse(headersText('dk_1')))).toBe(true)
  expect(haveCredential({ authorization: 'Bearer ds_1' })).toBe(true)
})

test('the placeholder text is not a credential', () => {
  expect(haveCredential(JSON.parse(headersText(null)))).toBe(false)
  expect(haveCredential({})).toBe(false)
  expect(haveCredential({ Authorization: 'Bearer ' })).toBe(false)
})
