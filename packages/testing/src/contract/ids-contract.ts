import type { Ids } from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

const NOW = 1_700_000_000_000
const UUID_VERSION_7 = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/

/** The contract of `Ids`. `open` returns new ones each time, as in a separate process. */
export function idsContract(run: TestRunner, open: Open<{ readonly ids: Ids }>): void {
  const test = testWith(run, open)

  run.describe('as what ids are built from', () => {
    test('makes 32 hexadecimal digits that begin with the time', async ({ ids }) => {
      const id = ids.next(NOW)
      assertTrue(UUID_VERSION_7.test(id), `${id} is a UUID of version 7, without dashes`)
      assertEqual(Number.parseInt(id.slice(0, 12), 16), NOW)
    })

    test('makes none twice, and each later one sorts after those before', async ({ ids }) => {
      const made = Array.from({ length: 10_000 }, (_, n) => ids.next(NOW + Math.floor(n / 1_000)))
      assertEqual(new Set(made).size, made.length)
      assertEqual(made, made.toSorted())
    })

    run.test('makes none that another process makes at the same instant', async () => {
      const opened = await Promise.all(Array.from({ length: 5 }, open))
      const made = opened.flatMap(({ ids }) => Array.from({ length: 1_000 }, () => ids.next(NOW)))
      await Promise.all(opened.map(({ close }) => close()))
      assertEqual(new Set(made).size, made.length)
    })
  })
}
