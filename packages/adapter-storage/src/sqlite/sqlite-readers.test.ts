import { expect, test } from 'vitest'
import { onDatabase, pathOf, sqliteDatabase } from '../../test/databases.ts'
import { createReaders } from './sqlite-readers.ts'

const statement = (text: string) => ({ name: null, text, order: null, isPlannedAnew: false })
const NUMBERS = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)'
/** A query that scans this many rows and returns none. */
const query = (rows: number) => ({
  statement: statement(`${NUMBERS} select n from numbers where within_time(n) and n < 0`),
  values: [rows],
})

test('a long read is stopped when its time is over, and its thread goes on to the next', () =>
  onDatabase(sqliteDatabase, async ({ url, open }) => {
    await (await open()).close()
    const readers = createReaders(pathOf(url))
    let turns = 0
    const turning = setInterval(() => turns++, 5)
    const [stopped, others] = await Promise.all([
      readers.read(query(2_000_000_000), 100),
      Promise.all([1, 2, 3, 4].map(() => readers.read(query(1_000), null))),
    ])
    clearInterval(turning)
    expect(stopped.rows).toBeNull()
    expect(others.map(({ rows }) => rows)).toEqual([[], [], [], []])
    expect(turns).toBeGreaterThan(3)
    await readers.close()
  }))
