import { readId } from '../../domain/ids.ts'
import { unreachable } from '../../domain/invariant.ts'
import { candidateOf, forgetCandidate } from '../../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import {
  type Change,
  chainFailure,
  isStoreUnavailable,
  type JobOutcome,
  type Ports,
} from '../../ports/index.ts'
import type { JobRun } from '../failing-jobs.ts'
import type { Settings } from '../settings.ts'
import { changeIntent } from './change-intent.ts'
import { lookUpPayment } from './look-up-payment.ts'

type LookUpPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids' | 'log'>

const INTENTS_PER_RUN = 50
/** For a newly named transaction, because its payer may be waiting. */
const SOON_MS = 1_000
/** For an older one. */
const LATER_MS = 30_000

/**
 * Looks up transactions that were named for a user's intents before the chain showed them, because the payment watcher may
 * have passed them earlier. One page of intents per run; `memo` is the last one. A transaction that never appears is looked
 * up for a day, so each user has a job of their own. The subject `chain`, of an earlier release, means all users.
 */
export async function lookUpCandidates(
  ports: LookUpPorts,
  settings: Settings,
  subject: string,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const payerId = readId('user', subject)
  const since = ports.clock.now() - settings.latePaymentWatchMs
  const lastId = memo === null ? undefined : readId('intent', memo)
  const after = lastId && (await ports.store.paymentIntents([lastId])).get(lastId)
  const named = await ports.store.intentsWithCandidate(since, { payerId, after, limit: INTENTS_PER_RUN })
  let isReachable = true
  let hasError = false
  let lookedAt: PaymentIntent | undefined
  for (const intent of named) {
    if (budget.isSpent()) return { kind: 'again', dueAt: ports.clock.now(), memo: lookedAt?.id ?? memo }
    try {
      if (isReachable) isReachable = await lookUp(ports, settings, intent)
    } catch (error) {
      // The store does not answer, so this intent is not the cause.
      if (isStoreUnavailable(error)) throw error
      ports.log.error('a named transaction could not be settled', { intentId: intent.id }, error)
      hasError = true
    }
    lookedAt = intent
    budget.spend()
  }
  const now = ports.clock.now()
  const last = named.at(-1)
  const error: Pick<JobOutcome & { kind: 'again' }, 'failed'> = hasError
    ? { failed: { class: 'error', reason: 'a named transaction could not be settled' } }
    : {}
  if (named.length === INTENTS_PER_RUN && last)
    return { kind: 'again', dueAt: now + SOON_MS, memo: last.id, ...error }
  if (named.length === 0 && after === undefined) return { kind: 'done' }
  const isAwaited = named.some(({ state }) => state.kind === 'PROCESSING')
  const again = {
    kind: 'again',
    dueAt: now + (isAwaited ? SOON_MS : LATER_MS),
    memo: null,
    ...error,
  } as const
  return isReachable ? again : { ...again, failed: chainFailure('the named transactions could not be read') }
}

/** False if the chain could not be reached. */
async function lookUp(ports: LookUpPorts, settings: Settings, intent: PaymentIntent): Promise<boolean> {
  const txHash = candidateOf(intent)
  if (txHash === null) return true
  const found = await lookUpPayment(ports, settings, intent, txHash)
  switch (found.kind) {
    case 'unavailable':
      return false
    case 'not_final':
      return true
    case 'final':
      // The transaction failed, does not pay this service, or pays another intent. It is not looked up again.
      if (!found.answer.ok) await forget(ports, intent, txHash)
      return true
    default:
      return unreachable(found)
  }
}

async function forget(ports: LookUpPorts, intent: PaymentIntent, txHash: string): Promise<void> {
  await changeIntent(ports, intent, (current): Change<void> => {
    if (candidateOf(current) !== txHash) return { result: undefined }
    return {
      result: undefined,
      update: { paymentIntents: [forgetCandidate(current, ports.clock.now())] },
    }
  })
}
