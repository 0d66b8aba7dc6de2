import type { Caller } from '@dropkit/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ObjectMeter } from './answer-size.ts'
import { partyOf } from './at-once.ts'
import { createLargeAnswers } from './large-answers.ts'
import { LIMITS } from './limits.ts'

const party = partyOf(
  { user: { id: 'ann' }, credential: { kind: 'api_key' } } as unknown as Caller,
  '192.0.2.1',
)
const staying = { hasGone: () => false, onGone: () => () => {} }
const write = (value: unknown) => createLargeAnswers().write(party, 'query', value, staying)

const long = (text: string) => text.repeat(20_000)

test('an answer that is written in pieces is the same JSON', async () => {
  const leaf = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ minLength: 2 }).map(long),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
    ),
  }))
  let large = 0
  const property = fc.asyncProperty(value, async (given) => {
    const expected = JSON.stringify(given)
    fc.pre(Buffer.byteLength(expected) <= LIMITS.answerBytes)
    if (expected.length > 64 * 1024) large++
    expect(await write(given)).toMatchObject({ value: { text: expected } })
  })
  await fc.assert(property, { numRuns: 100 })
  expect(large).toBeGreaterThan(10)
})

test('an answer that is too large is refused by its limit, also if the same value is repeated in it', async () => {
  const row = { text: 'x'.repeat(60_000) }
  const refusals = [
    await write(Array.from({ length: 100_000 }, () => row)),
    await write(['€'.repeat(LIMITS.answerBytes / 2)]),
  ]
  for (const refusal of refusals)
    expect(refusal).toMatchObject({
      value: { refusal: { extensions: { details: { limit: 'answerBytes', value: LIMITS.answerBytes } } } },
    })
})

test('answers to mutations that waited together do not exceed the limit together', async () => {
  const largeAnswers = createLargeAnswers()
  const answer = ['x'.repeat(3 * 1024 * 1024)]
  const ends: (() => void)[] = []
  const unread = largeAnswers.count(party, 'other', LIMITS.answerBytesAtOnce)
  const all = Array.from({ length: 20 }, async () => {
    const counted = await largeAnswers.write(party, 'other', answer, staying)
    if ('end' in counted) ends.push(counted.end)
  })
  if ('end' in unread) unread.end()
  const most = Math.floor(LIMITS.answerBytesAtOnce / (3 * 1024 * 1024))
  for (let n = 0; n < 20; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    expect(ends.length - n).toBeLessThanOrEqual(most)
    ends[n]?.()
  }
  await Promise.all(all)
})

test('a field that goes on after its operation has ended takes no slot', async () => {
  for (let times = 0; times < 10; times++) {
    const late = new ObjectMeter('ann')
    late.end()
    expect(() => late.count(1_000)).toThrow('the operation has ended')
    expect(late.slot()).toBeUndefined()
  }
  const next = new ObjectMeter('ben')
  next.count(1_000)
  await next.slot()
  next.end()
})

test('large answers of one user that do not end delay no large answer of another', async () => {
  const meters = Array.from({ length: 4 }, () => new ObjectMeter('eve'))
  const slots = meters.map((meter) => {
    meter.count(1_000)
    return meter.slot()
  })
  await slots[2]
  const other = new ObjectMeter('fay')
  other.count(1_000)
  await other.slot()
  other.end()
  for (const meter of meters) meter.end()
  await slots[3]
})

test('a field that goes on after its operation has ended keeps no place', async () => {
  for (let times = 0; times < 10; times++) {
    const late = new ObjectMeter('cid')
    late.end()
    late.leave()
    expect(() => late.place()).toThrow('the operation has ended')
  }
  const next = new ObjectMeter('cid')
  await next.place()
  next.leave()
})

test('operations that wait for a place and get slots do not wait for those with places that need slots', async () => {
  const some = (count: number) => Array.from({ length: count }, () => new ObjectMeter('dan'))
  const withPlaces = some(4)
  for (const meter of withPlaces) await meter.place()
  const withSlots = some(3)
  const places = withSlots.map((meter) => meter.place())
  for (const meter of withSlots) {
    meter.count(1_000)
    await meter.slot()
  }
  const slots = withPlaces.slice(0, 3).map((meter) => {
    meter.count(1_000)
    return meter.slot()
  })
  const begunAt = performance.now()
  await Promise.all(places)
  for (const meter of withSlots) {
    meter.end()
    meter.leave()
  }
  await Promise.all(slots)
  expect(performance.now() - begunAt).toBeLessThan(1_000)
  for (const meter of withPlaces) {
    meter.end()
    meter.leave()
  }
})
