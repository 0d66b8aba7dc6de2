import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

interface CheckpointLimits {
  /** From so many pages on the log is brought into the file. */
  readonly beginAtPages: number
  /** What the writer may be held up for. */
  readonly fewPages: number
  /** So long a log is no longer waited for, so that it cannot grow without end. */
  readonly longestPages: number
}

/** 16 MB, a few milliseconds, 128 MB. */
const LIMITS: CheckpointLimits = { beginAtPages: 4_000, fewPages: 1_000, longestPages: 32_000 }

/** So long the thread is left alone after a pass that failed. */
const PAUSE_AFTER_FAILURE_MS = 1_000

export interface Checkpoints {
  /** To be told between transactions. */
  onCommit(): void
  close(): Promise<void>
}

/** What the log holds, and how much of it the file has by now. */
interface Progress {
  readonly log: number
  readonly checkpointed: number
}

/**
 * Brings what is in the log into the file on a thread of its own, which a first long log starts: on the writer's it
 * would hold up everything for as long as thousands of pages take to reach the disk. What is written meanwhile is
 * left to the writer, for a log begins anew only when all of it is in the file.
 */
export function createCheckpoints(
  path: string,
  { raw }: Pick<SqliteConnection, 'raw'>,
  { beginAtPages, fewPages, longestPages } = LIMITS,
): Checkpoints {
  raw.pragma('wal_autocheckpoint = 0')
  const look = raw.prepare<[], Progress>('pragma wal_checkpoint(noop)')
  const finish = raw.prepare<[], Progress>('pragma wal_checkpoint(passive)')
  let worker: Worker | null = null
  let ended: Promise<unknown> = Promise.resolve()
  let hasThread = true
  let isRunning = false
  let isClosing = false
  let notBefore = 0

  /** Whatever goes wrong here has harmed nothing: the log only grows longer meanwhile. */
  function attempt(step: () => void): void {
    try {
      step()
    } catch {
      pause()
    }
  }

  function pause(): void {
    notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS
  }

  function proceed(from: number): void {
    const { log, checkpointed } = look.get() as Progress
    const left = log - checkpointed
    if (left < from) return
    if (left <= fewPages || log >= longestPages) finish.get()
    else pass()
  }

  function onPass(outcome: 'done' | 'failed'): void {
    isRunning = false
    if (isClosing) return
    if (outcome === 'failed') pause()
    else attempt(() => proceed(1))
  }

  /** Without the thread SQLite does it within a commit, as it does by itself. */
  function onFault(): void {
    worker = null
    hasThread = false
    if (!isClosing) raw.pragma(`wal_autocheckpoint = ${beginAtPages}`)
  }

  function pass(): void {
    worker ??= start()
    isRunning = true
    worker.postMessage('checkpoint')
  }

  function start(): Worker {
    const url = new URL(`./sqlite-checkpoint-thread${import.meta.url.slice(-3)}`, import.meta.url)
    const started = new Worker(url, {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
    })
    ended = new Promise((resolve) => started.once('exit', resolve))
    started.on('message', onPass)
    started.on('error', onFault)
    started.unref()
    return started
  }

  return {
    onCommit() {
      if (!hasThread || isRunning || isClosing || performance.now() < notBefore) return
      attempt(() => proceed(beginAtPages))
    },
    async close() {
      isClosing = true
      worker?.ref()
      worker?.postMessage('close')
      await ended
    },
  }
}
