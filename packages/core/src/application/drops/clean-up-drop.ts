import type { Drop } from '../../domain/drop.ts'
import { isCancelledOrDeleted, isClosedToBuyers } from '../../domain/drop-status.ts'
import { type DropId, idOf, type PaymentIntentId } from '../../domain/ids.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { cancelOpenIntent } from '../../domain/payment/close-intent.ts'
import {
  isOpen,
  type PaymentIntent,
  unearnedMoney,
  unspentMoney,
} from '../../domain/payment/payment-intent.ts'
import {
  type Change,
  type DropState,
  isStoreUnavailable,
  type JobOutcome,
  type JobRequest,
  type Ports,
  waitingFor,
} from '../../ports/index.ts'
import type { JobRun, RunBudget } from '../failing-jobs.ts'
import { logError } from '../log-error.ts'
import { changeIntents } from '../payments/change-intent.ts'
import { refundChange } from '../payments/outgoing-transfers.ts'

type CleanUpPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'log'>

/**
 * How long after the last change of an ended drop its unclaimed paid items are refunded. Until then its owner can open it
 * again, or refund by hand.
 */
const REFUND_AFTER_END_MS = 7 * DAY_MS

const INTENTS_PER_READ = 100
const RETRY_DELAY_MS = 1_000
const REPEAT_DELAY_MS = 60_000

/**
 * How many open intents are cancelled together with their drop, in the transaction that holds the drop's lock. If there
 * are more, the clean-up cancels the others in the background.
 */
export const OPEN_INTENTS = { openIntentsAtMost: 200 } as const

/** `memo` while the clean-up waits for open claims. */
const WAITING = 'waiting'

/** A pass over the drop's paid intents, in order of id. It takes as many runs as it needs. */
interface Pass {
  /** The last intent that was handled; undefined at the start. */
  readonly after: PaymentIntentId | undefined
  /** What the drop had received when the pass began; null if the pass has to be repeated. */
  readonly received: bigint | null
}

/**
 * The job `wind_up`. On a drop whose buyers cannot claim any more, refunds the money of unclaimed items: at once if the drop
 * was cancelled or deleted, and a week after it ended. Also cancels the open intents of a cancelled or deleted drop. If the
 * owner can open the drop again, its open intents and payments in review stay.
 * Refunds wait until every voucher was used or has expired and, on a cancelled or deleted drop, every delivery has its
 * final result. The end of a claim requests this job again; until then it runs less and less often.
 * A run is bounded. `memo` is `waiting`, or the pass that the next run continues.
 */
export async function cleanUpDrop(
  ports: CleanUpPorts,
  dropId: DropId,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isClosedToBuyers(drop, ports.clock.now())) return { kind: 'done' }
  const dueAt = refundsFrom(drop)
  if (ports.clock.now() < dueAt) return { kind: 'again', dueAt, memo: null }
  if (memo === null && isCancelledOrDeleted(drop) && (await cancelMoreIntents(ports, dropId)))
    return { kind: 'again', dueAt: ports.clock.now() }
  const begun = memo === null || memo === WAITING ? null : readPass(memo)
  if (begun === null) {
    const open = await openClaimsOf(ports, drop)
    if (open !== null) return open
  }
  const { after, received } = begun ?? { after: undefined, received: drop.payments.received }
  const { last, hasFailed } = await refundSome(ports, drop, after, budget)
  const failed = hasFailed
    ? { failed: { class: 'error', reason: 'a payment could not be refunded' } as const }
    : {}
  // Another pass tries what failed.
  const whole = hasFailed ? null : received
  if (last !== 'over')
    return { kind: 'again', dueAt: ports.clock.now(), memo: writePass(last, whole), ...failed }
  // The job was requested again for a payment that came during this run, but not for one that came between two runs. The
  // pass may have gone by its intent.
  const isComplete = !hasFailed && (begun === null || (await receivedNow(ports, drop)) === received)
  if (isComplete) return { kind: 'done' }
  // A pass in which an earlier run failed is not repeated at once, because its last run did not fail.
  const dueAgainAt = ports.clock.now() + (received === null ? REPEAT_DELAY_MS : 0)
  return { kind: 'again', dueAt: dueAgainAt, memo: null, ...failed }
}

const writePass = (after: PaymentIntentId, received: bigint | null): string =>
  received === null ? after : `${after} ${received}`

function readPass(memo: string): Pass {
  const [after, received] = memo.split(' ')
  return {
    after: after as PaymentIntentId,
    received: received === undefined ? null : BigInt(received),
  }
}

const receivedNow = async ({ store }: CleanUpPorts, { id }: Drop): Promise<bigint | undefined> =>
  (await store.dropForSettlement(id))?.payments.received

