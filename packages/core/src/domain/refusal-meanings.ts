import type { RefusalKind } from './refusal.ts'

/**
 * When each refusal comes, and what whoever gets it can do. The reference of codes is made of this: a new kind of
 * refusal does not compile until it is described here.
 */
export const REFUSAL_MEANINGS: Readonly<Record<RefusalKind, string>> = {
  unauthenticated:
    'There is no credential, or it is unknown, ended or malformed. Sign in or send another key.',
  forbidden: "The caller is known and may not do this: it is somebody else's, or takes more than a visitor.",
  not_found:
    'There is no such thing, or the caller may not know that there is. `details.what` names its kind.',
  bad_user_input:
    'Something in the request cannot be used. `field` names it, and the message says what it must be.',
  conflict:
    'The request is well formed and does not go with how things are now: a shortcode is taken, a token is deployed already. Read again what it is about.',
  invalid_transition: 'The thing is not in a state from which it can be brought to the one asked for.',
  overloaded:
    'There is no room for this now, or the store could not be reached in time. Nothing was done. Come back after `retryAfterMs`.',
  rate_limited:
    'The user, or all users together, have used up what is allowed in an hour or a day: operator-paid gas, new drops, tokens or payment intents. Nothing was done. `details` names the limit, its value, what is used and what was asked for. Try again after `retryAfterMs`. The code also stands for too many requests (see below).',
  payload_too_large: 'More bytes than are taken.',
  drop_not_started: 'The drop opens later, at `details.startsAt`.',
  drop_not_active: 'The drop takes no claims in its status, which its owner may change.',
  drop_ended: 'The deadline has passed, or the owner ended the drop.',
  drop_sold_out:
    'What is free does not cover one more item, or not all that are to be bought. Reserved amounts that are not taken may become free again.',
  drop_not_ready:
    'The drop has no vault on the chain that could pay this claim, or not yet: it waits for a deposit.',
  wrong_operation:
    'Random drops are claimed by claimRandomDrop, all others by claimDrop; `details.use` says which.',
  already_claimed:
    "The wallet has its one claim on this drop, which `details.claimId` names. Where the claim's voucher is still good, claimDrop gives it again instead.",
  claim_limit_reached: 'The wallet has as many claims on this drop as one may have.',
  claim_cooldown: 'The wallet has claimed today (a UTC day): the next time is `details.nextClaimAt`.',
  not_eligible:
    "The drop's gating rules do not admit the wallet; `details.missingRequirements` has a line for each.",
  eligibility_unknown:
    'A gating rule could not be checked: nobody is let in on a guess, and nobody is called ineligible.',
  payment_required:
    'The drop has a price, and the wallet has no paid item left that it could claim. Create a payment intent.',
  tx_not_found: 'The chain does not know the transaction, or not yet. Ask again in a few seconds.',
  tx_failed: 'The transaction is final and failed, or did not do what it was named for.',
  tx_already_used: 'The transaction has served as proof once, and serves no second time.',
  refund_exceeds_payment:
    'More than what came in and is not given back yet; `details.refundable` is how much is.',
  chain_unavailable: 'The chain did not answer, or not in time. What was asked for was not done.',
}
