import type { Hashes } from '@dropkit/core'
import { bytesOfHex, hexOfBytes, utf8 } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

const MILLION_TIMES_A = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'

/** Examples from FIPS 180-4. */
const SHA256: readonly (readonly [text: string, hex: string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(1_000_000), MILLION_TIMES_A],
]

/** RFC 4231, cases 2 and 6, and one with a non-ASCII message. */
const HMAC_SHA256: readonly (readonly [key: Uint8Array, message: string, hex: string])[] = [
  [
    utf8('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    new Uint8Array(131).fill(0xaa),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [utf8('key'), 'ключ 🔑', 'f3463b5a646f6d7d8d8744b24b640fc005c26f59e8822edcde1af65fb6b95b61'],
]

/** The contract of `Hashes`, with the published examples, because draws must be verifiable with other implementations. */
export function hashesContract(run: TestRunner, open: Open<{ readonly hashes: Hashes }>): void {
  const test = testWith(run, open)

  run.describe('as hashes', () => {
    test('give at once the 32 bytes of SHA-256', async ({ hashes }) => {
      for (const [text, hex] of SHA256) assertBytes(hashes.sha256(utf8(text)), hex)
    })

    test('give at once the 32 bytes of HMAC-SHA256 of a message in UTF-8', async ({ hashes }) => {
      for (const [key, message, hex] of HMAC_SHA256) assertBytes(hashes.hmacSha256(key, message), hex)
    })

    test('do not change their input, and keep no state', async ({ hashes }) => {
      const bytes = present(bytesOfHex('00ff'))
      const first = hexOfBytes(hashes.sha256(bytes))
      hashes.sha256(utf8('abc'))
      assertEqual(hexOfBytes(bytes), '00ff')
      assertEqual(hexOfBytes(hashes.sha256(bytes)), first)
    })
  })
}

function assertBytes(actual: unknown, hex: string): void {
  assertTrue(actual instanceof Uint8Array, 'a hash is a Uint8Array, not a text and not a promise')
  assertEqual(hexOfBytes(actual), hex)
}
