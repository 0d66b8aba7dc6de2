import type { RefusalKind } from './refusal.ts'

/**
 * When each refusal occurs, and what the caller can do. The reference of codes is generated from this, so a new kind of
 * refusal does not compile without an entry.
 */
export const REFUSAL_MEANINGS: Readonly<Record<RefusalKind, string>> = {
  unauthenticated:
    'The request has no credential, or an unknown, expired or malformed one. Sign in or use another API key.',
  forbidden:
    'The caller may not do this: the object belongs to another user, or anonymous visitors may not use it.',
  not_found: 'The object does not exist, or the caller may not see it. `details.what` is its type.',
  bad_user_input: 'The request has an invalid value. `field` names it, and the message says what it must be.',
  conflict:
    'The request conflicts with the current state: for example, a shortcode is taken, or a token is already deployed. Read the object again.',
  invalid_transition: 'The current state does not allow the requested change.',
  overloaded:
    'The service is overloaded, and the request had no effect. Or the store did not answer in time, and the effect is unknown. Retry after `retryAfterMs`, mutations with the same Idempotency-Key.',
  rate_limited:
    'The user, or all users together, have used up a limit per hour or day: gas that the operator pays, new drops, tokens or payment intents, stored bytes, or payment intents of a drop that were not paid. The request had no effect. `details` has the limit, its value, what is used and what was asked. Retry after `retryAfterMs`.',
  payload_too_large: 'The request is too large.',
  drop_not_started: 'The drop opens at `details.startsAt`.',
  drop_not_active: 'The drop accepts no claims in its current status. Its owner can change the status.',
  drop_ended: 'The deadline has passed, or the owner ended the drop.',
  drop_sold_out:
    'Not enough items are left for this claim or purchase. Reserved items may be released later.',
  drop_not_ready: "The drop's vault does not exist yet, or waits for a deposit.",
  wrong_operation:
    'Use `claimRandomDrop` for random drops and `claimDrop` for all others; `details.use` says which.',
  already_claimed:
    "The wallet has already claimed: `details.claimId`. While that claim's voucher is valid, `claimDrop` returns it again instead.",
  claim_limit_reached: "The wallet has reached the drop's limit of claims per wallet.",
  claim_cooldown: 'The wallet has already claimed today (UTC). It can claim again at `details.nextClaimAt`.',
  not_eligible:
    "The wallet does not meet the drop's gating rules; `details.missingRequirements` lists them, and `details.checks` says what was observed.",
  eligibility_unknown: 'A gating rule could not be checked now. Retry later.',
  not_admitted:
    'The drop has a lottery, and the wallet may not claim now. `details.state` says why: entries are still open, the wallet did not enter, the lottery is not drawn yet, the wallet is on the waiting list (`details.place`), or its time to claim has ended.',
  entries_closed: 'Wallets could enter the lottery of this drop until `details.closedAt`.',
  link_required:
    'Only a claim link can claim from this drop. Ask its creator for one and use `claimWithLink`.',
  link_used:
    'The link has a claim for another wallet. If that claim expires unused, the link can be used again.',
  link_revoked: "The drop's owner revoked the link. Ask for a new one.",
  link_expired: 'The link expired at `details.expiredAt`. Ask for a new one.',
  link_signature_invalid:
    "The signature was not made by the link's private key, or not over this drop, link and wallet. The request had no effect.",
  human_check_required:
    'The drop checks that claimers are people: `details.check` says how. Query `humanChallenge` for the wallet, solve it, and send the proof as `humanProof`.',
  human_check_failed:
    'The proof counts for nothing: `details.reason` is `malformed`, `expired`, `wrong`, `used` or `other_subject`. Ask for a new challenge. The request had no effect.',
  human_check_unavailable:
    'The service that checks proofs did not answer, or is not configured. The request had no effect. Retry later with a new proof.',
  payment_required:
    'The drop has a price, and the wallet has no paid item left to claim. Create a payment intent. With `details.items`, the wallet has paid items, but no intent with as many as the claim needs: claim fewer at a time.',
  tx_not_found: 'The chain does not know the transaction yet. Retry in a few seconds.',
  tx_failed: 'The transaction failed, or did not do what was expected of it.',
  tx_already_used: 'The transaction was already used as proof.',
  refund_exceeds_payment:
    'The amount exceeds the payment minus earlier refunds; `details.refundable` is the maximum.',
  chain_unavailable: 'The chain did not answer in time. The request had no effect.',
}
