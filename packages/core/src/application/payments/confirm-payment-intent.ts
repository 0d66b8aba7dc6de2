import { CANDIDATE_WAIT_MS, nameCandidate } from '../../domain/payment/close-intent.ts'
import { CLOCK_DIFFERENCE_MS, outstandingAmount } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { holdMissingItems, itemsMissing } from '../../domain/payment/take-payment.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'
import { parseTxHash } from '../parse-input.ts'
import type { Settings } from '../settings.ts'
import { applyPayment } from './apply-payment.ts'
import { changeIntent, findPaymentIntent, roomQuery, walletRoomIn } from './change-intent.ts'
import { lookUpPayment } from './look-up-payment.ts'

type ConfirmPorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids'>

const PAYMENTS_LOOKED_AT = 50

/**
 * Looks up an intent's payment on the chain, by the named transaction or by the payments of its wallet. Returns the intent
 * unchanged if nothing is found. An unknown hash is stored and looked up again. A paid intent then holds the items that did
 * not fit when its money came, if they fit now.
 */
export async function confirmPaymentIntent(
  ports: ConfirmPorts,
  settings: Settings,
  caller: Caller,
  input: { readonly id: string; readonly txHash?: string | null | undefined },
): Promise<Result<PaymentIntent, Refusal>> {
  const txHash = input.txHash == null ? ok(null) : parseTxHash(input.txHash)
  if (!txHash.ok) return txHash
  const intent = await findPaymentIntent(ports, caller, input.id)
  if (!intent.ok) return intent
  const answer =
    txHash.value === null
      ? await searchPayment(ports, settings, intent.value)
      : await confirmBy(ports, settings, intent.value, txHash.value)
  return answer.ok && itemsMissing(answer.value) > 0 ? holdMissing(ports, answer.value) : answer
}

async function holdMissing(
  ports: ConfirmPorts,
  intent: PaymentIntent,
): Promise<Result<PaymentIntent, Refusal>> {
  const { wallet } = intent
  const decide = (current: PaymentIntent, dropState: DropState): Change<PaymentIntent> => {
    const judging = { now: ports.clock.now(), walletRoom: walletRoomIn(dropState, wallet) }
    const held = holdMissingItems(current, dropState.drop, judging)
    if (held.intent === current) return { result: current }
    return {
      result: held.intent,
      update: { drops: [held.drop], paymentIntents: [held.intent] },
      effect: { kind: 'intent', id: current.id },
      events: held.events,
    }
  }
  const changed = await changeIntent(ports, intent, decide, roomQuery(wallet))
  if (!changed.ok) throw new Error('invariant broken: holding items takes no unique value')
  return changed
}

async function searchPayment(
  ports: ConfirmPorts,
  settings: Settings,
  intent: PaymentIntent,
): Promise<Result<PaymentIntent, Refusal>> {
  if (intent.state.kind === 'PAID') return ok(intent)
  const paid = await ports.chain.paymentsFrom(intent.wallet, PAYMENTS_LOOKED_AT)
  if (!paid.ok) return ok(intent)
  // Looks up only payments that can belong to this intent, whatever else the wallet has paid.
  const outstanding = outstandingAmount(intent)
  const mayBeFor = paid.value.filter(({ memo, coinType, amount, at }) => {
    const isReference = memo === intent.externalId || memo === intent.id
    const isInTime = at + CLOCK_DIFFERENCE_MS >= intent.createdAt
    return isReference || (isInTime && coinType === intent.coinType && amount === outstanding)
  })
  for (const payment of mayBeFor) {
    const settled = await applyPayment(ports, settings, payment)
    if (settled.kind === 'taken' && settled.intent.id === intent.id) return ok(settled.intent)
  }
  return ok(intent)
}

async function confirmBy(
  ports: ConfirmPorts,
  settings: Settings,
  intent: PaymentIntent,
  txHash: string,
): Promise<Result<PaymentIntent, Refusal>> {
  if (receiptOf(intent)?.txHash === txHash) return ok(intent)
  const found = await lookUpPayment(ports, settings, intent, txHash)
  return found.kind === 'final' ? found.answer : rememberCandidate(ports, intent, txHash)
}

async function rememberCandidate(
  ports: ConfirmPorts,
  intent: PaymentIntent,
  txHash: string,
): Promise<Result<PaymentIntent, Refusal>> {
  const changed = await changeIntent(ports, intent, (current, { drop }): Change<PaymentIntent> => {
    const now = ports.clock.now()
    const named = nameCandidate(current, txHash, now)
    if (named === current) return { result: current }
    const forgottenAt = now + CANDIDATE_WAIT_MS
    return {
      result: named,
      update: { paymentIntents: [named] },
      effect: { kind: 'intent', id: named.id },
      jobs: [
        { kind: 'look_up_candidates', subject: named.payerId, ownerId: named.payerId, dueAt: now },
        { kind: 'settle_intents', subject: drop.id, ownerId: drop.creatorId, dueAt: forgottenAt },
      ],
    }
  })
  if (!changed.ok) throw new Error('invariant broken: a candidate is not unique')
  return changed
}
