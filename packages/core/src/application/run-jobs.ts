import type { DropId } from '../domain/ids.ts'
import { DAY_MS, doublingDelayMs, MINUTE_MS } from '../domain/instant.ts'
import { unreachable } from '../domain/invariant.ts'
import {
  instrumented,
  isStoreUnavailable,
  type Job,
  type JobFailure,
  type JobKind,
  type JobOutcome,
  type Ports,
} from '../ports/index.ts'
import { sendTransfers } from './chain/send-transfers.ts'
import { watchChain } from './chain/watch-chain.ts'
import { type DeliverPorts, deliverClaims } from './claims/deliver-claims.ts'
import { expireClaims } from './claims/expire-claims.ts'
import { type RevealPorts, revealDrop } from './claims/reveal-claims.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'
import { cleanUpDrop } from './drops/clean-up-drop.ts'
import { putKeyOnChain } from './drops/rotate-drop-key.ts'
import { renewVouchers, writeSchedule } from './drops/update-drop.ts'
import { removeContent } from './files/manage-files.ts'
import { createJobTurns } from './job-turns.ts'
import { logError } from './log-error.ts'
import { type LotteryPorts, runLottery } from './lottery/run-lottery.ts'
import { updateDueIntents } from './payments/change-intent.ts'
import { lookUpCandidates, lookUpTransaction, namesCandidates } from './payments/look-up-payment.ts'
import { returnPayment } from './payments/unmatched-payments.ts'
import { watchTreasury } from './payments/watch-treasury.ts'
import { createRunBudget, type JobRun, type RunBudget } from './run-budget.ts'
import type { Settings } from './settings.ts'
import { auditVaults } from './vaults/audit-vaults.ts'
import { closeVault } from './vaults/close-vault.ts'
import { openVault, seeDeposits, waitsForWallet } from './vaults/open-vault.ts'
import { reconcileVault } from './vaults/reconcile-vault.ts'

export type JobPorts = DeliverPorts &
  RevealPorts &
  LotteryPorts &
  Pick<Ports, 'jobs' | 'retention' | 'deliveries' | 'files' | 'instrumentation' | 'stopwatch'>

const LEASE_MS = 30_000
const JOBS_PER_TAKE = 10
const FINISH_ATTEMPTS = 3
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 60_000
const LONGEST_WAIT_MS = 15 * MINUTE_MS
/** The longest wait of an urgent job after the chain answers again. */
const LONGEST_URGENT_RETRY_MS = 5_000
/** Kinds that claimers and payers wait for, or that protect a drop's key or vault. */
const URGENT: ReadonlySet<JobKind> = new Set([
  'watch_chain',
  'watch_payments',
  'look_up_candidates',
  'look_up_transaction',
  'deliver_claims',
  'reveal_claims',
  'run_lottery',
  'guard_vault',
  'rotate_key',
])
const VAULT_POLL_MS = 2_000
const DEPOSIT_POLL_MS = 1_000
/** How long a wallet may take to sign a deposit. After that, the vault is checked at the normal interval. */
const DEPOSIT_WAIT_MS = 15 * MINUTE_MS

/** Makes sure that the standing jobs exist. Called once at the start; repeating it costs nothing. */
export const requestStandingJobs = (ports: Pick<Ports, 'jobs' | 'clock'>): Promise<void> =>
  ports.jobs.request([
    { kind: 'watch_chain', subject: 'chain', ownerId: null, dueAt: ports.clock.now() },
    { kind: 'watch_payments', subject: 'chain', ownerId: null, dueAt: ports.clock.now() },
    { kind: 'audit_vaults', subject: 'chain', ownerId: null, dueAt: ports.clock.now() },
    { kind: 'sweep', subject: 'store', ownerId: null, dueAt: ports.clock.now() },
  ])

/** Runs due jobs in the slots of this process. */
export interface JobRunner {
  /**
   * Takes due jobs and starts them. Returns their runs without waiting. Neither a kind nor an owner gets all slots, so slow
   * jobs do not delay those of other kinds and owners. Any number of servers may do this at once, and running a job twice
   * changes nothing.
   */
  startDueJobs(): Promise<readonly Promise<void>[]>
  /** Starts due jobs and waits until they have ended. Returns their number. */
  runDueJobs(): Promise<number>
}

