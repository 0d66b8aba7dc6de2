import type { Drop } from '../../domain/drop.ts'
import { idOf, type UnmatchedPaymentId, type UserId } from '../../domain/ids.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { isInOtherCoin } from '../../domain/payment/drop-totals.ts'
import {
  type Finding,
  newUnmatched,
  type PossibleUser,
  type UnmatchedPayment,
} from '../../domain/payment/match-payment.ts'
import { isOpen, type PaymentIntent, type Receipt, receiptOf } from '../../domain/payment/payment-intent.ts'
import {
  addPayment,
  assignPayment,
  canAdd,
  type Judging,
  takePayment,
} from '../../domain/payment/take-payment.ts'
import { type Transfer, transferKey } from '../../domain/payment/transfer.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Change, DropState, PaymentOnChain, Ports } from '../../ports/index.ts'
import { cleanUpJobs } from '../drops/clean-up-drop.ts'
import { type Accounts, isOwnAccount } from '../parse-input.ts'
import type { Settings } from '../settings.ts'
import { roomQuery, walletRoomIn } from './change-intent.ts'
import { endReviewsJob } from './end-reviews.ts'
import { fittingQuestion, holderOf, judge, judgePayment, possibleUser } from './judge-payment.ts'

export type ApplyPaymentPorts = Pick<Ports, 'store' | 'clock' | 'ids'>

/** Why a transfer belongs to an intent. */
type Ground =
  /** By its reference, or by its sender and amount. */
  | { readonly kind: 'match' }
  /** A user named its hash for the intent and was allowed to; see `mayAssign`. */
  | { readonly kind: 'named'; readonly possibleUser: PossibleUser }
  /** The transfer certainly belongs to the intent. It counts even if another wallet paid. */
  | { readonly kind: 'assigned' }

/** The result for a transfer. */
export type AppliedPayment =
  | { readonly kind: 'used'; readonly intentId: PaymentIntent['id'] | null }
  | { readonly kind: 'taken'; readonly intent: PaymentIntent }
  /** The intent cannot take the transfer, which is now an unmatched payment. */
  | { readonly kind: 'not_taken'; readonly intentId: PaymentIntent['id']; readonly refusal: Refusal }
  | { readonly kind: 'unmatched'; readonly finding: Omit<Finding, 'id'> }

/** How often a transfer is judged again if a change in between decides differently. */
export const MAX_ROUNDS = 3

/**
 * Finds the intent that a final transfer belongs to, and counts it. A transfer counts once, even if this runs several times
 * or at the same time on several servers.
 */
export async function applyPayment(
  ports: ApplyPaymentPorts,
  settings: Settings,
  transfer: Transfer,
): Promise<AppliedPayment> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const used = (await ports.store.usesOf([transfer])).get(transferKey(transfer))
    if (used !== undefined) return { kind: 'used', intentId: used }
    const match = await judgePayment(ports, settings, transfer)
    if (match.kind === 'unmatched') {
      const { reason } = match
      const finding = { transfer, reason, possibleUser: await possibleUser(ports, settings, transfer, match) }
      return { kind: 'unmatched', finding }
    }
    const { intent } = match
    const answer = await creditPayment(ports, settings, { intent, transfer, ground: { kind: 'match' } })
    if (answer === 'changed') continue
    if (answer.ok) return { kind: 'taken', intent: answer.value }
    if (answer.error.kind === 'tx_already_used') continue
    return { kind: 'not_taken', intentId: intent.id, refusal: answer.error }
  }
  throw new Error(`the intents that ${transfer.txHash} may be for keep changing`)
}

interface Credit {
  readonly intent: PaymentIntent
  readonly transfer: Transfer
  readonly ground: Ground
}

/**
 * Counts a transfer for an intent, under the lock of its drop. `changed`: the facts have changed, match it again. An intent
 * takes several transfers if they can be refunded as one.
 */
