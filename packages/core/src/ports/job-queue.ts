import type { JobId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'

// A kind that is added here needs a row in `run-jobs.kinds.test.ts`.
/** All kinds of background jobs. */
export const JOB_KINDS = [
  /** Writes the drop's due start or end. Subject: the drop. */
  'settle_schedule',
  /** Releases claims whose vouchers expired unused. Subject: the drop. */
  'expire_claims',
  /** Delivers the drop's claims that the service sends. Subject: the drop. */
  'deliver_claims',
  /** Draws the amounts of claims whose beacon rounds are published. Subject: the drop. */
  'reveal_claims',
  /** Closes and draws the drop's lottery, and admits waves. Subject: the drop. */
  'run_lottery',
  /** Creates and fills the drop's vault. Subject: the drop. */
  'open_vault',
  /** Looks for an announced deposit of the drop's owner. Subject: the drop. */
  'watch_deposit',
  /** Closes the vault of a deleted or cancelled drop when nothing is owed any more. Subject: the drop. */
  'close_vault',
  /**
   * Pauses or resumes the drop's vault on the chain, and reconciles a vault that differs from the store. Subject: the drop.
   */
  'guard_vault',
  /** Compares open vaults with the store, some per run. Subject: `chain`, or a user who has many. */
  'audit_vaults',
  /** Applies the passing of time to the drop's open intents: gives up candidates, expires intents. Subject: the drop. */
  'settle_intents',
  /** Sends the drop's due refunds and payouts. Subject: the drop. */
  'send_transfers',
  /** Cancels open intents of a cancelled or deleted drop and refunds unclaimed items. Subject: the drop. */
  'wind_up',
  /** Puts the drop's next voucher key on the chain. Subject: the drop. */
  'rotate_key',
  /** Renews open vouchers after a change of the drop's key, some per run. Subject: the drop. */
  'renew_vouchers',
  /** Reads payments to the treasury from the stored cursor on. Subject: `chain`. */
  'watch_payments',
  /**
   * Returns an unmatched payment to its sender. When it is returned or assigned, ends the reviews of other intents that show
   * it. Subject: the unmatched payment.
   */
  'return_payment',
  /** Looks up transactions that payers have named and the chain did not show yet. Subject: the user of the intents. */
  'look_up_candidates',
  /** Counts the payments of a transaction that could not be read with others. Subject: its hash. */
  'look_up_transaction',
  /** Reads the chain's claim events from the stored cursor on. Subject: `chain`. */
  'watch_chain',
  /**
   * Removes bytes that no upload uses any more. Subject: their name in `Files`, followed by `/` and the upload for one that may not
   * be recorded.
   */
  'remove_content',
  /** Deletes expired records. Subject: `store`. */
  'sweep',
] as const

/**
 * Background work that any server may do, at least once. A job is a row: there is at most one of a kind for a subject.
 * Requesting it again can only move its due time forward.
 */
export type JobKind = (typeof JOB_KINDS)[number]

/** A request for background work: its kind, its subject and when it is due. */
export interface JobRequest {
  readonly kind: JobKind
  readonly subject: string
  /** The user whose drop, payment or file the job serves; null for work of the service itself. */
  readonly ownerId: UserId | null
  readonly dueAt: Instant
}

/** A job that a server has taken. */
export interface Job extends JobRequest {
  readonly id: JobId
  /** Grows with each lease. A holder of an older number has lost the job and may not finish it. */
  readonly fence: number
  /** How often the job was taken since it last succeeded. */
  readonly attempts: number
  /** What the last run stored for the next one, for example a cursor. */
  readonly memo: string | null
}

/** Why a run of a job failed, for metrics. */
export type JobFailureClass =
  /** The chain does not answer, or does not know the outcome of a transaction yet. */
  | 'chain_unavailable'
  /** The chain's rules refuse the transaction, for example without funds. */
  | 'chain_refused'
  /** The job waits for something, for example a deposit of the owner. */
  | 'waiting'
  /** A limit is used up, such as a user's gas budget. This ends by itself. */
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

/** The failure if the chain does not answer. */
export const chainFailure = (reason: string): JobFailure => ({ class: 'chain_unavailable', reason })

/** The failure if something else has to happen first. */
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
  /** How often it failed in a row; 0 for a job that is not retried by itself. */
  readonly attempts: number
  readonly failure: JobFailure
}

