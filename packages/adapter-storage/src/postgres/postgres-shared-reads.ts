import { isStoreUnavailable } from '@dropkit/core'
import { type Batcher, createBatcher } from '@dropkit/core/internal'
import type { EachQuery, Row } from '../database.ts'

type Parent = EachQuery['parents'][number]
/** A parent's rows, or why there are none. */
type Answer = { readonly rows: readonly Row[] } | { readonly fault: unknown }

/** Most parents in one statement. */
const MOST_AT_ONCE = 5_000

/**
 * Lists for parents that are asked for while the same statement is under way wait together for the next one, and those
 * who ask for the same parent share its rows. A read never joins one that has begun, so nobody sees less than was
 * committed before he asked. When what they share fails, each asker is tried alone.
 */
export function createSharedReads(
  run: (query: EachQuery) => Promise<readonly Row[]>,
): (query: EachQuery) => Promise<readonly (readonly Row[])[]> {
  const batchers = new Map<string, Batcher<EachQuery, readonly Answer[]>>()

  async function readTogether(askers: readonly EachQuery[]): Promise<readonly (readonly Answer[])[]> {
    const [first] = askers
    if (first === undefined) return []
    const lists = new Map<string, { readonly parent: Parent; readonly rows: Row[] }>()
    const answers = askers.map(({ parents }) =>
      parents.map((parent) => {
        const key = keyOf(parent)
        const list = lists.get(key) ?? { parent, rows: [] }
        lists.set(key, list)
        return list
      }),
    )
    const inOrder = [...lists.values()]
    try {
      const found = await run({ ...first, parents: inOrder.map(({ parent }) => parent) })
      for (const row of found) inOrder[Number(row['parent_place']) - 1]?.rows.push(row)
      return answers
    } catch (fault) {
      if (askers.length === 1 || isStoreUnavailable(fault)) {
        return askers.map(({ parents }) => parents.map(() => ({ fault })))
      }
      return (await Promise.all(askers.map((asker) => readTogether([asker])))).flat()
    }
  }

  return async (query) => {
    if (query.parents.length === 0) return []
    const key = `${query.statement.name} ${keyOf(query.shared)}`
    const batcher =
      batchers.get(key) ?? createBatcher(MOST_AT_ONCE, readTogether, () => void batchers.delete(key))
    batchers.set(key, batcher)
    return (await batcher.add(query)).map((answer) => {
      if ('fault' in answer) throw answer.fault
      return answer.rows
    })
  }
}

const keyOf = (values: Parent): string =>
  JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value))
