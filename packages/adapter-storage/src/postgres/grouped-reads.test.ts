// Reads that begin together on Postgres take one round trip.
import { expect, test } from 'vitest'
import type { Load, Query } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createEndOfTurn, createGroupedReads } from './grouped-reads.ts'

const asking = (name: string): Query => ({
  statement: { name, text: '', order: null, isPlannedAnew: false },
  values: [],
})

/** `ran` records the names of each round trip. */
function createReads(failing: (names: readonly string[]) => Error | undefined = () => undefined) {
  const ran: string[][] = []
  const read = createGroupedReads(async (loads: readonly Load[]) => {
    const names = loads.map(({ statement }) => String(statement.name))
    ran.push(names)
    const fault = failing(names)
    if (fault) throw fault
    return names.map((name) => [{ found: name }])
  })
  return { ran, read }
}

test('reads of one task and its microtasks go together, and each gets its own rows', async () => {
  const { ran, read } = createReads()
  const later = Promise.resolve().then(() => read(asking('c')))
  const answers = await Promise.all([read(asking('a')), read(asking('b')), later])
  expect(answers).toEqual([[{ found: 'a' }], [{ found: 'b' }], [{ found: 'c' }]])
  await read(asking('d'))
  expect(ran).toEqual([['a', 'b', 'c'], ['d']])
})

test('a read that fails does not fail the others', async () => {
  const { ran, read } = createReads((names) => (names.includes('bad') ? new Error('it is bad') : undefined))
  const [good, bad] = await Promise.allSettled([read(asking('good')), read(asking('bad'))])
  expect(good).toEqual({ status: 'fulfilled', value: [{ found: 'good' }] })
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'it is bad' } })
  expect(ran).toEqual([['good', 'bad'], ['good'], ['bad']])
})

test('reads are not retried while the store is away', async () => {
  const away = new StoreUnavailable('Postgres: away', { retryable: true })
  const { ran, read } = createReads(() => away)
  const outcomes = await Promise.allSettled([read(asking('a')), read(asking('b'))])
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([away, away])
  expect(ran).toHaveLength(1)
})

test('calls of one turn wait for the same end, and later calls for another one', async () => {
  const endOfTurn = createEndOfTurn()
  const first = endOfTurn()
  expect(endOfTurn()).toBe(first)
  await first
  expect(endOfTurn()).not.toBe(first)
})
