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
import { describe, expect, it, test } from 'vitest'
import { amountOf } from './amount.ts'
import {
  type ClaimState,
  freeSlot,
  isReleased,
  isReserved,
  slotWithoutLimit,
  streakOn,
  walletStateOf,
} from './claim.ts'
import { confirmClaim, expireClaim } from './claim-settlement.ts'
import type { Drop } from './drop.ts'
import { DAY_MS } from './instant.ts'

test('a claim is either reserved or released', () => {
  const states = [pending(5), pending(null), submitted(), confirmed(), expired(), failed()]
  expect(states.map(isReserved)).toEqual([true, true, true, true, false, false])
  expect(states.map(isReleased)).toEqual([false, false, false, false, true, true])
})

test('a wallet fills the smallest place that it does not fill yet', () => {
  expect([[], [1], [2], [2, 1], [1, 3, 4]].map(freeSlot)).toEqual([1, 2, 1, 3, 2])
})

test('a streak counts the days without a gap before the one of the claim', () => {
  expect(streakOn(10, [])).toBe(1)
  expect(streakOn(10, [9, 8, 6])).toBe(3)
  expect(streakOn(10, [8])).toBe(1)
  expect(streakOn(10, [11])).toBe(1)
})

test('places without a limit are beyond every day and every limit, each claim’s its own', () => {
  expect(slotWithoutLimit(1)).toBe(1_000_000_000_001)
  expect(slotWithoutLimit(2)).toBe(1_000_000_000_002)
})

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
    expect(confirmClaim({ claim: { ...claim, state }, drop, intent: null }, proof, NOW)).toMatchObject({
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
    expect(() => confirmClaim({ claim: { ...claim, state }, drop, intent: null }, proof, NOW)).toThrow(
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
      expect(() => confirmClaim({ claim: given, drop, intent: from }, proof, NOW)).toThrow('invariant broken')
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

const limited = (more: Partial<Drop> = {}): Drop =>
  sampleDrop(sampleToken(OWNER, 1), 1, { maxPerWallet: 5, claimType: 'REGULAR', ...more })
const unlimited = limited({ maxPerWallet: null, price: { atomic: 1n, currency: 'SUI' } })
const streak: Drop = { ...unlimited, claimType: 'STREAK' }

/** All that one wallet has, in no order. */
const claimsOn = (drop: Drop) => [
  sampleClaim(drop, 5, { state: expired(), slot: 50 }),
  sampleClaim(drop, 2, { state: pending(1), slot: 20 }),
  sampleClaim(drop, 4, { state: submitted(), slot: 40 }),
  sampleClaim(drop, 1, { state: confirmed(), slot: 10 }),
  sampleClaim(drop, 3, { state: failed(), slot: 30 }),
]

const shown = (drop: Drop, claims = claimsOn(drop)) => {
  const { live, slots } = walletStateOf(drop, claims)
  return { live: live.map(({ sequence }) => sequence), slots: slots.toSorted() }
}

describe('the state of a wallet on a drop', () => {
  it('that limits a wallet, contains pending claims with the newest that counts, and all slots that count', () => {
    expect(shown(limited())).toEqual({ live: [2, 4], slots: [10, 20, 40] })
  })

  it('that is a STREAK, limited or not, contains the days on which the claims were made', () => {
    const claims = claimsOn(streak).map((claim) => ({ ...claim, createdAt: claim.sequence * DAY_MS }))
    for (const drop of [streak, { ...streak, maxPerWallet: 5 }])
      expect(shown(drop, claims)).toEqual({ live: [2, 4], slots: [1, 2, 4] })
  })

  it('without a limit, contains pending claims, the oldest first', () => {
    expect(shown(unlimited)).toEqual({ live: [2], slots: [] })
    const two = [3, 1].map((sequence) => sampleClaim(unlimited, sequence))
    expect(shown(unlimited, two).live).toEqual([1, 3])
  })

  it('that was never claimed from, is nothing', () => {
    expect(shown(limited(), [])).toEqual({ live: [], slots: [] })
  })
})
