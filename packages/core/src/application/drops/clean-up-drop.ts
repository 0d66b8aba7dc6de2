import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted, isClosedToBuyers } from '../../domain/drop-status.ts'
import { type DropId, idOf, type PaymentIntentId } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { cancelOpenIntent } from '../../domain/payment/close-intent.ts'
import {
  isOpen,
  type PaymentIntent,
  receiptOf,
  unearnedMoney,
  unspentMoney,
} from '../../domain/payment/payment-intent.ts'
import type { Refund } from '../../domain/payment/transfer.ts'
import type { Result } from '../../domain/result.ts'
import {
  type Change,
  type DropState,
  type DropStateQuery,
  isStoreUnavailable,
  type JobFailure,
  type JobOutcome,
  type JobRequest,
  type Ports,
  type UniqueConflict,
  waitingFor,
} from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import { logError } from '../log-error.ts'
import { changeIntents } from '../payments/change-intent.ts'
import { jobsEndingReviews } from '../payments/end-reviews.ts'
import { refundChange } from '../payments/outgoing-transfers.ts'
import type { JobRun, RunBudget } from '../run-budget.ts'

type CleanUpPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'log'>

/**
 * How long after the last change of an ended drop its unclaimed paid items are refunded. Until then its owner can open it
 * again, or refund by hand.
 */
const REFUND_AFTER_END_MS = 7 * DAY_MS

const REASON = 'The drop is over'

const INTENTS_PER_READ = 100
const RETRY_DELAY_MS = 1_000
const REPEAT_DELAY_MS = 60_000

/**
 * How many open intents are cancelled together with their drop, in the transaction that holds the drop's lock. If there
 * are more, the clean-up cancels the others in the background.
 */
const OPEN_INTENTS = { openIntentsAtMost: 200 } as const

/**
 * A pass over the drop's intents with money, in order of id. It takes as many runs as it needs. The job's memo is the pass
 * that the next run continues.
 */
interface Pass {
  /** The last intent that was handled; undefined at the start. */
  readonly after: PaymentIntentId | undefined
  /** Whether the drop was cancelled or deleted when the pass began. Only such a pass has waited for all claims. */
  readonly isFinal: boolean
  /** `growthOf` the drop when the pass began. */
  readonly growth: bigint
  /** Whether something failed, so that the pass has to be repeated. */
  readonly hasFailed: boolean
}

/**
 * The job `wind_up`. On a drop whose buyers cannot claim any more, refunds the money of unclaimed items: at once if the drop
 * was cancelled or deleted, and a week after it ended. Also cancels the open intents of a cancelled or deleted drop. If the
 * owner can open the drop again, its open intents and payments in review stay.
 * Refunds of a cancelled or deleted drop wait until every voucher was used or has expired and every delivery has its final
 * result. The end of a claim requests this job again; until then it runs less and less often.
 */
export async function cleanUpDrop(ports: CleanUpPorts, dropId: DropId, run: JobRun): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isClosedToBuyers(drop, ports.clock.now())) return { kind: 'done' }
  const dueAt = refundsFrom(drop)
  if (ports.clock.now() < dueAt) return { kind: 'again', dueAt, memo: null }
  const isFinal = isCancelledOrDeleted(drop)
  const begun = readPass(run.memo)
  if (begun?.isFinal === isFinal) return continuePass(ports, drop, begun, run.budget)
  const first: Pass = { after: undefined, isFinal, growth: growthOf(drop), hasFailed: false }
  return isFinal ? beginFinalPass(ports, drop, first, run) : continuePass(ports, drop, first, run.budget)
}

/**
 * Begins a pass over a cancelled or deleted drop once its open intents are cancelled and all its claims have ended. An intent
 * that cannot be cancelled delays no refund.
 */
async function beginFinalPass(ports: CleanUpPorts, drop: Drop, pass: Pass, run: JobRun): Promise<JobOutcome> {
  const cancelled = await cancelMoreIntents(ports, drop.id, run)
  if (cancelled === 'some') return { kind: 'again', dueAt: ports.clock.now(), memo: null }
  const hasFailed = cancelled === 'failed'
  const open = await openClaimsOf(ports, drop.id)
  if (open !== null) return hasFailed ? { ...open, failed: FAILURE } : open
  return run.budget.isSpent()
    ? { kind: 'again', dueAt: ports.clock.now(), memo: null, failed: FAILURE }
    : continuePass(ports, drop, { ...pass, hasFailed }, run.budget)
}

/** Another pass tries what failed. */
const FAILURE: JobFailure = { class: 'error', reason: 'a payment could not be refunded or cancelled' }