export async function creditPayment(
  ports: ApplyPaymentPorts,
  settings: Settings,
  { intent, transfer, ground }: Credit,
): Promise<Result<PaymentIntent, Refusal> | 'changed'> {
  const { store, ids, clock } = ports
  const earlier = receiptOf(intent)
  const uses = await store.usesOf(earlier ? [transfer, earlier] : [transfer])
  const known = (await store.unmatchedAt([transfer])).get(transferKey(transfer))
  const holderId = ground.kind === 'assigned' ? null : await holderOf(ports, transfer)
  const findingId = () => idOf('unmatched', ids.next(clock.now()))
  // An open intent holds its items. Another one has to fit into the limit of its wallet again.
  const holds = isOpen(intent)
  const ofWallet = holds ? {} : roomQuery(intent.wallet)
  const query = { ...ofWallet, intentIds: [intent.id], fitting: fittingQuestion(transfer, settings) }
  type Decided = Change<Result<PaymentIntent, Refusal> | 'changed'>
  const changed = await store.changeDrop(intent.dropId, query, (dropState): Decided => {
    const current = dropState?.intents.get(intent.id)
    if (!dropState || !current)
      throw new Error(`invariant broken: there is no ${intent.id} on ${intent.dropId}`)
    const receipt = receiptOf(current)
    // A payment in review counts from its assignment on.
    const isDone = receipt !== null && (receipt.isCounted || ground.kind !== 'assigned')
    if (isDone && isSame(receipt, transfer)) return { result: ok(current) }
    if (!isStill(dropState, settings, { intent: current, transfer, ground }, holderId))
      return { result: 'changed' }
    if (holds && !isOpen(current)) return { result: 'changed' }
    // Another transfer was counted in between. Its use must be looked up first.
    if (receipt?.isCounted === false && !(earlier && isSame(earlier, receipt))) return { result: 'changed' }
    const judging = { now: clock.now(), walletRoom: walletRoomIn(dropState, current.wallet) }
    return take(current, dropState.drop, { transfer, ground, uses, known, findingId, ...judging })
  })
  if (changed.ok) return changed.value
  return (await answerIfUsed(ports, intent, transfer)) ?? err(usedUp(transfer))
}

const isSame = (one: Pick<Transfer, 'txHash' | 'index'>, other: Pick<Transfer, 'txHash' | 'index'>) =>
  one.txHash === other.txHash && one.index === other.index

const usedUp = ({ txHash }: Transfer): Refusal => ({ kind: 'tx_already_used', txHash })

/** Whether the transfer still matches as it did before the drop was locked. */
function isStill(
  dropState: DropState,
  settings: Settings,
  { intent, transfer, ground }: Credit,
  holderId: UserId | null,
): boolean {
  if (ground.kind === 'assigned') return true
  const isReference = transfer.memo === intent.externalId || transfer.memo === intent.id
  const match = judge(settings, transfer, isReference ? intent : null, { ...dropState.fitting, holderId })
  const isForIt = match.kind === 'intent' && match.intent.id === intent.id
  return isForIt || (ground.kind === 'named' && match.kind === 'unmatched')
}

async function answerIfUsed(
  { store }: Pick<Ports, 'store'>,
  { id }: PaymentIntent,
  transfer: Transfer,
): Promise<Result<PaymentIntent, Refusal> | undefined> {
  const user = (await store.usesOf([transfer])).get(transferKey(transfer))
  if (user !== id) return undefined
  const current = (await store.paymentIntents([id])).get(id)
  return current ? ok(current) : err(notFound('Payment intent'))
}

interface Taking extends Omit<Credit, 'intent'>, Judging {
  /** The transfers that were already used when this began. */
  readonly uses: ReadonlyMap<string, PaymentIntent['id'] | null>
  /** The unmatched payment of the transfer, if it is one. */
  readonly known: UnmatchedPayment | undefined
  readonly findingId: () => UnmatchedPaymentId
}