/** Filters failing jobs. Missing fields do not restrict the result. */
export interface FailingQuery {
  readonly limit: number
  readonly kind?: JobKind | undefined
  readonly subject?: string | undefined
}

/** The number of failing jobs by kind and class. */
export interface FailingCount {
  readonly kind: JobKind
  readonly class: JobFailureClass
  readonly count: number
}

/** The due time of a job that is not run again by itself. */
export const NEVER: Instant = 8_640_000_000_000_000

/** The number of due jobs, and how long the oldest has been due. */
export interface JobBacklog {
  readonly due: number
  readonly oldestMs: number
}

/** Decides which due jobs a caller takes, so that owners take turns. */
export interface JobAdmission {
  /** Kinds of which nothing is taken. */
  readonly except: readonly JobKind[]
  /** Orders the waiting jobs, and leaves out those that must not be taken now. */
  inTurn<Waiting extends Pick<JobRequest, 'kind' | 'ownerId' | 'dueAt'>>(
    waiting: readonly Waiting[],
  ): readonly Waiting[]
}

/** Takes the jobs that have been due longest, without turns for owners. */
export const LONGEST_DUE_FIRST: JobAdmission = {
  except: [],
  inTurn: (waiting) => waiting.toSorted((one, other) => one.dueAt - other.dueAt),
}

/** Background work as rows with leases. Any number of processes take from it. */
export interface JobQueue {
  /** Requests jobs outside of a change. `ChangeSet.jobs` requests them together with one. */
  request(jobs: readonly JobRequest[]): Promise<void>
  /**
   * Takes up to `limit` jobs that are due at `now` and not leased, each for `leaseMs`. A lease that
   * `isLeased` rejects is free. Two callers never get the same job at once. `admission` chooses among the due jobs of each
   * owner, however many jobs other owners have; the default is `LONGEST_DUE_FIRST`. It may be called several times per
   * call. A long backlog does not make the call slower.
   */
  take(now: Instant, leaseMs: number, limit: number, admission?: JobAdmission): Promise<readonly Job[]>
  /**
   * Ends a lease. False if the lease was lost; then nothing changes. If the job was requested again while it was running,
   * it stays, due at the requested time; if the run is over, it stays without its memo.
   */
  finish(job: Job, outcome: JobOutcome): Promise<boolean>
  /** What the last run stored for the next one; null if there is no such job. */
  memoOf(kind: JobKind, subject: string): Promise<string | null>
  /** Jobs whose last run failed: first those that are not retried by themselves, then by descending attempts. */
  failing(query: FailingQuery): Promise<readonly FailingJob[]>
  /** The number of jobs whose last run failed, by kind and class. */
  countFailing(): Promise<readonly FailingCount[]>
  /** The number of jobs that are due at `now`, and how long the oldest has been due. */
  backlog(now: Instant): Promise<JobBacklog>
  /** The backlog of each kind. Kinds without due jobs are missing from the map. */
  backlogByKind(now: Instant): Promise<ReadonlyMap<JobKind, JobBacklog>>
}

/** A lease that ends later than this many lease times from now was written by a server with a wrong clock, and is free. */
export const LONGEST_LEASES = 2

/** Whether a lease is valid, if leases last `leaseMs`: it has not ended, and does not end later than `LONGEST_LEASES` from now. */
export const isLeased = (until: Instant | null, now: Instant, leaseMs: number): until is Instant =>
  until !== null && until > now && until <= now + LONGEST_LEASES * leaseMs

/** The remaining budget of one request. Adapters check and reduce it while they work for the request. */
export interface WorkBudget {
  /** The remaining milliseconds for reads of this request. Throws if none are left. */
  remainingReadMs(): number
  /** Counts a finished read. Throws if the request has read more than its limit. */
  countRead(read: { readonly rows: number; readonly ms: number }): void
  /** The error for a read that was stopped because its time was used up. */
  outOfTime(): BudgetExceeded
}

/** Finds the budget of the request that the calling code works for; undefined for background work. */
export type CurrentBudget = () => WorkBudget | undefined

/** Thrown to end a request that exceeds its budget. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  /** The name of the limit. */
  readonly limit: string
  readonly value: number
  /** What the request needed, as far as it is known. */
  readonly asked: number

  constructor(
    message: string,
    excess: { readonly limit: string; readonly value: number; readonly asked: number },
  ) {
    super(message)
    this.limit = excess.limit
    this.value = excess.value
    this.asked = excess.asked
  }
}
