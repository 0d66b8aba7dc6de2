import type { Claim } from '../../domain/claim.ts'
import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Settings } from '../settings.ts'
import { type InputPorts, parseClaimInput } from './claim-drop.ts'
import type { ClaimQueue } from './claim-queue.ts'
import { NO_APPROVAL, type RecipientInput, readApproval } from './recipient-approval.ts'

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

/** Refusals by the drop's rules that are found outside of the drop's lock. */
const RULES_OF_THE_DROP: readonly Refusal['kind'][] = [
  'eligibility_unknown',
  'human_check_failed',
  'human_check_unavailable',
]

/**
 * Draws an amount for a wallet. The service delivers it. Returns an error only for the request itself (a missing drop, an
 * invalid address, overload); a refusal by the drop's rules is an answer.
 */
export async function claimRandomDrop(
  ports: InputPorts,
  queue: ClaimQueue,
  settings: Settings,
  caller: Caller,
  input: ClaimRandomDropInput & Pick<ClaimRequest, 'deliveryRefusal'>,
): Promise<Result<RandomClaimAnswer, Refusal>> {
  const parsed = parseClaimInput(input)
  if (!parsed.ok) return parsed
  const { dropId, claimer, proof } = parsed.value
  const recipient = input.recipient == null ? NO_APPROVAL : await readApproval(ports, input, parsed.value)
  if (!recipient.ok) return recipient
  const { voucherLifetimeMs } = settings
  const { deliveryRefusal } = input
  const request = {
    operation: 'random',
    caller,
    claimer,
    amount: null,
    voucherLifetimeMs,
    deliveryRefusal,
    proof,
    recipient: recipient.value,
  } as const
  const served = await queue.submit(dropId, request)
  if (!served.ok) {
    return RULES_OF_THE_DROP.includes(served.error.kind)
      ? ok({ kind: 'refused', refusal: served.error, claim: null })
      : served
  }
  const { decision } = served.value
  if (decision.kind !== 'refused') return ok({ kind: 'drawn', claim: decision.claim })
  const { kind } = decision.refusal
  if (kind === 'not_found' || kind === 'rate_limited') return err(decision.refusal)
  return ok({ kind: 'refused', refusal: decision.refusal, claim: decision.claim })
}
