import { Worker } from 'node:worker_threads'
import { createRotation, type WorkBudget } from '@dropkit/core/internal'
import SqliteDatabase from 'better-sqlite3'
import type { EachQuery, Query, Row, Statement } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { isBusy, translate } from './sqlite-dialect.ts'
import type { ThreadRead, ThreadReadAnswer } from './sqlite-thread-messages.ts'

export interface Readers {
  /**
   * Runs a long read within the time that its request has left, and counts it. Requests take turns; so does all work without a
   * request, whose budget is null.
   */
  read(query: Query, budget: WorkBudget | null): Promise<readonly Row[]>
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
/** The maximum number of long reads of one request that wait for a thread; further ones are rejected. */
const MOST_WAITING_PER_KEY = 1_000
/** The maximum number of requests whose long reads wait for a thread; those of further ones are rejected. */
const MOST_KEYS_WAITING = 1_000

const hasEnded = (cause?: unknown) =>
  new StoreUnavailable('SQLite: a thread that reads has ended', { retryable: true, cause })

/**
 * A few threads, each with a read-only connection. They start with the first long read. Requests take turns, so that a
 * request with many reads does not delay others.
 */
export function createReaders(
  path: string,
  onStatement: (name: string) => void = () => {},
  url = new URL(`./sqlite-read-thread${import.meta.url.slice(-3)}`, import.meta.url),
): Readers {
  const readers = new Set<Reader>()
  const waiting = createRotation<WorkBudget | null, Asked>()
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
        if (waiting.keyCount > 0) next(start())
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

  /** Why a further read of this request may not wait. */
  function refusalOf(key: WorkBudget | null): StoreUnavailable | undefined {
    const { keyCount } = waiting
    const size = waiting.sizeOf(key)
    const isFull = size === 0 ? keyCount >= MOST_KEYS_WAITING : size >= MOST_WAITING_PER_KEY
    if (!isFull) return undefined
    const what = size === 0 ? `long reads of ${keyCount} requests` : `${size} long reads of this request`
    return new StoreUnavailable(`SQLite: ${what} wait already`, { retryable: true })
  }

  function ask(query: Query, budget: WorkBudget | null): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      const refusal = refusalOf(budget)
      if (refusal) {
        reject(refusal)
        return
      }
      waiting.add(budget, { query, budget, resolve, reject })
      const free = [...readers].find(({ running }) => running === null)
      if (free) next(free)
      else if (readers.size < READERS) next(start())
    })
  }

  return {
    read(query, budget) {
      onStatement(query.statement.name ?? 'unnamed')
      const done = ask(query, budget)
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

interface TurnReads {
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
