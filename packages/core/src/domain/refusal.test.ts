import { addressOf } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { claimIdOf, idOf } from './ids.ts'
import { badInput, isRetryable, messageOf, notFound, type Refusal } from './refusal.ts'

const claimId = claimIdOf(idOf('drop', '1'.repeat(32)), 1)
const own = 'in its own words'

const MESSAGES: readonly (readonly [Refusal, string])[] = [
  [{ kind: 'unauthenticated' }, 'A valid API key or session is required'],
  [{ kind: 'forbidden' }, 'Access denied'],
  [notFound('API key'), 'API key not found'],
  [badInput('field', 'NO_URL', own), own],
  [{ kind: 'conflict', reason: 'TAKEN', message: own }, own],
  [{ kind: 'overloaded', message: own, retryAfterMs: 1 }, own],
  [{ kind: 'invalid_transition', from: 'ENDED', to: 'DRAFT' }, 'Cannot go from ENDED to DRAFT'],
  [{ kind: 'invalid_transition', from: 'ENDED', to: 'DRAFT', message: own }, own],
  [
    { kind: 'payload_too_large', field: 'file', limitBytes: 1, actualBytes: 2 },
    'file must have at most 1 bytes, it has 2',
  ],
  [{ kind: 'drop_not_started', startsAt: 0 }, 'This drop starts at 1970-01-01T00:00:00.000Z'],
  [{ kind: 'drop_not_active', status: 'PAUSED' }, 'This drop takes no claims while it is PAUSED'],
  [{ kind: 'drop_ended' }, 'This drop has ended'],
  [{ kind: 'drop_sold_out', free: 5n }, 'This drop is sold out'],
  [{ kind: 'drop_sold_out', free: 0n, wantedItems: 2 }, 'This drop is sold out'],
  [{ kind: 'drop_sold_out', free: 1n, wantedItems: 2 }, 'Only 1 of the 2 items wanted are free on this drop'],
  [{ kind: 'drop_not_ready', waitingFor: own }, `This drop cannot pay out yet: ${own}`],
  [{ kind: 'wrong_operation', use: 'claimDrop' }, 'Use claimDrop for this drop'],
  [
    { kind: 'already_claimed', claimId, userAddress: addressOf('0xa') },
    'This wallet has already claimed from this drop',
  ],
  [
    { kind: 'claim_limit_reached', limit: 2, claimCount: 2 },
    'This wallet has made all 2 claims that it may make here',
  ],
  [
    { kind: 'claim_limit_reached', limit: 2, claimCount: 1, heldItems: 1 },
    'This wallet may make 2 claims here; it has made 1 and its intents hold 1',
  ],
  [
    { kind: 'claim_cooldown', nextClaimAt: 0, claimId: null },
    'This wallet may claim again at 1970-01-01T00:00:00.000Z',
  ],
  [
    { kind: 'not_eligible', reason: own, missingRequirements: [own], checks: [] },
    `This wallet is not eligible: ${own}`,
  ],
  [{ kind: 'eligibility_unknown', reason: own }, `Could not be checked, try again: ${own}`],
  [
    { kind: 'payment_required', priceAtomic: 1n, currency: 'SUI' },
    'This drop must be paid for before it can be claimed',
  ],
  [
    { kind: 'payment_required', priceAtomic: 1n, currency: 'SUI', items: 6 },
    'No payment intent of this wallet has 6 items left, and a claim uses one intent: claim fewer at a time',
  ],
  [{ kind: 'tx_not_found', txHash: 'tx' }, 'The chain does not know this transaction (yet)'],
  [{ kind: 'tx_failed', txHash: 'tx', reason: own }, `The transaction failed: ${own}`],
  [{ kind: 'tx_already_used', txHash: 'tx' }, 'This transaction has been used already'],
  [{ kind: 'refund_exceeds_payment', refundable: amountOf(5n) }, 'At most 5 can be refunded'],
  [{ kind: 'chain_unavailable', reason: own }, `The chain cannot be reached: ${own}`],
]

test.each(MESSAGES.map(([refusal, message]) => [refusal.kind, message, refusal] as const))(
  '%s says: %s',
  (_, message, refusal) => {
    expect(messageOf(refusal)).toBe(message)
  },
)

test('a refusal is retryable if the same request may succeed later', () => {
  const retryable = MESSAGES.map(([refusal]) => refusal).filter(isRetryable)
  expect(new Set(retryable.map(({ kind }) => kind))).toEqual(
    new Set(['overloaded', 'drop_not_ready', 'eligibility_unknown', 'tx_not_found', 'chain_unavailable']),
  )
})

test('details accompany an input error only if there are any', () => {
  expect(badInput('field', 'NO_URL', own)).toEqual({
    kind: 'bad_user_input',
    reason: 'NO_URL',
    field: 'field',
    message: own,
  })
  expect(Object.keys(badInput('field', 'NO_URL', own))).not.toContain('details')
  expect(badInput('field', 'NO_URL', own, { most: 1 })).toMatchObject({ details: { most: 1 } })
})
