import type { Refusal, RefusalKind } from '@dropkit/core'
import { CLAIM, SAMPLE_AT, TX_HASH, WALLET } from './samples.ts'

type Unbranded<Value> = Value extends string ? string : Value extends bigint ? bigint : Value
type Brandless<T> = { readonly [Field in keyof T]: Unbranded<T[Field]> }

/** An example of each kind of refusal, with all its optional fields. */
const EXAMPLES: {
  readonly [Kind in RefusalKind]: Brandless<Extract<Refusal, { kind: Kind }>> & { readonly kind: Kind }
} = {
  unauthenticated: { kind: 'unauthenticated' },
  forbidden: { kind: 'forbidden' },
  not_found: { kind: 'not_found', what: 'Drop' },
  bad_user_input: {
    kind: 'bad_user_input',
    reason: 'OUT_OF_RANGE',
    field: 'limit',
    message: 'limit must be 1 to 200, it is 0',
    details: { least: 1, most: 200 },
  },
  conflict: {
    kind: 'conflict',
    reason: 'TAKEN',
    field: 'shortcode',
    message: 'The shortcode pepper is taken',
  },
  invalid_transition: { kind: 'invalid_transition', from: 'CANCELLED', to: 'ACTIVE' },
  overloaded: {
    kind: 'overloaded',
    retryAfterMs: 1_500,
    message: 'Too many claims are waiting (20000); try again shortly',
    details: { limit: 'waiting claims', waiting: 20_000, waitMs: 1_500 },
  },
  rate_limited: {
    kind: 'rate_limited',
    limit: 'dropsPerUserDay',
    value: 1_000n,
    used: 1_000n,
    asked: 1n,
    unit: 'drops',
    window: 'day',
    resetsAt: SAMPLE_AT,
    retryAfterMs: 3_600_000,
  },
  payload_too_large: { kind: 'payload_too_large', limitBytes: 10_485_760, actualBytes: 12_000_000 },
  drop_not_started: { kind: 'drop_not_started', startsAt: SAMPLE_AT },
  drop_not_active: { kind: 'drop_not_active', status: 'PAUSED' },
  drop_ended: { kind: 'drop_ended' },
  drop_sold_out: { kind: 'drop_sold_out', free: 40n },
  drop_not_ready: { kind: 'drop_not_ready', waitingFor: 'its vault does not hold enough' },
  wrong_operation: { kind: 'wrong_operation', use: 'claimRandomDrop' },
  already_claimed: { kind: 'already_claimed', claimId: CLAIM, userAddress: WALLET },
  claim_limit_reached: { kind: 'claim_limit_reached', limit: 3, claimCount: 2, heldItems: 1 },
  claim_cooldown: { kind: 'claim_cooldown', nextClaimAt: SAMPLE_AT, claimId: CLAIM },
  not_eligible: {
    kind: 'not_eligible',
    reason: 'Hold 1000 PEPPER',
    missingRequirements: ['Hold 1000 PEPPER'],
    checks: [
      {
        rule: { key: 'token_balance', operator: '>=', value: '1000', description: 'Hold 1000 PEPPER' },
        verdict: 'fail',
        needed: '>= 1000',
        facts: [{ source: 'balance', subject: '', value: 20n, at: SAMPLE_AT }],
      },
    ],
  },
  eligibility_unknown: { kind: 'eligibility_unknown', reason: 'Hold 1000 PEPPER' },
  not_admitted: { kind: 'not_admitted', standing: { state: 'WAITING', place: 12 } },
  entries_closed: { kind: 'entries_closed', closedAt: SAMPLE_AT },
  link_required: { kind: 'link_required' },
  link_used: { kind: 'link_used' },
  link_revoked: { kind: 'link_revoked' },
  link_expired: { kind: 'link_expired', expiredAt: SAMPLE_AT },
  link_signature_invalid: { kind: 'link_signature_invalid' },
  human_check_required: { kind: 'human_check_required', check: 'PROOF_OF_WORK' },
  human_check_failed: { kind: 'human_check_failed', reason: 'expired' },
  human_check_unavailable: { kind: 'human_check_unavailable', reason: 'Turnstile did not answer in 5 s' },
  payment_required: { kind: 'payment_required', priceAtomic: 1_500_000_000n, currency: 'SUI' },
  tx_not_found: { kind: 'tx_not_found', txHash: TX_HASH },
  tx_failed: { kind: 'tx_failed', txHash: TX_HASH, reason: 'the transaction ran out of gas' },
  tx_already_used: { kind: 'tx_already_used', txHash: TX_HASH },
  refund_exceeds_payment: { kind: 'refund_exceeds_payment', refundable: 500_000_000n },
  chain_unavailable: { kind: 'chain_unavailable', reason: 'the node did not answer in 5 s' },
}

// Ids and amounts get their branded types where they are parsed. Here they are only displayed.
export const REFUSAL_EXAMPLES = EXAMPLES as unknown as { readonly [Kind in RefusalKind]: Refusal }
