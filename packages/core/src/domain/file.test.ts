import { expect, test } from 'vitest'
import { newContentName, pathOfFile, safeFilename } from './file.ts'
import { idOf } from './ids.ts'

const id = idOf('file', '1'.repeat(32))

test.each([
  ['list.csv', 'list.csv'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['..hidden', 'hidden'],
  ['v1.2.txt', 'v1.2.txt'],
  [' a b\u0000\u202e"<>|:*?.txt ', 'a b.txt'],
  ['half\ud800.txt', 'half.txt'],
  ['...', 'file'],
  ['folder/', 'file'],
  ['', 'file'],
  ['🌶'.repeat(201), '🌶'.repeat(200)],
])('of the name %j nothing but %j is kept', (given, kept) => {
  expect(safeFilename(given)).toBe(kept)
})

test('the path of an upload has its id and its safe name', () => {
  expect(pathOfFile({ id, filename: '../a b/ä?.csv' })).toBe(`/files/${id}/%C3%A4.csv`)
})

test('no two uploads keep their bytes at the same place, though they be the same', () => {
  expect(newContentName({ id, contentHash: 'ff' })).toBe(`ff-${'1'.repeat(32)}`)
})
