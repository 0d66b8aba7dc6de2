import type { Claim } from '../../domain/claim.ts'
import type { ClaimRequest } from '../../domain/claim-decision.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Settings } from '../settings.ts'
import { parseClaimInput } from './claim-drop.ts'
import type { ClaimQueue } from './claim-queue.ts'

/** A claim on a random drop for a wallet, as the caller wrote it. */
export interface ClaimRandomDropInput {
  readonly dropId: string
  readonly userAddress: string
  /** Of the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/** What a draw came to. */
export type RandomClaimAnswer =
  | { readonly kind: 'drawn'; readonly claim: Claim }
  /** An answer, not an error; `claim` is the wallet's earlier claim where that is the reason. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly claim: Claim | null }

/** Refusals that are found outside the drop's lock. */
const RULES_OF_THE_DROP: readonly Refusal['kind'][] = [
  'eligibility_unknown',
  'human_check_failed',
  'human_check_unavailable',
]

/**
 * Draws an amount for a wallet; the service delivers it by itself. An error only for what is wrong with the request
 * as such (a missing drop, a bad address, too much load): every refusal by the drop's rules is an answer.
 */
export async function claimRandomDrop(
  queue: ClaimQueue,
  settings: Settings,
  caller: Caller,
  input: ClaimRandomDropInput & Pick<ClaimRequest, 'deliveryRefusal'>,
): Promise<Result<RandomClaimAnswer, Refusal>> {
  const parsed = parseClaimInput(input)
  if (!parsed.ok) return parsed
  const { dropId, claimer, proof } = parsed.value
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
