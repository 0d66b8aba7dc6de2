import { createBatchers } from '@dropkit/core/internal'
import type { EachQuery, Row } from '../database.ts'

type Parent = EachQuery['parents'][number]

/** The maximum number of parents in one statement. */
const MOST_AT_ONCE = 5_000

/**
 * Shares reads of lists. Parents that are requested while the same statement runs wait together for the next run, and
 * requests for the same parent share its rows. A read never joins a run that has begun, so every caller sees what was
 * committed before its call. If a shared read fails, each caller's read is retried alone. With `endOfTurn`, a run begins when
 * that has resolved, so that requests of one turn of the event loop share it.
 */
export function createSharedReads(
  run: (query: EachQuery) => Promise<readonly Row[]>,
  endOfTurn?: () => Promise<void>,
): (query: EachQuery) => Promise<readonly (readonly Row[])[]> {
  const batchers = createBatchers<string, EachQuery, readonly (readonly Row[])[]>()

  async function readTogether(
    askers: readonly EachQuery[],
  ): Promise<readonly (readonly (readonly Row[])[])[]> {
    const [first] = askers
    if (first === undefined) return []
    const lists = new Map<string, { readonly parent: Parent; readonly rows: Row[] }>()
    const answers = askers.map(({ parents }) =>
      parents.map((parent) => {
        const key = keyOf(parent)
        const list = lists.get(key) ?? { parent, rows: [] }
        lists.set(key, list)
        return list.rows
      }),
    )
    const inOrder = [...lists.values()]
    const found = await run({ ...first, parents: inOrder.map(({ parent }) => parent) })
    for (const row of found) inOrder[Number(row['parent_place']) - 1]?.rows.push(row)
    return answers
  }

  return async (query) => {
    if (query.parents.length === 0) return []
    const key = `${query.statement.name} ${keyOf(query.shared)}`
    return batchers.open(key, () => ({ maxBatch: MOST_AT_ONCE, run: readTogether, endOfTurn })).add(query)
  }
}

const keyOf = (values: Parent): string =>
  JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value))
