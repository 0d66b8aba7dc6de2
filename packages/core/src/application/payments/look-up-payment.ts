import { readId } from '../../domain/ids.ts'
import { doublingDelayMs, HOUR_MS } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import { candidateOf, forgetCandidate } from '../../domain/payment/close-intent.ts'
import { type Finding, mayAssign } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, receiptOf } from '../../domain/payment/payment-intent.ts'
import { type Transfer, transferKey } from '../../domain/payment/transfer.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import {
  type Change,
  chainFailure,
  isStoreUnavailable,
  type JobFailure,
  type JobOutcome,
  type Ports,
  waitingFor,
} from '../../ports/index.ts'
import type { JobRun } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import {
  type ApplyPaymentPorts,
  applyPayment,
  creditPayment,
  keepUnmatched,
  MAX_ROUNDS,
  transfersTo,
} from './apply-payment.ts'
import { changeIntent } from './change-intent.ts'
import { holderOf, isForOtherIntent, judgePayment, possibleUser } from './judge-payment.ts'
import { watchedTreasuries } from './watch-treasury.ts'

type LookUpPorts = ApplyPaymentPorts & Pick<Ports, 'chain'>

type PaymentLookUp =
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
  const { treasuryAddress, operatorAddress } = ports.chain
  const { effects } = outcome.value
  const transfers = transfersTo({ treasuryAddress, operatorAddress }, txHash, effects)
  if (transfers.length > 0)
    return { kind: 'final', answer: await confirmAny(ports, settings, intent, transfers) }
  const former = { treasuryAddress: intent.recipient, operatorAddress }
  const refusal =
    transfersTo(former, txHash, effects).length > 0 ? paidToFormer(intent) : noPaymentTo(treasuryAddress)
  return { kind: 'final', answer: err(refusal) }
}

const noPaymentTo = (treasury: string): Refusal =>
  badInput('txHash', 'OTHER_TRANSACTION', `This transaction contains no payment to ${treasury}`)

/** The service may not have the key of that account any more, so it could not refund the payment. */
const paidToFormer = ({ recipient }: PaymentIntent): Refusal =>
  badInput(
    'txHash',
    'FORMER_TREASURY',
    `This transaction pays ${recipient}, which no longer receives payments for this service. It does not count. Ask the operator of the service to return it`,
  )

/**
 * Credits the transfers of a named transaction. Tries again if a change in between decides differently, for example if the
 * intent has expired.
 */
async function confirmAny(
  ports: LookUpPorts,
  settings: Settings,
  named: PaymentIntent,
  transfers: readonly Transfer[],
): Promise<Result<PaymentIntent, Refusal>> {
  let intent = named
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const answer = await confirmOnce(ports, settings, intent, transfers)
    if (answer !== 'changed') return answer
    intent = (await ports.store.paymentIntents([intent.id])).get(intent.id) ?? intent
  }
  throw new Error(`${named.id} or the use of ${transfers[0]?.txHash} keeps changing`)
}

/** Each transfer counts by itself: first those that match an intent, then one that matches none. */
async function confirmOnce(
  ports: LookUpPorts,
  settings: Settings,
  intent: PaymentIntent,
  transfers: readonly Transfer[],
): Promise<Result<PaymentIntent, Refusal> | 'changed'> {
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
    if (assigned === 'changed' || assigned.ok || assigned.error.kind !== 'tx_already_used') return assigned
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
): Promise<Result<PaymentIntent, Refusal> | 'changed'> {
  const { txHash } = transfer
  const known = (await ports.store.unmatchedAt([transfer])).get(transferKey(transfer))
  if (known && known.state.kind !== 'OPEN') return err({ kind: 'tx_already_used', txHash })
  if (await isForOtherIntent(ports, transfer, intent)) return err({ kind: 'tx_already_used', txHash })
  const match = await judgePayment(ports, settings, transfer)
  let mayBeFor = known?.possibleUser
  if (mayBeFor === undefined) {
    // It matched none when it was looked up.
    if (match.kind === 'intent') return 'changed'
    mayBeFor = await possibleUser(ports, settings, transfer, match)
  }
  const { payerId } = intent
  const holderId = await holderOf(ports, transfer)
  if (!mayAssign({ payerId, holderId, possibleUser: mayBeFor })) return err(CONTESTED)
  // The user who has proved the wallet decides what the transfer is for.
  if (holderId === payerId)
    return creditPayment(ports, settings, { intent, transfer, ground: { kind: 'assigned' } })
  if (match.kind === 'intent' && match.intent.id !== intent.id)
    return err({ kind: 'tx_already_used', txHash })
  const ground = { kind: 'named', possibleUser: mayBeFor } as const
  return creditPayment(ports, settings, { intent, transfer, ground })
}

/** Why a payment under review cannot be for this intent; null if it can. */
export async function refusalToApprove(
  ports: Pick<Ports, 'store'>,
  settings: Settings,
  { id, payerId }: PaymentIntent,
  transfer: Transfer,
): Promise<Refusal | null> {
  const taken: Refusal = { kind: 'tx_already_used', txHash: transfer.txHash }
  if (await isForOtherIntent(ports, transfer, { id })) return taken
  const match = await judgePayment(ports, settings, transfer)
  if (match.kind === 'intent') return match.intent.id === id ? null : taken
  const facts = {
    holderId: await holderOf(ports, transfer),
    possibleUser: await possibleUser(ports, settings, transfer, match),
  }
  return mayAssign({ ...facts, payerId }) ? null : CONTESTED
}

