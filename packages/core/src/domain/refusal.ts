import type { Address } from './address.ts'
import type { Amount } from './amount.ts'
import type { RuleCheck } from './gating/rule-kind.ts'
import type { ActiveHumanCheck } from './human-check.ts'
import type { ClaimId } from './ids.ts'
import { type Instant, toIso } from './instant.ts'
import { unreachable } from './invariant.ts'
import type { JsonObject } from './json.ts'
import type { NotAdmitted } from './lottery.ts'
import type { ConflictReason, InputReason } from './refusal-reasons.ts'

/** The objects that can be missing. The message is the noun and "not found". */
export type Missing =
  | 'Drop'
  | 'Token'
  | 'User'
  | 'Claim'
  | 'Claim link'
  | 'Payment intent'
  | 'Refund'
  | 'Payout'
  | 'Unmatched payment'
  | 'Failing job'
  | 'Gating config'
  | 'Exemption'
  | 'Webhook'
  | 'Webhook delivery'
  | 'API key'
  | 'File'
  | 'Event'

/**
 * Why a request is refused. `kind` is the refusal's name in code, tests and docs. In upper case it is the API's
 * `extensions.code`.
 */
export type Refusal =
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not_found'; readonly what: Missing }
  | {
      readonly kind: 'bad_user_input'
      readonly reason: InputReason
      readonly field: string
      readonly message: string
      readonly details?: JsonObject
    }
  | {
      readonly kind: 'conflict'
      readonly reason: ConflictReason
      readonly message: string
      readonly field?: string
      readonly details?: JsonObject
    }
  | {
      readonly kind: 'invalid_transition'
      readonly from: string
      readonly to: string
      readonly message?: string
    }
  | {
      readonly kind: 'overloaded'
      readonly retryAfterMs: number
      readonly message: string
      readonly details?: JsonObject
    }
  /** A limit per user and time span is reached. */
  | {
      readonly kind: 'rate_limited'
      /** The name of the limit and its value. */
      readonly limit: string
      readonly value: bigint
      readonly used: bigint
      readonly asked: bigint
      /** What is counted. */
      readonly unit: string
      readonly window: 'hour' | 'day'
      readonly resetsAt: Instant
      readonly retryAfterMs: number
    }
  | {
      readonly kind: 'payload_too_large'
      readonly field: string
      readonly limitBytes: number
      readonly actualBytes: number
    }
  | { readonly kind: 'drop_not_started'; readonly startsAt: Instant }
  | { readonly kind: 'drop_not_active'; readonly status: string }
  | { readonly kind: 'drop_ended' }
  /** `free` counts items if `wantedItems` is present, otherwise base units. */
  | { readonly kind: 'drop_sold_out'; readonly free: bigint; readonly wantedItems?: number }
  | { readonly kind: 'drop_not_ready'; readonly waitingFor: string }
  | { readonly kind: 'wrong_operation'; readonly use: 'claimDrop' | 'claimRandomDrop' }
  | { readonly kind: 'already_claimed'; readonly claimId: ClaimId; readonly userAddress: Address }
  | {
      readonly kind: 'claim_limit_reached'
      readonly limit: number
      /** The wallet's reserved claims. */
      readonly claimCount: number
      /** Additional items held by its intents, if the request is for more items. */
      readonly heldItems?: number
    }
  | { readonly kind: 'claim_cooldown'; readonly nextClaimAt: Instant; readonly claimId: ClaimId | null }
  | {
      readonly kind: 'not_eligible'
      readonly reason: string
      readonly missingRequirements: readonly string[]
      /** Each rule with the observed facts. Empty if the drop has no rules. */
      readonly checks: readonly RuleCheck[]
    }
  | { readonly kind: 'eligibility_unknown'; readonly reason: string }
  /** The drop has a lottery, and this wallet may not claim now. */
  | { readonly kind: 'not_admitted'; readonly entryState: NotAdmitted }
  | { readonly kind: 'entries_closed'; readonly closedAt: Instant }
  /** The drop accepts claims by claim link only. */
  | { readonly kind: 'link_required' }
  /** The link has paid another wallet, or a claim with it is in progress. */
  | { readonly kind: 'link_used' }
  | { readonly kind: 'link_revoked' }
  | { readonly kind: 'link_expired'; readonly expiredAt: Instant }
  | { readonly kind: 'link_signature_invalid' }
  /** The drop checks that claimers are people, and the request shows no proof. */
  | { readonly kind: 'human_check_required'; readonly check: ActiveHumanCheck }
  | { readonly kind: 'human_check_failed'; readonly reason: HumanProofError }
  /** The service that makes the check does not answer, or answers that it cannot. */
  | { readonly kind: 'human_check_unavailable'; readonly reason: string }
  | {
      readonly kind: 'payment_required'
      readonly priceAtomic: bigint
      readonly currency: string
      /** The items of the claim, if the wallet has paid items, but no intent with so many. */
      readonly items?: number
    }
  | { readonly kind: 'tx_not_found'; readonly txHash: string }
  | { readonly kind: 'tx_failed'; readonly txHash: string; readonly reason: string }
  | { readonly kind: 'tx_already_used'; readonly txHash: string }
  | {
      readonly kind: 'refund_exceeds_payment'
      readonly refundable: Amount
      /** The same amount in whole units, such as `1.5 SUI`, if the request used whole units. */
      readonly inWholeUnits?: string
    }
  | { readonly kind: 'chain_unavailable'; readonly reason: string }

