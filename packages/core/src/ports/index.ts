export type * from './account-store.ts'
export type * from './audit-rows.ts'
export type * from './chain.ts'
export type * from './change-set.ts'
export type * from './claim-router.ts'
export type * from './clock.ts'
export type * from './delivery-queue.ts'
export type * from './drop-counts.ts'
export type * from './drop-state.ts'
export type * from './drop-store.ts'
export type * from './files.ts'
export type * from './gas-sponsor.ts'
export type * from './hashes.ts'
export type * from './human-check.ts'
export type * from './idempotency-store.ts'
export type * from './identity.ts'
export type * from './ids.ts'
export {
  type EndedRun,
  type Instrumentation,
  type InstrumentedWork,
  instrumented,
  type WorkOrigin,
} from './instrumentation.ts'
export {
  chainFailure,
  type FailingJob,
  JOB_KINDS,
  type Job,
  type JobAdmission,
  type JobFailure,
  type JobKind,
  type JobOutcome,
  type JobQueue,
  type JobRequest,
  LONGEST_DUE_FIRST,
  NEVER,
  waitingFor,
} from './job-queue.ts'
export type * from './key-value-store.ts'
export type * from './link-keys.ts'
export type * from './list-store.ts'
export type * from './log.ts'
export type * from './lottery-store.ts'
export type * from './own-facts.ts'
export type * from './page.ts'
export type * from './payment-store.ts'
export type { Ports } from './ports.ts'
export type * from './price-feed.ts'
export type * from './random-source.ts'
export type * from './randomness-beacon.ts'
export {
  RETENTION_KINDS,
  type RetentionKind,
} from './retention.ts'
export type * from './secrets.ts'
export type * from './stopwatch.ts'
export type * from './store.ts'
export { isStoreUnavailable, type StoreUnavailable } from './store-unavailable.ts'
export type * from './webhook-sender.ts'
