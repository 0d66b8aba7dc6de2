// Each bug of a review that led to these tests can be put back by an edit. `seen-faults-return.test.ts` shows that a test
// then fails. If you change code that such an edit refers to, change the edit too.
import { access, readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allShares, shareOf } from './support/planted-fault.ts'
import { SEEN_FAULTS } from './support/seen-faults.ts'

test('the faults are numbered in their order', () => {
  expect(SEEN_FAULTS.map(({ fault }) => fault)).toEqual(SEEN_FAULTS.map((_, place) => place + 1))
})

test.each(SEEN_FAULTS)(
  'fault $fault ($what) can be put back',
  async ({ edits, test: { file: testFile } }) => {
    for (const { file, from } of edits) {
      const source = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
      expect(source.split(from).length - 1, `${file} has "${from}"`).toBe(1)
    }
    await access(new URL(`../${testFile}`, import.meta.url))
  },
)

const anyCases = fc.nat({ max: 400 }).map((count) => Array.from({ length: count }, (_, n) => n))

test('as many days in a row as there are shares try each case once, in shares of almost equal size', () => {
  fc.assert(
    fc.property(anyCases, fc.integer({ min: 1, max: 20 }), fc.nat({ max: 100_000 }), (cases, count, day) => {
      const shares = Array.from({ length: count }, (_, n) => shareOf(cases, count, String(day + n)))
      expect(shares.flat().sort((a, b) => a - b)).toEqual(cases)
      const sizes = shares.map(({ length }) => length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(new Set(allShares(cases, count).flat())).toEqual(new Set(cases))
    }),
  )
})

test('the nightly run tries all cases', () => {
  expect(shareOf([1, 2, 3, 4, 5, 6], 5, 'all')).toEqual([1, 2, 3, 4, 5, 6])
})
