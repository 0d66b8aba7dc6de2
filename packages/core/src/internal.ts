/**
 * What the packages of this repository share beyond the root: the test kit, the adapters, the server and its pages use
 * it. Semantic versioning does not cover it: a name here may change or go in any release.
 * @module
 */
export { countedKey, createAllowances } from './application/allowances.ts'
export { createBatcher, createBatchers } from './application/batcher.ts'
export { sendStored } from './application/chain/send-stored.ts'
export { openSeed } from './application/drops/create-drop.ts'
export { MAX_QUEUED } from './application/events/event-log-reader.ts'
export {
  followableDrop,
  parseEventTypes,
  parsePosition,
  refusalBeyondLog,
  refusalToResume,
} from './application/events/read-events.ts'
export { createFairSlots, createOwnerRotation, createRotation } from './application/fair-slots.ts'
export { downloadName } from './application/files/manage-files.ts'
export { createLoadShedder } from './application/load-shedder.ts'
export { logError } from './application/log-error.ts'
export { MAX_LIMIT, parseLimit, parsePage } from './application/parse-input.ts'
export { detailsOf } from './application/refusal-details.ts'
export { FIXED_LIMITS } from './application/settings.ts'
export { parseKeyTerms } from './application/users/manage-users.ts'
export { displayMoney, MAX_AMOUNT, parseMoney, parsePositiveAmount, ZERO } from './domain/amount.ts'
export { isPublicCaller, originsOfKey, publishableOf } from './domain/api-keys.ts'
export { judgeChain, QUICKNET } from './domain/beacon.ts'
export { laneOf, transferOf } from './domain/chain-transaction.ts'
export {
  isReleased,
  isUndrawn,
  sequenceOfNonce,
  streakOn,
  voucherExpiryOf,
  walletStateOf,
} from './domain/claim.ts'
export { amountOfLink, claimLinkStatus, MAX_CLAIM_LINKS } from './domain/claim-link.ts'
export { FIRST_HEAD, headAfter, receiptText, revealTimeOf } from './domain/claim-order.ts'
export { type ClaimSettlement, confirmClaim, expireClaim } from './domain/claim-settlement.ts'
export { parseDrawRecord } from './domain/draw-record.ts'
export { orderChecker, verifyDrawsInSteps } from './domain/draw-verifier.ts'
export {
  EMPTY_TALLY,
  isSoldOut,
  itemAmount,
  percentClaimed,
  publicKeysOf,
  soldItemAmount,
  walletLimit,
} from './domain/drop.ts'
export { decideNewDrop } from './domain/drop-creation.ts'
export { canMove, isActiveAt, isCancelledOrDeleted } from './domain/drop-status.ts'
export { largestClaim, MAX_PIECES_PER_CLAIM } from './domain/drop-terms.ts'
export { bytesOfHex, hexOfBytes, toBase64Url, utf8 } from './domain/encodings.ts'
export { coversEvent, dropEvent, isForAudience } from './domain/event.ts'
export type { EventData } from './domain/event-data.ts'
export { pathOfFile } from './domain/file.ts'
export { PASS } from './domain/gating/gating.ts'
export { MAX_RULES, parseRules } from './domain/gating/rule-input.ts'
export { EXEMPTED, FACT_MEANINGS, isSameKey, readOperator } from './domain/gating/rule-kind.ts'
export { readRule } from './domain/gating/rule-kinds.ts'
export { parseWalletList } from './domain/gating/wallet-allowlist.ts'
export { claimIdOf, eventIdOf, idOf, readId } from './domain/ids.ts'
export {
  DAY_MS,
  doublingDelayMs,
  HOUR_MS,
  MINUTE_MS,
  startOfUtcDay,
  toIso,
  utcDay,
} from './domain/instant.ts'
export { invariant, unreachable } from './domain/invariant.ts'
export { isEscaped, parseJson } from './domain/json.ts'
export { admittedRank, entryStateOf, frozenDraw, lotteryPhaseAt, lotteryWithin } from './domain/lottery.ts'
export { admitNextWave, isLotteryStopped, isLotteryUnderWay } from './domain/lottery-steps.ts'
export { refusalOfLotteryTerms, refusalOfShortWindow } from './domain/lottery-terms.ts'
export {
  describeLotteryError,
  type LotteryCheck,
  type LotteryRecord,
  readLotteryRecord,
  recordsIn,
  verifyLottery,
  verifyLotteryInSteps,
} from './domain/lottery-verifier.ts'
export { canRead, isPublicDrop } from './domain/ownership.ts'
export { candidateOf, isInReviewWith } from './domain/payment/close-intent.ts'
export { hasLapsed, NO_HOLDS } from './domain/payment/create-intent.ts'
export { NO_PAYMENTS, withdrawable } from './domain/payment/drop-totals.ts'
export {
  amountDue,
  isOpen,
  isOwnCoin,
  itemsLeft,
  moneyFor,
  receiptOf,
  received,
} from './domain/payment/payment-intent.ts'
export { attributesOfPiece } from './domain/piece-manifest.ts'
export { boundsOfDraw, drawAmount } from './domain/random-amount.ts'
export { recipientMessage, recipientOf } from './domain/recipient.ts'
export { badInput, FORBIDDEN, notFound } from './domain/refusal.ts'
export { SEALED_FOR } from './domain/sealed-purposes.ts'
export {
  MAX_PROFILE_LINKS,
  parseDescription,
  parseProfileLinks,
  parseShortcode,
  parseText,
  parseTitle,
  parseUsername,
} from './domain/text.ts'
export { MAX_DECIMALS, normalizeType, parseCoinType } from './domain/token.ts'
export { NOBODY, visitorOf } from './domain/user.ts'
export { hasAlarm, sharesOfLeftover, type WalletDeposit, withDeposit } from './domain/vault.ts'
export { circuitOf, WEBHOOK_SENDS_PER_MINUTE, wants, webhookBody } from './domain/webhook.ts'
export {
  BudgetExceeded,
  type CurrentBudget,
  chainFailure,
  type WorkBudget,
  waitingFor,
} from './ports/job-queue.ts'
export { REMOVED_DELIVERIES } from './ports/store.ts'
