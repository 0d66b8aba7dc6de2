import {
  confirmed,
  expired,
  failed,
  TEST_START as NOW,
  OWNER,
  paidBy,
  pending,
  sampleClaim,
  sampleDrop,
  sampleIntent,
  sampleToken,
  submitted,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import type { ClaimState } from './claim.ts'
import { confirmClaim, expireClaim } from './claim-settlement.ts'
import type { Drop } from './drop.ts'

const empty = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(10n), updatedAt: 0 })
const drop: Drop = {
  ...empty,
  status: 'SOLD_OUT',
  award: { kind: 'fixed', amount: amountOf(10n) },
  supply: null,
  tally: { ...empty.tally, reservedAmount: amountOf(10n), reservedCount: 1, lastSequence: 1 },
}
const claim = sampleClaim(drop, 1)
const proof = { txHash: 'tx', claimedAt: NOW - 1 }

describe('a claim that the chain has paid', () => {
  test.each([pending(5), pending(null), submitted()])('is confirmed: %o', (state) => {
    expect(
      confirmClaim({ claim: { ...claim, state }, drop, intent: null }, proof, NOW, OWNER.id),
    ).toMatchObject({
      claim: { ...claim, state: { kind: 'CONFIRMED', ...proof } },
      drop,
      intent: null,
      events: [
        {
          type: 'claim.confirmed',
          at: NOW,
          actorId: OWNER.id,
          tokenId: drop.tokenId,
          data: { status: 'CONFIRMED', txHash: 'tx' },
        },
      ],
    })
  })

  test.each([expired(), failed()])('was not released before: %o', (state) => {
    expect(() => confirmClaim({ claim: { ...claim, state }, drop, intent: null }, proof, NOW, null)).toThrow(
      'invariant broken',
    )
  })

  test('requires the intent that it was paid from, and no other', () => {
    const intent = sampleIntent(drop, 1, { state: paidBy(1), held: 1, spent: 1 })
    const other = sampleIntent(drop, 2, { state: paidBy(2), held: 1, spent: 1 })
    const paid = { ...claim, intentId: intent.id }
    for (const [given, from] of [
      [paid, null],
      [paid, other],
      [claim, intent],
    ] as const) {
      expect(() => confirmClaim({ claim: given, drop, intent: from }, proof, NOW, null)).toThrow(
        'invariant broken',
      )
      expect(() => expireClaim({ claim: given, drop, intent: from }, NOW)).toThrow('invariant broken')
    }
  })
})

describe('a voucher that ran out', () => {
  test('releases its slot and its amount, and reopens a sold-out drop', () => {
    const { claim: after, drop: open, events } = expireClaim({ claim, drop, intent: null }, NOW)
    expect(after).toEqual({ ...claim, slot: -1, state: { kind: 'EXPIRED', expiredAt: NOW } })
    expect(open).toEqual({
      ...drop,
      status: 'ACTIVE',
      tally: { ...drop.tally, reservedAmount: 0n, reservedCount: 0 },
      updatedAt: NOW,
    })
    expect(events).toMatchObject([
      { type: 'claim.expired', at: NOW, data: { status: 'EXPIRED' } },
      { type: 'drop.resumed', actorId: null, data: { reason: 'reservation_released' } },
    ])
  })

  test.each<Partial<Drop>>([
    { status: 'ACTIVE' },
    { status: 'PAUSED' },
    { claimDeadline: NOW },
    { pool: amountOf(9n), tally: { ...drop.tally, reservedAmount: amountOf(10n) } },
  ])('opens none that is not sold out, or still is: %o', (terms) => {
    const before = { ...drop, ...terms }
    const { drop: after, events } = expireClaim({ claim, drop: before, intent: null }, NOW)
    expect(after.status).toBe(before.status)
    expect(events.map(({ type }) => type)).toEqual(['claim.expired'])
  })

  test.each<ClaimState>([pending(null), submitted(), confirmed(), expired(), failed()])(
    'is not one of a claim that is %o',
    (state) => {
      expect(() => expireClaim({ claim: { ...claim, state }, drop, intent: null }, NOW)).toThrow(
        'invariant broken',
      )
    },
  )
})
