import { Worker } from 'node:worker_threads'
import { createOwnerRotation, type WorkBudget } from '@dropkit/core/internal'
import SqliteDatabase from 'better-sqlite3'
import type { EachQuery, Query, Row, Statement } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { isBusy, translate } from './sqlite-dialect.ts'
import type { ThreadRead, ThreadReadAnswer } from './sqlite-thread-messages.ts'

export interface Readers {
  /**
   * Runs a long read within the time that its request has left, and counts it. Owners take turns, and so do the requests of
   * an owner. Work without a request has no budget (null).
   */
  read(query: Query, owner: string, budget: WorkBudget | null): Promise<readonly Row[]>
  /** Resolves once all reads have ended. */
  idle(): Promise<unknown>
  close(): Promise<void>
}

interface Asked {
  readonly query: Query
  readonly budget: WorkBudget | null
  resolve(rows: readonly Row[]): void
  reject(cause: unknown): void
}

interface Reader {
  readonly worker: Worker
  readonly exited: Promise<unknown>
  running: Asked | null
}

/** How many long reads run at the same time. */
const READERS = 2
/** The maximum number of long reads that wait for a thread. The newest one of the owner with the most is rejected. */
const MOST_WAITING = 1_000

const hasEnded = (cause?: unknown) =>
  new StoreUnavailable('SQLite: a thread that reads has ended', { retryable: true, cause })

/**
 * A few threads, each with a read-only connection. They start with the first long read. Owners and requests take turns, so
 * that one with many reads does not delay others.
 */
export function createReaders(path: string, onStatement: (name: string) => void = () => {}): Readers {
  const url = new URL(`./sqlite-read-thread${import.meta.url.slice(-3)}`, import.meta.url)
  const readers = new Set<Reader>()
  const waiting = createOwnerRotation<WorkBudget | null, Asked>()
  const unfinished = new Set<Promise<unknown>>()

  function start(): Reader {
    const worker = new Worker(url, { workerData: path, resourceLimits: { maxYoungGenerationSizeMb: 8 } })
    let error: unknown
    worker.on('error', (cause) => {
      error = cause
    })
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        readers.delete(reader)
        reader.running?.reject(hasEnded(error))
        resolve()
        // Waiting reads get a new thread.
        if (waiting.size > 0) next(start())
      })
    })
    const reader: Reader = { worker, exited, running: null }
    worker.on('message', (answer: ThreadReadAnswer) => {
      const { running } = reader
      reader.running = null
      if (running) settle(running, answer)
      next(reader)
    })
    worker.unref()
    readers.add(reader)
    return reader
  }

  function next(reader: Reader): void {
    for (let asked = waiting.next(); asked; asked = waiting.next()) {
      const read = readOf(asked)
      if (!read) continue
      reader.running = asked
      reader.worker.ref()
      reader.worker.postMessage(read)
      return
    }
    reader.worker.unref()
  }

  /** The message for a thread. Undefined if the read was refused, because its request has no time left. */
  function readOf({ query, budget, reject }: Asked): ThreadRead | undefined {
    try {
      return { query, limitMs: budget?.remainingReadMs() ?? null }
    } catch (refusal) {
      reject(refusal)
      return undefined
    }
  }

  function ask(query: Query, owner: string, budget: WorkBudget | null): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      waiting.add(owner, budget, { query, budget, resolve, reject })
      if (waiting.size > MOST_WAITING) {
        const reason = `SQLite: ${MOST_WAITING} long reads wait already`
        waiting.removeFromLongest()?.reject(new StoreUnavailable(reason, { retryable: true }))
      }
      const free = [...readers].find(({ running }) => running === null)
      if (free) next(free)
      else if (readers.size < READERS) next(start())
    })
  }

  return {
    read(query, owner, budget) {
      onStatement(query.statement.name ?? 'unnamed')
      const done = ask(query, owner, budget)
      const forget = () => void unfinished.delete(done)
      unfinished.add(done)
      done.then(forget, forget)
      return done
    },
    idle: () => Promise.allSettled(unfinished),
    async close() {
      await Promise.all(
        [...readers].map(({ worker, exited }) => {
          worker.ref()
          worker.postMessage('close')
          return exited
        }),
      )
    },
  }
}

/** Counts a read that has ended, before the next one of its request begins. */
function settle({ budget, resolve, reject }: Asked, answer: ThreadReadAnswer): void {
  try {
    switch (answer.kind) {
      case 'rows':
        budget?.countRead({ rows: answer.rows.length, ms: answer.ms })
        resolve(answer.rows)
        break
      case 'out_of_time':
        budget?.countRead({ rows: 0, ms: answer.ms })
        throw budget?.outOfTime() ?? new Error('invariant broken: a read without limit ran out of time')
      case 'refused':
        throw new SqliteDatabase.SqliteError(answer.message, answer.code)
      case 'failed':
        throw new Error(`a thread that reads failed: ${answer.reason}`)
    }
  } catch (cause) {
    reject(cause)
  }
}

interface List {
  readonly parent: EachQuery['parents'][number]
  readonly shared: EachQuery['shared']
  outcome: { readonly rows: readonly Row[] } | { readonly error: unknown }
}

interface Turn {
  readonly lists: Map<Statement, Map<string, List>>
  readonly done: Promise<unknown>
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface TurnReads {
  readEach(query: EachQuery): Promise<readonly (readonly Row[])[]>
  /** Resolves when all requested reads have ended. */
  idle(): Promise<unknown>
}

/** How long lists are read in one turn of the event loop. The others are read in the next turns. */
const LONGEST_TURN_MS = 10

/**
 * Runs the reads of one turn of the event loop at its end, usually in one transaction. Callers that request the same list
 * share its rows. Every caller sees what was committed before its call.
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
    const done = nextTurn().then(async () => {
      turn = null
      const rest = [...lists].flatMap(([statement, wanted]) =>
        [...wanted.values()].map((list) => ({ list, statement })),
      )
      while (rest.length > 0) {
        await together(() => readSome(rest))
        if (rest.length > 0) await nextTurn()
      }
    })
    const forget = () => void unfinished.delete(done)
    unfinished.add(done)
    done.then(forget, forget)
    return { lists, done }
  }

  /** Reads lists until their turn is over, at least one, and removes them. */
  function readSome(rest: { readonly list: List; readonly statement: Statement }[]): void {
    const until = performance.now() + LONGEST_TURN_MS
    let count = 0
    for (const { list, statement } of rest) {
      fill(list, statement)
      count++
      if (performance.now() > until) break
    }
    rest.splice(0, count)
  }

  function fill(list: List, statement: Statement): void {
    const { parent, shared } = list
    try {
      const [rows = []] = read({ statement, parents: [parent], shared })
      list.outcome = { rows }
    } catch (error) {
      // This concerns all reads, so all are retried.
      if (isBusy(error)) throw error
      list.outcome = { error: translate(error) }
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
        if ('error' in outcome) throw outcome.error
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
