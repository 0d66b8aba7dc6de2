import { Worker } from 'node:worker_threads'
import type { SqliteConnection } from './sqlite-connection.ts'

interface CheckpointLimits {
  /** The number of pages in the log from which checkpoints are run. */
  readonly beginAtPages: number
  /** The largest number of remaining pages for which the writer waits. */
  readonly fewPages: number
  /** From this log length on, the writer waits for the checkpoint, so that the log cannot grow without limit. */
  readonly longestPages: number
}

/** 16 MB, a few milliseconds, 128 MB. */
const LIMITS: CheckpointLimits = { beginAtPages: 4_000, fewPages: 1_000, longestPages: 32_000 }

/** Other processes may write while the writer waits, so it waits for a limited number of passes. */
const MOST_AWAITED_PASSES = 2

/** How long the thread pauses after a failed pass. */
const PAUSE_AFTER_FAILURE_MS = 1_000

export interface Checkpoints {
  /** Call this between transactions. If it returns a promise, wait for it before the next transaction. */
  onCommit(): Promise<void> | undefined
  close(): Promise<void>
}

/** Whether the log was busy, the number of pages in it, and how many of them are in the file. */
type Progress = readonly [busy: 0 | 1, log: number, checkpointed: number]

/**
 * Runs checkpoints of the log on a separate thread, which starts when the log first gets long. On the writer's thread, a
 * checkpoint would block everything until its pages are on disk: 10 ms for a few pages. The writer pauses for the last pages
 * of a checkpoint, because a log restarts only when all of it is in the file.
 */
export function createCheckpoints(
  path: string,
  { raw }: Pick<SqliteConnection, 'raw'>,
  { beginAtPages, fewPages, longestPages } = LIMITS,
): Checkpoints {
  raw.pragma('wal_autocheckpoint = 0')
  // For rows with names, the driver would compile a function each time that a pragma runs.
  const look = raw.prepare<[], Progress>('pragma wal_checkpoint(noop)').raw()
  let worker: Worker | null = null
  let ended: Promise<unknown> = Promise.resolve()
  let hasThread = true
  let isRunning = false
  let isClosing = false
  let notBefore = 0
  /** The last passes of a checkpoint, for which the writer waits. */
  let finishing: PromiseWithResolvers<void> | undefined
  let awaitedPasses = 0

  /** A failed attempt does no harm. The log only grows longer in the meantime. */
  function attempt(step: () => void): void {
    try {
      step()
    } catch {
      pause()
    }
  }

  function pause(): void {
    endWait()
    notBefore = performance.now() + PAUSE_AFTER_FAILURE_MS
  }

  function proceed(from: number): void {
    const [, log, checkpointed] = look.get() as Progress
    const left = log - checkpointed
    if (left < from || awaitedPasses >= MOST_AWAITED_PASSES) {
      endWait()
      return
    }
    if (left <= fewPages || log >= longestPages) waitForPasses()
    if (finishing) awaitedPasses++
    pass()
  }

  /** Makes the writer wait. Meanwhile, the thread keeps the process alive. */
  function waitForPasses(): void {
    finishing ??= Promise.withResolvers<void>()
    worker ??= start()
    worker.ref()
  }

  function endWait(): void {
    worker?.unref()
    finishing?.resolve()
    finishing = undefined
    awaitedPasses = 0
  }

  function onPass(outcome: 'done' | 'failed'): void {
    isRunning = false
    if (isClosing) return
    if (outcome === 'failed') pause()
    else attempt(() => proceed(1))
  }

  /** Without the thread, SQLite runs checkpoints within commits, as it does by default. */
  function onError(): void {
    worker = null
    hasThread = false
    endWait()
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
      // The thread's descriptor of the file must outlive it.
      trackUnmanagedFds: false,
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
    })
    ended = new Promise((resolve) => started.once('exit', resolve))
    started.on('message', onPass)
    started.on('error', onError)
    started.unref()
    return started
  }

  return {
    onCommit() {
      if (hasThread && !isRunning && !isClosing && performance.now() >= notBefore)
        attempt(() => proceed(beginAtPages))
      return finishing?.promise
    },
    async close() {
      isClosing = true
      endWait()
      worker?.ref()
      worker?.postMessage('close')
      await ended
    },
  }
}
