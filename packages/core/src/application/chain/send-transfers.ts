import { type ChainPurpose, type ChainTransaction, transferOf } from '../../domain/chain-transaction.ts'
import type { DropId, PayoutId, RefundId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { assertSound, unearnedMoney } from '../../domain/payment/payment-intent.ts'
import { endRefund, type RefundChange } from '../../domain/payment/refund-payment.ts'
import { type EndedState, ended, type Payout, type Refund, tryLater } from '../../domain/payment/transfer.ts'
import {
  type Change,
  type DropState,
  type DropStateQuery,
  isStoreUnavailable,
  type JobFailure,
  type JobOutcome,
  type OutgoingTransfer,
  type Ports,
} from '../../ports/index.ts'
import { cleanUpJobs, refundOfRest } from '../drops/clean-up-drop.ts'
import { logError } from '../log-error.ts'
import { roomQuery, walletRoomIn } from '../payments/change-intent.ts'
import type { JobRun } from '../run-budget.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  followTransaction,
  type Progress,
  sendTransaction,
} from './chain-work.ts'

type TransferPorts = ChainWorkPorts & Partial<Pick<Ports, 'instrumentation'>>

const TRANSFERS_PER_RUN = 20
const TRANSFERS_AT_ONCE = 4

const NOT_SCHEDULED: JobFailure = {
  class: 'error',
  reason: 'the next attempt of a transfer could not be scheduled',
}

/**
 * Sends a drop's due refunds and payouts from the treasury, some per run. Each has its own schedule and its own
 * transaction, so none waits for another. A new transaction is signed for a transfer only after the previous one can never
 * take effect. After a temporary failure the transfer is retried; after a final one it is FAILED. Each open transaction
 * pays a PENDING transfer, whose next attempt follows it.
 */
export async function sendTransfers(
  ports: TransferPorts,
  dropId: DropId,
  { budget }: Pick<JobRun, 'budget'>,
): Promise<JobOutcome> {
  const limit = Math.min(TRANSFERS_PER_RUN, budget.itemsLeft)
  const due = await ports.store.dueTransfers(dropId, ports.clock.now(), limit)
  const known = await knownOf(ports, dropId, due)
  const tried: boolean[] = []
  for (let next = 0; next < due.length; next += TRANSFERS_AT_ONCE) {
    if (budget.isSpent()) break
    const some = due.slice(next, next + TRANSFERS_AT_ONCE)
    tried.push(...(await Promise.all(some.map((transfer) => attemptApart(ports, transfer, known)))))
    budget.spend(some.length)
  }
  const dueAt = await ports.store.nextTransferAt(dropId)
  if (dueAt === null) return { kind: 'done' }
  // While others can be tried, the next run is not delayed.
  const hasFailed = tried.length > 0 && !tried.includes(true)
  const failed = hasFailed ? { failed: NOT_SCHEDULED } : {}
  return { kind: 'again', dueAt: Math.max(dueAt, ports.clock.now()), ...failed }
}

/** What a run knows of its transfers. */
interface Known {
  readonly dropId: DropId
  /** Their open transactions, by the transfer's id. */
  readonly open: ReadonlyMap<string | null, ChainTransaction>
  readonly intents: DropState['intents']
}

async function knownOf(
  { store }: TransferPorts,
  dropId: DropId,
  transfers: readonly OutgoingTransfer[],
): Promise<Known> {
  const dropState =
    transfers.length === 0
      ? null
      : await store.dropState(dropId, { ...queryFor(transfers), intentsOfTransfers: true })
  const open = new Map((dropState?.openTransactions ?? []).map((sent) => [transferOf(sent.purpose), sent]))
  return { dropId, open, intents: dropState?.intents ?? new Map() }
}

/** Items of a refund that fails are held again, as far as the limit of the buyer's wallet has room for them. */
function roomFor(transfer: OutgoingTransfer, { intents }: Known): DropStateQuery {
  const intent = 'refund' in transfer ? intents.get(transfer.refund.intentId) : undefined
  return intent ? roomQuery(intent.wallet) : {}
}

