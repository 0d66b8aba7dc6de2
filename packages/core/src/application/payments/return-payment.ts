import { readId } from '../../domain/ids.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import type {
  SignedReturn,
  UnmatchedPayment,
  UnmatchedState,
} from '../../domain/payment/unmatched-payment.ts'
import { chainFailure, type JobFailure, type JobOutcome, type Ports } from '../../ports/index.ts'
import { sendStored } from '../chain/send-stored.ts'

type ReturnPorts = Pick<Ports, 'store' | 'chain' | 'clock'>

type Returning = Extract<UnmatchedState, { kind: 'RETURNING' }>

const SOON_MS = 500
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60 * MINUTE_MS
/** Well below a job's lease. After the lease, another server may have signed one too. */
const MOST_PREPARING_MS = 15_000

/**
 * Returns an unmatched payment to its sender. The signed transaction is stored before it is sent, and a new one is made
 * only after the chain shows that the stored one can never take effect. Retries until it succeeds, or until the chain
 * refuses it permanently; then the operator may request it again.
 */
export async function returnPayment(ports: ReturnPorts, subject: string): Promise<JobOutcome> {
  const id = readId('unmatched', subject)
  const payment = id && (await ports.store.unmatchedPayments([id])).get(id)
  if (payment?.state.kind !== 'RETURNING') return { kind: 'done' }
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
  const isKept = await change(ports, payment, (state) => ({ ...state, signed }))
  return isKept ? follow(ports, payment, signed) : { kind: 'again', dueAt: clock.now() }
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
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries, 20), LONGEST_RETRY_MS)
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
