import type { EachQuery, Loaded, Row, Statement } from '../database.ts'

interface Merged {
  readonly loads: readonly EachQuery[]
  /** What each of the askers gets of all that was loaded, as if it had asked alone. */
  partsOf(loaded: Loaded): readonly Loaded[]
}

interface Group {
  readonly query: EachQuery & { readonly parents: (readonly (string | number | bigint | boolean | null)[])[] }
  /** For each parent, where its rows go. */
  readonly takers: Row[][]
}

/**
 * Merges the loads of several askers: one query per statement asks for the parents of all of them. The statements keep the
 * askers' order. A statement without parents is left out.
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