interface Running {
  readonly job: Job
  readonly startedMs: number
}

export function createJobRunner(ports: JobPorts, settings: Settings): JobRunner {
  const running = new Set<Running>()
  const turns = createJobTurns()
  const readMs = () => ports.stopwatch?.elapsedMs() ?? ports.clock.now()

  /** A run that has outlived its lease holds no slot any more, because another server may have taken its job. */
  function releaseOverdue(): void {
    for (const run of running) {
      if (readMs() - run.startedMs < LEASE_MS) continue
      running.delete(run)
      const { kind, subject, attempts } = run.job
      ports.log.error('a background job runs for longer than its lease', { job: kind, subject, attempts })
    }
  }

  async function start(job: Job): Promise<void> {
    const run: Running = { job, startedMs: readMs() }
    running.add(run)
    try {
      await instrumented(
        ports.instrumentation,
        () => ({ kind: 'job', job }),
        () => runJob(ports, settings, job, readMs),
      )
    } finally {
      running.delete(run)
    }
  }

  async function startDueJobs(): Promise<readonly Promise<void>[]> {
    releaseOverdue()
    const admission = turns.admission([...running].map(({ job }) => job))
    const jobs = await ports.jobs.take(ports.clock.now(), LEASE_MS, JOBS_PER_TAKE, admission)
    turns.taken(jobs)
    return jobs.map(start)
  }

  return {
    startDueJobs,
    async runDueJobs() {
      const runs = await startDueJobs()
      await Promise.all(runs)
      return runs.length
    },
  }
}

async function runJob(ports: JobPorts, settings: Settings, job: Job, readMs: () => number): Promise<void> {
  const startedMs = readMs()
  const budget = createRunBudget(ports)
  const outcome = withBackoff(ports, job, await attempt(ports, settings, job, budget))
  for (let times = 1; ; times++) {
    try {
      const wasHeld = await ports.jobs.finish(job, outcome)
      const hasOutlivedLease = readMs() - startedMs >= LEASE_MS
      ports.instrumentation?.jobEnded(job, outcome, { wasHeld, wasCut: budget.isSpent(), hasOutlivedLease })
      return
    } catch (error) {
      // A lost connection would block the job until its lease ends. Repeating the call is harmless: the first one that
      // arrives ends the lease.
      if (times === FINISH_ATTEMPTS) throw error
    }
  }
}

async function attempt(
  ports: JobPorts,
  settings: Settings,
  job: Job,
  budget: RunBudget,
): Promise<JobOutcome> {
  try {
    return await perform(ports, settings, job, { memo: job.memo, attempts: job.attempts, budget })
  } catch (error) {
    logError(
      ports.log,
      'a background job failed',
      { job: job.kind, subject: job.subject, attempts: job.attempts },
      error,
    )
    const failed: JobFailure = {
      class: isStoreUnavailable(error) ? 'store_unavailable' : 'error',
      // The log has the error itself. Its message may contain secrets, so the message is not stored.
      reason: error instanceof Error ? error.name : 'not an Error',
    }
    return { kind: 'again', dueAt: ports.clock.now(), memo: job.memo, failed }
  }
}

/** A failed run waits at least for an exponential backoff. Other retries keep their own time. */
function withBackoff(ports: JobPorts, job: Job, outcome: JobOutcome): JobOutcome {
  if (outcome.kind !== 'again' || outcome.failed === undefined) return outcome
  const delayMs = retryDelayMs(job.attempts, longestRetryMs(job.kind, outcome.failed))
  return { ...outcome, dueAt: Math.max(outcome.dueAt, ports.clock.now() + delayMs) }
}

function longestRetryMs(kind: JobKind, failure: JobFailure): number {
  // A refused delivery is halved, and a single refused claim is put aside with its own delay.
  if (kind === 'deliver_claims' && failure.class === 'chain_refused') return 0
  if (URGENT.has(kind) && failure.class !== 'chain_refused') return LONGEST_URGENT_RETRY_MS
  // The event that the job waits for requests the job when it happens.
  return failure.class === 'waiting' ? LONGEST_WAIT_MS : LONGEST_RETRY_MS
}

