import type { Drop } from '../../domain/drop.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import { nextChangeAt, passTime } from '../../domain/payment/close-intent.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { PaymentChange } from '../../domain/payment/take-payment.ts'
import type { Change, DropState, JobOutcome, Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'

/** Several times the size of one transaction, so that intents that are not due do not hide due ones. */
const INTENTS_PER_READ = 500
const INTENTS_PER_CHANGE = 200

/**
 * Expires intents whose time is over, and gives up named transactions that never appeared. Each intent has its own due
 * time; before the first of them, the drop is not locked.
 */
export async function updateDueIntents(
  ports: Pick<Ports, 'store' | 'clock'>,
  dropId: DropId,
): Promise<JobOutcome> {
  const open = await ports.store.openIntents(dropId, INTENTS_PER_READ)
  const now = ports.clock.now()
  const due = open.filter((intent) => nextChangeAt(intent) <= now)
  const intentIds = due.slice(0, INTENTS_PER_CHANGE).map(({ id }) => id)
  if (intentIds.length > 0) {
    await changeEach(intentIds, (some) =>
      ports.store.changeDrop(dropId, { intentIds: some }, (dropState): Change<void> => {
        if (dropState === null) return { result: undefined }
        const passed = changeIntents(dropState, dropState.drop, (intent, drop) => passTime(intent, drop, now))
        return { ...passed, result: undefined }
      }),
    )
  }
  const rest = intentIds.length === 0 ? open : await ports.store.openIntents(dropId, INTENTS_PER_READ)
  return rest.length === 0
    ? { kind: 'done' }
    : { kind: 'again', dueAt: Math.max(now, Math.min(...rest.map(nextChangeAt))) }
}

/** Changes the loaded intents one by one, each on the drop as the previous one left it. */
export function changeIntents(
  dropState: DropState,
  drop: Drop,
  change: (intent: PaymentIntent, drop: Drop) => PaymentChange,
) {
  const paymentIntents: PaymentIntent[] = []
  const events: NewEvent[] = []
  let current = drop
  for (const intent of dropState.intents.values()) {
    const changed = change(intent, current)
    if (changed.intent !== intent) paymentIntents.push(changed.intent)
    events.push(...changed.events)
    current = changed.drop
  }
  return { update: { paymentIntents, drops: current === dropState.drop ? [] : [current] }, events }
}
