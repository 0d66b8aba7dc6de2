// Each bug of a review that led to these tests can be put back by an edit. `seen-faults-return.test.ts` shows that a test
// then fails. If you change code that such an edit refers to, change the edit too.
import { access, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
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
