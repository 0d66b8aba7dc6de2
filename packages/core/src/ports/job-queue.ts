import type { JobId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

/** All kinds of background jobs. A kind that is added here needs a row in `run-jobs.kinds.test.ts`. */
export const JOB_KINDS = [
  /** Write the drop's due start or end. Subject: the drop. */
  'settle_schedule',
  /** Release claims whose vouchers have run out unused. Subject: the drop. */
  'expire_claims',
  /** Send the drop's random claims to the chain. Subject: the drop. */
  'deliver_claims',
  /** Draw the amounts of the drop's claims whose rounds of the beacon are published. Subject: the drop. */
  'reveal_claims',
  /** Close, draw and move up the drop's lottery. Subject: the drop. */
  'run_lottery',
  /** Make and fill the drop's vault. Subject: the drop. */
  'open_vault',
  /** Look for a deposit that the drop's owner is about to make. Subject: the drop. */
  'watch_deposit',
  /** Close a deleted or cancelled drop's vault when nothing is owed any more. Subject: the drop. */
  'close_vault',
  /** Pause or resume the drop's vault on the chain, and look closer where it does not look right. Subject: the drop. */
  'guard_vault',
  /** Compare all open vaults with the ledger, some at a time. Subject: `chain`. */
  'audit_vaults',
  /** Let time pass for the drop's open payment intents: forget candidates, expire. Subject: the drop. */
  'settle_intents',
  /** Send the drop's refunds and payouts that are due. Subject: the drop. */
  'send_transfers',
  /** Cancel the open intents of a cancelled or deleted drop and refund what was not claimed. Subject: the drop. */
  'wind_up',
  /** Put the drop's next voucher key on the chain. Subject: the drop. */
  'rotate_key',
  /** Give the vouchers that were out when the drop's key changed a new lifetime, some at a time. Subject: the drop. */
  'renew_vouchers',
  /** Read payments to the treasury from the stored cursor on. Subject: `chain`. */
  'watch_payments',
  /** Return an unmatched payment to its sender. Subject: the unmatched payment. */
  'return_payment',
  /** Ask the chain for the transactions that payers have named and it did not show. Subject: `chain`. */
  'look_up_candidates',
  /** Read the chain's claim events from the stored cursor on. Subject: `chain`. */
  'watch_chain',
  /** Remove bytes that no upload has any more. Subject: their name in `Files`. */
  'remove_content',
  /** Remove what has been over for long enough. Subject: `store`. */
  'sweep',
] as const

/**
 * Work that is done in the background, by any server, at least once. A job is a row: there is at most one of a kind
 * for a subject, and asking for it again only brings it forward.
 */
export type JobKind = (typeof JOB_KINDS)[number]

/** Background work that is wanted: what for, on what, and from when on. */
export interface JobRequest {
  readonly kind: JobKind
  readonly subject: string
  /** The user whose drop, payment or file it serves; null for the service's own work. */
  readonly ownerId: UserId | null
  readonly dueAt: Instant
}

/** Background work that a server has taken. */
export interface Job extends JobRequest {
  readonly id: JobId
  /** Grows with each lease. The holder of an older number has lost the job and may not finish it. */
  readonly fence: number
  /** How often it has been taken since it last succeeded. */
  readonly attempts: number
  /** What the last run left for the next one, for example a cursor. */
  readonly memo: string | null
}

/** Why a run of a job failed, for metrics. */
export type JobFailureClass =
  /** The chain does not answer, or does not know the outcome of a transaction yet. */
  | 'chain_unavailable'
  /** The chain's rules refuse what the job wants (no funds, for example). */
  | 'chain_refused'
  /** Something that the job needs is not there yet (a deposit of the owner, for example). */
  | 'waiting'
  /** A limit of the operator is used up, such as the gas for the drops of a user. It ends by itself. */
  | 'limit_reached'
  /** The randomness beacon does not answer, is late, or its answer does not verify. */
  | 'beacon_unavailable'
  /** The store does not answer. */
  | 'store_unavailable'
  /** Anything else. This is a bug, or a dependency that broke its contract. */
  | 'error'

/** Why a run of a job failed. `reason` is a sentence for the operator and holds no secrets. */
export interface JobFailure {
  readonly class: JobFailureClass
  readonly reason: string
}

/** A failure for the case that the chain does not answer. */
export const chainFailure = (reason: string): JobFailure => ({ class: 'chain_unavailable', reason })

/** A failure for the case that something else has to happen first. */
export const waitingFor = (reason: string): JobFailure => ({ class: 'waiting', reason })

/** The result of a run of a job. */
export type JobOutcome =
  | { readonly kind: 'done' }
  /**
   * Run the job again at `dueAt`. With `failed`, the run failed for a temporary reason: `attempts` goes on counting, the
   * failure is kept for `failing`, and the job waits at least for an exponential backoff. Without `failed`, `attempts`
   * starts at 0 again.
   */
  | {
      readonly kind: 'again'
      readonly dueAt: Instant
      readonly memo?: string | null
      readonly failed?: JobFailure
    }
  /** The job cannot succeed by itself. It stays with its reason, and runs again only if it is requested again. */
  | { readonly kind: 'failed'; readonly failure: JobFailure }

/** A job whose last run failed. */
export interface FailingJob extends JobRequest {
  /** How often it has failed in a row; 0 for one that is not run again by itself. */
  readonly attempts: number
  readonly failure: JobFailure
}

/** Which failing jobs are wanted; all of them where nothing is said. */
export interface FailingQuestion {
  readonly limit: number
  readonly kind?: JobKind | undefined
  readonly subject?: string | undefined
}

/** How many jobs of a kind fail for a class of reasons. */
export interface FailingCount {
  readonly kind: JobKind
  readonly class: JobFailureClass
  readonly count: number
}

/** When a job is due that is not run again by itself. */
export const NEVER: Instant = 8_640_000_000_000_000

/** Jobs that are due, and for how long the oldest of them has been. */
export interface JobBacklog {
  readonly due: number
  readonly oldestMs: number
}

/** Decides which due jobs a caller takes, so that owners take turns. */
export interface JobAdmission {
  /** Kinds of which nothing is taken. */
  readonly except: readonly JobKind[]
  /** Puts what waits in the order in which it is taken, and leaves out what is not to be taken now. */
  inTurn<Waiting extends Pick<JobRequest, 'kind' | 'ownerId' | 'dueAt'>>(
    waiting: readonly Waiting[],
  ): readonly Waiting[]
}

/** Takes the jobs that have been due for longest, without turns for owners. */
export const LONGEST_DUE_FIRST: JobAdmission = {
  except: [],
  inTurn: (waiting) => waiting.toSorted((one, other) => one.dueAt - other.dueAt),
}

/** Background work as rows with leases: any number of processes may take of it. */
export interface JobQueue {
  /** Asks for jobs outside any other change; see `ChangeSet.jobs` for doing it together with one. */
  request(jobs: readonly JobRequest[]): Promise<void>
  /**
   * Takes up to `limit` jobs that are due at `now` and that nobody holds, each for `leaseMs`. A lease that has run out
   * is nobody's, and neither is one that `isLeased` rejects. Two callers never get the same job at once. `admission`
   * chooses among the due jobs of each owner, however many jobs other owners have; without one, it is
   * `LONGEST_DUE_FIRST`. It is asked more than once for each call. A long backlog does not make the call slower.
   */
  take(now: Instant, leaseMs: number, limit: number, admission?: JobAdmission): Promise<readonly Job[]>
  /**
   * Ends a lease. False when the lease was lost meanwhile; then nothing changes. A job that was asked for again while
   * it was running stays, due when it was asked for; if the run is over, it stays without its memo.
   */
  finish(job: Job, outcome: JobOutcome): Promise<boolean>
  /** What the last run of this job left for the next one; null when there is no such job. */
  memoOf(kind: JobKind, subject: string): Promise<string | null>
  /** Jobs whose last run failed: those that are not run again by themselves, then those with the most attempts first. */
  failing(question: FailingQuestion): Promise<readonly FailingJob[]>
  /** How many jobs there are whose last run failed, by kind and class. */
  countFailing(): Promise<readonly FailingCount[]>
  /** How many jobs are due at `now`, and for how long the oldest has been. */
  backlog(now: Instant): Promise<JobBacklog>
  /** The same of each kind; kinds of which nothing is due are missing from the map. */
  backlogByKind(now: Instant): Promise<ReadonlyMap<JobKind, JobBacklog>>
}