/** Asks for these transfers and their open transactions. */
const queryFor = (transfers: readonly OutgoingTransfer[]) => ({
  refundIds: transfers.flatMap((transfer) => ('refund' in transfer ? [transfer.refund.id] : [])),
  payoutIds: transfers.flatMap((transfer) => ('payout' in transfer ? [transfer.payout.id] : [])),
  openTransactions: true,
})

const recordOf = (transfer: OutgoingTransfer): Refund | Payout =>
  'refund' in transfer ? transfer.refund : transfer.payout

const purposeOf = (transfer: OutgoingTransfer): Extract<ChainPurpose, { kind: 'refund' | 'payout' }> =>
  'refund' in transfer
    ? { kind: 'refund', refundId: transfer.refund.id }
    : { kind: 'payout', payoutId: transfer.payout.id }

/** An attempt that throws fails no other transfer. Returns false if not even its next attempt could be scheduled. */
async function attemptApart(
  ports: TransferPorts,
  transfer: OutgoingTransfer,
  known: Known,
): Promise<boolean> {
  const { dropId } = known
  try {
    await attempt(ports, transfer, known)
    return true
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    logError(ports.log, 'an attempt of a transfer failed', { dropId, id: recordOf(transfer).id }, error)
  }
  try {
    // The log has the error. Its message may contain secrets, so the message is not stored.
    await reportOrReschedule(ports, transfer, known, { kind: 'error', reason: 'an internal error' })
    return true
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    return false
  }
}

/** One attempt: follows a sent transaction, and sends a new one only if there is none. */
async function attempt(ports: TransferPorts, transfer: OutgoingTransfer, known: Known): Promise<void> {
  const { id, coinType, amount, to } = recordOf(transfer)
  const query = roomFor(transfer, known)
  const sent = known.open.get(id)
  const purpose = purposeOf(transfer)
  const applyOutcome = applyTransferOutcome(ports, ports.clock.now())
  const progress = sent
    ? await followTransaction(ports, sent, applyOutcome, query)
    : await sendTransaction(
        ports,
        {
          dropId: known.dropId,
          purpose,
          query,
          action: { kind: 'pay', coinType, amount, to },
          onPrepared: (dropState) => (pendingIn(dropState, id) ? {} : null),
        },
        applyOutcome,
      )
  await reportOrReschedule(ports, transfer, known, progress)
}

/**
 * Schedules the next attempt if the transaction has not ended, and reports the attempt. `followTransaction` has already
 * stored the result of a transaction that succeeded or failed.
 */
async function reportOrReschedule(
  ports: TransferPorts,
  transfer: OutgoingTransfer,
  known: Known,
  progress: Progress | { readonly kind: 'error'; readonly reason: string },
): Promise<void> {
  const { kind } = purposeOf(transfer)
  if (progress.kind === 'succeeded') return ports.instrumentation?.transferTried?.(kind, 'succeeded')
  const failure: Failure = progress.kind === 'lost' ? { reason: 'its transaction was lost' } : progress
  if (progress.kind !== 'failed') await reschedule(ports, transfer, known, failure)
  const { reason, isFinal = false } = failure
  const failureClass = progress.kind === 'error' ? 'error' : failureOf(progress).class
  ports.instrumentation?.transferTried?.(kind, isFinal ? 'failed' : 'retried', failureClass)
  const { id } = recordOf(transfer)
  const { dropId } = known
  ports.log.warn(isFinal ? 'a transfer failed' : 'a transfer is tried again later', { dropId, id, reason })
}

interface Failure {
  readonly reason: string
  readonly isFinal?: boolean
}

/** Another server may have tried the transfer in the meantime, or have a transaction for it. Its result then stands. */
async function reschedule(
  ports: TransferPorts,
  tried: OutgoingTransfer,
  known: Known,
  failure: Failure,
): Promise<void> {
  const { id, attempts } = recordOf(tried)
  const query = { ...queryFor([tried]), ...roomFor(tried, known), intentsOfTransfers: true }
  await ports.store.changeDrop(known.dropId, query, (dropState): Change<void> => {
    const now = ports.clock.now()
    const transfer = dropState && pendingIn(dropState, id)
    if (!dropState || !transfer || recordOf(transfer).attempts !== attempts) return { result: undefined }
    const isSent = dropState.openTransactions.some((sent) => transferOf(sent.purpose) === id)
    const isFinal = failure.isFinal === true && !isSent
    return { ...afterFailure(dropState, transfer, { ...failure, isFinal }, now), result: undefined }
  })
}

