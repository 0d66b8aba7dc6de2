import type { RefusalKind } from './refusal.ts'

/**
 * Why an input is refused. With the values of `details`, a program can say it in any language. The reference of codes is
 * generated from this.
 */
export const INPUT_REASONS = {
  CLAIM_TOO_LARGE: 'One claim could get more items than a transaction can deliver.',
  CONTRADICTION: 'It contradicts another input.',
  CONTROL_CHARACTERS: 'It has control characters.',
  DUPLICATE: 'An element is in the list twice.',
  EXPIRED: 'It has expired. Ask for a new one.',
  FAULTY_LIST: 'Lines of the list are wrong: `faults`.',
  FIXED: 'It cannot be changed any more.',
  FORMER_TREASURY: 'The transaction pays an account that no longer receives payments for the service.',
  FREE_DROP: 'The drop is free.',
  FREE_DROPS_ONLY: 'It is for free drops only.',
  HAS_CREDENTIALS: 'The URL has a user name or a password.',
  LESS_THAN_HELD: 'It is less than `least`, which is claimed or held.',
  MORE_THAN_POOL: 'It is more than the pool of the drop, `pool`.',
  MORE_THAN_SUPPLY: 'The reserves sum to `sum`, more than `supply`.',
  NOT_ENOUGH_LEFT: 'Only `free` is left to claim.',
  NOT_FOR_THIS_DROP: 'Drops of this kind have no such value.',
  NOT_FOUND: 'There is no such object on the chain.',
  NOT_IN_FUTURE: 'The time is not later than `now`.',
  NOT_ON_THIS_SERVICE: 'The service has no such function.',
  NOT_POSITIVE: 'It is not more than 0.',
  NOT_PUBLIC: 'The host of the URL is not a public address.',
  NO_ADDRESS: 'It is not an address.',
  NO_AMOUNT: 'It is not a whole number of base units.',
  NO_COIN_TYPE: 'It is not a coin type.',
  NO_COLOR: 'It is not a color such as `#0b6e4f`.',
  NO_FILE: 'It is not the URL of a file of the caller.',
  NO_NUMBER: 'It is not a number.',
  NO_ORIGIN: 'It is not an origin such as `https://shop.example`.',
  NO_PICTURE: 'The file `fileName` is not a picture that browsers show.',
  NO_TIME: 'It is not an instant.',
  NO_TX_HASH: 'It is not the hash of a transaction.',
  NO_URL: 'It is not a URL of a kind that is accepted here.',
  OTHER_AMOUNT: 'Claims of this drop have the amount `amount`.',
  OTHER_SUBJECT: 'It is for another claim or sender.',
  OTHER_TRANSACTION: 'The transaction does something else.',
  OUT_OF_RANGE: 'It is not from `least` to `most`.',
  POOL_TOO_SMALL: 'The pool is less than `least`, which all claims together need.',
  REQUIRED: 'It is missing.',
  SAME_AS_WALLET: 'It is the wallet itself.',
  SERVICE_ADDRESS:
    'It is an address of the service: its treasury, the account of its operator, or the vault of the drop.',
  TOO_EARLY: 'The time is before the start.',
  TOO_LARGE: 'It is more than `most`.',
  TOO_LATE: 'The time is after the end.',
  TOO_LONG: 'It is longer than `most`, or than `value`, the `limit`.',
  TOO_MANY: 'The list has more than `most` elements.',
  TOO_PRECISE: 'It has more than `decimals` decimals.',
  TOO_SHORT: 'It has fewer than `least` characters.',
  TOO_SMALL: 'It is less than `least`.',
  UNKNOWN_COIN: 'The chain knows no such coin, or the service knows no decimals of it.',
  UNKNOWN_VALUE: 'It is not one of the values in `known`.',
  UNREADABLE_FILE: 'The file cannot be read.',
  WINDOW_TOO_SHORT:
    'It is before `least`, so that winners of the lottery have less than their whole time to claim.',
  WRONG_FORMAT: 'It does not have the form that the message names.',
  WRONG_LENGTH: 'It has `length` characters, not from `least` to `most`.',
  WRONG_SIGNATURE: 'The signature is not of this wallet over this text.',
  WRONG_TYPE: 'Its type is wrong.',
} as const

/** Why an input is refused, for programs. */
export type InputReason = keyof typeof INPUT_REASONS

/** With which part of the current state a request conflicts. */
export const CONFLICT_REASONS = {
  APPROVAL_USED: 'The approval of the recipient was used for an earlier claim.',
  BUSY: 'The same is being done at this moment. Try again.',
  CHAIN_REFUSED: 'The chain refuses the transaction.',
  CLAIM_CONFIRMED: 'Another transaction has confirmed the claim.',
  CLAIM_DELIVERED: 'The service delivers the claim itself.',
  CLAIM_RELEASED: 'The claim has failed or expired.',
  EXEMPT_ALREADY: 'The wallet is exempt for another reason.',
  FREE_DROPS_ONLY: 'Claim links are for free drops.',
  KEY_LIMITED: 'A key with a limit of its own cannot create keys and sessions.',
  LIMIT_REACHED: 'The caller or the drop has reached `limit`, which is `value`.',
  LINKS_OFF: 'The service has no claim links.',
  NOTHING_TO_PAY_OUT: 'There is nothing to pay out.',
  NO_GAS: 'The service has no gas to pay with.',
  NO_SESSION: 'The credential is not a session.',
  PAYMENT_CHANGED: 'The payment has changed since it was read.',
  PAYMENT_CONTESTED: 'The payment could be for intents of several users.',
  PAYMENT_NOT_OPEN: 'The payment was already decided on.',
  PAYMENT_NOT_TAKEN: 'The intent does not take this payment.',
  PAYOUT_TOO_LARGE: 'The payout is more than can be paid out.',
  PENDING_CLAIM: 'The wallet has a pending claim of another amount.',
  PENDING_RECIPIENT: 'The wallet has a pending claim that goes to another recipient.',
  SEVERAL_COINS: 'The payments came in several coins, and how much is left of each is not known.',
  TAKEN: 'Another object has this name, shortcode or wallet.',
  TOKEN_DEPLOYED: 'The token is deployed.',
  TOO_MANY_PAYMENTS: 'Too many payment intents or unpaid items are open.',
  TOO_MANY_SECRETS:
    'The webhook has `most` replaced secrets that are still valid, the first one until `until`.',
  UNDELIVERABLE: 'One claim could get more items than a transaction can deliver.',
  VAULT_FULL: 'The vault holds the whole pool.',
  VOUCHER_EXPIRED: 'The voucher or the prepared transaction has expired. Prepare the claim again.',
  WEBHOOK_OFF: 'The webhook is not active.',
} as const

/** Why a change conflicts with the present state, for programs. */
export type ConflictReason = keyof typeof CONFLICT_REASONS

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
