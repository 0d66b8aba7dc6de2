import { readId, type UnmatchedPaymentId } from '../../domain/ids.ts'
import { doublingDelayMs, HOUR_MS } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import {
  type SignedReturn,
  UNMATCHED_STATES,
  type UnmatchedPayment,
  type UnmatchedState,
} from '../../domain/payment/match-payment.ts'
import { badInput, FORBIDDEN, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Caller, isOperator } from '../../domain/user.ts'
import { type Change, chainFailure, type JobFailure, type JobOutcome, type Ports } from '../../ports/index.ts'
import { sendStored } from '../chain/send-stored.ts'
import { type PageInput, parsePage } from '../parse-input.ts'
import type { RunBudget } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import { type ApplyPaymentPorts, creditPayment } from './apply-payment.ts'
import { intentByName } from './change-intent.ts'
import { endReviews, endReviewsJob } from './end-reviews.ts'

type Answer = Result<UnmatchedPayment, Refusal>

/** For the operator: payments that belong to no intent, newest first. */
export async function listUnmatchedPayments(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  { state, ...input }: PageInput & { readonly state?: string | null | undefined },
): Promise<Result<readonly UnmatchedPayment[], Refusal>> {
  if (!isOperator(caller)) return err(FORBIDDEN)
  const page = parsePage(input, (after) => readId('unmatched', after))
  if (!page.ok) return page
  const wanted = UNMATCHED_STATES.find((known) => known === state)
  if (state != null && wanted === undefined)
    return err(badInput('state', 'UNKNOWN_VALUE', `state must be one of ${UNMATCHED_STATES.join(', ')}`))
  return ok(await store.listUnmatchedPayments(wanted ?? null, page.value))
}

/**
 * For the operator: assigns an unmatched payment to an intent, whichever wallet paid. A payment whose last return failed becomes
 * OPEN first, and stays OPEN if the intent cannot take it.
 */
export async function assignUnmatchedPayment(
  ports: ApplyPaymentPorts,
  settings: Settings,
  caller: Caller,
  input: { readonly id: string; readonly paymentIntentId: string },
): Promise<Answer> {
  const payment = await findUnmatched(ports, caller, input.id)
  if (!payment.ok) return payment
  const intent = await intentByName(ports, input.paymentIntentId)
  if (!intent) return err(notFound('Payment intent'))
  const { state } = payment.value
  if (state.kind === 'ASSIGNED' && state.intentId === intent.id) return payment
  if (state.kind !== 'OPEN' && !(hasFailedToReturn(state) && (await reopen(ports, payment.value))))
    return err(wrongState(state, 'ASSIGNED'))
  const { id: _id, reason: _reason, possibleUser: _user, state: _state, ...transfer } = payment.value
  const credited = await creditPayment(ports, settings, { intent, transfer, ground: { kind: 'assigned' } })
  if (credited === 'changed') return err(INTENT_CHANGED)
  if (!credited.ok) return credited
  return findUnmatched(ports, caller, input.id)
}

/** Whether no transaction that returns the payment can take effect any more. Its next attempt signs a new one. */
const hasFailedToReturn = (state: UnmatchedState): boolean =>
  state.kind === 'RETURNING' && state.signed === null && state.problem !== null

/** False if the next attempt to return the payment has begun in the meantime. */
async function reopen(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { id }: UnmatchedPayment,
): Promise<boolean> {
  const changed = await store.changeUnmatchedPayment(id, (payment): Change<boolean> => {
    if (!payment || !hasFailedToReturn(payment.state)) return { result: false }
    const now = clock.now()
    const open = { ...payment, state: { kind: 'OPEN' }, updatedAt: now } as const
    // The job of the return ends, and no longer counts as failing.
    return { result: true, update: { unmatchedPayments: [open] }, jobs: [endReviewsJob(payment, now)] }
  })
  return changed.ok && changed.value
}

/** For the operator: returns an OPEN unmatched payment to its sender as a whole, in the background. */
export async function returnUnmatchedPayment(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Answer> {
  const found = await findUnmatched(ports, caller, id)
  if (!found.ok) return found
  const changed = await ports.store.changeUnmatchedPayment(found.value.id, (payment): Change<Answer> => {
    if (!payment) return { result: err(notFound('Unmatched payment')) }
    const { state, txHash, index } = payment
    const now = ports.clock.now()
    const jobs = [{ kind: 'return_payment', subject: payment.id, ownerId: null, dueAt: now } as const]
    if (state.kind === 'RETURNED') return { result: ok(payment) }
    // Repeating the call immediately retries a return that failed or waits for its next attempt.
    if (state.kind === 'RETURNING') return { result: ok(payment), jobs }
    if (state.kind !== 'OPEN') return { result: err(wrongState(state, 'RETURNING')) }
    const returning: UnmatchedPayment = {
      ...payment,
      state: { kind: 'RETURNING', signed: null, problem: null, tries: 0 },
      updatedAt: now,
    }
    return {
      result: ok(returning),
      // From now on no intent can use the payment.
      insert: { usedPayments: [{ txHash, index, intentId: null }] },
      update: { unmatchedPayments: [returning] },
      effect: { kind: 'unmatched', id: returning.id },
      jobs,
    }
  })
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash: found.value.txHash })
}

async function findUnmatched({ store }: Pick<Ports, 'store'>, caller: Caller, text: string): Promise<Answer> {
  if (!isOperator(caller)) return err(FORBIDDEN)
  const id: UnmatchedPaymentId | undefined = readId('unmatched', text)
  const payment = id && (await store.unmatchedPayments([id])).get(id)
  return payment ? ok(payment) : err(notFound('Unmatched payment'))
}