function take(intent: PaymentIntent, drop: Drop, taking: Taking): Change<Result<PaymentIntent, Refusal>> {
  const { transfer, ground, uses, now } = taking
  const { txHash, index, from, coinType, amount, at } = transfer
  const payment = { txHash, index, from, coinType, amount, at }
  const earlier = receiptOf(intent)
  const isKnown = uses.has(transferKey(transfer))
  const possibleUser = ground.kind === 'named' ? ground.possibleUser : intent.payerId
  const unmatched = (found: Transfer) =>
    newUnmatched({ id: taking.findingId(), transfer: found, reason: 'NOT_TAKEN', possibleUser }, now)
  const refuse = (message: string): Change<Result<PaymentIntent, Refusal>> => ({
    result: err({ kind: 'conflict', reason: 'PAYMENT_NOT_TAKEN', message }),
    insert: { unmatchedPayments: isKnown ? [] : [unmatched(transfer)] },
  })
  if (isInOtherCoin(intent, drop, payment))
    return refuse(`This drop is not paid in ${coinType} any more. The operator of the service can return it`)
  // A transfer from another wallet that the drop's owner has not approved must not block the buyer's own transfer.
  if (earlier?.isCounted && !canAdd(intent, payment)) {
    return refuse(
      `This intent was paid by ${earlier.txHash}. It takes further payments only from the same wallet and in the same coin`,
    )
  }
  // Nor does another stranger's transfer replace it: memos on the chain can be read and copied.
  if (earlier && !earlier.isCounted && from !== intent.wallet && ground.kind === 'match') {
    return refuse(
      `This intent has the payment ${earlier.txHash} of another wallet. The drop’s owner has to approve or refund that first`,
    )
  }
  const taken = earlier?.isCounted
    ? addPayment(intent, drop, payment, taking)
    : (ground.kind === 'assigned' ? assignPayment : takePayment)(intent, drop, payment, taking)
  const isUsed = receiptOf(taken.intent)?.isCounted === true
  // The payment that it replaces belongs to no intent any more.
  const isReplaced = earlier !== null && !earlier.isCounted && !isSame(earlier, transfer)
  const replaced = isReplaced && !uses.has(transferKey(earlier)) ? [earlier] : []
  const inDoubt = isUsed || isKnown || ground.kind === 'match' ? [] : [unmatched(transfer)]
  const stored = taking.known ?? inDoubt[0]
  return {
    result: ok(taken.intent),
    insert: {
      usedPayments: isUsed ? [{ txHash, index, intentId: intent.id }] : [],
      unmatchedPayments: [...inDoubt, ...replaced.map((receipt) => unmatched(asTransfer(receipt)))],
    },
    update: { drops: taken.drop === drop ? [] : [taken.drop], paymentIntents: [taken.intent] },
    effect: { kind: 'intent', id: intent.id },
    events: taken.events,
    jobs: [
      ...(isRefundedByCleanUp(taken.intent) ? cleanUpJobs(taken.drop, now) : []),
      // If it was just used, intents may be in review with it. If not, another intent may be using it at this moment.
      ...(stored ? [endReviewsJob(stored, isUsed ? now : now + MINUTE_MS)] : []),
    ],
  }
}

/**
 * Whether money for an intent of a drop that is closed to buyers, perhaps after its clean-up, is refunded without the owner:
 * the full amount in the right coin from the buyer's own wallet. Other payments start no clean-up, so that small payments of
 * strangers do not make the service send refunds; the owner can refund them.
 */
const isRefundedByCleanUp = ({ state }: PaymentIntent): boolean =>
  state.kind === 'PAID' ||
  (state.kind === 'IN_REVIEW' && (state.reason === 'PAID_LATE' || state.reason === 'SOLD_OUT'))

const asTransfer = ({ isCounted: _, ...receipt }: Receipt): Transfer => ({ ...receipt, memo: null })

/** Stores unmatched payments. Skips those that were used in the meantime. */
export async function keepUnmatched(
  { store, ids, clock }: ApplyPaymentPorts,
  findings: readonly Omit<Finding, 'id'>[],
): Promise<void> {
  if (findings.length === 0) return
  const now = clock.now()
  const rows = findings.map((finding) =>
    newUnmatched({ ...finding, id: idOf('unmatched', ids.next(now)) }, now),
  )
  const stored = await store.create({ insert: { unmatchedPayments: rows } })
  if (stored.ok || findings.length === 1) return
  for (const finding of findings) await keepUnmatched({ store, ids, clock }, [finding])
}

/**
 * The transfers of a transaction to the treasury, except those from the service's own accounts. Otherwise any user could
 * name one as a payment, and withdraw money that the operator moved there.
 */
export const transfersTo = (
  accounts: Accounts,
  txHash: string,
  effects: {
    readonly at: number
    readonly payments: readonly Omit<PaymentOnChain, 'txHash' | 'index' | 'at'>[]
  },
): readonly Transfer[] =>
  effects.payments
    .filter(({ to, from }) => to === accounts.treasuryAddress && !isOwnAccount(accounts, from))
    .map(({ from, coinType, amount, memo }, index) => ({
      txHash,
      index,
      from,
      coinType,
      amount,
      memo,
      at: effects.at,
    }))
