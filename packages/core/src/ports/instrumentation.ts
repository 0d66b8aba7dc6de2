import type { EventType } from '../domain/event.ts'
import type { DropId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { Job, JobFailureClass, JobOutcome } from './job-queue.ts'

/** The trace context in which work was requested. Opaque to core. */
export type WorkOrigin = object

/** A unit of work for logs, metrics and traces. */
export type InstrumentedWork =
  | { readonly kind: 'job'; readonly job: Job }
  /** Claims on one drop that share a commit. `origins` has the known origins, in the order of the claims. */
  | {
      readonly kind: 'claim_batch'
      readonly dropId: DropId
      readonly claims: number
      readonly origins: readonly WorkOrigin[]
    }
  /** The same, for entries in a lottery. */
  | {
      readonly kind: 'entry_batch'
      readonly dropId: DropId
      readonly entries: number
      readonly origins: readonly WorkOrigin[]
    }
  | {
      readonly kind: 'webhook_attempt'
      readonly deliveryId: string
      readonly webhookId: string
      readonly eventType: EventType
      /** 1 for the first attempt. */
      readonly attempt: number
    }

/** Facts about a finished run of a job. */
export interface EndedRun {
  /** False if another server took the job in the meantime. The outcome was then not stored. */
  readonly wasHeld: boolean
  /** Whether the run ended because its budget was used up. */
  readonly wasCut: boolean
  /** Whether the run took longer than its lease. */
  readonly hasOutlivedLease: boolean
}

/**
 * Connects logs, metrics and traces with units of work. It never changes the work: it runs `work` once and immediately, and
 * returns or throws what `work` does.
 */
export interface Instrumentation {
  /** The caller's current context, for work that is done for several callers together; undefined outside of any context. */
  here(): WorkOrigin | undefined
  around<T>(what: InstrumentedWork, work: () => Promise<T>): Promise<T>
  /** Reports how a run of a job ended. */
  jobEnded(job: Job, outcome: JobOutcome, run: EndedRun): void
  /**
   * Reports an attempt to send a refund or payout: `retried` after a temporary failure, or `failed` permanently. `reason` is
   * the class of the failure.
   */
  transferTried?(
    kind: 'refund' | 'payout',
    result: 'succeeded' | 'retried' | 'failed',
    reason?: JobFailureClass,
  ): void
}

/** Runs a unit of work, with instrumentation if there is one. */
export const instrumented = <T>(
  instrumentation: Instrumentation | undefined,
  what: () => InstrumentedWork,
  work: () => Promise<T>,
): Promise<T> => (instrumentation === undefined ? work() : instrumentation.around(what(), work))

type Fields = { readonly [key: string]: Json | undefined }

/** The log for operators. Never contains secrets or whole requests. */
export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  /** An error that a person should look at. */
  error(message: string, fields?: Fields, cause?: unknown): void
}
