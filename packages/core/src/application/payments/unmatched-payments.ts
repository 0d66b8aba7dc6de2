import { readId, type UnmatchedPaymentId } from '../../domain/ids.ts'
import {
  UNMATCHED_STATES,
  type UnmatchedPayment,
  type UnmatchedState,
} from '../../domain/payment/unmatched-payment.ts'
import { badInput, FORBIDDEN, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Caller, isOperator } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-page.ts'
import type { Settings } from '../settings.ts'
import { type ApplyPaymentPorts, creditPayment } from './apply-payment.ts'
import { intentByName } from './change-intent.ts'

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

/** For the operator: assigns an OPEN unmatched payment to an intent, whichever wallet paid. */
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
  if (state.kind !== 'OPEN') return err(wrongState(state, 'ASSIGNED'))
  const { id: _id, reason: _reason, possibleUser: _user, state: _state, ...transfer } = payment.value
  const credited = await creditPayment(ports, settings, { intent, transfer, ground: { kind: 'assigned' } })
  if (credited === 'changed') return err(INTENT_CHANGED)
  if (!credited.ok) return credited
  return findUnmatched(ports, caller, input.id)
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
  message: `This payment is ${from}, so it cannot become ${to}. Only an OPEN one can`,
  details: { from, to },
})
