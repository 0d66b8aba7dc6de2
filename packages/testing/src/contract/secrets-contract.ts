import type { Secrets } from '@dropkit/core'
import { utf8 } from '@dropkit/core/internal'
import { assertEqual, assertTrue, rejection } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

const SECRET = utf8('sesame, open thyself')

/** The contract of `Secrets`. `open` uses the same master key each time, and `openOther` another one. */
export function secretsContract(
  run: TestRunner,
  open: Open<{ readonly secrets: Secrets }>,
  openOther: Open<{ readonly secrets: Secrets }>,
): void {
  const test = testWith(run, open)
  const opensNot = (secrets: Secrets, sealed: string, purpose: string, what: string) =>
    rejection(async () => secrets.open(sealed, purpose), what)

  run.describe('as secrets', () => {
    test('open values that were sealed for the same purpose, also in another process', async ({
      secrets,
    }) => {
      for (const bytes of [SECRET, new Uint8Array(), new Uint8Array(5_000).fill(255)]) {
        const sealed = secrets.seal(bytes, 'seed of drop_1')
        assertTrue(typeof sealed === 'string', 'what is sealed is a text, not a promise of one')
        assertEqual(secrets.open(sealed, 'seed of drop_1'), bytes)
        const later = await open()
        assertEqual(later.secrets.open(sealed, 'seed of drop_1'), bytes)
        await later.close()
      }
    })

    test('show nothing, not even whether two are the same', async ({ secrets }) => {
      const [one, other] = [secrets.seal(SECRET, 'p'), secrets.seal(SECRET, 'p')]
      assertTrue(one !== other, 'equal secrets are sealed differently')
      assertTrue(!one.includes('sesame'), 'a secret is not to be read')
    })

    test('do not open for another purpose', async ({ secrets }) => {
      const sealed = secrets.seal(SECRET, 'seed of drop_1')
      await opensNot(secrets, sealed, 'seed of drop_2', 'opening for another purpose')
    })

    test('do not open changed values', async ({ secrets }) => {
      const sealed = secrets.seal(SECRET, 'p')
      for (let at = 0; at < sealed.length; at++) {
        // Changes a used bit even in the last base64 digit, whose low bits may be unused.
        const digit = sealed[at] === 'A' ? 'Q' : 'A'
        const changed = sealed.slice(0, at) + digit + sealed.slice(at + 1)
        await opensNot(secrets, changed, 'p', `opening what was changed at ${at}`)
      }
      await opensNot(secrets, sealed.slice(0, -4), 'p', 'opening what was cut')
      await opensNot(secrets, '', 'p', 'opening nothing')
    })

    test('do not open under another master key', async ({ secrets }) => {
      const other = await openOther()
      const sealed = other.secrets.seal(SECRET, 'p')
      await other.close()
      await opensNot(secrets, sealed, 'p', 'opening under another key')
    })
  })
}
