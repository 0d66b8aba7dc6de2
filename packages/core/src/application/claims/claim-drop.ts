import type { Address } from '../../domain/address.ts'
import { type Amount, parsePositiveAmount } from '../../domain/amount.ts'
import type { Claim } from '../../domain/claim.ts'
import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { type HumanProof, parseHumanProof } from '../../domain/human-check.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports, ServedClaim, SignedVoucher } from '../../ports/index.ts'
import { parseClaimer } from '../parse-input.ts'
import type { Settings } from '../settings.ts'
import type { ClaimQueue } from './claim-queue.ts'
import { signWhileCommitting } from './issue-voucher.ts'
import { NO_APPROVAL, type RecipientInput, readApproval } from './recipient-approval.ts'

/** A claim for a wallet, as the caller sent it. */
export interface ClaimDropInput extends RecipientInput {
  readonly dropId: string
  readonly userAddress: string
  /** A decimal string. Optional if the drop fixes the amount. */
  readonly amount?: string | null | undefined
  /** The proof for the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/** Why the service cannot deliver a claim now, on drops whose claims it delivers. */
export type DeliveryTerms = Pick<ClaimRequest, 'deliveryRefusal'>

/** A reserved claim, and what its claimer needs to claim it on the chain if the service does not deliver it. */
export interface ClaimGrant {
  readonly claim: Claim
  /** Null if the service delivers the claim. */
  readonly voucher: SignedVoucher | null
  readonly drop: Drop
}

/** What verifies the inputs of a claim. */
type InputPorts = Pick<Ports, 'chain' | 'wallets' | 'clock'>
type ClaimPorts = InputPorts & Pick<Ports, 'signer'>

/**
 * Reserves an amount for a wallet and signs the voucher for it. While a claim of the wallet is pending, it is returned again.
 * After that, the next one is made if the drop allows it; under a lease (`withLease`), a request has one claim.
 */
export async function claimDrop(
  ports: ClaimPorts,
  queue: ClaimQueue,
  settings: Settings,
  caller: Caller,
  input: ClaimDropInput & DeliveryTerms,
): Promise<Result<ClaimGrant, Refusal>> {
  const signing = signWhileCommitting(ports, queue)
  const reserved = await reserveClaim(ports, signing.queue, settings, caller, input)
  if (!reserved.ok) return reserved
  const { claim, drop } = reserved.value
  // Otherwise its missing voucher would mean that the service delivers it later.
  invariant(claim.state.kind === 'PENDING', 'a claim that is granted waits for its voucher or its delivery')
  return ok({ claim, voucher: await signing.voucherOf(claim, drop), drop })
}

/** Reserves like `claimDrop`, and signs no voucher. `claimDrop` returns it later. */
export async function reserveClaim(
  ports: InputPorts,
  queue: Pick<ClaimQueue, 'submit'>,
  settings: Settings,
  caller: Caller,
  input: ClaimDropInput & DeliveryTerms,
): Promise<Result<{ readonly claim: Claim; readonly drop: Drop }, Refusal>> {
  const served = await submitClaim({ ports, queue, settings, operation: 'claim' }, caller, input)
  if (!served.ok) return served
  const { decision, drop } = served.value
  if (decision.kind === 'refused') return err(decision.refusal)
  return ok({ claim: decision.claim, drop })
}

interface Submission extends Pick<ClaimRequest, 'operation'> {
  readonly ports: InputPorts
  readonly queue: Pick<ClaimQueue, 'submit'>
  readonly settings: Settings
}

async function submitClaim(
  { ports, queue, settings, operation }: Submission,
  caller: Caller,
  input: ClaimDropInput & DeliveryTerms,
): Promise<Result<ServedClaim, Refusal>> {
  const parsed = parseClaimInput(ports, input)
  if (!parsed.ok) return parsed
  const { dropId, claimer, amount, proof } = parsed.value
  // A claim without a recipient is queued at once.
  const recipient =
    input.recipient == null ? NO_APPROVAL : await readApproval(ports, input, { ...parsed.value, caller })
  if (!recipient.ok) return recipient
  return queue.submit(dropId, {
    operation,
    caller,
    claimer,
    amount: operation === 'random' ? null : amount,
    voucherLifetimeMs: settings.voucherLifetimeMs,
    deliveryRefusal: input.deliveryRefusal,
    proof,
    recipient: recipient.value,
  })
}

interface ParsedClaim {
  readonly dropId: DropId
  readonly claimer: Address
  readonly amount: Amount | null
  readonly proof: HumanProof | undefined
}

export function parseClaimInput(
  { chain }: Pick<Ports, 'chain'>,
  input: Pick<ClaimDropInput, 'dropId' | 'userAddress' | 'amount' | 'humanProof'>,
): Result<ParsedClaim, Refusal> {
  const claimer = parseClaimer(chain, input.userAddress, 'userAddress')
  if (!claimer.ok) return claimer
  const amount = input.amount == null ? ok(null) : parsePositiveAmount(input.amount, 'amount')
  if (!amount.ok) return amount
  const proof = parseHumanProof(input.humanProof)
  if (!proof.ok) return proof
  const dropId = readId('drop', input.dropId)
  if (!dropId) return err(notFound('Drop'))
  return ok({ dropId, claimer: claimer.value, amount: amount.value, proof: proof.value })
}

/** A claim on a random drop for a wallet, as the caller sent it. */
export interface ClaimRandomDropInput extends RecipientInput {
  readonly dropId: string
  readonly userAddress: string
  /** The proof for the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/** The result of a draw. */
export type RandomClaimAnswer =
  | { readonly kind: 'drawn'; readonly claim: Claim }
  /** A refusal by the drop's rules, as an answer. `claim` is the wallet's earlier claim if that is the reason. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly claim: Claim | null }

/** Why nothing was drawn; null if something was. */
export function refusalOfDraw(answered: Result<RandomClaimAnswer, Refusal>): Refusal | null {
  if (!answered.ok) return answered.error
  return answered.value.kind === 'refused' ? answered.value.refusal : null
}

/** Refusals by the drop's rules that are found outside of the drop's lock. */
const RULES_OF_THE_DROP: readonly Refusal['kind'][] = [
  'eligibility_unknown',
  'human_check_failed',
  'human_check_unavailable',
]

/**
 * Draws an amount for a wallet. The service delivers it. Returns an error only for the request itself (a missing drop, an
 * invalid address, overload). A refusal by the drop's rules or by its owner's budget for gas is an answer.
 */
export async function claimRandomDrop(
  ports: InputPorts,
  queue: ClaimQueue,
  settings: Settings,
  caller: Caller,
  input: ClaimRandomDropInput & DeliveryTerms,
): Promise<Result<RandomClaimAnswer, Refusal>> {
  const served = await submitClaim({ ports, queue, settings, operation: 'random' }, caller, input)
  if (!served.ok) {
    return RULES_OF_THE_DROP.includes(served.error.kind)
      ? ok({ kind: 'refused', refusal: served.error, claim: null })
      : served
  }
  const { decision } = served.value
  if (decision.kind !== 'refused') return ok({ kind: 'drawn', claim: decision.claim })
  if (decision.refusal.kind === 'not_found') return err(decision.refusal)
  return ok({ kind: 'refused', refusal: decision.refusal, claim: decision.claim })
}