/** The buyer could otherwise exchange the payment of the intent at that moment, and nothing would be assigned. */
const INTENT_CHANGED: Refusal = {
  kind: 'conflict',
  reason: 'PAYMENT_CHANGED',
  message: 'Another payment came for this intent in the meantime: look at it, then assign this one again',
}

const wrongState = ({ kind: from }: UnmatchedState, to: string): Refusal => ({
  kind: 'conflict',
  reason: 'PAYMENT_NOT_OPEN',
  message: `This payment is ${from}, so it cannot become ${to}. Only an OPEN one can, or one whose last return failed`,
  details: { from, to },
})

type ReturnPorts = Pick<Ports, 'store' | 'chain' | 'clock'>

type Returning = Extract<UnmatchedState, { kind: 'RETURNING' }>

const SOON_MS = 500
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = HOUR_MS
/** Well below a job's lease. After the lease, another server may have signed one too. */
const MOST_PREPARING_MS = 15_000

/**
 * Returns an unmatched payment to its sender. The signed transaction is stored before it is sent, and a new one is made
 * only after the chain shows that the stored one can never take effect. Retries until it succeeds, or until the chain
 * refuses it permanently; then the operator may request it again. First ends the reviews of intents with a payment that was
 * returned or assigned.
 */
export async function returnPayment(
  ports: ReturnPorts,
  subject: string,
  budget: RunBudget,
): Promise<JobOutcome> {
  const id = readId('unmatched', subject)
  const payment = id && (await ports.store.unmatchedPayments([id])).get(id)
  if (payment === undefined) return { kind: 'done' }
  if (payment.state.kind !== 'OPEN' && (await endReviews(ports, payment, budget)))
    return { kind: 'again', dueAt: ports.clock.now() }
  if (payment.state.kind !== 'RETURNING') return { kind: 'done' }
  const { signed } = payment.state
  return signed === null ? sign(ports, payment) : follow(ports, payment, signed)
}

async function sign(ports: ReturnPorts, payment: UnmatchedPayment): Promise<JobOutcome> {
  const { chain, clock } = ports
  const begunAt = clock.now()
  const { coinType, amount, from: to } = payment
  const prepared = await chain.prepare({ kind: 'pay', coinType, amount, to })
  if (!prepared.ok) return fail(ports, payment, prepared.error)
  if (clock.now() - begunAt > MOST_PREPARING_MS) return { kind: 'again', dueAt: clock.now() }
  const { bytes, digest, expiresAt } = prepared.value
  const signed = { bytes, digest, expiresAt }
  const isStored = await change(ports, payment, (state) => ({ ...state, signed }))
  return isStored ? follow(ports, payment, signed) : { kind: 'again', dueAt: clock.now() }
}

/** Sends the same bytes again, which take effect once, and checks their outcome. */
async function follow(
  ports: ReturnPorts,
  payment: UnmatchedPayment,
  signed: SignedReturn,
): Promise<JobOutcome> {
  const found = await sendStored(ports.chain, { ...signed, createdAt: payment.updatedAt })
  switch (found.kind) {
    case 'unknown':
      return { kind: 'again', dueAt: ports.clock.now() + SOON_MS, failed: chainFailure(found.reason) }
    case 'succeeded':
      await change(ports, payment, () => ({ kind: 'RETURNED', txHash: signed.digest }), signed.digest)
      return { kind: 'done' }
    case 'failed':
      return fail(ports, payment, found, signed.digest)
    case 'lost':
      return fail(ports, payment, { kind: 'lost', reason: 'the transaction expired' }, signed.digest)
    default:
      return unreachable(found)
  }
}

interface Failure {
  readonly kind: 'not_possible' | 'failed' | 'lost' | 'chain_unavailable'
  readonly reason: string
  readonly isFinal?: boolean
}

/** The transaction had no effect: schedules a new one with growing delays, unless the reason is final. */
async function fail(
  ports: ReturnPorts,
  payment: UnmatchedPayment,
  { kind, reason, isFinal }: Failure,
  digest: string | null = null,
): Promise<JobOutcome> {
  const tries = payment.state.kind === 'RETURNING' ? payment.state.tries : 0
  await change(
    ports,
    payment,
    (state) => ({ ...state, signed: null, problem: reason, tries: state.tries + 1 }),
    digest,
  )
  const delayMs = doublingDelayMs(FIRST_RETRY_MS, tries, LONGEST_RETRY_MS)
  const isRefused = kind === 'not_possible' || kind === 'failed'
  const failed: JobFailure = isRefused ? { class: 'chain_refused', reason } : chainFailure(reason)
  return isFinal === true
    ? { kind: 'failed', failure: failed }
    : { kind: 'again', dueAt: ports.clock.now() + delayMs, failed }
}

/** False if another server has changed the payment. What that server signed must not be forgotten. */
async function change(
  { store, clock }: ReturnPorts,
  { id }: UnmatchedPayment,
  become: (state: Returning) => UnmatchedState,
  digest: string | null = null,
): Promise<boolean> {
  const changed = await store.changeUnmatchedPayment(id, (payment) => {
    const state = payment?.state
    if (!payment || state?.kind !== 'RETURNING' || (state.signed?.digest ?? null) !== digest)
      return { result: false }
    const next = { ...payment, state: become(state), updatedAt: clock.now() }
    return { result: true, update: { unmatchedPayments: [next] } }
  })
  return changed.ok && changed.value
}
