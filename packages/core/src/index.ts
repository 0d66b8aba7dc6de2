export {
  type Allowance,
  type Allowances,
  createAllowances,
  type Exceeded,
} from './application/allowances.ts'
export {
  type Audited,
  type AuditOptions,
  type AuditProgress,
  auditStore,
} from './application/audit/audit-store.ts'
export type { Difference } from './application/audit/difference.ts'
export { type Batcher, createBatcher } from './application/batcher.ts'
export type { Eligibility } from './application/claims/check-eligibility.ts'
export type { ClaimDropInput, ClaimGrant } from './application/claims/claim-drop.ts'
export type { ClaimRandomDropInput, RandomClaimAnswer } from './application/claims/claim-random-drop.ts'
export type { SignedReceipt } from './application/claims/claim-receipt.ts'
export * from './application/dropkit.ts'
export type { ClaimHistoryInput, ClaimHistoryPoint } from './application/drops/claim-history.ts'
export type { CreateDropInput } from './application/drops/create-drop.ts'
export type { DropStats } from './application/drops/drop-reports.ts'
export type { RotateDropKeyInput, RotatedKey } from './application/drops/rotate-drop-key.ts'
export type { UpdateDropInput } from './application/drops/update-drop.ts'
export { type FollowedEvents, SlowConsumer } from './application/events/event-feed.ts'
export { type EventFilter, MAX_QUEUED } from './application/events/event-log-reader.ts'
export {
  type EventsInput,
  followableDrop,
  parseEventTypes,
  parsePosition,
  refusalToResume,
} from './application/events/read-events.ts'
export type { FailingJobsInput } from './application/failing-jobs.ts'
export { downloadName, type UploadFileInput } from './application/files/manage-files.ts'
export {
  type EligibilityReplay,
  type SignedEligibility,
  shownCheck,
} from './application/gating/eligibility-statement.ts'
export type { GrantExemptionInput } from './application/gating/exemptions.ts'
export type { UpdateGatingInput } from './application/gating/manage-gating.ts'
export type { ClaimWithLinkInput } from './application/links/claim-with-link.ts'
export type {
  CreateClaimLinksInput,
  NewClaimLinks,
  NewLinkKeys,
} from './application/links/create-claim-links.ts'
export { createLoadShedder, type LoadShedder } from './application/load-shedder.ts'
export { logFault } from './application/log-fault.ts'
export type { EnterDropInput, EnteredDrop } from './application/lottery/enter-drop.ts'
export type { InclusionProof } from './application/lottery/read-lottery.ts'
export { MAX_LIMIT, type PageInput, parseLimit, parsePage } from './application/parse-page.ts'
export type { CreatePaymentIntentInput } from './application/payments/create-payment-intent.ts'
export type { ProcessRefundInput } from './application/payments/process-refund.ts'
export type { ClaimFilterInput, DropFilterInput } from './application/read-records.ts'
export * from './application/settings.ts'
export type { AmountSpread } from './application/simulate-drop/amount-spread.ts'
export type {
  CourseOfDrop,
  DropSales,
  Milestone,
  RefusalCount,
  TimelinePoint,
  WalletOutcome,
} from './application/simulate-drop/course-of-drop.ts'
export type * from './application/simulate-drop/drop-simulation.ts'
export { simulateDrop } from './application/simulate-drop/simulate-drop.ts'
export {
  type RunRange,
  type SpreadOfCourses,
  simulateRuns,
} from './application/simulate-drop/simulate-runs.ts'
export type { CreateTokenInput } from './application/tokens/create-token.ts'
export type { Authenticated } from './application/users/authenticate.ts'
export type { KeyTerms, NewKey } from './application/users/create-user.ts'
export type { LimitUserInput } from './application/users/limit-user.ts'
export type { CreateApiKeyInput, CreatePublishableKeyInput } from './application/users/manage-api-keys.ts'
export type { SignatureInput, SignedIn } from './application/users/sign-in.ts'
export type { UpdateProfileInput } from './application/users/update-profile.ts'
export type { StartedVisit } from './application/users/visit.ts'
export type { WebhookInput, WebhookTest, WebhookWithSecret } from './application/webhooks/manage-webhooks.ts'
export * from './domain/address.ts'
export * from './domain/amount.ts'
export { toBase64Url } from './domain/base64-url.ts'
export * from './domain/beacon.ts'
export type * from './domain/chain-transaction.ts'
export {
  type Claim,
  type ClaimDraw,
  type ClaimState,
  type ClaimStatus,
  idOfClaim,
  isReleased,
  isReserved,
  isUndrawn,
  streakOn,
  type WalletState,
} from './domain/claim.ts'
export * from './domain/claim-batch.ts'
export * from './domain/claim-ladder.ts'
export * from './domain/claim-link.ts'
export {
  BEACON_MARGIN_MS,
  type ClaimOrder,
  FIRST_HEAD,
  headAfter,
  type OrderedClaim,
  receiptText,
  revealTimeOf,
} from './domain/claim-order.ts'
export * from './domain/claim-settlement.ts'
export type { Collection, CollectionInput, PieceAttribute } from './domain/collection.ts'
export * from './domain/draw-record.ts'
export * from './domain/draw-verifier.ts'
export * from './domain/drop.ts'
export { type DropOrigins, decideNewDrop, type NewDrop, type NewDropInput } from './domain/drop-creation.ts'
export * from './domain/drop-schedule.ts'
export * from './domain/drop-status.ts'
export { largestClaim, MAX_PIECES_PER_CLAIM, type Randomness } from './domain/drop-terms.ts'
export * from './domain/drop-update.ts'
export { coversEvent, EVENT_TYPES, type EventType, type LoggedEvent, type NewEvent } from './domain/event.ts'
export type { EventData } from './domain/event-data.ts'
export { MAX_FILE_BYTES, pathOfFile, type UploadedFile } from './domain/file.ts'
export * from './domain/gating/described-kind.ts'
export * from './domain/gating/evaluate.ts'
export * from './domain/gating/exemption.ts'
export * from './domain/gating/gating.ts'
export { COMPARISONS, type Operator } from './domain/gating/operator.ts'
export type { ObservedFact, RuleCheck } from './domain/gating/rule-check.ts'
export { type GatingRuleInput, MAX_RULES } from './domain/gating/rule-input.ts'
export * from './domain/gating/rule-kind.ts'
export * from './domain/gating/rule-kinds.ts'
export * from './domain/gating/templates.ts'
export * from './domain/gating/threshold-rule.ts'
export { bytesOfHex, hexOfBytes } from './domain/hex.ts'
export {
  type ApiKeyId,
  type ChainTransactionId,
  type ClaimId,
  type ClaimPlace,
  type DropId,
  type ExemptionId,
  eventIdOf,
  type FileId,
  type GatingConfigId,
  idOf,
  type JobId,
  type PaymentIntentId,
  type PayoutId,
  type RefundId,
  readClaimId,
  readId,
  type SessionId,
  type TokenId,
  type UnmatchedPaymentId,
  type UserId,
  type WebhookDeliveryId,
  type WebhookId,
} from './domain/ids.ts'
export * from './domain/instant.ts'
export * from './domain/invariant.ts'
export * from './domain/json.ts'
export {
  type Admission,
  admittedRank,
  ENTRIES_PER_CHUNK,
  frozenDraw,
  type Lottery,
  type LotteryDraw,
  type LotteryEntry,
  type LotteryPhase,
  type LotteryStanding,
  type LotteryWave,
  lotteryPhaseAt,
  lotteryStanding,
  type NotAdmitted,
  type RankPage,
} from './domain/lottery.ts'
export { entryLeaf, type LotterySource, orderKey } from './domain/lottery-order.ts'
export type { LotteryInput } from './domain/lottery-terms.ts'
export { type MerkleProof, merklePath, merkleRoot, rootOfProof } from './domain/merkle.ts'
export * from './domain/ownership.ts'
export { candidateOf } from './domain/payment/close-intent.ts'
export {
  fittingOf,
  MOST_FITTING,
  MOST_WAITING,
  outstandingAmount,
  type PossibleUser,
  type UnmatchedReason,
  waitedUntil,
} from './domain/payment/match-payment.ts'
export {
  amountDue,
  type IntentState,
  isOpen,
  itemsLeft,
  type PaymentIntent,
  type PaymentIntentStatus,
  type Receipt,
  receiptOf,
  received,
  type StatusReason,
  statusOf,
} from './domain/payment/payment-intent.ts'
export {
  keptInTreasury,
  type PaymentTotals,
  withdrawable,
} from './domain/payment/payment-totals.ts'
export * from './domain/payment/refund.ts'
export { type Transfer, type TransferPlace, transferKey } from './domain/payment/transfer.ts'
export {
  MOST_COUNTED,
  type SignedReturn,
  UNMATCHED_STATES,
  type UnmatchedPayment,
  type UnmatchedState,
} from './domain/payment/unmatched-payment.ts'
export { LAPSE_MEMORY_MS, MOST_LAPSES, NO_HOLDS, type UnpaidHolds } from './domain/payment/unpaid-limit.ts'
export { attributesOfPiece, type Piece } from './domain/piece-manifest.ts'
export * from './domain/price.ts'
export { isPublicCaller, type PublishableCredential, publishableOf } from './domain/publishable-key.ts'
export * from './domain/random-amount.ts'
export * from './domain/refusal.ts'
export * from './domain/refusal-meanings.ts'
export * from './domain/result.ts'
export { SEALED_FOR } from './domain/sealed-purposes.ts'
export { parseDescription, parseShortcode, parseText, parseTitle } from './domain/text.ts'
export * from './domain/token.ts'
export * from './domain/unreachable.ts'
export * from './domain/user.ts'
export { sharesOfLeftover, type WalletDeposit, withDeposit } from './domain/vault.ts'
export * from './domain/visitor.ts'
export * from './domain/wallet-list.ts'
export {
  type AttemptAnswer,
  type AttemptOutcome,
  circuitOf,
  MAX_WEBHOOKS_PER_USER,
  WEBHOOK_SENDS_PER_MINUTE,
  type Webhook,
  type WebhookDelivery,
  wants,
  webhookBody,
} from './domain/webhook.ts'
export * from './ports/index.ts'
