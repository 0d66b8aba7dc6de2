import { afterEach, expect, test, vi } from 'vitest'
import { numberLocale } from '../../words/amount.ts'
import { asWritten } from '../../words/as-written.ts'
import { EMPTY_FORM } from './drop-form.ts'
import { EMPTY_DRAFT, readDraft, saveDraft } from './saved-draft.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (place: string) => stored.get(place) ?? null,
  setItem: (place: string, text: string) => void stored.set(place, text),
  removeItem: (place: string) => void stored.delete(place),
})
afterEach(() => stored.clear())

const draftTypedIn = (typedIn: string, form: object) =>
  saveDraft('user_1', { ...EMPTY_DRAFT, form: { ...EMPTY_FORM, ...form }, locale: typedIn })

test('a stored draft is read as it was stored', () => {
  draftTypedIn(numberLocale, { title: 'Spring drop', each: '1,5', price: '0.25' })
  expect(readDraft('user_1').form).toEqual({
    ...EMPTY_FORM,
    title: 'Spring drop',
    each: '1,5',
    price: '0.25',
  })
})

test('the numbers of a draft mean the same after the user has chosen another language', () => {
  draftTypedIn('de-DE', {
    title: '1.500',
    each: '1.500',
    price: '0,25',
    items: '12',
    pool: '',
    maxPerWallet: '1',
  })
  const { form, ...draft } = readDraft('user_1')
  expect(form).toMatchObject({
    title: '1.500',
    each: asWritten('1500'),
    price: asWritten('0.25'),
    items: '12',
    pool: '',
    maxPerWallet: '1',
  })
  expect(draft.locale).toBe(numberLocale)
})

test('a text that was no number in its language is left out, so that it cannot become another one', () => {
  draftTypedIn('de-DE', { each: '1.5', price: 'much' })
  expect(readDraft('user_1').form).toMatchObject({ each: '', price: '' })
})