/** The name of a refusal; docs/reference/codes.md describes each with its code. */
export type RefusalKind = Refusal['kind']

/** The message of a refusal, in one sentence. The contract fixes the wording of some. */
export function messageOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unauthenticated':
      return 'A valid API key or session is required'
    case 'forbidden':
      return 'Access denied'
    case 'not_found':
      return `${refusal.what} not found`
    case 'bad_user_input':
    case 'conflict':
    case 'overloaded':
      return refusal.message
    case 'invalid_transition':
      return refusal.message ?? `Cannot go from ${refusal.from} to ${refusal.to}`
    case 'rate_limited':
      return `The limit ${refusal.limit} is ${refusal.value} ${refusal.unit} per ${refusal.window}; ${refusal.used} are used and ${refusal.asked} more are needed. It resets at ${toIso(refusal.resetsAt)}`
    case 'payload_too_large':
      return `${refusal.field} must have at most ${refusal.limitBytes} bytes, it has ${refusal.actualBytes}`
    case 'drop_not_started':
      return `This drop starts at ${toIso(refusal.startsAt)}`
    case 'drop_not_active':
      return `This drop takes no claims while it is ${refusal.status}`
    case 'drop_ended':
      return 'This drop has ended'
    case 'drop_sold_out':
      return refusal.wantedItems === undefined || refusal.free === 0n
        ? 'This drop is sold out'
        : `Only ${refusal.free} of the ${refusal.wantedItems} items wanted are free on this drop`
    case 'drop_not_ready':
      return `This drop cannot pay out yet: ${refusal.waitingFor}`
    case 'wrong_operation':
      return `Use ${refusal.use} for this drop`
    case 'already_claimed':
      return 'This wallet has already claimed from this drop'
    case 'claim_limit_reached':
      return refusal.heldItems === undefined
        ? `This wallet has made all ${refusal.limit} claims that it may make here`
        : `This wallet may make ${refusal.limit} claims here; it has made ${refusal.claimCount} and its intents hold ${refusal.heldItems}`
    case 'claim_cooldown':
      return `This wallet may claim again at ${toIso(refusal.nextClaimAt)}`
    case 'not_eligible':
      return `This wallet is not eligible: ${refusal.reason}`
    case 'eligibility_unknown':
      return `Could not be checked, try again: ${refusal.reason}`
    case 'not_admitted':
      return notAdmittedMessage(refusal.entryState)
    case 'entries_closed':
      return `Entries for this drop closed at ${toIso(refusal.closedAt)}`
    case 'link_required':
      return 'This drop can only be claimed with a claim link'
    case 'link_used':
      return 'This claim link has been used'
    case 'link_revoked':
      return 'This claim link was revoked by the creator of the drop'
    case 'link_expired':
      return `This claim link expired at ${toIso(refusal.expiredAt)}`
    case 'link_signature_invalid':
      return "The signature is not that of the link's key for this drop and wallet"
    case 'human_check_required':
      return 'This drop checks that claimers are people: ask for a challenge and send its proof'
    case 'human_check_failed':
      return HUMAN_PROOF_ERRORS[refusal.reason]
    case 'human_check_unavailable':
      return `The check for people cannot be made now, try again: ${refusal.reason}`
    case 'payment_required':
      return refusal.items === undefined
        ? 'This drop must be paid for before it can be claimed'
        : `No payment intent of this wallet has ${refusal.items} items left, and a claim uses one intent: claim fewer at a time`
    case 'tx_not_found':
      return 'The chain does not know this transaction (yet)'
    case 'tx_failed':
      return `The transaction failed: ${refusal.reason}`
    case 'tx_already_used':
      return 'This transaction has been used already'
    case 'refund_exceeds_payment':
      return `At most ${refusal.inWholeUnits ?? refusal.refundable} can be refunded`
    case 'chain_unavailable':
      return `The chain cannot be reached: ${refusal.reason}`
    default:
      return unreachable(refusal)
  }
}

