import type { ClientParts } from './client.ts'
import { executeOnce, type FlowClaim, type FlowPayment, type FlowStep, patience, read } from './flow-step.ts'
import {
  type ClaimDropInput,
  type ClaimRandomDropInput,
  FlowClaimDocument,
  FlowConfirmClaimDocument,
  FlowDrawDocument,
  FlowDropDocument,
  type FlowDropQuery,
  FlowPrepareClaimDocument,
  type FlowPrepareClaimMutation,
  FlowReserveDocument,
} from './generated/flow-operations.ts'
import { type ProveHuman, withProof } from './human-check.ts'
import { keptId, randomKey } from './idempotency.ts'
import { payForClaim } from './payment-flow.ts'
import { isSameAddress, recipientToSign, withApproval } from './recipient.ts'
import { ok, type Refusal, type RefusalCode, type Result, refusalOf, refused } from './result.ts'
import { pause } from './retry.ts'
import { takeSponsored } from './sponsored-claim.ts'
import { statesOf } from './states.ts'
import type { Wallet } from './wallet.ts'

/** What to claim, and with which wallet. */
export interface ClaimOrder {
  /** The drop's id or shortcode. */
  readonly drop: string
  readonly wallet: Wallet
  /** In base units, if the claimer chooses the amount. */
  readonly amount?: string
  /** Items to pay for, on a drop with a price. Default: 1. */
  readonly quantity?: number
  /** The address that receives the claim, as the wallet signs once. Default: the wallet itself. */
  readonly recipient?: string
  /**
   * Makes the proof if the drop has a human check. Default: solves a proof of work. Drops with TURNSTILE need a function
   * that shows the widget.
   */
  readonly prove?: ProveHuman
  readonly signal?: AbortSignal
}

/** The state of a claim. `confirmed` and `refused` are final. */
export type ClaimState =
  | { readonly kind: 'checking' }
  /** The wallet is asked to sign the sign-in message. */
  | { readonly kind: 'signing_in' }
  | { readonly kind: 'claiming' }
  /** The wallet is asked to sign that the claim goes to another address. */
  | { readonly kind: 'approving'; readonly recipient: string }
  /** The drop has a human check, and a proof is being made. */
  | { readonly kind: 'proving' }
  /** The wallet is asked to pay. */
  | { readonly kind: 'paying'; readonly payment: FlowPayment }
  | { readonly kind: 'confirming_payment'; readonly payment: FlowPayment }
  /** The amount is reserved, and the wallet is asked to claim it on the chain. */
  | { readonly kind: 'taking'; readonly claim: FlowClaim }
  /** The chain has the transaction, or the server is delivering the claim. */
  | { readonly kind: 'confirming'; readonly claim: FlowClaim }
  /** The server is busy or unreachable. The flow continues at this time (Unix milliseconds). */
  | { readonly kind: 'waiting'; readonly refusal: Refusal; readonly retryAtMs: number }
  | { readonly kind: 'confirmed'; readonly claim: FlowClaim }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

type Drop = NonNullable<FlowDropQuery['byShortcode']>

const FIRST_POLL_MS = 400
const LONGEST_POLL_MS = 5_000
const FINAL_STATUSES = ['CONFIRMED', 'FAILED', 'EXPIRED']

/**
 * The states of one claim. The flow stores an id before its first request and derives every idempotency key from it. It
 * stores each transaction before it gives it to the wallet. A flow that was interrupted at any point therefore continues
 * when it is run again: each step that already had its effect returns the same answer. The id is deleted after the consumer
 * has read the last state.
 */
export async function* claimFlow(
  parts: ClientParts,
  order: ClaimOrder,
): AsyncGenerator<ClaimState, void, undefined> {
  const { storage, url } = parts
  const to = recipientToSign(order)
  const ordered = [url, order.drop, order.wallet.address, order.amount, order.quantity]
  const place = `claim ${JSON.stringify(to === undefined ? ordered : [...ordered, to])}`
  const used: string[] = []
  let isEnded = false
  try {
    yield* statesOf<ClaimState>(async (emit, signal) => {
      const step = (id: string): FlowStep => ({ parts, wallet: order.wallet, id, emit, signal, used })
      const run = async () => claimWith(step(await keptId(storage, place, Date.now())), order)
      let result = await run()
      // The claim of an earlier run expired, and its amount is back in the pool.
      if (
        !result.ok &&
        result.refusal.code === 'CLAIM_FAILED' &&
        result.refusal.details['status'] === 'EXPIRED'
      ) {
        await storage.delete(place)
        result = await run()
      }
      isEnded = result.ok || isFinal(result.refusal)
      await emit(
        result.ok ? { kind: 'confirmed', claim: result.value } : { kind: 'refused', refusal: result.refusal },
      )
    }, order.signal)
  } finally {
    if (isEnded) for (const name of [...used, place]) await storage.delete(name)
  }
}