const retryDelayMs = (attempts: number, longestMs = LONGEST_RETRY_MS): number =>
  doublingDelayMs(FIRST_RETRY_MS, attempts, longestMs)

/** The kinds are stored with the jobs, so some have older names than the functions (`docs/glossary.md`, stored names). */
function perform(ports: JobPorts, settings: Settings, job: Job, run: JobRun): Promise<JobOutcome> {
  const dropId = job.subject as DropId
  switch (job.kind) {
    case 'settle_schedule':
      return writeSchedule(ports, dropId)
    case 'expire_claims':
      return expireClaims(ports, settings, dropId, run)
    case 'deliver_claims':
      return deliverClaims(ports, settings, dropId, job.memo)
    case 'reveal_claims':
      return revealDrop(ports, dropId, run)
    case 'run_lottery':
      return runLottery(ports, dropId, run)
    case 'open_vault':
      return fillUpVault(ports, dropId, job.attempts)
    case 'watch_deposit':
      return watchDeposit(ports, dropId, job.memo)
    case 'close_vault':
      return closeVault(ports, dropId, job.memo)
    case 'guard_vault':
      return reconcileVault(ports, dropId, job.memo)
    case 'audit_vaults':
      return auditVaults(ports, job.subject, run)
    case 'settle_intents':
      return updateDueIntents(ports, dropId, run)
    case 'send_transfers':
      return sendTransfers(ports, dropId, run)
    case 'wind_up':
      return cleanUpDrop(ports, dropId, run)
    case 'rotate_key':
      return putKeyOnChain(ports, settings, dropId)
    case 'renew_vouchers':
      return renewVouchers(ports, settings, dropId, run)
    case 'watch_payments':
      return watchTreasury(ports, settings, run)
    case 'return_payment':
      return returnPayment(ports, job.subject, run.budget)
    case 'look_up_candidates':
      return namesCandidates(job.subject)
        ? lookUpCandidates(ports, settings, job.subject, run)
        : lookUpTransaction(ports, settings, job.subject, job.attempts)
    case 'look_up_transaction':
      return lookUpTransaction(ports, settings, job.subject, job.attempts)
    case 'watch_chain':
      return watchChain(ports, run)
    case 'remove_content':
      return removeContent(ports, job.subject)
    case 'sweep':
      return deleteExpiredRecords(ports, settings, run)
    default:
      return unreachable(job.kind)
  }
}

/**
 * Checks a vault that waits for a wallet less and less often, and stops after about a day. After that, only something that
 * may fill it requests this job again: a deposit that the vault audit sees, `prepareDropFunding`, a claim, a change by the
 * drop's owner, or the deployment of its token.
 */
async function fillUpVault(ports: JobPorts, dropId: DropId, attempts: number): Promise<JobOutcome> {
  const progress = await openVault(ports, dropId)
  const now = ports.clock.now()
  if (progress.kind === 'partly_filled') return { kind: 'again', dueAt: now }
  if (progress.kind !== 'waiting') return { kind: 'done' }
  const { failure: failed, isFinal, retryAt } = progress
  if (isFinal === true) return { kind: 'failed', failure: failed }
  if (retryAt !== undefined) return { kind: 'again', dueAt: retryAt, failed }
  if (!waitsForWallet(progress)) {
    return { kind: 'again', dueAt: now + Math.max(VAULT_POLL_MS, retryDelayMs(attempts)), failed }
  }
  const delayMs = Math.max(VAULT_POLL_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 30))
  return delayMs > DAY_MS ? { kind: 'done' } : { kind: 'again', dueAt: now + delayMs, failed }
}

/** `memo` is the time at which the watch began. */
async function watchDeposit(ports: JobPorts, dropId: DropId, memo: string | null): Promise<JobOutcome> {
  const progress = await seeDeposits(ports, dropId)
  const now = ports.clock.now()
  const since = memo === null ? now : Number(memo)
  if (progress.kind !== 'waiting' || now >= since + DEPOSIT_WAIT_MS) return { kind: 'done' }
  return { kind: 'again', dueAt: now + DEPOSIT_POLL_MS, memo: String(since) }
}
