import type { Address } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import type { NewEvent } from '../../domain/event.ts'
import { type DropId, type PaymentIntentId, readId } from '../../domain/ids.ts'
import { nextChangeAt, type OpenIntent, passTime } from '../../domain/payment/close-intent.ts'
import { type PaymentIntent, parseExternalId, receiptOf } from '../../domain/payment/payment-intent.ts'
import { type PaymentChange, walletRoom } from '../../domain/payment/take-payment.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Caller, visitorOf } from '../../domain/user.ts'
import type { Change, DropState, DropStateQuery, JobOutcome, Ports } from '../../ports/index.ts'
import { changeEach } from '../batcher.ts'
import type { JobRun } from '../run-budget.ts'

/** Finds an intent by either of its two ids. */
export async function intentByName(
  { store }: Pick<Ports, 'store'>,
  name: string,
): Promise<PaymentIntent | undefined> {
  const externalId = parseExternalId(name)
  if (externalId !== undefined) return store.paymentIntentByExternalId(externalId)
  const intentId = readId('intent', name)
  return intentId && (await store.paymentIntents([intentId])).get(intentId)
}

/**
 * An intent, by either of its ids, that the caller may read: its payer, the owner of its drop, or a visitor of its page.
 */
export async function findPaymentIntent(
  ports: Pick<Ports, 'store'>,
  caller: Caller,
  id: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const intent = await intentByName(ports, id)
  return intent && isFor(caller, intent) ? ok(intent) : err(notFound('Payment intent'))
}

const isFor = (caller: Caller, { payerId, creatorId, externalId }: PaymentIntent): boolean =>
  payerId === caller.user.id ||
  creatorId === caller.user.id ||
  visitorOf(caller)?.paymentIntentId === externalId

type StorePort = Pick<Ports, 'store'>
type Place = Pick<PaymentIntent, 'id' | 'dropId'>

/** Changes an intent under its drop's lock. Throws if either is missing, because neither is ever removed. */
export const changeIntent = <T>(
  { store }: StorePort,
  { id, dropId }: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<T>,
  query: DropStateQuery = {},
) =>
  store.changeDrop(dropId, { ...query, intentIds: [id] }, (dropState) => {
    const intent = dropState?.intents.get(id)
    if (!dropState || !intent) throw new Error(`invariant broken: there is no ${id} on ${dropId}`)
    return decide(intent, dropState)
  })

/** Does the same for a change that may count the intent's payment. Refuses if another intent has used the payment. */
export async function changeCounting<T>(
  ports: StorePort,
  place: Place,
  decide: (intent: PaymentIntent, dropState: DropState) => Change<Result<T, Refusal>>,
  query: DropStateQuery = {},
): Promise<Result<T, Refusal>> {
  let txHash = ''
  const deciding = (intent: PaymentIntent, dropState: DropState) => {
    txHash = receiptOf(intent)?.txHash ?? ''
    return decide(intent, dropState)
  }
  const changed = await changeIntent(ports, place, deciding, query)
  return changed.ok ? changed.value : err({ kind: 'tx_already_used', txHash })
}

/** What `walletRoomIn` needs to know about a wallet. */
export const roomQuery = (wallet: Address): DropStateQuery => ({ wallets: [wallet], heldItemsOf: wallet })

/** How many more items the wallet of a `roomQuery` may hold. */
export const walletRoomIn = ({ drop, walletStates, heldItems }: DropState, wallet: Address): number =>
  walletRoom(drop, { claimCount: walletStates.get(wallet)?.slots.length ?? 0, heldItems })

/** For each of the two reads. At least the size of one change, because the first intents of a read are due first. */
const INTENTS_PER_READ = 500
const INTENTS_PER_CHANGE = 200

/**
 * Expires intents whose time is over, and gives up named transactions that never appeared. Each intent has its own due
 * time; before the first of them, the drop is not locked.
 */
export async function updateDueIntents(
  ports: Pick<Ports, 'store' | 'clock'>,
  dropId: DropId,
  run: JobRun,
): Promise<JobOutcome> {
  const open = await intentsDueFirst(ports, dropId)
  const now = ports.clock.now()
  const due = open.filter((intent) => nextChangeAt(intent) <= now)
  const intentIds = due.slice(0, INTENTS_PER_CHANGE).map(({ id }) => id)
  const passTimeOf = (some: readonly PaymentIntentId[]) =>
    ports.store.changeDrop(dropId, { intentIds: some }, (dropState): Change<void> => {
      if (dropState === null) return { result: undefined }
      const passed = changeIntents(dropState, dropState.drop, (intent, drop) => passTime(intent, drop, now))
      return { ...passed, result: undefined }
    })
  if (intentIds.length > 0) await changeEach(intentIds, passTimeOf, run)
  const rest = intentIds.length === 0 ? open : await intentsDueFirst(ports, dropId)
  return rest.length === 0
    ? { kind: 'done' }
    : { kind: 'again', dueAt: Math.max(now, Math.min(...rest.map(nextChangeAt))) }
}

/**
 * The oldest open intents, which expire first, and those whose named transaction is given up first, however many older ones
 * are open.
 */
async function intentsDueFirst({ store }: StorePort, dropId: DropId): Promise<readonly OpenIntent[]> {
  const open = await store.openIntents(dropId, INTENTS_PER_READ)
  if (open.length < INTENTS_PER_READ) return open
  const processing = await store.processingIntents(dropId, INTENTS_PER_READ)
  return [...new Map([...processing, ...open].map((intent) => [intent.id, intent])).values()]
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
