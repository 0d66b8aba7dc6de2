// Concurrent reads by key share statements on Postgres.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { EachQuery, Row } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createSharedReads } from './postgres-shared-reads.ts'

const statement = { name: 'named', text: '', order: null, isPlannedAnew: false }
const asking = (...parents: string[]): EachQuery => ({
  statement,
  parents: parents.map((parent) => [parent]),
  shared: [],
})

/** Returns two rows for each parent. `ran` records the parents of each statement. */
function createReads(failing: (parents: readonly string[]) => Error | undefined = () => undefined) {
  const ran: string[][] = []
  const reads = createSharedReads(async (query): Promise<readonly Row[]> => {
    const parents = query.parents.map(([parent]) => String(parent))
    ran.push(parents)
    await pause(5)
    const error = failing(parents)
    if (error) throw error
    return parents.flatMap((parent, place) =>
      [1, 2].map((n) => ({ parent_place: place + 1, found: `${parent}${n}` })),
    )
  })
  const foundBy = async (query: EachQuery) =>
    (await reads(query)).map((rows) => rows.map(({ found }) => found))
  return { ran, foundBy }
}

describe('reads that are shared', () => {
  test('begin immediately if no other read runs', async () => {
    const { ran, foundBy } = createReads()
    const found = foundBy(asking('a', 'b'))
    expect(ran).toEqual([['a', 'b']])
    expect(await found).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2'],
    ])
  })

  test('are combined while one runs, and each caller gets its own rows', async () => {
    const { ran, foundBy } = createReads()
    const answers = await Promise.all([
      foundBy(asking('a')),
      foundBy(asking('b', 'c', 'b')),
      foundBy(asking('c')),
    ])
    expect(ran).toEqual([['a'], ['b', 'c']])
    expect(answers).toEqual([
      [['a1', 'a2']],
      [
        ['b1', 'b2'],
        ['c1', 'c2'],
        ['b1', 'b2'],
      ],
      [['c1', 'c2']],
    ])
  })

  test('never join one that has begun', async () => {
    const { ran, foundBy } = createReads()
    await Promise.all([foundBy(asking('a')), foundBy(asking('a'))])
    expect(ran).toEqual([['a'], ['a']])
  })

  test('are not mixed with those that share another parameter', async () => {
    const { ran, foundBy } = createReads()
    await Promise.all([foundBy(asking('a')), foundBy({ ...asking('b'), shared: [10] })])
    expect(ran).toEqual([['a'], ['b']])
  })

  test('fail alone', async () => {
    const { foundBy } = createReads((parents) => (parents.includes('bad') ? new Error('bad') : undefined))
    const answers = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((parent) => foundBy(asking(parent))))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  test('are not tried again one by one when the store cannot be reached', async () => {
    const { ran, foundBy } = createReads(() => new StoreUnavailable('gone', { retryable: true }))
    await Promise.allSettled(['a', 'b', 'c'].map((parent) => foundBy(asking(parent))))
    expect(ran).toEqual([['a'], ['b', 'c']])
  })
})
