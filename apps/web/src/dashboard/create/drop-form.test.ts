import { parseShortcode } from '@dropkit/core/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderHook } from '../../../../../test/support/render-hook.ts'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { numberLocale } from '../../words/amount.ts'
import { asWritten } from '../../words/as-written.ts'
import { EMPTY_DRAFT, readDraft, saveDraft, useDraft } from './draft.ts'
import { previewDraws, roughly } from './draw-preview.ts'
import {
  type DropForm,
  EMPTY_FORM,
  otherShortcode,
  shortcodeOf,
  suggestedShortcode,
  withAdmission,
} from './drop-form.ts'
import { type Surroundings, stepErrors } from './form-errors.ts'
import { type LaunchProgress, NOT_LAUNCHED } from './launch.ts'
import { leafForm, surroundings } from './leaf-form.test-data.ts'
import { placeOf, STEPS } from './steps.ts'

const invalidFields = (form: DropForm, around: Surroundings = surroundings) =>
  STEPS.flatMap(({ name }) => Object.keys(stepErrors(name, form, around)))

test('a drop that is described in full has no error', () => {
  expect(invalidFields(leafForm)).toEqual([])
})

test('a title whose link belongs to another drop is not an error', () => {
  expect(invalidFields({ ...leafForm, title: 'Summer drop!' })).toEqual([])
})

test('an empty form says all that is missing', () => {
  expect(invalidFields(EMPTY_FORM)).toEqual(['token', 'title', 'each', 'items'])
})

const later = { opening: 'later', startsAt: '2026-12-22 18:00:00' } as const

const lottery = { admission: 'LOTTERY', entriesCloseAt: '2026-12-01 12:00:00' } as const

test.each<[string, Partial<DropForm>, string[]]>([
  ['pieces of a token that can be divided', { type: 'NFT', each: '' }, ['token']],
  ['more decimals than the token has', { each: asWritten('1.2345') }, ['each']],
  ['nothing for each', { each: '0' }, ['each']],
  ['a pool beyond what the chain can hold', { each: '18446744073709551', items: '2' }, ['items']],
  [
    'a random pool with more items than base units',
    { award: 'random', pool: asWritten('0.002'), items: '3' },
    ['items'],
  ],
  [
    'a public beacon without a number of items',
    { award: 'random', randomness: 'BEACON', pool: '5', items: '' },
    ['items'],
  ],
  ['a limit that is no number', { maxPerWallet: 'many' }, ['maxPerWallet']],
  ['a shortcode with a space', { shortcode: 'a b' }, ['shortcode']],
  ['a shortcode of another drop', { shortcode: 'Summer-Drop' }, ['shortcode']],
  ['a price of nothing', { isPriced: true, price: '0' }, ['price']],
  ['a price finer than its currency', { isPriced: true, price: asWritten('1.2345678901') }, ['price']],
  [
    'a price that a number cannot hold',
    { isPriced: true, price: asWritten('9007199254.740993123') },
    ['price'],
  ],
  [
    'a price for random amounts without a number of items',
    { isPriced: true, price: '1', award: 'random', pool: '5', items: '' },
    ['items'],
  ],
  ['a later opening without a time', { opening: 'later' }, ['startsAt']],
  ['an opening that has passed', { opening: 'later', startsAt: '2020-01-01 00:00:00' }, ['startsAt']],
  ['an end before the opening', { ...later, claimDeadline: '2026-12-22 17:00:00' }, ['claimDeadline']],
  ['a lottery without a close', { admission: 'LOTTERY' }, ['entriesCloseAt']],
  ['a close that has passed', { ...lottery, entriesCloseAt: '2020-01-01 00:00:00' }, ['entriesCloseAt']],
  ['a close before the opening', { ...lottery, ...later }, ['entriesCloseAt']],
  ['an end before the close', { ...lottery, claimDeadline: '2026-12-01 09:00:00' }, ['claimDeadline']],
  [
    'a lottery of random amounts without a number of items',
    { ...lottery, award: 'random', pool: '5', items: '' },
    ['items'],
  ],
  ['a chosen circle without a rule', { claimType: 'ELITE' }, ['rules']],
])('%s is refused at its field', (_what, part, fields) => {
  expect(invalidFields({ ...leafForm, ...part })).toEqual(fields)
})

test.each([
  ['input.tokenAmount', { step: 'giveaway', field: 'each' }],
  ['startsAt', { step: 'schedule', field: 'startsAt' }],
  ['input.rules.0.value', { step: 'access', field: 'rules.0.value' }],
  ['toString', undefined],
  [undefined, undefined],
])('an error of the service about %s is shown at the field that can fix it', (apiField, place) => {
  expect(placeOf(apiField)).toEqual(place)
})

test('pieces need no word on how many each gets', () => {
  const token = leafForm.token && { ...leafForm.token, decimals: 0 }
  expect(invalidFields({ ...leafForm, type: 'NFT', token, each: '' })).toEqual([])
})

test('a lottery with a close in the future has no error', () => {
  expect(invalidFields({ ...leafForm, ...lottery })).toEqual([])
})

test('fields that contradict a lottery are cleared when it is chosen', () => {
  const form: DropForm = {
    ...leafForm,
    award: 'open',
    claimType: 'STREAK',
    maxPerWallet: '2',
    isPriced: true,
    isLinkOnly: true,
  }
  expect(withAdmission(form, 'LOTTERY')).toEqual({
    admission: 'LOTTERY',
    award: 'fixed',
    claimType: 'REGULAR',
    maxPerWallet: '',
    isPriced: false,
    isLinkOnly: false,
  })
})

