import { expect, test } from 'vitest'
import { pickLanguage } from './language.ts'

test.each([
  [null, ['de-AT', 'en'], { language: 'de', locale: 'de-AT' }],
  [null, ['fr-FR', 'de', 'en'], { language: 'de', locale: 'de' }],
  [null, ['fr-FR'], { language: 'en', locale: 'en' }],
  [null, [], { language: 'en', locale: undefined }],
  ['de', ['en-GB'], { language: 'de', locale: 'de' }],
  ['en', ['de-DE', 'en-GB'], { language: 'en', locale: 'en-GB' }],
  ['pseudo', ['de-DE'], { language: 'pseudo', locale: 'en' }],
  [null, ['en-US@posix'], { language: 'en', locale: undefined }],
  [null, ['c', 'de-DE'], { language: 'de', locale: 'de-DE' }],
  ['klingon', ['de-DE'], { language: 'de', locale: 'de-DE' }],
  [{ not: 'a text' }, ['en-US'], { language: 'en', locale: 'en-US' }],
])('of the choice %j and the browser’s %j follows %j', (chosen, asked, picked) => {
  expect(pickLanguage(chosen, asked)).toEqual(picked)
})
