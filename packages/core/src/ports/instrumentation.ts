import type { EventType } from '../domain/event.ts'
import type { DropId } from '../domain/ids.ts'
import type { Job, JobOutcome } from './job-queue.ts'

/** The trace context in which work was requested. Opaque to core. */
export type WorkOrigin = object

/** A piece of work that is worth seeing from outside. */
export type InstrumentedWork =
  | { readonly kind: 'job'; readonly job: Job }
  /** Claims on one drop that share a commit. `origins` are those that had one, in the claims' order. */
  | {
      readonly kind: 'claim_batch'
      readonly dropId: DropId
      readonly claims: number
      readonly origins: readonly WorkOrigin[]
    }
  | {
      readonly kind: 'webhook_attempt'
      readonly deliveryId: string
      readonly webhookId: string
      readonly eventType: EventType
      /** 1 for the first one. */
      readonly attempt: number
    }

/** What is worth counting about a run of a job. */
export interface EndedRun {
  /** False when another server has had the job meanwhile; then the outcome was not kept. */
  readonly wasHeld: boolean
  /** Whether the run ended because its budget was spent. */
  readonly wasCut: boolean
  /** Whether the run took longer than its lease. */
  readonly hasOutlivedLease: boolean
}

/**
 * Lets logs, metrics and traces know what belongs to which piece of work. Where there is none, nothing is done for it.
 * It changes nothing of what it watches: it runs `work` once, at once, and gives back what that gives or throws.
 */
export interface Instrumentation {
  /** Where the caller is now, for work that is done for it and for others together; undefined when that is nowhere. */
  here(): WorkOrigin | undefined
  around<T>(what: InstrumentedWork, work: () => Promise<T>): Promise<T>
  /** How a run of a job ended. */
  jobEnded(job: Job, outcome: JobOutcome, run: EndedRun): void
  /** How an attempt to send a refund or payout ended: `retried` later for a reason that may pass, or `failed` for good. */
  transferTried?(kind: 'refund' | 'payout', result: 'succeeded' | 'retried' | 'failed'): void
}

/** Runs a piece of work, instrumented if there is an instrumentation. */
export const instrumented = <T>(
  instrumentation: Instrumentation | undefined,
  what: () => InstrumentedWork,
  work: () => Promise<T>,
): Promise<T> => (instrumentation === undefined ? work() : instrumentation.around(what(), work))
