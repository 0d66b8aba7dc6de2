import type { DropCount, DropCounts, DropId, Retention, Store } from '@dropkit/core'
import { HOUR_MS, idOf } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { put, putDrop, sampleDrop } from './sample-records.ts'

interface OpenedCounts {
  readonly dropCounts: DropCounts
  readonly retention: Retention
  readonly store: Store
}

const ALL = { interval: 'HOUR', from: 0, to: 1_000 * HOUR_MS } as const

/** The contract of every `DropCounts`. `open` returns an empty one each time. */
export function dropCountsContract(run: TestRunner, open: Open<OpenedCounts>): void {
  const test = testWith(run, open)
  const countOf = (dropId: DropId, more: Partial<DropCount> = {}): DropCount => ({
    dropId,
    interval: 'HOUR',
    at: HOUR_MS,
    counted: 'view',
    amount: 1,
    expiresAt: 50 * HOUR_MS,
    ...more,
  })
  const sorted = async (counts: ReturnType<DropCounts['read']>) =>
    (await counts)
      .map(({ at, counted, amount }) => `${at / HOUR_MS} ${counted} ${amount}`)
      .sort((one, other) => (one < other ? -1 : 1))

  run.describe('as counts of drops', () => {
    test('adds amounts to those of the same drop, interval, start and thing', async ({
      dropCounts,
      store,
    }) => {
      const { drop, token } = await putDrop(store)
      const other = sampleDrop(token, 2)
      await put(store, { drops: [other] })
      await dropCounts.add([])
      await dropCounts.add([
        countOf(drop.id, { amount: 3 }),
        countOf(drop.id, { at: 2 * HOUR_MS }),
        countOf(drop.id, { counted: 'refused:already_claimed', amount: 2 }),
        countOf(drop.id, { interval: 'DAY', at: 0, amount: 9 }),
        countOf(other.id, { amount: 70 }),
      ])
      await dropCounts.add([countOf(drop.id, { amount: 4 }), countOf(drop.id, { counted: 'try', amount: 5 })])
      assertEqual(await sorted(dropCounts.read(drop.id, ALL)), [
        '1 refused:already_claimed 2',
        '1 try 5',
        '1 view 7',
        '2 view 1',
      ])
      assertEqual(await sorted(dropCounts.read(drop.id, { ...ALL, interval: 'DAY' })), ['0 view 9'])
      assertEqual(await sorted(dropCounts.read(other.id, ALL)), ['1 view 70'])
    })

    test('returns the intervals from the first instant on and before the last', async ({
      dropCounts,
      store,
    }) => {
      const { drop } = await putDrop(store)
      await dropCounts.add([1, 2, 3, 4].map((hour) => countOf(drop.id, { at: hour * HOUR_MS })))
      const range = { interval: 'HOUR', from: 2 * HOUR_MS, to: 4 * HOUR_MS } as const
      assertEqual(await sorted(dropCounts.read(drop.id, range)), ['2 view 1', '3 view 1'])
    })

    test('ignores drops that do not exist or are deleted', async ({ dropCounts, store }) => {
      const { drop, token } = await putDrop(store)
      const deleted = sampleDrop(token, 2, { deletedAt: 1, vault: { kind: 'none' } })
      await put(store, { drops: [deleted] })
      const missing = idOf('drop', 'f'.repeat(32))
      await dropCounts.add([deleted.id, missing, drop.id].map((id) => countOf(id)))
      await dropCounts.add([countOf(missing)])
      assertEqual(await sorted(dropCounts.read(drop.id, ALL)), ['1 view 1'])
      assertEqual(await dropCounts.read(deleted.id, ALL), [])
      assertEqual(await dropCounts.read(missing, ALL), [])
    })

    testAtOnce(run, open)(
      'loses nothing when several processes add at once, in any order',
      async (opened, turn) => {
        const { dropCounts, store } = opened
        const { drop } = await putDrop(store)
        const hours = Array.from({ length: 40 }, (_, n) => n + 1)
        const flush = (round: number) =>
          turn().dropCounts.add(
            (round % 2 === 0 ? hours : hours.toReversed()).map((hour) =>
              countOf(drop.id, { at: hour * HOUR_MS }),
            ),
          )
        await Promise.all(Array.from({ length: 10 }, (_, round) => flush(round)))
        const read = await dropCounts.read(drop.id, ALL)
        assertEqual(
          read.map(({ amount }) => amount),
          hours.map(() => 10),
        )
      },
    )

    test('keeps a count until it expires', async ({ dropCounts, retention, store }) => {
      const { drop } = await putDrop(store)
      const at = [1, 2, 3].map((hour) => hour * HOUR_MS)
      await dropCounts.add(at.map((start) => countOf(drop.id, { at: start, expiresAt: start + 5 })))
      assertEqual(await retention.deleteExpired('counts', HOUR_MS + 4, 100), 0)
      assertEqual(await retention.deleteExpired('counts', 3 * HOUR_MS, 1), 1)
      assertEqual(await sorted(dropCounts.read(drop.id, ALL)), ['2 view 1', '3 view 1'])
      assertEqual(await retention.deleteExpired('counts', 3 * HOUR_MS, 100), 1)
      assertEqual(await sorted(dropCounts.read(drop.id, ALL)), ['3 view 1'])
    })
  })
}
