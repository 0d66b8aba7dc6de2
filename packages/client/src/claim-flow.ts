import { isSameAddress, recipientToSign, takeSponsored, withApproval } from './claim-signatures.ts'
import type { ClientParts } from './client.ts'
import {
  dropAt,
  executeOnce,
  type FlowClaim,
  type FlowDrop,
  type FlowPayment,
  type FlowStep,
  flowOf,
  loaded,
  notFound,
  read,
  retryOptions,
  unlessUnneeded,
  withSession,
} from './flow.ts'
import {
  type ClaimDropInput,
  type ClaimRandomDropInput,
  FlowClaimDocument,
  FlowClaimWithLinkDocument,
  FlowConfirmClaimDocument,
  FlowDrawDocument,
  FlowPrepareClaimDocument,
  type FlowPrepareClaimMutation,
  FlowReserveDocument,
  type FlowReserveMutation,
} from './generated/flow-operations.ts'
import { type ProveHuman, withProof } from './human-check.ts'
import { randomKey } from './idempotency.ts'
import type { ItemPrice } from './payment-flow.ts'
import {
  ABORTED,
  NO_ANSWER,
  ok,
  type Refusal,
  type RefusalCode,
  type Result,
  refusalOf,
  refused,
} from './result.ts'
import { pause, withRetries } from './transport.ts'
import type { Wallet } from './wallet.ts'

/** What to claim, and with which wallet. */
export interface ClaimOrder {
  /** The drop's id or shortcode. */
  readonly drop: string
  readonly wallet: Wallet
  /** In base units, if the claimer chooses the amount. */
  readonly amount?: string
  /**
   * Items to pay for, on a drop with a price. Default: what the claim takes, which is `amount` on a drop that sells base units
   * and 1 on all others. With 0, the flow pays nothing.
   */
  readonly quantity?: number
  /**
   * The price of one item that the buyer was shown: `Drop.price` (0 if free) and `Drop.currency`. If the wallet would pay
   * more, the flow ends with PRICE_CHANGED before it asks the wallet. Default: any price.
   */
  readonly price?: ItemPrice
  /** The address that receives the claim, as the wallet signs once. Default: the wallet itself. Not with a link. */
  readonly recipient?: string
  /** The claim link that is used. The claim goes to the wallet's address; a claim that the server delivers asks it nothing. */
  readonly link?: ClaimLink
  /** A reserved claim of the wallet, which the flow finishes instead of making another one. */
  readonly claimId?: string
  /**
   * `sent` ends the flow when the wallet has nothing more to do. The server may deliver the claim much later, for example
   * if its amount waits for a public beacon. Default: `confirmed`.
   */
  readonly until?: 'sent' | 'confirmed'
  /**
   * Makes the proof if the drop has a human check. Default: solves a proof of work. Drops with TURNSTILE need a function
   * that shows the widget.
   */
  readonly prove?: ProveHuman
  readonly signal?: AbortSignal
}

/** The key of a claim link. */
export interface ClaimLink {
  /** The link's public key: 32 bytes in base64url. */
  readonly id: string
  /** Returns the signature of `ClaimWithLinkInput.signature` for this recipient. */
  readonly sign: (dropId: string, recipient: string) => Promise<string>
}

/** The state of a claim. `sent`, `confirmed` and `refused` are final. */
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
  /** With `until: 'sent'`: the wallet has nothing more to do, and the claim is not confirmed yet. */
  | { readonly kind: 'sent'; readonly claim: FlowClaim }
  | { readonly kind: 'confirmed'; readonly claim: FlowClaim }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const FIRST_POLL_MS = 400
const LONGEST_POLL_MS = 5_000