/**
 * The outcome while the clean-up waits for open vouchers or undelivered claims. Null if it waits for nothing. If the drop
 * can be opened again, it does not wait for undelivered claims, because their price is kept (see `refundDue`).
 */
async function openClaimsOf(ports: CleanUpPorts, drop: Drop): Promise<JobOutcome | null> {
  const nextExpiry = await ports.store.nextVoucherExpiry(drop.id)
  const now = ports.clock.now()
  if (nextExpiry !== null && nextExpiry > now)
    return { kind: 'again', dueAt: nextExpiry + RETRY_DELAY_MS, memo: WAITING }
  if (nextExpiry === null && !(isCancelledOrDeleted(drop) && (await isDelivering(ports, drop.id))))
    return null
  const reason =
    nextExpiry === null ? 'claims of the drop are not delivered yet' : 'expired vouchers are not released yet'
  return {
    kind: 'again',
    dueAt: now + RETRY_DELAY_MS,
    memo: WAITING,
    failed: waitingFor(reason),
  }
}

/** Cancels the open intents that a drop was loaded with, in the change that ends the drop. `drop` is its new state. */
export const cancelOpenIntents = (dropState: DropState, drop: Drop, now: Instant) =>
  changeIntents(dropState, drop, (intent, released) => {
    invariant(isOpen(intent), 'a paid intent is never cancelled')
    return cancelOpenIntent(intent, released, now, null)
  })

/** Returns whether there were any. */
async function cancelMoreIntents(ports: CleanUpPorts, dropId: DropId): Promise<boolean> {
  const changed = await ports.store.changeDrop(dropId, OPEN_INTENTS, (dropState): Change<boolean> => {
    if (dropState === null) return { result: false }
    const off = cancelOpenIntents(dropState, dropState.drop, ports.clock.now())
    return { ...off, result: off.events.length > 0 }
  })
  invariant(changed.ok, 'cancelling takes no unique value')
  return changed.value
}

/**
 * Whether a claim of the drop waits for its delivery, or for the result of one. Both are read under the drop's lock,
 * because a claim changes between the two. A closed drop gets no new claims, so a "no" is final.
 */
async function isDelivering(ports: CleanUpPorts, dropId: DropId): Promise<boolean> {
  const query = { anUndelivered: true, openTransactions: true } as const
  const asked = await ports.store.changeDrop(dropId, query, (dropState): Change<boolean> => {
    const isSent = dropState?.openTransactions.some(({ purpose }) => purpose.kind === 'deliver_claims')
    return { result: isSent === true || (dropState !== null && dropState.claims.size > 0) }
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
  while (!budget.isSpent()) {
    const limit = Math.min(INTENTS_PER_READ, budget.itemsLeft)
    const intents = await ports.store.intentsWithMoney(drop.id, { after, limit })
    const due = intents.filter((intent) => refundDue(intent, drop) > 0n)
    const newest = due.length === 0 ? undefined : await ports.store.newestRefunds(due.map(({ id }) => id))
    for (const intent of intents) {
      if (budget.isSpent()) break
      budget.spend()
      after = intent.id
      // Another refund to the same receiver would fail too. The success of its retry requests this job again.
      if (newest?.get(intent.id)?.state.kind === 'FAILED' || refundDue(intent, drop) === 0n) continue
      try {
        await refundUnspent(ports, intent)
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
 * What a buyer gets back. While a drop can be opened again, a claim may be made at any time, so the price of open claims
 * is kept, and the owner decides about payments in review.
 */
function refundDue(intent: PaymentIntent, drop: Drop): bigint {
  if (isCancelledOrDeleted(drop)) return unearnedMoney(intent)
  return intent.state.kind === 'PAID' ? unspentMoney(intent) : 0n
}

/** Nothing is written if another intent has used the payment's transaction: the money was not sent for this one. */
async function refundUnspent(ports: CleanUpPorts, listed: PaymentIntent): Promise<void> {
  await ports.store.changeDrop(listed.dropId, { intentIds: [listed.id] }, (dropState): Change<unknown> => {
    const intent = dropState?.intents.get(listed.id)
    const now = ports.clock.now()
    if (!dropState || !intent || !isClosedToBuyers(dropState.drop, now) || now < refundsFrom(dropState.drop))
      return { result: undefined }
    const id = idOf('refund', ports.ids.next(now))
    // All but what its confirmed claims cost, whatever other buyers have paid. Refused if nothing is left, because
    // another server may have refunded it since it was listed.
    const amount = refundDue(intent, dropState.drop)
    return refundChange(dropState, intent, { id, amount, reason: 'The drop is over' }, now)
  })
}

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
