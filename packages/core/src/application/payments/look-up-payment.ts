import { mayAssign } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { type Transfer, transferKey } from '../../domain/payment/transfer.ts'
import type { UnmatchedPayment } from '../../domain/payment/unmatched-payment.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { type ApplyPaymentPorts, applyPayment, creditPayment, transfersTo } from './apply-payment.ts'
import { intentByName } from './change-intent.ts'
import { judgePayment, possibleUser } from './judge-payment.ts'

export type LookUpPorts = ApplyPaymentPorts & Pick<Ports, 'chain'>

export type PaymentLookUp =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'not_final' }
  | { readonly kind: 'final'; readonly answer: Result<PaymentIntent, Refusal> }

/** The transfer may be for several users, and its memo names none of their intents. */
const CONTESTED: Refusal = {
  kind: 'conflict',
  reason: 'PAYMENT_CONTESTED',
  message:
    'This payment could be for the intents of several users. Link the wallet that paid to your account by signing in with it, and confirm again. A payment that has its intent’s id as memo is never in doubt',
}

/** Looks up a transaction that was named for an intent, and counts its transfers when it is final. */
export async function lookUpPayment(
  ports: LookUpPorts,
  settings: Settings,
  intent: PaymentIntent,
  txHash: string,
): Promise<PaymentLookUp> {
  const outcome = await ports.chain.outcome(txHash)
  if (!outcome.ok) return { kind: 'unavailable' }
  if (outcome.value.kind === 'absent' || outcome.value.kind === 'pending') return { kind: 'not_final' }
  if (outcome.value.kind === 'failed') {
    return { kind: 'final', answer: err({ kind: 'tx_failed', txHash, reason: outcome.value.reason }) }
  }
  const transfers = transfersTo(ports.chain.treasuryAddress, txHash, outcome.value.effects)
  if (transfers.length > 0)
    return { kind: 'final', answer: await confirmAny(ports, settings, intent, transfers) }
  const answer = err(
    badInput('txHash', 'OTHER_TRANSACTION', `This transaction pays nothing to ${intent.recipient}`),
  )
  return { kind: 'final', answer }
}

/** Each transfer counts by itself: first those that match an intent, then one that matches none. */
async function confirmAny(
  ports: LookUpPorts,
  settings: Settings,
  intent: PaymentIntent,
  transfers: readonly Transfer[],
): Promise<Result<PaymentIntent, Refusal>> {
  const free: Transfer[] = []
  let isThis = false
  let refusal: Refusal = { kind: 'tx_already_used', txHash: transfers[0]?.txHash ?? '' }
  for (const transfer of transfers) {
    const settled = await applyPayment(ports, settings, transfer)
    if (settled.kind === 'taken') isThis ||= settled.intent.id === intent.id
    else if (settled.kind === 'used' && settled.intentId !== null) isThis ||= settled.intentId === intent.id
    else if (settled.kind !== 'not_taken') free.push(transfer)
    else if (settled.intentId === intent.id) {
      refusal = settled.refusal
      free.push(transfer)
    }
  }
  if (isThis) {
    const current = (await ports.store.paymentIntents([intent.id])).get(intent.id)
    return ok(current ?? intent)
  }
  for (const transfer of inOrderFor(intent, free)) {
    const assigned = await assignByName(ports, settings, intent, transfer)
    if (assigned.ok || assigned.error.kind !== 'tx_already_used') return assigned
  }
  return err(refusal)
}

/** Transfers in the intent's coin first. */
function inOrderFor(intent: PaymentIntent, transfers: readonly Transfer[]): readonly Transfer[] {
  const receipt = receiptOf(intent)
  const wanted = receipt?.isCounted ? receipt.coinType : intent.coinType
  return transfers.toSorted(
    (one, other) => Number(other.coinType === wanted) - Number(one.coinType === wanted),
  )
}

/** Assigns an unmatched transfer to the intent that its hash was named for, if the user may do that. */
async function assignByName(
  ports: LookUpPorts,
  settings: Settings,
  intent: PaymentIntent,
  transfer: Transfer,
): Promise<Result<PaymentIntent, Refusal>> {
  const { txHash } = transfer
  const known = (await ports.store.unmatchedAt([transfer])).get(transferKey(transfer))
  if (known && known.state.kind !== 'OPEN') return err({ kind: 'tx_already_used', txHash })
  const reference = transfer.memo === null ? undefined : await intentByName(ports, transfer.memo)
  const facts = await assignFacts(ports, settings, transfer, known)
  const isForAnother = reference !== undefined && reference.id !== intent.id
  if (facts === null || isForAnother) return err({ kind: 'tx_already_used', txHash })
  const { payerId } = intent
  if (!mayAssign({ ...facts, payerId })) return err(CONTESTED)
  // The user who has proved the wallet decides what the transfer is for.
  const ground =
    facts.holderId === payerId
      ? ({ kind: 'assigned' } as const)
      : ({ kind: 'named', possibleUser: facts.possibleUser } as const)
  const answer = await creditPayment(ports, settings, { intent, transfer, ground })
  return answer === 'changed' ? err({ kind: 'tx_already_used', txHash }) : answer
}

/** Why a payment under review cannot be for this intent; null if it can. */
export async function refusalToApprove(
  ports: Pick<Ports, 'store'>,
  settings: Settings,
  { id, payerId }: PaymentIntent,
  transfer: Transfer,
): Promise<Refusal | null> {
  const match = await judgePayment(ports, settings, transfer)
  if (match.kind === 'intent')
    return match.intent.id === id ? null : { kind: 'tx_already_used', txHash: transfer.txHash }
  const facts = await assignFacts(ports, settings, transfer, undefined)
  return facts === null || mayAssign({ ...facts, payerId }) ? null : CONTESTED
}

/** Null if the transfer belongs to an intent by now. */
async function assignFacts(
  ports: Pick<Ports, 'store'>,
  settings: Settings,
  transfer: Transfer,
  known: UnmatchedPayment | undefined,
) {
  const holder = (await ports.store.usersByWallet([transfer.from])).get(transfer.from)
  const holderId = holder?.id ?? null
  if (known) return { holderId, possibleUser: known.possibleUser }
  const match = await judgePayment(ports, settings, transfer)
  if (match.kind === 'intent') return null
  return { holderId, possibleUser: await possibleUser(ports, settings, transfer, match) }
}
