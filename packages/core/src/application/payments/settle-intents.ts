import type { Drop } from '../../domain/drop.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import { passTime } from '../../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { PaymentChange } from '../../domain/payment/take-payment.ts'
import type { Change, JobOutcome, Pool, Ports } from '../../ports/index.ts'

const INTENTS_PER_RUN = 200
const LOOK_AGAIN_MS = 1_000

/** Expires intents whose time is over and waits no longer for transactions that never turned up. */
export async function settleIntents(
  ports: Pick<Ports, 'store' | 'clock'>,
  dropId: DropId,
): Promise<JobOutcome> {
  const open = await ports.store.openIntents(dropId, INTENTS_PER_RUN)
  const now = ports.clock.now()
  const due = open.filter(({ expiresAt, state }) => expiresAt <= now || state.kind === 'PROCESSING')
  const intentIds = due.map(({ id }) => id)
  if (intentIds.length > 0) {
    await ports.store.changeDrop(dropId, { intentIds }, (pool): Change<void> => {
      if (pool === null) return { result: undefined }
      const passed = changeIntents(pool, pool.drop, (intent, drop) => passTime(intent, drop, now))
      return { ...passed, result: undefined }
    })
  }
  const rest = await ports.store.openIntents(dropId, INTENTS_PER_RUN)
  if (rest.length === 0) return { kind: 'done' }
  const nextExpiry = Math.min(...rest.map(({ expiresAt }) => expiresAt))
  const isProcessing = rest.some(({ state }) => state.kind === 'PROCESSING')
  return { kind: 'again', dueAt: isProcessing ? Math.min(nextExpiry, now + LOOK_AGAIN_MS) : nextExpiry }
}

/** Changes the intents that a pool was loaded with one by one, each on the drop as those before it left it. */
export function changeIntents(
  pool: Pool,
  drop: Drop,
  change: (intent: PaymentIntent, drop: Drop) => PaymentChange,
) {
  const paymentIntents: PaymentIntent[] = []
  const events: NewEvent[] = []
  let current = drop
  for (const intent of pool.intents.values()) {
    const changed = change(intent, current)
    if (changed.intent !== intent) paymentIntents.push(changed.intent)
    events.push(...changed.events)
    current = changed.drop
  }
  return { update: { paymentIntents, drops: current === pool.drop ? [] : [current] }, events }
}
