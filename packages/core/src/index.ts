/**
 * What embedders and authors of adapters use: the use cases, their inputs and results, and the ports. Semantic versioning
 * covers it, and each name has a docstring.
 * @module
 */
export {
  type Audited,
  type AuditOptions,
  type AuditProgress,
  auditStore,
} from './application/audit/audit-store.ts'
export type { Difference } from './application/audit/difference.ts'
export type { Eligibility } from './application/claims/check-eligibility.ts'
export type {
  ClaimDropInput,
  ClaimGrant,
  ClaimRandomDropInput,
  RandomClaimAnswer,
} from './application/claims/claim-drop.ts'
export type { HumanChallengeInput } from './application/claims/human-challenge.ts'
export type { SignedReceipt } from './application/claims/issue-voucher.ts'
export type {
  RecipientInput,
  RecipientMessageInput,
  SignedRecipient,
} from './application/claims/recipient-approval.ts'
export type { OfferedClaim } from './application/claims/sponsored-claim.ts'
export { createDropkit, type Dropkit } from './application/dropkit.ts'
export type { ClaimHistoryInput, ClaimHistoryPoint } from './application/drops/claim-history.ts'
export type { CreateDropInput } from './application/drops/create-drop.ts'
export type { AnalyticsPoint, DropAnalytics, DropAnalyticsInput } from './application/drops/drop-analytics.ts'
export type { DropStats, ExtraColumns } from './application/drops/drop-reports.ts'
export type { RotateDropKeyInput, RotatedKey } from './application/drops/rotate-drop-key.ts'
export type { UpdateDropInput } from './application/drops/update-drop.ts'
export { type FollowedEvents, SlowConsumer } from './application/events/event-feed.ts'
export type { EventFilter } from './application/events/event-log-reader.ts'
export type { EventsInput } from './application/events/read-events.ts'
export type { FailingJobsInput } from './application/failing-jobs.ts'
export type { UploadFileInput } from './application/files/manage-files.ts'
export type { EligibilityReplay, SignedEligibility } from './application/gating/eligibility-statement.ts'
export type { GrantExemptionInput } from './application/gating/exemptions.ts'
export type { UpdateGatingInput } from './application/gating/manage-gating.ts'
export type {
  CreateClaimLinksInput,
  NewClaimLinks,
  NewLinkKeys,
} from './application/links/claim-links.ts'
export type { ClaimWithLinkInput } from './application/links/claim-with-link.ts'
export type { EnterDropInput, EnteredDrop, InclusionProof } from './application/lottery/lottery-entries.ts'
export type { PageInput, SeenPaymentInput } from './application/parse-input.ts'
export type { CreatePaymentIntentInput } from './application/payments/create-payment-intent.ts'
export type { ProcessRefundInput } from './application/payments/outgoing-transfers.ts'
export type { ClaimFilterInput, DropFilterInput, PaymentFilterInput } from './application/read-records.ts'
export { DEFAULT_SETTINGS, type Settings } from './application/settings.ts'
export type { AmountSpread } from './application/simulate-drop/amount-spread.ts'
export type {
  Arrivals,
  Bots,
  CourseOfDrop,
  CourseOfLottery,
  DropSales,
  DropSimulation,
  FactSpread,
  ListedWallet,
  Milestone,
  PaymentHabits,
  RefusalCount,
  Repeats,
  SimulatedTerms,
  TimelinePoint,
  VoucherHabits,
  WalletOutcome,
  WinnerHabits,
} from './application/simulate-drop/drop-simulation.ts'
export {
  type RunRange,
  type SpreadOfCourses,
  simulateDrop,
  simulateRuns,
} from './application/simulate-drop/simulate-drop.ts'
export type { CreateTokenInput } from './application/tokens/create-token.ts'
export type { StoredBytes } from './application/user-limits.ts'
export type { Authenticated, StartedVisit } from './application/users/authenticate.ts'
export type { CreateApiKeyInput, CreatePublishableKeyInput } from './application/users/manage-api-keys.ts'
export type { KeyTerms, LimitUserInput, NewKey } from './application/users/manage-users.ts'
export type { SignatureInput, SignedIn } from './application/users/sign-in.ts'
export type { DropPhase, UpdateProfileInput } from './application/users/update-profile.ts'
export type { WebhookInput, WebhookTest, WebhookWithSecret } from './application/webhooks/manage-webhooks.ts'
export { type Address, parseAddress } from './domain/address.ts'
export { type Amount, amountOf, type Currency, inWholeUnits, parseAmount } from './domain/amount.ts'
export { type BeaconChain, type BeaconRound, roundAtOrAfter, timeOfRound } from './domain/beacon.ts'
export type { ChainPurpose, ChainTransaction } from './domain/chain-transaction.ts'
export {
  type Claim,
  type ClaimDraw,
  type ClaimState,
  type ClaimStatus,
  idOfClaim,
  isReserved,
  type WalletState,
} from './domain/claim.ts'
export { type ClaimBatchContext, type ClaimBatchResult, decideClaims } from './domain/claim-batch.ts'
export type { ClaimDecision, ClaimRequest, Gate } from './domain/claim-decision.ts'
export {
  type ClaimLink,
  type ClaimLinkId,
  claimLinkMessage,
  type UsedClaimLink,
} from './domain/claim-link.ts'
export type { ClaimOrder } from './domain/claim-order.ts'
export type { Collection, CollectionInput, PieceAttribute } from './domain/collection.ts'
export { describeDrawError, readDrawRecord } from './domain/draw-record.ts'
export {
  type DrawCheck,
  type DrawError,
  type DrawHashes,
  type DrawRecord,
  type DrawTotals,
  type RecordedDraw,
  verifyDraws,
} from './domain/draw-verifier.ts'
export type {
  Award,
  BriefDrop,
  ClaimAccess,
  ClaimDelivery,
  ClaimType,
  Drop,
  DropStatus,
  DropType,
  FormerKeys,
  Price,
  Sealed,
  Tally,
  Vault,
  VaultAlarm,
  VoucherKey,
} from './domain/drop.ts'
export type { DropChanges } from './domain/drop-changes.ts'
export type { NewDropInput } from './domain/drop-creation.ts'
export { statusAt } from './domain/drop-status.ts'
export type { Randomness } from './domain/drop-terms.ts'
export {
  type BriefEvent,
  EVENT_TYPES,
  type EventAudience,
  type EventType,
  type LoggedEvent,
  type NewEvent,
} from './domain/event.ts'
export type { UploadedFile } from './domain/file.ts'
export type { Exemption } from './domain/gating/exemption.ts'
export {
  GATING_TEMPLATES,
  type GatingConfig,
  type GatingRule,
  type GatingTemplate,
  type Verdict,
} from './domain/gating/gating.ts'
export type { GatingRuleInput } from './domain/gating/rule-input.ts'
export {
  type ChainSource,
  COMPARISONS,
  type DescribedKind,
  type FactRequest,
  type FactSource,
  type Facts,
  factKey,
  MOST_COUNTED_OBJECTS,
  type ObservedFact,
  type Operator,
  type OwnSource,
  type ReadRule,
  type RuleCheck,
  type RuleKind,
  type RuleValueError,
  type RuleVerdict,
  STORE_SOURCES,
  type StoreSource,
} from './domain/gating/rule-kind.ts'
export { RULE_KINDS, readWholeNumber, thresholdRule } from './domain/gating/rule-kinds.ts'
export type { ActiveHumanCheck, HumanCheckKind } from './domain/human-check.ts'
export {
  type ApiKeyId,
  type ChainTransactionId,
  type ClaimId,
  type ClaimPlace,
  type DropId,
  type ExemptionId,
  type FileId,
  type GatingConfigId,
  type JobId,
  type PaymentIntentId,
  type PayoutId,
  type RefundId,
  readClaimId,
  type SessionId,
  type TokenId,
  type UnmatchedPaymentId,
  type UserId,
  type WebhookDeliveryId,
  type WebhookId,
} from './domain/ids.ts'
export type { Instant } from './domain/instant.ts'
export type { Json, JsonObject } from './domain/json.ts'
export type {
  Admission,
  Lottery,
  LotteryDraw,
  LotteryEntry,
  LotteryWave,
  NotAdmitted,
  RankPage,
} from './domain/lottery.ts'
export { entryLeaf } from './domain/lottery-list.ts'
export type { LotteryInput } from './domain/lottery-terms.ts'
export { type MerkleProof, rootOfProof } from './domain/merkle.ts'
export type { OpenIntent } from './domain/payment/close-intent.ts'
export { MOST_LAPSES, type UnpaidHolds } from './domain/payment/create-intent.ts'
export type { PaymentTotals } from './domain/payment/drop-totals.ts'
export {
  fittingOf,
  MOST_COUNTED,
  MOST_FITTING,
  MOST_WAITING,
  outstandingAmount,
  type PossibleUser,
  type SignedReturn,
  type UnmatchedPayment,
  type UnmatchedReason,
  type UnmatchedState,
  waitedUntil,
} from './domain/payment/match-payment.ts'
export {
  type IntentState,
  type PaymentIntent,
  type PaymentIntentStatus,
  type Receipt,
  type StatusReason,
  statusOf,
} from './domain/payment/payment-intent.ts'
export {
  type Attempts,
  type Payout,
  type Refund,
  type Transfer,
  type TransferPlace,
  type TransferState,
  transferKey,
} from './domain/payment/transfer.ts'
export type { Piece } from './domain/piece-manifest.ts'
export type { SeededHash } from './domain/random-amount.ts'
export { approvalKey } from './domain/recipient.ts'
export {
  isRetryable,
  type Missing,
  messageOf,
  type Refusal,
  type RefusalKind,
  reasonOf,
} from './domain/refusal.ts'
export {
  CONFLICT_REASONS,
  type ConflictReason,
  INPUT_REASONS,
  type InputReason,
  REFUSAL_MEANINGS,
} from './domain/refusal-reasons.ts'
export { err, ok, type Result } from './domain/result.ts'
export type { Deployment, Reserves, Token } from './domain/token.ts'
export type { ApiKey, Caller, Credential, Origin, Session, SignInChallenge, User } from './domain/user.ts'
export type { DeliveryAttempt, Webhook, WebhookDelivery } from './domain/webhook.ts'
export type { AccountStore, KnownCredential, UserCount } from './ports/account-store.ts'
export type {
  AuditRows,
  AuditSource,
  LogExtent,
  Pages,
  StoredEvent,
  StoredTransfer,
  UnreadableRow,
} from './ports/audit-rows.ts'
export type {
  Chain,
  ChainAnswer,
  ChainUnavailable,
  ClaimedOnChain,
  ClaimPage,
  CoinInfo,
  ForgottenTransaction,
  NotPossible,
  OperatorAction,
  PaymentOnChain,
  PaymentPage,
  PieceLooks,
  Recollection,
  SignedTransaction,
  SignedVoucher,
  Submission,
  TransactionEffects,
  TransactionOutcome,
  UsedNonces,
  VaultState,
  Voucher,
} from './ports/chain.ts'
export type { Change, ChangeSet, UniqueConflict, UsedPayment } from './ports/change-set.ts'
export type { ClaimRouter, ClaimSubmission, RoutedClaim, ServedClaim } from './ports/claim-router.ts'
export type {
  Hashes,
  LinkKeys,
  OpenIdVerifier,
  Secrets,
  VoucherSigner,
  WalletVerifier,
} from './ports/cryptography.ts'
export type {
  DeliveryAdmission,
  DeliveryQueue,
  DueDelivery,
  SurplusDeliveries,
} from './ports/delivery-queue.ts'
export {
  type Buyer,
  type Counted,
  type CountInterval,
  type DropCount,
  type DropCounts,
  type DropState,
  type DropStateQuery,
  type DropStore,
  type Fitting,
  type FittingQuery,
  type LotteryStore,
  mostPaidLoaded,
} from './ports/drop-store.ts'
export type {
  BegunRequest,
  Effect,
  IdempotencyKey,
  IdempotencyLease,
  IdempotencyStore,
} from './ports/idempotency-store.ts'
export type { EndedRun, Instrumentation, InstrumentedWork, Log, WorkOrigin } from './ports/instrumentation.ts'
export {
  type FailingCount,
  type FailingJob,
  type FailingQuery,
  isLeased,
  JOB_KINDS,
  type Job,
  type JobAdmission,
  type JobBacklog,
  type JobFailure,
  type JobFailureClass,
  type JobKind,
  type JobOutcome,
  type JobQueue,
  type JobRequest,
  LONGEST_DUE_FIRST,
  LONGEST_LEASES,
  NEVER,
} from './ports/job-queue.ts'
export type { ByteRange, Files, KeyValueStore } from './ports/key-value-store.ts'
export type { ClaimFilter, ClaimRange, ClaimSum, DropFilter, ListStore, Page } from './ports/list-store.ts'
export type {
  GasSponsor,
  HumanChallenge,
  HumanCheck,
  HumanChecks,
  HumanSubject,
  OwnFacts,
  PriceFeed,
  SponsoredClaim,
  UrlObjection,
  WebhookAnswer,
  WebhookMessage,
  WebhookSender,
} from './ports/outside-services.ts'
export type { OutgoingTransfer, PaymentStore } from './ports/payment-store.ts'
export type { Ports } from './ports/ports.ts'
export {
  type EventQuery,
  isStoreUnavailable,
  LOG_REMOVED_KEY,
  RETENTION_KINDS,
  type RemovedLog,
  type Retention,
  type RetentionKind,
  readRemovedLog,
  removedDeliveriesKey,
  type Store,
  type StoreUnavailable,
  writeRemovedLog,
} from './ports/store.ts'
export type {
  BeaconFailure,
  Clock,
  Ids,
  RandomnessBeacon,
  RandomSource,
  Stopwatch,
} from './ports/time-and-randomness.ts'
