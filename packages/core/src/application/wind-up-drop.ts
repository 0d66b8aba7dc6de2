import { type DropId, idOf } from '../domain/ids.ts'
import { callOff } from '../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import { unspentMoney } from '../domain/payment/refund-payment.ts'
import type { Change, JobOutcome, Ports } from '../ports/index.ts'
import { refundChange } from './process-refund.ts'

type WindUpPorts = Pick<Ports, 'store' | 'clock' | 'ids'>

const INTENTS_PER_RUN = 100
const RETRY_DELAY_MS = 1_000

/**
 * Sees a cancelled or deleted drop off: open intents are called off at once; money goes back once every voucher that
 * was out has been used or has run out, so that it covers what came back from them too.
 */
export async function windUpDrop(ports: WindUpPorts, dropId: DropId): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || (drop.status !== 'CANCELLED' && drop.deletedAt === null)) return { kind: 'done' }
  const now = ports.clock.now()
  const open = await ports.store.openIntents(dropId, INTENTS_PER_RUN)
  if (open.length > 0) {
    await callOffAll(ports, dropId, open)
    return { kind: 'again', dueAt: now }
  }
  const nextExpiry = await ports.store.nextVoucherExpiry(dropId)
  if (nextExpiry !== null) return { kind: 'again', dueAt: Math.max(nextExpiry, now) + RETRY_DELAY_MS }
  if ((await ports.store.undeliveredClaims(dropId, 1)).length > 0) {
    return { kind: 'again', dueAt: now + RETRY_DELAY_MS }
  }
  await refundAll(ports, dropId)
  return { kind: 'done' }
}

async function callOffAll(ports: WindUpPorts, dropId: DropId, open: readonly PaymentIntent[]): Promise<void> {
  const intentIds = open.map(({ id }) => id)
  await ports.store.changeDrop(dropId, { intentIds }, (pool): Change<void> => {
    if (pool === null) return { result: undefined }
    const paymentIntents: PaymentIntent[] = []
    const events = []
    let drop = pool.drop
    for (const intent of pool.intents.values()) {
      if (intent.state.kind !== 'PENDING' && intent.state.kind !== 'PROCESSING') continue
      const off = callOff(intent, drop, ports.clock.now(), null)
      paymentIntents.push(off.intent)
      events.push(...off.events)
      drop = off.drop
    }
    return { result: undefined, update: { paymentIntents, drops: drop === pool.drop ? [] : [drop] }, events }
  })
}

async function refundAll(ports: WindUpPorts, dropId: DropId): Promise<void> {
  let after: PaymentIntent['id'] | undefined
  for (;;) {
    const paid = await ports.store.intentsWithMoney(dropId, { after, limit: INTENTS_PER_RUN })
    for (const { id } of paid) await refundUnspent(ports, dropId, id)
    after = paid.at(-1)?.id
    if (paid.length < INTENTS_PER_RUN) return
  }
}

async function refundUnspent(
  ports: WindUpPorts,
  dropId: DropId,
  intentId: PaymentIntent['id'],
): Promise<void> {
  await ports.store.changeDrop(dropId, { intentIds: [intentId] }, (pool): Change<unknown> => {
    const intent = pool?.intents.get(intentId)
    const amount = pool && intent ? unspentMoney(intent, pool.drop) : 0n
    if (!pool || !intent || amount < 1n) return { result: undefined }
    const now = ports.clock.now()
    const id = idOf('refund', ports.ids.next(now))
    return refundChange(pool, intent, { id, amount, reason: 'The drop is over' }, now)
  })
}
