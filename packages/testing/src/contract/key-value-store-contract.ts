import type { ByteRange, Files, KeyValueStore } from '@dropkit/core'
import { utf8 } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present, rejection } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { readAll } from './store-list-contract.ts'

type Writes = { readonly [key: string]: string | null }

/** The contract of every `KeyValueStore`. `open` returns an empty one each time. */
export function keyValueStoreContract(
  run: TestRunner,
  open: Open<{ readonly keyValues: KeyValueStore }>,
): void {
  const test = testWith(run, open)
  const write = (keyValues: KeyValueStore, writes: Writes) =>
    keyValues.transact(Object.keys(writes), () => ({
      writes: new Map(Object.entries(writes)),
      result: undefined,
    }))
  const all = async (keyValues: KeyValueStore, prefix: string) =>
    (await keyValues.list(prefix, { limit: 100 })).map(({ key }) => key)

  run.describe('as a key-value store', () => {
    test('returns the value of each key', async ({ keyValues }) => {
      assertEqual(await keyValues.get(['a']), new Map())
      const long = 'k'.repeat(400)
      const writes = { a: '1', 'ключ 🔑': '{"json": "värde"}', empty: '', [long]: 'x'.repeat(100_000) }
      await write(keyValues, writes)
      assertEqual(await keyValues.get([...Object.keys(writes), 'none']), new Map(Object.entries(writes)))
      assertEqual(await keyValues.get([]), new Map())
    })

    test('overwrites with a text and deletes with null', async ({ keyValues }) => {
      await write(keyValues, { a: '1', b: '2', c: '3' })
      await write(keyValues, { a: '9', b: null, d: null })
      assertEqual(
        await keyValues.get(['a', 'b', 'c', 'd']),
        new Map([
          ['a', '9'],
          ['c', '3'],
        ]),
      )
    })

    test('gives a decision the values of its keys, and returns its result', async ({ keyValues }) => {
      await write(keyValues, { a: '1', b: '2' })
      const result = await keyValues.transact(['b', 'none', 'a', 'b'], (values) => ({
        writes: new Map(),
        result: [...values].sort(),
      }))
      assertEqual(result, [
        ['a', '1'],
        ['b', '2'],
      ])
    })

    test('writes nothing when a decision throws', async ({ keyValues }) => {
      await write(keyValues, { a: '1' })
      const error = new Error('no')
      const thrown = await rejection(() =>
        keyValues.transact(['a', 'b'], () => {
          throw error
        }),
      )
      assertEqual(thrown, error)
      assertEqual(await keyValues.get(['a', 'b']), new Map([['a', '1']]))
    })

    testAtOnce(run, open)(
      'loses no change when many change the same keys at once',
      async ({ keyValues }, turn) => {
        const addOne = (keys: readonly string[]) =>
          turn().keyValues.transact(keys, (values) => ({
            writes: new Map(keys.map((key) => [key, String(Number(values.get(key) ?? '0') + 1)])),
            result: undefined,
          }))
        const orders = [
          ['a', 'b'],
          ['b', 'a'],
          ['c', 'a', 'b'],
          ['b', 'c'],
        ]
        await Promise.all(Array.from({ length: 20 }, (_, n) => addOne(orders[n % orders.length] ?? [])))
        assertEqual(
          await keyValues.get(['a', 'b', 'c']),
          new Map([
            ['a', '15'],
            ['b', '20'],
            ['c', '10'],
          ]),
        )
      },
    )

    test('lists the keys with a prefix, in byte order', async ({ keyValues }) => {
      await write(keyValues, {
        'p:b': '2',
        'p:B': '1',
        'p:a': '3',
        'p:10': '4',
        'p:9': '5',
        'p:é': '6',
        'p:\uffee': '7',
        'p:😀': '8',
        'p:_': '9',
        'q:a': 'other',
        p: 'shorter',
      })
      const keys = ['p:10', 'p:9', 'p:B', 'p:_', 'p:a', 'p:b', 'p:é', 'p:\uffee', 'p:😀']
      assertEqual(await all(keyValues, 'p:'), keys)
      assertEqual(await all(keyValues, ''), ['p', ...keys, 'q:a'])
      assertEqual(await all(keyValues, 'P:'), [])
      assertEqual(await keyValues.list('q', { limit: 1 }), [{ key: 'q:a', value: 'other' }])
    })

    test('takes no character of a prefix for a wildcard', async ({ keyValues }) => {
      await write(keyValues, { a_c: '1', abc: '2', 'a%c': '3', 'a\\c': '4', 'a[b]*?': '5' })
      for (const key of ['a_', 'a%', 'a\\', 'a[b]*']) assertEqual((await all(keyValues, key)).length, 1, key)
    })

    test('lists in pages, each after the last key of the one before', async ({ keyValues }) => {
      const keys = Array.from({ length: 9 }, (_, n) => `k:${n}`)
      await write(keyValues, Object.fromEntries(keys.map((key) => [key, key])))
      const read = await readAll<{ readonly key: string }, string>(
        (page) => keyValues.list('k:', page),
        ({ key }) => key,
        4,
      )
      assertEqual(
        read.map(({ key }) => key),
        keys,
      )
    })
  })
}

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

    test('give back a range of the bytes', async ({ files }) => {
      const bytes = new Uint8Array(200_000).map((_, at) => at % 251)
      await files.put(NAME, bytes)
      for (const [from, to] of [
        [0, 0],
        [199_999, 199_999],
        [0, 199_999],
        [65_535, 65_536],
        [1_000, 150_000],
      ] as const)
        assertEqual(await bytesOf(files, NAME, { from, to }), bytes.slice(from, to + 1))
      assertEqual(await files.read(OTHER_NAME, { from: 0, to: 0 }), undefined)
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
        assertTrue(!(await files.mediaTypeOf(utf8(text)))?.startsWith('image/'), `"${text}" is not a picture`)
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

async function bytesOf(files: Files, name: string, range?: ByteRange): Promise<Uint8Array | undefined> {
  const pieces = await files.read(name, range)
  if (pieces === undefined) return undefined
  const bytes: number[] = []
  // Byte by byte, because a long piece has more bytes than a call can take arguments.
  for await (const piece of pieces) for (const byte of piece) bytes.push(byte)
  return Uint8Array.from(bytes)
}