async function continuePass(
  ports: CleanUpPorts,
  drop: Drop,
  pass: Pass,
  budget: RunBudget,
): Promise<JobOutcome> {
  const isFirstRun = pass.after === undefined
  const refunded = await refundSome(ports, drop, pass.after, budget)
  const hasFailed = pass.hasFailed || refunded.hasFailed
  const failed = refunded.hasFailed || (isFirstRun && pass.hasFailed) ? { failed: FAILURE } : {}
  const now = ports.clock.now()
  if (refunded.last !== 'over') {
    const memo = writePass({ ...pass, after: refunded.last, hasFailed })
    return { kind: 'again', dueAt: now, memo, ...failed }
  }
  // What changed during a run has requested the job again, but a request between two runs is lost. The pass may have gone by
  // its intent.
  const isComplete = isFirstRun || (await growthNow(ports, drop)) === pass.growth
  if (isComplete && !hasFailed) return { kind: 'done' }
  return { kind: 'again', dueAt: now + REPEAT_DELAY_MS, memo: null, ...failed }
}

/**
 * Grows with each payment that counts and with each released claim: whatever makes the clean-up owe a buyer more. The rest
 * of a refund that succeeded is not part of it, because `refundOfRest` refunds it.
 */
const growthOf = ({ payments, tally }: Drop): bigint =>
  payments.received + BigInt(tally.lastSequence - tally.reservedCount)

async function growthNow({ store }: CleanUpPorts, { id }: Drop): Promise<bigint | undefined> {
  const drop = await store.dropForSettlement(id)
  return drop && growthOf(drop)
}

/** An earlier release reads the first two words. It repeats a pass whose number is not what the drop has received. */
const writePass = ({ after, isFinal, growth, hasFailed }: Pass): string =>
  `${after} ${hasFailed ? -1 : growth} ${isFinal ? 'final' : 'reopenable'}`

const PASS = /^(\S+) (-?\d+) (final|reopenable)$/

/** Null if there is none, or if an earlier release wrote it: it does not say for which kind of drop it is. */
function readPass(memo: string | null): Pass | null {
  const [, after, growth, kind] = memo?.match(PASS) ?? []
  if (after === undefined || growth === undefined) return null
  const hasFailed = growth === '-1'
  return { after: after as PaymentIntentId, growth: BigInt(growth), hasFailed, isFinal: kind === 'final' }
}

/**
 * The outcome while the clean-up of a cancelled or deleted drop waits for open vouchers or undelivered claims. Null if it
 * waits for nothing.
 */
async function openClaimsOf(
  ports: CleanUpPorts,
  dropId: DropId,
): Promise<Extract<JobOutcome, { kind: 'again' }> | null> {
  // Read first, because a delivery that is given up becomes a voucher.
  const isUndelivered = await isDelivering(ports, dropId)
  const nextExpiry = await ports.store.nextVoucherExpiry(dropId)
  const now = ports.clock.now()
  if (nextExpiry !== null && nextExpiry > now)
    return { kind: 'again', dueAt: nextExpiry + RETRY_DELAY_MS, memo: null }
  if (nextExpiry === null && !isUndelivered) return null
  const reason =
    nextExpiry === null ? 'claims of the drop are not delivered yet' : 'expired vouchers are not released yet'
  return { kind: 'again', dueAt: now + RETRY_DELAY_MS, memo: null, failed: waitingFor(reason) }
}

/**
 * Changes a drop together with its open intents. If one of them cannot be read or cancelled, changes the drop alone, because
 * it must always be possible to cancel a drop. The clean-up then cancels the others.
 */
export async function changeWithOpenIntents<T>(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  dropId: DropId,
  query: DropStateQuery,
  decide: (dropState: DropState | null) => Change<T>,
): Promise<Result<T, UniqueConflict>> {
  try {
    return await store.changeDrop(dropId, { ...query, ...OPEN_INTENTS }, decide)
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    const changed = await store.changeDrop(dropId, query, decide)
    logError(log, 'open intents could not be cancelled together with their drop', { dropId }, error)
    return changed
  }
}

/** Cancels the open ones of the intents that a drop was loaded with. `drop` is its new state. */
export const cancelOpenIntents = (dropState: DropState, drop: Drop, now: Instant) =>
  changeIntents(dropState, drop, (intent, released) =>
    isOpen(intent) ? cancelOpenIntent(intent, released, now, null) : { intent, drop: released, events: [] },
  )