/** The states of one claim. */
export function claimFlow(
  parts: ClientParts,
  order: ClaimOrder,
): AsyncGenerator<ClaimState, void, undefined> {
  const { storage, url } = parts
  const { drop, wallet, amount, link, claimId, signal } = order
  const what = [recipientToSign(order), link?.id, claimId]
  // The quantity is not part of it: a run that only claims continues one that was interrupted after it had paid, and the
  // other way round.
  const ordered = [url, drop, wallet.address, amount]
  const place = `claim ${JSON.stringify(what.some((one) => one !== undefined) ? [...ordered, ...what] : ordered)}`
  return flowOf<ClaimState>({ parts, wallet, signal, place }, async (begin) => {
    let result = await claimWith(await begin(), order)
    // The claim of an earlier run expired, and its amount is back in the pool.
    if (!result.ok && claimId === undefined && isExpired(result.refusal)) {
      await storage.delete(place)
      result = await claimWith(await begin(), order)
    }
    if (!result.ok) return result
    const { value: claim } = result
    return ok({ kind: claim.status === 'CONFIRMED' ? 'confirmed' : 'sent', claim })
  })
}

const isExpired = ({ code, details }: Refusal): boolean =>
  code === 'CLAIM_FAILED' && details['status'] === 'EXPIRED'

async function claimWith(step: FlowStep, order: ClaimOrder): Promise<Result<FlowClaim>> {
  await step.emit({ kind: 'checking' })
  const drop = await dropAt(step, order.drop)
  if (!drop.ok) return drop
  if (order.link) return claimByLink(step, order, order.link, drop.value)
  return withSession(step, drop.value, () => claimOrPay(step, order, drop.value))
}

/** Claims. If a payment is missing, pays first. */
async function claimOrPay(step: FlowStep, order: ClaimOrder, drop: FlowDrop): Promise<Result<FlowClaim>> {
  const items = itemsOfClaim(drop, order.amount)
  const { claimId, quantity = items, price, prove } = order
  if (claimId !== undefined) {
    const known = await read(step, FlowClaimDocument, { id: claimId })
    if (!known.ok) return known
    const { claim } = known.value
    if (!claim) return notFound('Claim', 'claimId')
    // The flow that reserved it is over, too.
    const place = await step.parts.storage.get(flowOfClaim(claimId))
    if (place !== undefined) step.used.push(place)
    if (order.recipient !== undefined && !hasRecipient(order, claim)) return otherRecipient(claim)
    return deliver(step, order, drop, claim)
  }
  const first = await reserve(step, order, drop, 0)
  if (first.ok) return deliver(step, order, drop, first.value)
  if (first.refusal.code !== 'PAYMENT_REQUIRED') return first
  if (quantity > 0) {
    if (quantity < items) return invalid('quantity', `must be at least ${items}`)
    const paying = await loaded(() => import('./payment-flow.ts'))
    if (!paying.ok) return paying
    const paid = await paying.value.payForClaim(step, { dropId: drop.id, quantity, items, price, prove })
    if (!paid.ok) return paid
  }
  // Also without a payment: an interrupted run of this flow may have paid after its first attempt.
  const second = await reserve(step, order, drop, 1)
  return second.ok ? deliver(step, order, drop, second.value) : second
}

/** A drop without a fixed amount or a supply sells base units: a claim takes as many items as its amount. */
export const itemsOfClaim = (
  { tokenAmount, supply }: Pick<FlowDrop, 'tokenAmount' | 'supply'>,
  amount = '1',
): number => (tokenAmount === null && supply === null ? Number(amount) : 1)

const invalid = (field: string, message: string) =>
  refused(refusalOf('BAD_USER_INPUT', `${field} ${message}`, { field }))

/** The storage name of the place of the flow that reserved the claim. */
const flowOfClaim = (claimId: string): string => `flow of ${claimId}`