test('for any title, the suggestion is a valid shortcode or empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (title, seed) => {
      const suggested = suggestedShortcode(title)
      if (suggested !== '') expect(parseShortcode(suggested, 'shortcode').ok).toBe(true)
      const other = otherShortcode(suggested || 'drop', (below) => seed % below)
      expect(parseShortcode(other, 'shortcode').ok).toBe(true)
    }),
  )
})

test('letters keep their letter and lose their signs', () => {
  expect(suggestedShortcode('  Crème brûlée, 2026! ')).toBe('creme-brulee-2026')
})

test('a derived shortcode that is taken is replaced by one that is not', () => {
  const taken = new Map([
    ['spring-drop', 'spring-drop-2345'],
    ['spring-drop-2345', 'spring-drop-abcd'],
  ])
  expect(shortcodeOf({ shortcode: null, title: 'Spring drop' }, taken)).toBe('spring-drop-abcd')
  expect(shortcodeOf({ shortcode: null, title: 'Summer drop' }, taken)).toBe('summer-drop')
  expect(shortcodeOf({ shortcode: 'spring-drop', title: 'Spring drop' }, taken)).toBe('spring-drop')
})

const hashWith = (seed: number) => (message: string) =>
  hmac(sha256, new Uint8Array([seed]), new TextEncoder().encode(message))

test('a pool that is drawn to its end has no draw of nothing, and its bars count every draw', () => {
  const drops = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.bigInt({ min: 0n, max: 1n << 60n }))
    .map(([items, more]) => ({ items, pool: BigInt(items) + more }))
  fc.assert(
    fc.property(drops, fc.nat(255), (drop, seed) => {
      const preview = previewDraws(drop, hashWith(seed))
      expect(preview).toMatchObject({ draws: drop.items, isWhole: true })
      expect(preview?.bars).toHaveLength(16)
      expect(preview?.bars.reduce((sum, bar) => sum + bar, 0)).toBe(drop.items)
      expect(preview && preview.least >= 1n && preview.least <= preview.typical).toBe(true)
      expect(preview && preview.typical <= preview.most && preview.most <= drop.pool).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('without a number of items no draw takes more than about a fiftieth of the pool', () => {
  const preview = previewDraws({ pool: 1_000_000n, items: null }, hashWith(1))
  expect(preview && preview.most < 20_000n).toBe(true)
})

test('a pool smaller than its items cannot be drawn', () => {
  expect(previewDraws({ pool: 2n, items: 3 }, hashWith(1))).toBeUndefined()
})

test('an amount is shown with its first four digits', () => {
  expect([roughly(123n), roughly(1_234_567n), roughly(0n)]).toEqual([123n, 1_234_000n, 0n])
})

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

describe('a draft', () => {
  const TOKEN = { id: 'token_1' } as TokenRowFragment
  const CREATED = { ...NOT_LAUNCHED, creation: { key: 'one' } } as unknown as LaunchProgress

  async function draftOf(token: TokenRowFragment | null = null) {
    const hook = renderHook(() => useDraft('user_1', token), null)
    await expect.poll(() => hook.current()).toBeDefined()
    return hook
  }

  test('is stored at each change, which makes it another drop and may mend what was refused', async () => {
    const hook = await draftOf()
    hook.current()?.reach(CREATED)
    hook.current()?.refuse({ title: 'no' })
    await expect.poll(() => hook.current()).toMatchObject({ progress: CREATED, refused: { title: 'no' } })
    hook.current()?.change({ title: 'Spring drop' })
    await expect.poll(() => hook.current()).toMatchObject({ progress: NOT_LAUNCHED, refused: {} })
    await expect.poll(() => readDraft('user_1').form.title).toBe('Spring drop')
  })

  test('is at one step, and knows the furthest', async () => {
    const hook = await draftOf()
    for (const step of [2, 1]) hook.current()?.goTo(step)
    await expect.poll(() => hook.current()).toMatchObject({ step: 1, furthest: 2, stepName: STEPS[1]?.name })
  })

  test('stores how far its launch has come, also after the user has left the screen', async () => {
    const hook = await draftOf()
    hook.current()?.change({ title: 'Spring drop' })
    await expect.poll(() => readDraft('user_1').form.title).toBe('Spring drop')
    hook.unmount()
    hook.current()?.reach(CREATED)
    expect(readDraft('user_1').progress).toEqual(CREATED)
    hook.current()?.reach({ ...CREATED, isDone: true })
    expect(readDraft('user_1')).toEqual(EMPTY_DRAFT)
  })

  test('begins with the token of the URL', async () => {
    expect((await draftOf(TOKEN)).current()).toMatchObject({ form: { token: TOKEN }, step: 0 })
  })

  test('whose launch has begun keeps its token, whatever token the URL names', async () => {
    const progress = { ...CREATED, drop: { id: 'drop_1' } } as unknown as LaunchProgress
    saveDraft('user_1', { ...EMPTY_DRAFT, form: { ...EMPTY_FORM, title: 'Spring drop' }, step: 2, progress })
    expect((await draftOf(TOKEN)).current()).toMatchObject({ form: { token: null }, step: 2 })
  })

  test('that is discarded is empty', async () => {
    const hook = await draftOf()
    hook.current()?.change({ title: 'Spring drop' })
    await expect.poll(() => readDraft('user_1').form.title).toBe('Spring drop')
    hook.current()?.discard()
    await expect.poll(() => hook.current()?.form).toEqual(EMPTY_FORM)
    expect(readDraft('user_1')).toEqual(EMPTY_DRAFT)
  })
})