/**
 * Returns whether some were cancelled, so that there may be more. One that cannot be cancelled keeps no other from it.
 * `failed` if only such intents are left.
 */
async function cancelMoreIntents(
  ports: CleanUpPorts,
  dropId: DropId,
  run: JobRun,
): Promise<'none' | 'some' | 'failed'> {
  let isAny = false
  const cancel = async (intentIds: readonly PaymentIntentId[]) => {
    const { store, clock } = ports
    const changed = await store.changeDrop(dropId, { intentIds }, (dropState): Change<unknown> => {
      if (dropState === null) return { result: undefined }
      return { ...cancelOpenIntents(dropState, dropState.drop, clock.now()), result: undefined }
    })
    invariant(changed.ok, 'cancelling takes no unique value')
    isAny = true
  }
  try {
    const open = await ports.store.openIntents(dropId, OPEN_INTENTS.openIntentsAtMost)
    if (open.length === 0) return 'none'
    const ids = open.map(({ id }) => id)
    await changeEach(ids, cancel, run)
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    logError(ports.log, 'open intents of a cancelled drop could not be cancelled', { dropId }, error)
  }
  return isAny ? 'some' : 'failed'
}

/**
 * Whether a claim of the drop waits for its delivery, or for the result of one. Both are read under the drop's lock,
 * because a claim changes between the two. A closed drop gets no new claims, so a "no" is final.
 */
async function isDelivering(ports: CleanUpPorts, dropId: DropId): Promise<boolean> {
  const query = { anUndelivered: true, openTransactions: true } as const
  const asked = await ports.store.changeDrop(dropId, query, (dropState): Change<boolean> => {
    return { result: hasOpenClaims(dropState) }
  })
  invariant(asked.ok, 'reading takes no unique value')
  return asked.value
}

/**
 * Refunds paid intents in order of id until the budget is spent. One that fails delays no other. `last` is the last one that
 * was handled, or `over` if all were.
 */
async function refundSome(
  ports: CleanUpPorts,
  drop: Drop,
  before: PaymentIntentId | undefined,
  budget: RunBudget,
): Promise<{ readonly last: PaymentIntentId | 'over'; readonly hasFailed: boolean }> {
  let after = before
  let hasFailed = false
  const isAnyOpen =
    !isCancelledOrDeleted(drop) && hasOpenClaims(await ports.store.dropState(drop.id, OPEN_CLAIMS))
  while (!budget.isSpent()) {
    const limit = Math.min(INTENTS_PER_READ, budget.itemsLeft)
    const intents = await ports.store.intentsWithMoney(drop.id, { after, limit })
    const due = intents.filter((intent) => refundDue(intent, drop, isAnyOpen) > 0n)
    const newest = due.length === 0 ? undefined : await ports.store.newestRefunds(due.map(({ id }) => id))
    for (const intent of intents) {
      if (budget.isSpent()) break
      budget.spend()
      after = intent.id
      const amount = refundDue(intent, drop, isAnyOpen)
      if (amount === 0n || waitsForRetry(newest?.get(intent.id), amount)) continue
      try {
        await refundUnspent(ports, intent, drop)
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        logError(ports.log, 'a payment could not be refunded', { intentId: intent.id }, error)
        hasFailed = true
      }
    }
    if (intents.length < limit && after === (intents.at(-1)?.id ?? after)) return { last: 'over', hasFailed }
  }
  invariant(after !== undefined, 'a run handles at least one intent')
  return { last: after, hasFailed }
}

/**
 * Whether the newest refund has failed and can be retried. The success of the retry refunds the rest, and another refund to
 * the same receiver would fail too. A refund of more than is due cannot be retried.
 */
const waitsForRetry = (newest: Refund | undefined, due: bigint): boolean =>
  newest?.state.kind === 'FAILED' && newest.amount <= due

/** Loads claims of the drop that have no result yet, if there are any. */
const OPEN_CLAIMS = { pendingClaimsAtMost: 1, anUndelivered: true, openTransactions: true } as const

const hasOpenClaims = (dropState: DropState | null): boolean =>
  dropState !== null && (dropState.claims.size > 0 || isInDelivery(dropState))

const isInDelivery = ({ openTransactions }: DropState): boolean =>
  openTransactions.some(({ purpose }) => purpose.kind === 'deliver_claims')

/**
 * What a buyer gets back. While a drop can be opened again, a claim may be made at any time, so the price of open claims
 * is kept, and the owner decides about payments in review. If no claim of the drop is open, the buyer also gets what the
 * division of an approved price has left over.
 */
