import type { EachQuery, Loaded, Row, Statement } from '../database.ts'

interface Merged {
  readonly loads: readonly EachQuery[]
  /** Returns, for each asker, the rows that its own loads would have returned. */
  partsOf(loaded: Loaded): readonly Loaded[]
}

interface Group {
  readonly query: EachQuery & { readonly parents: (readonly (string | number | bigint | boolean | null)[])[] }
  /** For each parent, the results that get its rows. */
  readonly takers: Row[][]
}

/**
 * Merges the loads of several askers: one query per statement asks for all their parents. The statements keep the order of
 * the askers. A statement without parents is left out.
 */
export function mergeLoads(askers: readonly (readonly EachQuery[])[]): Merged {
  const groups = new Map<Statement, Group>()
  const parts = askers.map((loads) =>
    loads.map(({ statement, parents, nonEmpty }) => {
      const together = { statement, parents: [], shared: [], ...(nonEmpty && { nonEmpty }) }
      const group = groups.get(statement) ?? { query: together, takers: [] }
      groups.set(statement, group)
      const rows: Row[] = []
      for (const parent of parents) {
        group.query.parents.push(parent)
        group.takers.push(rows)
      }
      return rows
    }),
  )
  const inOrder = [...groups.values()].filter(({ query }) => query.parents.length > 0)
  return {
    loads: inOrder.map(({ query }) => query),
    partsOf: (loaded) => {
      for (const rows of parts.flat()) rows.length = 0
      inOrder.forEach(({ takers }, place) => {
        for (const row of loaded[place] ?? []) takers[Number(row['parent_place']) - 1]?.push(row)
      })
      return parts
    },
  }
}
