import type { EachQuery, Row, Statement } from '../database.ts'
import { isBusy, translate } from './sqlite-errors.ts'

interface List {
  readonly parent: EachQuery['parents'][number]
  readonly shared: EachQuery['shared']
  outcome: { readonly rows: readonly Row[] } | { readonly fault: unknown }
}

interface Turn {
  readonly lists: Map<Statement, Map<string, List>>
  readonly done: Promise<unknown>
}

export interface TurnReads {
  readEach(query: EachQuery): Promise<readonly (readonly Row[])[]>
  /** Resolves when all requested reads have ended. */
  idle(): Promise<unknown>
}

/**
 * Runs the reads of one turn of the event loop at its end, in one transaction. Callers that request the same list share its
 * rows. Every caller sees what was committed before its call.
 */
export function createTurnReads(
  read: (query: EachQuery) => readonly (readonly Row[])[],
  together: (read: () => void) => Promise<unknown>,
): TurnReads {
  let turn: Turn | null = null
  /** The runs that have not ended. A run that finds the database locked may still wait when the next one begins. */
  const unfinished = new Set<Promise<unknown>>()

  function begin(): Turn {
    const lists: Turn['lists'] = new Map()
    const isOver = new Promise<void>((resolve) => setImmediate(resolve))
    const done = isOver.then(() => {
      turn = null
      return together(() => {
        for (const [statement, wanted] of lists) for (const list of wanted.values()) fill(list, statement)
      })
    })
    const forget = () => void unfinished.delete(done)
    unfinished.add(done)
    done.then(forget, forget)
    return { lists, done }
  }

  function fill(list: List, statement: Statement): void {
    const { parent, shared } = list
    try {
      list.outcome = { rows: read({ statement, parents: [parent], shared }).flat() }
    } catch (fault) {
      // This concerns all reads, so all are retried.
      if (isBusy(fault)) throw fault
      list.outcome = { fault: translate(fault) }
    }
  }

  return {
    async readEach({ statement, parents, shared }) {
      if (parents.length === 0) return []
      turn ??= begin()
      const { lists, done } = turn
      const known = lists.get(statement) ?? new Map<string, List>()
      lists.set(statement, known)
      const wanted = parents.map((parent) => {
        const key = keyOf(parent, shared)
        const list = known.get(key) ?? { parent, shared, outcome: { rows: [] } }
        known.set(key, list)
        return list
      })
      await done
      return wanted.map(({ outcome }) => {
        if ('fault' in outcome) throw outcome.fault
        return outcome.rows
      })
    },
    idle: () => Promise.allSettled(unfinished),
  }
}

const keyOf = (parent: List['parent'], shared: List['shared']): string => {
  const [first] = parent
  return parent.length === 1 && shared.length === 0 && typeof first === 'string'
    ? first
    : JSON.stringify([parent, shared], (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}