/** Uses the link, which needs no session. A claim that the wallet takes to the chain needs one. */
async function claimByLink(
  step: FlowStep,
  order: ClaimOrder,
  link: ClaimLink,
  drop: FlowDrop,
): Promise<Result<FlowClaim>> {
  if (recipientToSign(order)) return invalid('recipient', 'must be the wallet')
  await step.emit({ kind: 'claiming' })
  const { id: dropId } = drop
  const userAddress = order.wallet.address
  const signature = await link.sign(dropId, userAddress)
  const input = { dropId, linkId: link.id, userAddress, signature, ...amountOf(order) }
  const key = `${step.id}-claim-0`
  const used = await withProof(step, { dropId, key, prove: order.prove }, async (proof, key) => {
    const variables = { input: { ...input, ...proof } }
    const answer = await step.parts.mutateOnce(FlowClaimWithLinkDocument, variables, key, retryOptions(step))
    return answer.ok ? claimIn(answer.value.claimWithLink) : answer
  })
  if (!used.ok) return used
  const run = () => deliver(step, order, drop, used.value)
  return hasVoucher(used.value) ? withSession(step, drop, run) : run()
}

/** Whether the wallet takes a pending claim to the chain. The service delivers one without a voucher, which never expires. */
const hasVoucher = ({ expiresAt }: FlowClaim): boolean => expiresAt !== null

/** A random claim that expires can no longer be delivered, because its drop is cancelled. No wallet can take it. */
const isRandom = ({ tokenAmount }: FlowDrop): boolean => tokenAmount === '0'

/** @param attempt An idempotency key always returns its first answer, so the attempt after a payment needs a new key. */
async function reserve(
  step: FlowStep,
  order: ClaimOrder,
  drop: FlowDrop,
  attempt: number,
): Promise<Result<FlowClaim>> {
  await step.emit({ kind: 'claiming' })
  const input = { dropId: drop.id, userAddress: order.wallet.address }
  const key = `${step.id}-claim-${attempt}`
  const approving = { dropId: drop.id, recipient: recipientToSign(order), key }
  const result = await withApproval(step, approving, (approval, key) =>
    withProof(step, { dropId: drop.id, key, prove: order.prove }, (proof, key) =>
      isRandom(drop)
        ? draw(step, { ...input, ...approval, ...proof }, key)
        : reserveFixed(step, { ...input, ...amountOf(order), ...approval, ...proof }, key),
    ),
  )
  if (result.ok) return hasRecipient(order, result.value) ? result : otherRecipient(result.value)
  if (result.refusal.code !== 'ALREADY_CLAIMED') return result
  // The wallet may have claimed on another device. If that claim is not finished, this wallet can finish it.
  const claimId = result.refusal.details['claimId']
  if (typeof claimId !== 'string') return result
  const claim = await claimNow(step, claimId)
  return claim.ok && claim.value.status === 'SUBMITTED' && hasRecipient(order, claim.value) ? claim : result
}

/** An earlier claim that is not finished keeps its recipient, so it may differ from the one that was ordered. */
const hasRecipient = ({ recipient, wallet }: ClaimOrder, claim: FlowClaim): boolean =>
  isSameAddress(recipient ?? wallet.address, claim.recipient ?? claim.userAddress ?? wallet.address)

const otherRecipient = ({ id, recipient }: FlowClaim) => {
  const details = { claimId: id, recipient }
  const message = `An unfinished claim goes to ${recipient}. Finish it or let it expire`
  return refused(refusalOf('CONFLICT', message, { reason: 'PENDING_RECIPIENT', field: 'recipient', details }))
}

const amountOf = ({ amount }: ClaimOrder) => (amount === undefined ? {} : { amount })

async function reserveFixed(step: FlowStep, input: ClaimDropInput, key: string): Promise<Result<FlowClaim>> {
  const answer = await step.parts.mutateOnce(FlowReserveDocument, { input }, key, retryOptions(step))
  if (!answer.ok) return answer
  return claimIn(answer.value.claimDrop)
}

const claimIn = (answer: FlowReserveMutation['claimDrop']): Result<FlowClaim> =>
  answer?.claim ? ok(answer.claim) : NO_ANSWER

/** A refusal of a random claim is an answer, which does not say whether a retry may succeed. */
const RETRYABLE = /NOT_READY|UNKNOWN|UNAVAILABLE/
/** Longer than all waits between these retries, because the answer names none. */
const LONGEST_WAIT_MS = 60_000

