import type { RandomSource } from '@dropkit/core'
import { hexOfBytes } from '@dropkit/core/internal'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

/** The contract of a `RandomSource`, as far as tests can check it. No test can check that its bytes are unpredictable. */
export function randomContract(run: TestRunner, open: Open<{ readonly random: RandomSource }>): void {
  const test = testWith(run, open)

  run.describe('as a source of random bytes', () => {
    test('returns the requested number of bytes', async ({ random }) => {
      for (const length of [0, 1, 16, 32, 64, 1_000]) {
        const bytes = random.bytes(length)
        assertTrue(bytes instanceof Uint8Array, 'they are a Uint8Array, not a promise of one')
        assertEqual(bytes.length, length)
      }
    })

    test('gives others each time, of every value', async ({ random }) => {
      const drawn = Array.from({ length: 1_000 }, () => random.bytes(32))
      assertEqual(new Set(drawn.map(hexOfBytes)).size, drawn.length)
      assertEqual(new Set(drawn.flatMap((bytes) => [...bytes])).size, 256)
    })
  })
}
