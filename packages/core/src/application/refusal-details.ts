import type { RuleCheck } from '../domain/gating/rule-kind.ts'
import { toIso } from '../domain/instant.ts'
import { unreachable } from '../domain/invariant.ts'
import type { JsonObject } from '../domain/json.ts'
import type { NotAdmitted } from '../domain/lottery.ts'
import type { Refusal } from '../domain/refusal.ts'
import { shownCheck } from './gating/eligibility-statement.ts'

/** The details that a program needs to continue: amounts as decimal strings, instants in ISO 8601. */
export function detailsOf(refusal: Refusal): JsonObject | undefined {
  switch (refusal.kind) {
    case 'unauthenticated':
    case 'forbidden':
    case 'drop_ended':
    case 'link_required':
    case 'link_used':
    case 'link_revoked':
    case 'link_signature_invalid':
      return undefined
    case 'human_check_required':
      return { check: refusal.check }
    case 'human_check_failed':
    case 'human_check_unavailable':
      return { reason: refusal.reason }
    case 'not_admitted':
      return entryStateInDetails(refusal.entryState)
    case 'entries_closed':
      return { closedAt: toIso(refusal.closedAt) }
    case 'link_expired':
      return { expiredAt: toIso(refusal.expiredAt) }
    case 'not_found':
      return { what: refusal.what }
    case 'bad_user_input':
    case 'conflict':
    case 'overloaded':
      return refusal.details
    case 'rate_limited':
      return {
        limit: refusal.limit,
        value: String(refusal.value),
        used: String(refusal.used),
        asked: String(refusal.asked),
        unit: refusal.unit,
        resetsAt: toIso(refusal.resetsAt),
      }
    case 'invalid_transition':
      return { from: refusal.from, to: refusal.to }
    case 'payload_too_large':
      return { limit: 'bytes', value: refusal.limitBytes, asked: refusal.actualBytes }
    case 'drop_not_started':
      return { startsAt: toIso(refusal.startsAt) }
    case 'drop_not_active':
      return { status: refusal.status }
    case 'drop_sold_out':
      return { free: String(refusal.free) }
    case 'drop_not_ready':
      return { waitingFor: refusal.waitingFor }
    case 'wrong_operation':
      return { use: refusal.use }
    case 'already_claimed':
      return { claimId: refusal.claimId, userAddress: refusal.userAddress }
    case 'claim_limit_reached':
      return {
        limit: refusal.limit,
        claimCount: refusal.claimCount,
        ...(refusal.heldItems === undefined ? {} : { heldItems: refusal.heldItems }),
      }
    case 'claim_cooldown':
      return { nextClaimAt: toIso(refusal.nextClaimAt), claimId: refusal.claimId }
    case 'not_eligible':
      return {
        reason: refusal.reason,
        missingRequirements: refusal.missingRequirements,
        checks: refusal.checks.map(checkInDetails),
      }
    case 'eligibility_unknown':
    case 'chain_unavailable':
      return { reason: refusal.reason }
    case 'payment_required':
      return {
        priceAtomic: String(refusal.priceAtomic),
        currency: refusal.currency,
        ...(refusal.items === undefined ? {} : { items: refusal.items }),
      }
    case 'tx_not_found':
    case 'tx_already_used':
      return { txHash: refusal.txHash }
    case 'tx_failed':
      return { txHash: refusal.txHash, reason: refusal.reason }
    case 'refund_exceeds_payment':
      return { refundable: String(refusal.refundable) }
    default:
      return unreachable(refusal)
  }
}

const LONGEST_VALUE_IN_DETAILS = 1_000

/** Leaves out wallet lists, which would make the error as large as the drop's gating config. */
const checkInDetails = (check: RuleCheck): JsonObject => {
  const { value, ...rest } = shownCheck(check)
  const shown = value.length <= LONGEST_VALUE_IN_DETAILS ? value : `${value.slice(0, 100)}…`
  return { ...rest, value: shown }
}

function entryStateInDetails(entryState: NotAdmitted): JsonObject {
  switch (entryState.state) {
    case 'ENTRIES_OPEN':
      return { state: entryState.state, entriesCloseAt: toIso(entryState.entriesCloseAt) }
    case 'WAITING':
      return { state: entryState.state, place: entryState.place }
    case 'WINDOW_ENDED':
      return {
        state: entryState.state,
        endedAt: entryState.endedAt === null ? null : toIso(entryState.endedAt),
      }
    default:
      return { state: entryState.state }
  }
}
