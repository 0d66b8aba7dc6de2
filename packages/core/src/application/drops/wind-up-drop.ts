import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import { callOff } from '../../domain/payment/close-intent.ts'
import { isOpen, type PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { unspentMoney } from '../../domain/payment/refund-payment.ts'
import type { Change, JobOutcome, Pool, Ports } from '../../ports/index.ts'
import { refundChange } from '../payments/process-refund.ts'
import { changeIntents } from '../payments/settle-intents.ts'
import type { JobRun, RunBudget } from '../run-budget.ts'
import { isCalledOff } from './called-off-drop.ts'

type WindUpPorts = Pick<Ports, 'store' | 'clock' | 'ids'>

const INTENTS_PER_RUN = 100
const RETRY_DELAY_MS = 1_000

/**
 * Asked of a drop that ends: as many open intents as can be called off in the moment that its lock is held. Where there
 * are more, the others follow in the background.
 */
export const OPEN_INTENTS = { openIntentsAtMost: 1_000 } as const

/**
 * Sees a cancelled or deleted drop off: intents that were too many to be called off with it are called off now; money
 * goes back once every voucher that was out has been used or has run out, so that it covers what came back from them too.
 */
export async function windUpDrop(
  ports: WindUpPorts,
  dropId: DropId,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || !isCalledOff(drop)) return { kind: 'done' }
  const now = ports.clock.now()
  if (await callOffMore(ports, dropId)) return { kind: 'again', dueAt: now }
  const nextExpiry = await ports.store.nextVoucherExpiry(dropId)
  if (nextExpiry !== null) return { kind: 'again', dueAt: Math.max(nextExpiry, now) + RETRY_DELAY_MS }
  if ((await ports.store.undeliveredClaims(dropId, 1)).length > 0) {
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS }
  }
  return refundSome(ports, dropId, memo, budget)
}

/** Calls off the open intents that a drop was loaded with, as its end is written: `drop` is what becomes of it. */
export const callOffOpen = (pool: Pool, drop: Drop, now: Instant) =>
  changeIntents(pool, drop, (intent, released) => {
    invariant(isOpen(intent), 'nothing is called off that was paid')
    return callOff(intent, released, now, null)
  })

/** Whether there was anything to call off. */
async function callOffMore(ports: WindUpPorts, dropId: DropId): Promise<boolean> {
  const changed = await ports.store.changeDrop(dropId, OPEN_INTENTS, (pool): Change<boolean> => {
    if (pool === null) return { result: false }
    const off = callOffOpen(pool, pool.drop, ports.clock.now())
    return { ...off, result: off.events.length > 0 }
  })
  if (!changed.ok) throw new Error('invariant broken: calling off takes no unique value')
  return changed.value
}

/** Goes through the paid intents in order of id. `memo` is the last one that was dealt with. */
async function refundSome(
  ports: WindUpPorts,
  dropId: DropId,
  memo: string | null,
  budget: RunBudget,
): Promise<JobOutcome> {
  let after = (memo ?? undefined) as PaymentIntent['id'] | undefined
  while (!budget.isSpent()) {
    const limit = Math.min(INTENTS_PER_RUN, budget.itemsLeft)
    const paid = await ports.store.intentsWithMoney(dropId, { after, limit })
    for (const { id } of paid) {
      if (budget.isSpent()) break
      await refundUnspent(ports, dropId, id)
      budget.spend()
      after = id
    }
    if (paid.length < limit && after === (paid.at(-1)?.id ?? after)) return { kind: 'done' }
  }
  return { kind: 'again', dueAt: ports.clock.now(), memo: after ?? null }
}

async function refundUnspent(
  ports: WindUpPorts,
  dropId: DropId,
  intentId: PaymentIntent['id'],
): Promise<void> {
  await ports.store.changeDrop(dropId, { intentIds: [intentId] }, (pool): Change<unknown> => {
    const intent = pool?.intents.get(intentId)
    if (!pool || !intent) return { result: undefined }
    const now = ports.clock.now()
    const id = idOf('refund', ports.ids.next(now))
    // Refused where nothing is left, since another server may have given it back meanwhile.
    const amount = unspentMoney(intent, pool.drop)
    return refundChange(pool, intent, { id, amount, reason: 'The drop is over' }, now)
  })
}