/** Whether the next run of the flow would be a new claim. After all other refusals, the next run continues this claim. */
const isFinal = ({ code, retryable }: Refusal): boolean =>
  !retryable && !['ABORTED', 'INTERNAL', 'BAD_ANSWER', 'WALLET_DECLINED', 'UNAUTHENTICATED'].includes(code)

async function claimWith(step: FlowStep, order: ClaimOrder): Promise<Result<FlowClaim>> {
  await step.emit({ kind: 'checking' })
  const drop = await dropAt(step, order.drop)
  if (!drop.ok) return drop
  const isSignedIn = await ensureSession(step, drop.value, false)
  if (!isSignedIn.ok) return isSignedIn
  const first = await claimOrPay(step, order, drop.value)
  if (first.ok || first.refusal.code !== 'UNAUTHENTICATED') return first
  // The stored session has ended.
  const again = await ensureSession(step, drop.value, true)
  return again.ok ? claimOrPay(step, order, drop.value) : again
}

async function dropAt(step: FlowStep, place: string): Promise<Result<Drop>> {
  const variables = { place, id: place, mayBeId: place.startsWith('drop_') }
  const answer = await read(step, FlowDropDocument, variables)
  if (!answer.ok) return answer
  const drop = answer.value.byId ?? answer.value.byShortcode
  return drop ? ok(drop) : refused(refusalOf('NOT_FOUND', 'Drop not found', { details: { what: 'Drop' } }))
}

/** Signs in if claims on this drop need a session. On other drops, a key is enough. */
async function ensureSession(
  { parts, wallet, emit, signal }: FlowStep,
  drop: Drop,
  isRenewal: boolean,
): Promise<Result<unknown>> {
  const { credentials, keyKind } = parts
  const known = credentials.session()
  if (known && isRenewal) await credentials.forget(known.token)
  if (known?.address === wallet.address && !isRenewal) return ok(known)
  const needsOwner = drop.claimAccess === 'WALLET' || (keyKind === 'publishable' && drop.price !== null)
  const isNeeded = keyKind === 'none' || needsOwner || known !== undefined
  if (!isNeeded) return ok(undefined)
  if (!isRenewal && (await credentials.resume(wallet.address))) return ok(undefined)
  await emit({ kind: 'signing_in' })
  return credentials.signIn(wallet, signal)
}

/** Claims. If a payment is missing, pays first. */
async function claimOrPay(step: FlowStep, order: ClaimOrder, drop: Drop): Promise<Result<FlowClaim>> {
  const first = await reserve(step, order, drop, 0)
  if (first.ok) return deliver(step, drop, first.value)
  if (first.refusal.code !== 'PAYMENT_REQUIRED') return first
  const { id: dropId } = drop
  const { quantity = 1, prove } = order
  const paid = await payForClaim(step, { dropId, quantity, prove })
  if (!paid.ok) return paid
  const second = await reserve(step, order, drop, 1)
  return second.ok ? deliver(step, drop, second.value) : second
}

interface Reserved {
  readonly claim: FlowClaim
  /** Whether the wallet claims on the chain. Otherwise the server delivers the claim. */
  readonly hasVoucher: boolean
}

/** @param attempt An idempotency key always returns its first answer, so the attempt after a payment needs a new key. */
async function reserve(
  step: FlowStep,
  order: ClaimOrder,
  drop: Drop,
  attempt: number,
): Promise<Result<Reserved>> {
  await step.emit({ kind: 'claiming' })
  const input = { dropId: drop.id, userAddress: order.wallet.address }
  const key = `${step.id}-claim-${attempt}`
  const isRandom = drop.tokenAmount === '0'
  const approving = { dropId: drop.id, recipient: recipientToSign(order), key }
  const result = await withApproval(step, approving, (approval, key) =>
    withProof(step, { dropId: drop.id, key, prove: order.prove }, (proof, key) =>
      isRandom
        ? draw(step, { ...input, ...approval, ...proof }, key)
        : reserveFixed(step, { ...input, ...amountOf(order), ...approval, ...proof }, key),
    ),
  )
  if (result.ok) return hasRecipient(order, result.value.claim) ? result : otherRecipient(result.value.claim)
  if (result.refusal.code !== 'ALREADY_CLAIMED') return result
  // The wallet may have claimed on another device. If that claim is not finished, this wallet can finish it.
  const claimId = result.refusal.details['claimId']
  if (typeof claimId !== 'string') return result
  const claim = await claimNow(step, claimId)
  return claim.ok && claim.value.status === 'SUBMITTED' && hasRecipient(order, claim.value)
    ? ok({ claim: claim.value, hasVoucher: false })
    : result
}

/** An earlier claim that is not finished keeps its recipient, so it may differ from the one that was ordered. */
const hasRecipient = ({ recipient, wallet }: ClaimOrder, claim: FlowClaim): boolean =>
  isSameAddress(recipient ?? wallet.address, claim.recipient ?? claim.userAddress ?? wallet.address)