function pendingIn({ refunds, payouts }: DropState, id: string | null): OutgoingTransfer | null {
  const refund = refunds.get(id as RefundId)
  if (refund?.state.kind === 'PENDING') return { refund }
  const payout = payouts.get(id as PayoutId)
  return payout?.state.kind === 'PENDING' ? { payout } : null
}

/** After a lost transaction the transfer stays PENDING; `reportOrReschedule` schedules a new one. */
const applyTransferOutcome =
  ({ ids }: TransferPorts, now: Instant): ApplyOutcome =>
  (dropState, { purpose, digest }, end) => {
    if (end.kind === 'lost') return {}
    const id = transferOf(purpose)
    const transfer = pendingIn(dropState, id)
    invariant(transfer !== null, `${id} is PENDING while a transaction for it is open`)
    if (end.kind === 'failed') return afterFailure(dropState, transfer, end, now)
    const state = { kind: 'SUCCEEDED', txHash: digest } as const
    if ('payout' in transfer) return endPayout(dropState, transfer.payout, state)
    return withRest(ids, dropState, endRefundOf(dropState, transfer.refund, state, now), now)
  }

function afterFailure(
  dropState: DropState,
  transfer: OutgoingTransfer,
  { reason, isFinal }: Failure,
  now: Instant,
) {
  const state = { kind: 'FAILED', reason } as const
  if (isFinal === true)
    return 'refund' in transfer
      ? written(dropState, endRefundOf(dropState, transfer.refund, state, now))
      : endPayout(dropState, transfer.payout, state)
  return 'refund' in transfer
    ? { update: { refunds: [tryLater(transfer.refund, reason, now)] } }
    : { update: { payouts: [tryLater(transfer.payout, reason, now)] } }
}

function endRefundOf(dropState: DropState, refund: Refund, state: EndedState, now: Instant): RefundChange {
  const intent = dropState.intents.get(refund.intentId)
  invariant(intent !== undefined, `${refund.id} comes with its intent`)
  const walletRoom = walletRoomIn(dropState, intent.wallet)
  return endRefund({ refund, intent, drop: dropState.drop }, state, { now, walletRoom })
}

const written = (before: DropState, { refund, intent, drop, events }: RefundChange) => ({
  update: { refunds: [refund], paymentIntents: [intent], drops: drop === before.drop ? [] : [drop] },
  events,
})

/** The end of a refund that succeeded, and the refund of the rest of its payment, if a closed drop owes it. */
function withRest(
  ids: Ports['ids'],
  before: DropState,
  change: RefundChange,
  now: Instant,
): Partial<Change<never>> {
  const { update, events } = written(before, change)
  const rest = refundOfRest(ids, { ...before, drop: change.drop }, change.intent, now)
  const [intent = change.intent] = rest.update?.paymentIntents ?? []
  // After a failed refund, the clean-up has ordered no other one for money that open claims may still earn.
  const jobs = unearnedMoney(intent) > 0n ? cleanUpJobs(change.drop, now) : []
  return {
    ...rest,
    update: { ...update, ...rest.update },
    events: [...events, ...(rest.events ?? [])],
    jobs: [...(rest.jobs ?? []), ...jobs],
  }
}

function endPayout({ drop, intents }: DropState, payout: Payout, state: EndedState): Partial<Change<never>> {
  const payouts = [ended(payout, state)]
  if (state.kind === 'SUCCEEDED') return { update: { payouts } }
  if (payout.intentId !== null) {
    const intent = intents.get(payout.intentId)
    invariant(intent !== undefined, `${payout.id} comes with its intent`)
    const paidOut = intent.paidOut - payout.amount
    return { update: { payouts, paymentIntents: [assertSound({ ...intent, paidOut })] } }
  }
  const totals = { ...drop.payments, paidOut: drop.payments.paidOut - payout.amount }
  return { update: { payouts, drops: [{ ...drop, payments: totals }] } }
}
