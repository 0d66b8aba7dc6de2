import type { Files } from '@dropkit/core'
import { utf8 } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

const NAME = `${'ab'.repeat(32)}-${'1'.padStart(32, '0')}`
const OTHER_NAME = `${'cd'.repeat(32)}-${'2'.padStart(32, '0')}`
const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The contract of `Files`. `open` returns empty ones each time. */
export function filesContract(run: TestRunner, open: Open<{ readonly files: Files }>): void {
  const test = testWith(run, open)

  run.describe('as files', () => {
    test('give back the bytes that were kept, however many', async ({ files }) => {
      for (const [name, length] of [
        [NAME, 0],
        [OTHER_NAME, 1_000_000],
      ] as const) {
        const bytes = new Uint8Array(length).map((_, at) => at % 251)
        await files.put(name, bytes)
        assertEqual(await bytesOf(files, name), bytes)
      }
      assertEqual((await bytesOf(files, NAME))?.length, 0)
    })

    test('say that there are none under a name that was never given', async ({ files }) => {
      assertEqual(await files.read(NAME), undefined)
    })

    test('keep bytes that are put once more, also by many at once', async ({ files }) => {
      const bytes = utf8('the same')
      await Promise.all(Array.from({ length: 10 }, () => files.put(NAME, bytes)))
      assertEqual(await bytesOf(files, NAME), bytes)
    })

    test('keep their bytes, whatever happens to the given array', async ({ files }) => {
      const bytes = utf8('given')
      await files.put(NAME, bytes)
      bytes.fill(0)
      assertEqual(await bytesOf(files, NAME), utf8('given'))
    })

    test('delete the bytes of one file only, and a second time nothing', async ({ files }) => {
      await files.put(NAME, utf8('gone'))
      await files.put(OTHER_NAME, utf8('kept'))
      await files.remove(NAME)
      await files.remove(NAME)
      assertEqual(await files.read(NAME), undefined)
      assertEqual(await bytesOf(files, OTHER_NAME), utf8('kept'))
    })

    test('detect a picture by its bytes, and return null for others', async ({ files }) => {
      assertEqual(await files.mediaTypeOf(present(await files.decodeBase64(ONE_PIXEL_PNG))), 'image/png')
      for (const text of ['', '<html><script>', 'plain'])
        assertTrue(!(await files.mediaTypeOf(utf8(text)))?.startsWith('image/'), `"${text}" is no picture`)
    })

    test('read base64 in either alphabet, padded or not, and nothing else', async ({ files }) => {
      const bytes = Uint8Array.of(0xfb, 0xff, 0xfe, 0)
      const assertRead = async (text: string, expected: Uint8Array | undefined) =>
        assertEqual(await files.decodeBase64(text), expected, `what "${text}" is read as`)
      for (const text of ['+//+AA==', '+//+AA', '-__-AA==', '-__-AA']) await assertRead(text, bytes)
      await assertRead('', new Uint8Array())
      for (const text of ['A', 'AA=', 'AAA==', 'äAA=', 'AA==AA==']) await assertRead(text, undefined)
    })
  })
}

async function bytesOf(files: Files, name: string): Promise<Uint8Array | undefined> {
  const pieces = await files.read(name)
  if (pieces === undefined) return undefined
  const bytes: number[] = []
  // Byte by byte, because a long piece has more bytes than a call can take arguments.
  for await (const piece of pieces) for (const byte of piece) bytes.push(byte)
  return Uint8Array.from(bytes)
}