function refundDue(intent: PaymentIntent, drop: Drop, isAnyOpen: boolean): bigint {
  if (isCancelledOrDeleted(drop)) return unearnedMoney(intent)
  if (intent.state.kind !== 'PAID') return 0n
  return isAnyOpen ? unspentMoney(intent) : unearnedMoney(intent)
}

/**
 * Nothing is written if another intent has used the payment's transaction, because the money was not sent for this one, or
 * if the drop was cancelled or deleted since the run has read it as `before`.
 */
async function refundUnspent(ports: CleanUpPorts, listed: PaymentIntent, before: Drop): Promise<void> {
  const receipt = receiptOf(listed)
  const reviews = receipt === null || receipt.isCounted ? [] : await jobsEndingReviews(ports, receipt)
  const query = { ...(isCancelledOrDeleted(before) ? {} : OPEN_CLAIMS), intentIds: [listed.id] }
  await ports.store.changeDrop(listed.dropId, query, (dropState): Change<unknown> => {
    const intent = dropState?.intents.get(listed.id)
    const now = ports.clock.now()
    if (!dropState || !intent || !isRefundedNow(dropState.drop, now)) return { result: undefined }
    if (isCancelledOrDeleted(dropState.drop) !== isCancelledOrDeleted(before)) return { result: undefined }
    const id = idOf('refund', ports.ids.next(now))
    // All but what its confirmed claims cost, whatever other buyers have paid. Refused if nothing is left, because
    // another server may have refunded it since it was listed.
    const amount = refundDue(intent, dropState.drop, hasOpenClaims(dropState))
    const refunded = refundChange(dropState, intent, { id, amount, reason: REASON }, now)
    return refunded.result.ok ? { ...refunded, jobs: [...(refunded.jobs ?? []), ...reviews] } : refunded
  })
}

/**
 * After a refund has succeeded, refunds the rest of the same payment in the same change. The clean-up may have gone by this
 * intent while its newest refund was FAILED. The price of open claims is kept; their end requests the clean-up.
 */
export function refundOfRest(
  ids: Ports['ids'],
  dropState: DropState,
  intent: PaymentIntent,
  now: Instant,
): Partial<Change<never>> {
  const { drop } = dropState
  const amount = isCancelledOrDeleted(drop) ? unspentMoney(intent) : refundDue(intent, drop, true)
  if (amount === 0n || !isRefundedNow(drop, now)) return {}
  const id = idOf('refund', ids.next(now))
  const { result, ...refunded } = refundChange(dropState, intent, { id, amount, reason: REASON }, now)
  return result.ok ? refunded : {}
}

/** Whether a drop that is closed to buyers refunds them already. */
const isRefundedNow = (drop: Drop, now: Instant): boolean =>
  isClosedToBuyers(drop, now) && now >= refundsFrom(drop)

/** From when on a drop that is closed to buyers refunds them: at once if it can never be opened again. */
function refundsFrom(drop: Drop): Instant {
  if (isCancelledOrDeleted(drop)) return drop.updatedAt
  // The end at the deadline may not be written yet.
  const isWritten = drop.status === 'ENDED' || drop.price === null || drop.claimDeadline === null
  return (isWritten ? drop.updatedAt : drop.claimDeadline) + REFUND_AFTER_END_MS
}

/**
 * The jobs that clean up a drop; none while its buyers can claim. Every change after which the drop may owe less requests
 * them again. Only the vault of a cancelled or deleted drop is closed. Money in another coin is not in the drop's totals:
 * the update that takes the price away knows of it.
 */
export function cleanUpJobs(
  drop: Drop,
  now: Instant,
  hasMoney = drop.payments.received > 0n,
): readonly JobRequest[] {
  const { id: subject, creatorId: ownerId } = drop
  const refunds = { kind: 'wind_up', subject, ownerId, dueAt: now } as const
  if (isCancelledOrDeleted(drop)) return [{ kind: 'close_vault', subject, ownerId, dueAt: now }, refunds]
  const hasSold = drop.price !== null || hasMoney
  if (!hasSold || !isClosedToBuyers(drop, now)) return []
  return [{ ...refunds, dueAt: Math.max(now, refundsFrom(drop)) }]
}

/**
 * The jobs that clean up a drop after claims of it have ended. If the drop can be opened again, its refunds wait for no
 * claim, and only the end of a paid one can change what a buyer gets back.
 */
export const jobsAfterClaims = (drop: Drop, ended: readonly Claim[], now: Instant): readonly JobRequest[] =>
  isCancelledOrDeleted(drop) || ended.some(({ intentId }) => intentId !== null) ? cleanUpJobs(drop, now) : []
