export type * from './account-store.ts'
export type * from './audit-rows.ts'
export type * from './chain.ts'
export type * from './change-set.ts'
export type * from './claim-router.ts'
export type * from './cryptography.ts'
export type * from './delivery-queue.ts'
export type * from './drop-store.ts'
export type * from './idempotency-store.ts'
export type * from './instrumentation.ts'
export { instrumented } from './instrumentation.ts'
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
export type * from './list-store.ts'
export type * from './outside-services.ts'
export type * from './payment-store.ts'
export type { Ports } from './ports.ts'
export type * from './store.ts'
export { isStoreUnavailable, RETENTION_KINDS, type RetentionKind, type StoreUnavailable } from './store.ts'
export type * from './time-and-randomness.ts'