const draw = (step: FlowStep, input: ClaimRandomDropInput, key: string): Promise<Result<FlowClaim>> =>
  withRetries(
    async () => {
      const answer = await step.parts.mutateOnce(FlowDrawDocument, { input }, key, retryOptions(step))
      if (!answer.ok) return answer
      const { claimRandomDrop: drawn } = answer.value
      if (!drawn?.code || drawn.claim) return claimIn(drawn)
      const { code, message } = drawn
      return refused(refusalOf(code as RefusalCode, message ?? '', { retryable: RETRYABLE.test(code) }))
    },
    { ...retryOptions(step), longestWaitMs: LONGEST_WAIT_MS },
  )

/** Delivers a reserved claim: the wallet claims it on the chain, or the server delivers it. */
async function deliver(
  step: FlowStep,
  { until = 'confirmed', claimId: known }: ClaimOrder,
  drop: FlowDrop,
  claim: FlowClaim,
): Promise<Result<FlowClaim>> {
  const claimId = claim.id ?? ''
  step.used.push(`transaction ${claimId}`, flowOfClaim(claimId))
  if (known === undefined) await step.parts.storage.set(flowOfClaim(claimId), step.place)
  const now = await claimNow(step, claimId)
  if (!now.ok) return now
  if (now.value.status === 'PENDING' && hasVoucher(now.value) && !isRandom(drop)) {
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
  return follow(step, claimId, until)
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
  const executed = await executeOnce(step, `transaction ${claimId}`, {
    async prepare() {
      const prepared = await parts.mutateOnce(
        FlowPrepareClaimDocument,
        { claimId },
        randomKey(),
        retryOptions(step),
      )
      return prepared.ok ? transactionOf(prepared.value) : prepared
    },
    // The chain refuses the transaction of a claim that has expired, as the wallet will say.
    async hasArrived(signal) {
      const now = await parts.query(FlowClaimDocument, { id: claimId }, { signal })
      const { status } = (now.ok && now.value.claim) || {}
      return status === 'SUBMITTED' || status === 'CONFIRMED'
    },
  })
  if (!executed.ok) return unlessTaken(step, claimId, executed)
  if (executed.value === undefined) return ok(undefined)
  const input = { claimId, txHash: executed.value }
  const key = `${step.id}-confirm-${executed.value}`
  const confirmed = await parts.mutateOnce(FlowConfirmClaimDocument, { input }, key, retryOptions(step))
  return unlessUnneeded(confirmed)
}

const transactionOf = ({ prepareClaim }: FlowPrepareClaimMutation): Result<string> =>
  prepareClaim ? ok(prepareClaim.transactionBytes) : NO_ANSWER

/** Waits until the claim is confirmed. With `sent`, only checks that it has not failed. */
async function follow(
  step: FlowStep,
  claimId: string,
  until: 'sent' | 'confirmed',
): Promise<Result<FlowClaim>> {
  let last = ''
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, LONGEST_POLL_MS)) {
    const now = await claimNow(step, claimId)
    if (!now.ok) return now
    const { status, amount } = now.value
    if (status === 'FAILED' || status === 'EXPIRED')
      return refused(refusalOf('CLAIM_FAILED', `The claim is ${status}`, { details: { claimId, status } }))
    if (status === 'CONFIRMED' || until === 'sent') return now
    const shown = `${status} ${amount}`
    if (shown !== last) await step.emit({ kind: 'confirming', claim: now.value })
    last = shown
    if (!(await pause(delayMs, step.signal))) return refused(ABORTED)
  }
}

async function claimNow(step: FlowStep, id: string): Promise<Result<FlowClaim>> {
  const answer = await read(step, FlowClaimDocument, { id })
  if (!answer.ok) return answer
  return answer.value.claim ? ok(answer.value.claim) : NO_ANSWER
}