type CandidatePorts = Pick<Ports, 'store' | 'chain' | 'clock' | 'ids' | 'log'>

const INTENTS_PER_RUN = 50
/** For a newly named transaction, because its payer may be waiting. */
const SOON_MS = 1_000
/** For an older one. */
const LATER_MS = 30_000

/** The subject of an earlier release that means all users. */
const ALL_USERS = 'chain'

/** Whether the subject means users. An earlier release also stored transactions that it could not read as jobs of this kind. */
export const namesCandidates = (subject: string): boolean =>
  subject === ALL_USERS || readId('user', subject) !== undefined

/**
 * Looks up transactions that were named for a user's intents before the chain showed them, because the payment watcher may
 * have passed them earlier. One that cannot be read delays no other. One page of intents per run; `memo` is the last one.
 * A transaction that never appears is looked up for a day, so each user has a job of their own.
 */
export async function lookUpCandidates(
  ports: CandidatePorts,
  settings: Settings,
  subject: string,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const payerId = readId('user', subject)
  const since = ports.clock.now() - settings.latePaymentWatchMs
  const lastId = memo === null ? undefined : readId('intent', memo)
  const after = lastId && (await ports.store.paymentIntents([lastId])).get(lastId)
  const named = await ports.store.intentsWithCandidate(since, { payerId, after, limit: INTENTS_PER_RUN })
  let unread = 0
  let hasError = false
  let lookedAt: PaymentIntent | undefined
  for (const intent of named) {
    if (budget.isSpent()) break
    try {
      if (!(await lookUp(ports, settings, intent))) unread++
    } catch (error) {
      // The store does not answer, so this intent is not the cause.
      if (isStoreUnavailable(error)) throw error
      ports.log.error('a named transaction could not be settled', { intentId: intent.id }, error)
      hasError = true
    }
    lookedAt = intent
    budget.spend()
  }
  const failed = failureOf(unread, hasError)
  const now = ports.clock.now()
  const last = named.at(-1)
  if (lookedAt !== last) return { kind: 'again', dueAt: now, memo: lookedAt?.id ?? memo, ...failed }
  if (named.length === INTENTS_PER_RUN && last)
    return { kind: 'again', dueAt: now + SOON_MS, memo: last.id, ...failed }
  if (named.length === 0 && after === undefined) return { kind: 'done' }
  const isAwaited = named.some(({ state }) => state.kind === 'PROCESSING')
  return { kind: 'again', dueAt: now + (isAwaited ? SOON_MS : LATER_MS), memo: null, ...failed }
}

function failureOf(unread: number, hasError: boolean): { readonly failed?: JobFailure } {
  if (hasError) return { failed: { class: 'error', reason: 'a named transaction could not be settled' } }
  return unread === 0 ? {} : { failed: chainFailure(`${unread} named transactions could not be read`) }
}

/** False if the chain did not answer for this transaction. It may still answer for others. */
async function lookUp(ports: CandidatePorts, settings: Settings, intent: PaymentIntent): Promise<boolean> {
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

async function forget(ports: CandidatePorts, intent: PaymentIntent, txHash: string): Promise<void> {
  await changeIntent(ports, intent, (current): Change<void> => {
    if (candidateOf(current) !== txHash) return { result: undefined }
    return {
      result: undefined,
      update: { paymentIntents: [forgetCandidate(current, ports.clock.now())] },
    }
  })
}

const FIRST_RETRY_MS = 1_000

/**
 * Counts the payments of a transaction that the watcher could not read with others. As long as it cannot be read, the job is
 * among the failing ones, and the delay between its attempts grows. Payments to another watched treasury are left to a
 * server that has its key: it may be a former one, whose payments no longer count because its key may be stolen.
 */
export async function lookUpTransaction(
  ports: ApplyPaymentPorts & Pick<Ports, 'chain' | 'jobs' | 'keyValues'>,
  settings: Settings,
  txHash: string,
  attempts: number,
): Promise<JobOutcome> {
  const { chain, clock } = ports
  const outcome = await chain.outcome(txHash)
  const dueAt = clock.now() + doublingDelayMs(FIRST_RETRY_MS, attempts, HOUR_MS)
  if (!outcome.ok) return { kind: 'again', dueAt, failed: chainFailure(outcome.error.reason) }
  const { value } = outcome
  if (value.kind === 'absent' || value.kind === 'pending')
    return { kind: 'again', dueAt, failed: chainFailure('the transaction is not shown') }
  if (value.kind === 'failed') return { kind: 'done' }
  const findings: Omit<Finding, 'id'>[] = []
  const transfers = transfersTo(chain, txHash, value.effects)
  if (transfers.length === 0) {
    const { operatorAddress } = chain
    const isForOther = (await watchedTreasuries(ports)).some(
      (treasuryAddress) =>
        transfersTo({ treasuryAddress, operatorAddress }, txHash, value.effects).length > 0,
    )
    if (isForOther)
      return {
        kind: 'again',
        dueAt,
        failed: waitingFor('it pays a treasury whose key this server does not have'),
      }
  }
  for (const transfer of transfers) {
    const settled = await applyPayment(ports, settings, transfer)
    if (settled.kind === 'unmatched') findings.push(settled.finding)
  }
  await keepUnmatched(ports, findings)
  return { kind: 'done' }
}
