import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { type Load, type Loaded, missOf, type Row, type Statement, type Write } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { rowMaker, type ValuesOfRows } from './sqlite-connection.ts'
import { whenFree } from './sqlite-dialect.ts'
import type {
  SentLoad,
  SentStatement,
  SentWrite,
  ThreadAnswer,
  ThreadCommand,
} from './sqlite-thread-messages.ts'

/** A connection on a separate thread, which writes and commits while this thread continues. */
export interface WritingThread {
  /** Begins a transaction in which no other connection writes, and runs these loads in it. Waits for other writers. */
  lock(loads: readonly Load[]): Promise<Loaded>
  /**
   * Runs these writes and commits. If it throws, the transaction is rolled back. With `oneByOne`, each write is sent
   * separately, so that sending many rows does not block this thread.
   */
  commit(writes: readonly Write[], oneByOne?: boolean): Promise<void>
  /** Rolls the transaction back. */
  unlock(): Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  /** The numbers of the statements that the thread knows or is about to receive. */
  readonly numbers: Map<Statement, number>
  readonly exited: Promise<unknown>
}

interface Asked {
  resolve(answer: ThreadAnswer): void
  reject(cause: unknown): void
}

type Numbering = (statement: Statement) => SentStatement

function sentWrite({ onMiss: _, statement, ...rest }: Write, numberOf: Numbering): SentWrite {
  return { ...rest, statement: numberOf(statement) }
}

function sentLoad(load: Load, numberOf: Numbering): SentLoad {
  const statement = numberOf(load.statement)
  if (!('parents' in load)) return { ...load, statement }
  return { ...load, statement, nonEmpty: load.nonEmpty && numberOf(load.nonEmpty) }
}

type AskedCommand = ThreadCommand extends infer Command
  ? Command extends ThreadCommand
    ? Omit<Command, 'newStatements'>
    : never
  : never

const hasEnded = (cause?: unknown) =>
  new StoreUnavailable('SQLite: the thread that writes has ended', { retryable: true, cause })

/**
 * Starts the thread at the first lock, and again after it has died. Calls that wait for a thread that dies are rejected.
 */
export function createWritingThread(
  path: string,
  onStatement: (name: string) => void = () => {},
  url = new URL(`./sqlite-write-thread${import.meta.url.slice(-3)}`, import.meta.url),
): WritingThread {
  let running: Running | null = null
  let asked: Asked | null = null
  const rowMakers = new Map<string, ReturnType<typeof rowMaker>>()

  function rowsOf({ columns, rows }: ValuesOfRows): readonly Row[] {
    if (rows.length === 0) return []
    const names = columns.join()
    const makeRow = rowMakers.get(names) ?? rowMaker(columns)
    rowMakers.set(names, makeRow)
    return rows.map(makeRow)
  }

  function start(): Running {
    const worker = new Worker(url, { workerData: path, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    const take = (): Asked | null => {
      const one = asked
      asked = null
      return one
    }
    let error: unknown
    worker.on('message', (answer: ThreadAnswer) => take()?.resolve(answer))
    worker.on('error', (cause) => {
      error = cause
    })
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        running = null
        take()?.reject(hasEnded(error))
        resolve()
      })
    })
    return { worker, exited, numbers: new Map() }
  }

  function ask(commandOf: (numberOf: Numbering) => AskedCommand): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      // A new thread would not have the lock.
      if (!running) return reject(hasEnded())
      const { worker, numbers } = running
      const newStatements: Statement[] = []
      const command = commandOf((statement) => {
        if (statement.name === null) return statement
        const known = numbers.get(statement)
        if (known !== undefined) return known
        newStatements.push(statement)
        numbers.set(statement, numbers.size)
        return numbers.size - 1
      })
      asked = { resolve, reject }
      worker.postMessage({ ...command, newStatements })
    })
  }

  async function obeyed(
    commandOf: (numberOf: Numbering) => AskedCommand,
    writes: readonly Write[] = [],
  ): Promise<Loaded> {
    const answer = await ask(commandOf)
    switch (answer.kind) {
      case 'done':
        return []
      case 'loaded':
        answer.statements.forEach(onStatement)
        return answer.loads.map(rowsOf)
      case 'missed':
        throw missOf(writes[answer.place] as Write)
      case 'refused':
        throw new SqliteDatabase.SqliteError(answer.message, answer.code)
      case 'failed':
        throw new Error(`the thread that writes failed: ${answer.reason}`)
    }
  }

  return {
    lock: (loads) =>
      whenFree(() => {
        running ??= start()
        return obeyed((numberOf) => ({ kind: 'lock', loads: loads.map((load) => sentLoad(load, numberOf)) }))
      }),
    async commit(writes, oneByOne = false) {
      for (const { statement } of writes) onStatement(statement.name ?? 'unnamed')
      onStatement('commit')
      const sent = oneByOne ? [] : writes
      if (oneByOne) {
        for (const write of writes)
          await obeyed((numberOf) => ({ kind: 'write', write: sentWrite(write, numberOf) }), [write])
      }
      await obeyed(
        (numberOf) => ({ kind: 'commit', writes: sent.map((write) => sentWrite(write, numberOf)) }),
        sent,
      )
    },
    async unlock() {
      onStatement('rollback')
      await obeyed(() => ({ kind: 'unlock' }))
    },
    async close() {
      if (!running) return
      const { worker, exited } = running
      worker.postMessage('close')
      await exited
    },
  }
}
