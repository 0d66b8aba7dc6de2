import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { missOf, type Write } from '../database.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { whenFree } from './sqlite-errors.ts'
import type { SentWrite, ThreadAnswer, ThreadCommand } from './sqlite-thread-messages.ts'

/** A connection on a thread of its own, which writes and commits while this one goes on. */
export interface WritingThread {
  /** Begins a transaction in which nobody else writes. Waits for whoever does. */
  lock(): Promise<void>
  /**
   * Ends it with these writes, or throws and ends it with none. With `oneByOne` each write is sent by itself, so that
   * sending many rows does not hold this thread.
   */
  commit(writes: readonly Write[], oneByOne?: boolean): Promise<void>
  /** Ends it with none. */
  unlock(): Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly exited: Promise<unknown>
}

interface Asked {
  resolve(answer: ThreadAnswer): void
  reject(cause: unknown): void
}

const sentOf = ({ onMiss: _, ...sent }: Write): SentWrite => sent

const hasEnded = (cause?: unknown) =>
  new StoreUnavailable('SQLite: the thread that writes has ended', { retryable: true, cause })

/** The thread comes to be with the first lock, and again after it has died: whoever waited for it then is told. */
export function createWritingThread(
  path: string,
  onStatement: (name: string) => void = () => {},
  url = new URL(`./sqlite-write-thread${import.meta.url.slice(-3)}`, import.meta.url),
): WritingThread {
  let running: Running | null = null
  let asked: Asked | null = null

  function start(): Running {
    const worker = new Worker(url, { workerData: path, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    const take = (): Asked | null => {
      const one = asked
      asked = null
      return one
    }
    let fault: unknown
    worker.on('message', (answer: ThreadAnswer) => take()?.resolve(answer))
    worker.on('error', (cause) => {
      fault = cause
    })
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        running = null
        take()?.reject(hasEnded(fault))
        resolve()
      })
    })
    return { worker, exited }
  }

  function ask(command: ThreadCommand): Promise<ThreadAnswer> {
    if (command.kind === 'lock') running ??= start()
    const { worker } = running ?? {}
    return new Promise((resolve, reject) => {
      // Another thread would not have the lock.
      if (!worker) return reject(hasEnded())
      asked = { resolve, reject }
      worker.postMessage(command)
    })
  }

  async function obeyed(command: ThreadCommand, writes: readonly Write[] = []): Promise<void> {
    const answer = await ask(command)
    switch (answer.kind) {
      case 'done':
        return
      case 'missed':
        throw missOf(writes[answer.place] as Write)
      case 'refused':
        throw new SqliteDatabase.SqliteError(answer.message, answer.code)
      case 'failed':
        throw new Error(`the thread that writes failed: ${answer.reason}`)
    }
  }

  return {
    lock: () => {
      onStatement('begin immediate')
      return whenFree(() => obeyed({ kind: 'lock' }))
    },
    async commit(writes, oneByOne = false) {
      for (const { statement } of writes) onStatement(statement.name ?? 'unnamed')
      onStatement('commit')
      const sent = oneByOne ? [] : writes
      if (oneByOne) for (const write of writes) await obeyed({ kind: 'write', write: sentOf(write) }, [write])
      await obeyed({ kind: 'commit', writes: sent.map(sentOf) }, sent)
    },
    unlock: () => {
      onStatement('rollback')
      return obeyed({ kind: 'unlock' })
    },
    async close() {
      if (!running) return
      const { worker, exited } = running
      worker.postMessage('close')
      await exited
    },
  }
}