/** Why a proof of the human check counts for nothing. */
type HumanProofError = 'malformed' | 'expired' | 'wrong' | 'used' | 'other_subject'

const HUMAN_PROOF_ERRORS: Readonly<Record<HumanProofError, string>> = {
  malformed: "humanProof is not a proof for this drop's check",
  expired: 'The challenge of this proof has expired: ask for a new one',
  wrong: 'The proof does not solve its challenge: ask for a new one',
  used: 'This proof has been used: ask for a new challenge',
  other_subject: 'This proof is for another wallet or another drop',
}

function notAdmittedMessage(entryState: NotAdmitted): string {
  switch (entryState.state) {
    case 'ENTRIES_OPEN':
      return `This drop has a lottery: enter it until ${toIso(entryState.entriesCloseAt)}; the wallets that are drawn may claim after that`
    case 'NOT_ENTERED':
      return 'This wallet did not enter the lottery of this drop'
    case 'NOT_DRAWN':
      return 'The lottery of this drop is not drawn yet'
    case 'WAITING':
      return `This wallet is number ${entryState.place} on the waiting list of this drop`
    case 'WINDOW_ENDED':
      return entryState.endedAt === null
        ? "This wallet's time to claim has ended"
        : `This wallet's time to claim ended at ${toIso(entryState.endedAt)}`
    default:
      return unreachable(entryState)
  }
}

/** Whether the same request may succeed later without changes. */
export function isRetryable(refusal: Refusal): boolean {
  switch (refusal.kind) {
    case 'overloaded':
    case 'rate_limited':
    case 'drop_not_ready':
    case 'eligibility_unknown':
    case 'human_check_unavailable':
    case 'tx_not_found':
    case 'chain_unavailable':
      return true
    default:
      return false
  }
}

/** The refusal of an input. */
export type BadInput = Extract<Refusal, { readonly kind: 'bad_user_input' }>

/** The refusal of an input. `field` is the input's name in the API. */
export const badInput = (
  field: string,
  reason: InputReason,
  message: string,
  details?: JsonObject,
): BadInput => ({ kind: 'bad_user_input', reason, field, message, ...(details ? { details } : {}) })

/** Why it is refused, for programs. Undefined if the kind has one reason only. */
export const reasonOf = (refusal: Refusal): InputReason | ConflictReason | undefined =>
  refusal.kind === 'bad_user_input' || refusal.kind === 'conflict' ? refusal.reason : undefined

/** The refusal for an object that does not exist, or does not exist for this caller. */
export const notFound = (what: Missing): Refusal => ({ kind: 'not_found', what })

/** The refusal for a caller who may read an object but not change it. */
export const FORBIDDEN: Refusal = { kind: 'forbidden' }
