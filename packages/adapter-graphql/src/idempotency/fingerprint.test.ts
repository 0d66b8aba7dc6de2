import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalPieces, fingerprintOf } from './fingerprint.ts'

const canonicalJson = (value: unknown): string => [...canonicalPieces(value)].join('')

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  )
}

test('canonical JSON is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('canonical JSON does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value))
      expect(canonicalJson(shuffled(parsed))).toBe(canonicalJson(parsed))
    }),
  )
})

test('two values have one text only when they are the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const isSame = JSON.stringify(shuffled(shuffled(one))) === JSON.stringify(shuffled(shuffled(other)))
      if (canonicalJson(one) === canonicalJson(other)) expect(shuffled(one)).toEqual(shuffled(other))
      else expect(isSame).toBe(false)
    }),
  )
})

test('it may be nested as deep as a body can be', () => {
  const depth = 200_000
  const value: unknown = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(canonicalJson(value)).toHaveLength(2 * depth)
})

test('it may hold lists and objects as long as a body can hold', () => {
  const list = Array.from({ length: 300_000 }, () => 1)
  const map = Object.fromEntries(list.map((one, index) => [`k${index}`, one]))
  expect(canonicalJson(list)).toBe(JSON.stringify(list))
  expect(JSON.parse(canonicalJson(map))).toEqual(map)
})

test('the text of a long string does not depend on the pieces in which it is made', () => {
  for (const unit of ['A', '😀', '€"', '\ud83d', '\ude00', '\ud83d😀', '\n\\']) {
    for (const before of ['', 'x', 'xy']) {
      const value = [before + unit.repeat(100_000), 'y']
      expect(canonicalJson(value) === JSON.stringify(value)).toBe(true)
    }
  }
})

const request = { query: '{ me { id } }', operationName: undefined, variables: undefined, isReadOnly: false }

test('a fingerprint distinguishes query, operation name and variables', async () => {
  const requests = [
    request,
    { ...request, query: '{ me { id  } }' },
    { ...request, operationName: 'A' },
    { ...request, variables: { a: 1 } },
    { ...request, variables: { a: '1' } },
    { ...request, variables: { a: [1] } },
    { ...request, variables: { a: null } },
  ]
  const prints = await Promise.all(requests.map(fingerprintOf))
  expect(new Set(prints).size).toBe(prints.length)
  expect(prints[0]).toMatch(/^[0-9a-f]{64}$/)
})

test('variables that are left out are none', async () => {
  expect(await fingerprintOf({ ...request, variables: {} })).toBe(await fingerprintOf(request))
})

test.each([
  ['many values', { values: Array.from({ length: 200_000 }, (_, n) => n) }],
  ['a long string', { file: 'A'.repeat(13_000_000) }],
])('hashing a request with %s leaves turns of the event loop to others', async (_, variables) => {
  let turns = 0
  let isOver = false
  const countTurns = () => {
    turns++
    if (!isOver) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await fingerprintOf({ ...request, variables })
  isOver = true
  expect(turns).toBeGreaterThan(10)
})
