import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf, type PaymentIntentId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { callOff } from '../../domain/payment/close-intent.ts'
import { isOpen, unearnedMoney } from '../../domain/payment/payment-intent.ts'
import type { Change, JobOutcome, Pool, Ports } from '../../ports/index.ts'
import { refundChange } from '../payments/process-refund.ts'
import { changeIntents } from '../payments/settle-intents.ts'
import type { JobRun, RunBudget } from '../run-budget.ts'
import { isCalledOff } from './called-off-drop.ts'

type CleanUpPorts = Pick<Ports, 'store' | 'clock' | 'ids'>

const INTENTS_PER_READ = 100
const RETRY_DELAY_MS = 1_000

/**
 * How many open intents are cancelled together with their drop, in the transaction that holds the drop's lock. If there
 * are more, the clean-up cancels the others in the background.
 */
export const OPEN_INTENTS = { openIntentsAtMost: 200 } as const

/**
 * Cancels the open intents of a cancelled or deleted drop and refunds what its buyers did not get items for. Refunds
 * wait until every voucher was used or has expired and every delivery has its final result.
 *
 * A run is bounded. `memo` is the last intent that was looked at; the next run goes on after it.
 */
export async function cleanUpCancelledDrop(
  ports: CleanUpPorts,
  dropId: DropId,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isCalledOff(drop)) return { kind: 'done' }
  const now = ports.clock.now()
  if (memo === null) {
    if (await cancelMoreIntents(ports, dropId)) return { kind: 'again', dueAt: now }
    const nextExpiry = await ports.store.nextVoucherExpiry(dropId)
    if (nextExpiry !== null) return { kind: 'again', dueAt: Math.max(nextExpiry, now) + RETRY_DELAY_MS }
  }
  if (await isDelivering(ports, dropId)) return { kind: 'again', dueAt: now + RETRY_DELAY_MS }
  return refundSome(ports, dropId, memo, budget)
}

/** Cancels the open intents that a drop was loaded with, in the change that ends the drop. `drop` is its new state. */
export const callOffOpen = (pool: Pool, drop: Drop, now: Instant) =>
  changeIntents(pool, drop, (intent, released) => {
    invariant(isOpen(intent), 'a paid intent is never called off')
    return callOff(intent, released, now, null)
  })

/** Gives back whether there was any. */
async function cancelMoreIntents(ports: CleanUpPorts, dropId: DropId): Promise<boolean> {
  const changed = await ports.store.changeDrop(dropId, OPEN_INTENTS, (pool): Change<boolean> => {
    if (pool === null) return { result: false }
    const off = callOffOpen(pool, pool.drop, ports.clock.now())
    return { ...off, result: off.events.length > 0 }
  })
  invariant(changed.ok, 'calling off takes no unique value')
  return changed.value
}

/**
 * Whether a claim of the drop waits for its delivery, or for the result of one. Both are read under the drop's lock,
 * because a claim changes between the two. A cancelled drop gets no new claims, so a "no" is final.
 */
async function isDelivering(ports: CleanUpPorts, dropId: DropId): Promise<boolean> {
  const question = { anUndelivered: true, openTransactions: true } as const
  const asked = await ports.store.changeDrop(dropId, question, (pool): Change<boolean> => {
    const isSent = pool?.openTransactions.some(({ purpose }) => purpose.kind === 'deliver_claims')
    return { result: isSent === true || (pool !== null && pool.claims.size > 0) }
  })
  invariant(asked.ok, 'reading takes no unique value')
  return asked.value
}

/** Goes through the paid intents in order of id. */
async function refundSome(
  ports: CleanUpPorts,
  dropId: DropId,
  memo: string | null,
  budget: RunBudget,
): Promise<JobOutcome> {
  let after = memo === null ? undefined : (memo as PaymentIntentId)
  while (!budget.isSpent()) {
    const limit = Math.min(INTENTS_PER_READ, budget.itemsLeft)
    const intents = await ports.store.intentsWithMoney(dropId, { after, limit })
    for (const intent of intents) {
      if (budget.isSpent()) break
      if (unearnedMoney(intent) > 0n) await refundUnspent(ports, dropId, intent.id)
      budget.spend()
      after = intent.id
    }
    if (intents.length < limit && after === (intents.at(-1)?.id ?? after)) return { kind: 'done' }
  }
  return { kind: 'again', dueAt: ports.clock.now(), memo: after ?? null }
}

/** Nothing is written if another intent has used the payment's transaction: the money was not sent for this one. */
async function refundUnspent(ports: CleanUpPorts, dropId: DropId, intentId: PaymentIntentId): Promise<void> {
  await ports.store.changeDrop(dropId, { intentIds: [intentId] }, (pool): Change<unknown> => {
    const intent = pool?.intents.get(intentId)
    if (!pool || !intent) return { result: undefined }
    const now = ports.clock.now()
    const id = idOf('refund', ports.ids.next(now))
    // All but what its confirmed claims cost, whatever other buyers have paid. Refused if nothing is left, because another server may have refunded it since it was listed.
    return refundChange(pool, intent, { id, amount: unearnedMoney(intent), reason: 'The drop is over' }, now)
  })
}