const otherRecipient = ({ id, recipient }: FlowClaim) => {
  const details = { claimId: id, recipient }
  const message = `An unfinished claim of this wallet goes to ${recipient}. Finish it, or wait until it expires`
  return refused(refusalOf('CONFLICT', message, { field: 'recipient', details }))
}

const amountOf = ({ amount }: ClaimOrder) => (amount === undefined ? {} : { amount })

async function reserveFixed(step: FlowStep, input: ClaimDropInput, key: string): Promise<Result<Reserved>> {
  const answer = await step.parts.mutateOnce(FlowReserveDocument, { input }, key, patience(step))
  if (!answer.ok) return answer
  const { claim = null, claimParams = null } = answer.value.claimDrop ?? {}
  return claim === null ? NO_CLAIM : ok({ claim, hasVoucher: claimParams !== null })
}

async function draw(step: FlowStep, input: ClaimRandomDropInput, key: string): Promise<Result<Reserved>> {
  const answer = await step.parts.mutateOnce(FlowDrawDocument, { input }, key, patience(step))
  if (!answer.ok) return answer
  const { claim = null, code = null, message = null } = answer.value.claimRandomDrop ?? {}
  if (claim !== null) return ok({ claim, hasVoucher: false })
  return code === null
    ? NO_CLAIM
    : refused(refusalOf(code as RefusalCode, message ?? 'The claim was refused'))
}

const NO_CLAIM = refused(refusalOf('BAD_ANSWER', 'The service answered without a claim'))

/** Delivers a reserved claim: the wallet claims it on the chain, or the server delivers it. */
async function deliver(
  step: FlowStep,
  drop: Drop,
  { claim, hasVoucher }: Reserved,
): Promise<Result<FlowClaim>> {
  const claimId = claim.id ?? ''
  step.used.push(`transaction ${claimId}`)
  const now = await claimNow(step, claimId)
  if (!now.ok) return now
  if (now.value.status === 'PENDING' && hasVoucher) {
    await step.emit({ kind: 'taking', claim: now.value })
    const sponsored = drop.delivery === 'SPONSORED' ? await takeSponsored(step, claimId) : ok(false)
    if (!sponsored.ok) {
      const later = await unlessTaken(step, claimId, sponsored)
      if (!later.ok) return later
    } else if (!sponsored.value) {
      const taken = await take(step, claimId)
      if (!taken.ok) return taken
    }
  }
  return untilFinal(step, claimId)
}

/**
 * Returns the claim if another tab has taken it, or if the chain has it although the wallet got no answer. Otherwise
 * returns the refusal.
 */
async function unlessTaken(
  step: FlowStep,
  claimId: string,
  refusal: Extract<Result<never>, { readonly ok: false }>,
): Promise<Result<FlowClaim>> {
  const now = await claimNow(step, claimId)
  return now.ok && now.value.status === 'PENDING' ? refusal : now
}

async function take(step: FlowStep, claimId: string): Promise<Result<unknown>> {
  const { parts } = step
  const executed = await executeOnce(step, `transaction ${claimId}`, async () => {
    const prepared = await parts.mutateOnce(
      FlowPrepareClaimDocument,
      { claimId },
      randomKey(),
      patience(step),
    )
    return prepared.ok ? transactionOf(prepared.value) : prepared
  })
  if (!executed.ok) return unlessTaken(step, claimId, executed)
  const input = { claimId, txHash: executed.value }
  const key = `${step.id}-confirm-${executed.value}`
  const confirmed = await parts.mutateOnce(FlowConfirmClaimDocument, { input }, key, patience(step))
  // The server also watches the chain, so it finds the transaction later without this call.
  return confirmed.ok || confirmed.refusal.retryable ? ok(undefined) : confirmed
}

const transactionOf = ({ prepareClaim }: FlowPrepareClaimMutation): Result<string> =>
  prepareClaim ? ok(prepareClaim.transactionBytes) : NO_CLAIM

async function untilFinal(step: FlowStep, claimId: string): Promise<Result<FlowClaim>> {
  let lastStatus: string | null = null
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, LONGEST_POLL_MS)) {
    const now = await claimNow(step, claimId)
    if (!now.ok) return now
    const { status = null } = now.value
    if (status === 'CONFIRMED') return now
    if (status !== null && FINAL_STATUSES.includes(status))
      return refused(refusalOf('CLAIM_FAILED', `The claim is ${status}`, { details: { claimId, status } }))
    if (status !== lastStatus) await step.emit({ kind: 'confirming', claim: now.value })
    lastStatus = status
    if (!(await pause(delayMs, step.signal)))
      return refused(refusalOf('ABORTED', 'The operation was aborted'))
  }
}

async function claimNow(step: FlowStep, id: string): Promise<Result<FlowClaim>> {
  const answer = await read(step, FlowClaimDocument, { id })
  if (!answer.ok) return answer
  return answer.value.claim ? ok(answer.value.claim) : NO_CLAIM
}
