import { startOfUtcDay, streakOn, toIso, utcDay } from '@dropkit/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import {
  claimStep,
  type Payment,
  streakAhead,
  type WalletClaim,
  type WalletState,
  walletClaim,
} from './claim-step.ts'

describe('the step of a claim', () => {
  const NOW = Date.parse('2026-03-10T12:00:00Z')
  const ADMITTED = { eligible: true, retryable: false, reason: null, missingRequirements: [] }

  const claim = (change: Partial<WalletClaim> = {}): WalletClaim => ({
    id: 'clm_1',
    amount: '100',
    status: 'CONFIRMED',
    sequence: 1,
    streak: null,
    txHash: null,
    recipient: null,
    revealsAt: null,
    createdAt: '2026-03-10T09:00:00Z',
    expiresAt: null,
    ...change,
  })

  /** What the wallet must send. */
  const RESERVED = { status: 'PENDING', expiresAt: '2026-03-10T12:10:00Z' } as const

  type Change = Partial<Omit<WalletState, 'drop'>> & { readonly drop?: Partial<ClaimableDropFragment> }

  const stepFor = ({ drop, ...change }: Change) =>
    claimStep({
      drop: {
        type: 'TOKEN',
        supply: null,
        maxAmount: '1000',
        remainingBalance: '1000',
        claimCount: 0,
        status: 'ACTIVE',
        startsAt: null,
        claimDeadline: null,
        claimType: 'REGULAR',
        claimAccess: 'OPEN',
        maxPerWallet: null,
        price: null,
        tokenAmount: '100',
        ...drop,
      },
      wallet: '0x1',
      claims: [],
      eligibility: { byEverything: ADMITTED, byRules: ADMITTED },
      payments: [],
      isSent: () => false,
      shown: null,
      nowMs: NOW,
      ...change,
    })

  const payment = (status: Payment['status']) => ({
    id: 'pi_1',
    status,
    quantity: 1,
    itemsLeft: status === 'CONFIRMED' || status === 'PARTIALLY_REFUNDED' ? 1 : 0,
    txHash: null,
    expiresAt: '2026-03-10T12:10:00Z',
  })

  describe('a drop', () => {
    test('asks for a wallet first', () => {
      expect(stepFor({ wallet: null })).toEqual({ kind: 'connect' })
    })

    test('opens by the clock, before the service has said so', () => {
      const drop = { status: 'SCHEDULED', startsAt: '2026-03-10T12:00:00Z' } as const
      expect(stepFor({ drop, wallet: null, nowMs: NOW - 1 })).toMatchObject({
        kind: 'closed',
        why: 'not_started',
      })
      expect(stepFor({ drop, wallet: null })).toEqual({ kind: 'connect' })
    })

    test.each([
      ['CANCELLED', 'cancelled'],
      ['ENDED', 'ended'],
      ['SOLD_OUT', 'sold_out'],
      ['PAUSED', 'paused'],
    ] as const)('that is %s says so, before and after a wallet is connected', (status, why) => {
      const drop = { status }
      expect(stepFor({ drop, wallet: null })).toEqual({
        kind: 'closed',
        why,
        isConnected: false,
        paidItems: 0,
      })
      expect(stepFor({ drop })).toEqual({ kind: 'closed', why, isConnected: true, paidItems: 0 })
    })

    test('is over at its deadline, paused or not', () => {
      const claimDeadline = '2026-03-10T12:00:00Z'
      expect(stepFor({ drop: { claimDeadline }, nowMs: NOW - 1 })).toMatchObject({ kind: 'claim' })
      expect(stepFor({ drop: { claimDeadline } })).toMatchObject({ kind: 'closed', why: 'ended' })
      expect(stepFor({ drop: { claimDeadline, status: 'PAUSED' } })).toMatchObject({
        kind: 'closed',
        why: 'ended',
      })
    })

    test.each([
      [{ claimAccess: 'OWNER' }, 'owner_only'],
      [{ isLinkOnly: true }, 'link_only'],
    ] as const)('with %j offers nothing, and asks for no wallet', (drop, kind) => {
      expect(stepFor({ drop })).toEqual({ kind })
      expect(stepFor({ drop, wallet: null })).toEqual({ kind })
    })

    test('waits for data that is not loaded', () => {
      expect(stepFor({ claims: undefined })).toEqual({ kind: 'looking' })
      expect(stepFor({ eligibility: undefined })).toEqual({ kind: 'looking' })
      expect(stepFor({ drop: { price: 2 }, payments: undefined })).toEqual({ kind: 'looking' })
    })
  })

  describe('a wallet', () => {
    test('that the rules admit and that has no claim yet may claim', () => {
      expect(stepFor({})).toEqual({ kind: 'claim', paidItems: 0 })
    })

    test('continues what it has started, even if the rest is unavailable', () => {
      const begun = claim(RESERVED)
      expect(stepFor({ claims: [begun], drop: { status: 'SOLD_OUT' } })).toEqual({
        kind: 'take',
        claim: begun,
      })
    })

    test('is not asked to send a running transaction again', () => {
      const begun = claim(RESERVED)
      expect(stepFor({ claims: [begun], isSent: (id) => id === begun.id })).toMatchObject({ kind: 'follow' })
    })

    test('has nothing to send if the service delivers its claim, whatever the drop says now', () => {
      const claims = [claim({ status: 'PENDING', expiresAt: null })]
      for (const delivery of ['WALLET', 'SERVER'] as const)
        expect(stepFor({ claims, drop: { delivery } })).toEqual({ kind: 'follow', claim: claims[0] })
    })

    test('sends a claim that has a voucher, whatever the drop says now', () => {
      const begun = claim(RESERVED)
      for (const delivery of ['WALLET', 'SERVER'] as const)
        expect(stepFor({ claims: [begun], drop: { delivery } })).toEqual({ kind: 'take', claim: begun })
    })

    test('has nothing to send for a random claim that expires, because its drop is cancelled', () => {
      const drop = { tokenAmount: '0', status: 'CANCELLED' } as const
      expect(stepFor({ claims: [claim(RESERVED)], drop })).toMatchObject({ kind: 'closed', why: 'cancelled' })
    })

    test('follows a claim that it has submitted', () => {
      const begun = claim({ status: 'SUBMITTED' })
      expect(stepFor({ claims: [begun] })).toEqual({ kind: 'follow', claim: begun })
    })

    test('sees its claim, and that there is no other', () => {
      const have = { kind: 'have', claim: claim(), againAtMs: null, why: null, paidItems: 0 }
      expect(stepFor({ claims: [claim()] })).toEqual(have)
    })

    test('sees its claim after the drop is over', () => {
      const step = stepFor({ claims: [claim()], drop: { maxPerWallet: 3, status: 'ENDED' } })
      expect(step).toMatchObject({ kind: 'have', claim: claim(), againAtMs: null, why: 'ended' })
    })

    test('may claim again if the drop allows it, after it has seen its claim', () => {
      const drop = { maxPerWallet: 3 }
      expect(stepFor({ claims: [claim()], drop, shown: 'clm_1' })).toMatchObject({ againAtMs: 0 })
      expect(stepFor({ claims: [claim()], drop })).toEqual({ kind: 'claim', paidItems: 0 })
    })

    test.each([
      ['PAUSED', {}, 'paused'],
      ['SCHEDULED', { startsAt: '2026-03-10T12:00:01Z' }, 'not_started'],
    ] as const)('that may claim again learns that the drop is %s', (status, times, why) => {
      const step = stepFor({ claims: [claim()], drop: { maxPerWallet: 3, status, ...times } })
      expect(step).toMatchObject({ kind: 'closed', why, isConnected: true })
    })

    test.each(['EXPIRED', 'FAILED'] as const)('may claim again when its claim is %s', (status) => {
      const lost = claim({ id: 'clm_2', status })
      expect(stepFor({ claims: [lost] })).toEqual({ kind: 'claim', paidItems: 0 })
      expect(stepFor({ claims: [lost, claim()] })).toMatchObject({ kind: 'have', claim: { id: 'clm_1' } })
      const drop = { maxPerWallet: 2 }
      expect(stepFor({ claims: [lost, claim()], drop })).toEqual({ kind: 'claim', paidItems: 0 })
    })

    test('returns to a streak at the next midnight, UTC', () => {
      const drop = { claimType: 'STREAK' } as const
      const yesterday = claim({ id: 'clm_0', createdAt: '2026-03-09T23:59:59Z' })
      expect(stepFor({ claims: [claim(), yesterday], drop })).toMatchObject({
        kind: 'have',
        againAtMs: Date.parse('2026-03-11T00:00:00Z'),
      })
      expect(stepFor({ claims: [yesterday], drop })).toEqual({ kind: 'claim', paidItems: 0 })
    })

    test('shows the missing requirements', () => {
      const lacking = { ...ADMITTED, eligible: false, missingRequirements: ['Hold 10 LEAF'] }
      const step = stepFor({ eligibility: { byEverything: lacking, byRules: lacking } })
      expect(step).toEqual({ kind: 'barred', missing: ['Hold 10 LEAF'], checks: [] })
    })

    test('is not called ineligible if its eligibility is unknown', () => {
      const unknown = { ...ADMITTED, eligible: false, retryable: true, reason: 'Could not be checked' }
      const step = stepFor({ eligibility: { byEverything: unknown, byRules: unknown } })
      expect(step).toEqual({ kind: 'unsure', reason: 'Could not be checked' })
    })

    test('hears that the drop is not ready where the rules admit it', () => {
      const empty = { ...ADMITTED, eligible: false, retryable: true, reason: 'The vault is empty' }
      const step = stepFor({ eligibility: { byEverything: empty, byRules: ADMITTED } })
      expect(step).toEqual({ kind: 'not_ready', reason: 'The vault is empty' })
    })
  })

  describe('a price', () => {
    const drop = { price: 2 }

    test('is asked once', () => {
      expect(stepFor({ drop })).toEqual({ kind: 'pay', payment: null })
      expect(stepFor({ drop, payments: [payment('CONFIRMED')] })).toEqual({ kind: 'claim', paidItems: 1 })
    })

    test('that was refunded in part admits the wallet to the items that are left', () => {
      const refunded = { ...payment('PARTIALLY_REFUNDED'), quantity: 5 }
      const step = stepFor({ drop, payments: [{ ...refunded, itemsLeft: 2 }], claims: [claim()] })
      expect(step).toEqual({ kind: 'claim', paidItems: 2 })
      const nothing = stepFor({ drop, payments: [{ ...refunded, itemsLeft: 0 }], claims: [claim()] })
      expect(nothing).toEqual({ kind: 'pay', payment: null })
    })

    test('is asked again for another claim, however many the wallet has', () => {
      const payments = Array.from({ length: 50 }, () => ({
        ...payment('CONFIRMED'),
        quantity: 2,
        itemsLeft: 0,
      }))
      const step = stepFor({
        drop: { ...drop, maxPerWallet: 200 },
        payments,
        claims: Array.from({ length: 50 }, () => claim()),
      })
      expect(step).toEqual({ kind: 'pay', payment: null })
    })

    test('is not asked again while a payment is on its way', () => {
      const pending = payment('PENDING')
      expect(stepFor({ drop, payments: [pending] })).toEqual({ kind: 'pay', payment: pending })
      expect(stepFor({ drop, payments: [pending], isSent: () => true })).toMatchObject({
        kind: 'await_payment',
      })
      expect(stepFor({ drop, payments: [payment('PROCESSING')] })).toMatchObject({ kind: 'await_payment' })
    })

    test('that was not paid in full is looked at by the creator', () => {
      expect(stepFor({ drop, payments: [payment('REQUIRES_REVIEW')] })).toMatchObject({
        kind: 'review_payment',
      })
    })

    test('that was not paid in time is offered again', () => {
      const nothing = { kind: 'pay', payment: null }
      expect(stepFor({ drop, payments: [payment('EXPIRED')] })).toEqual(nothing)
      const late = { ...payment('PENDING'), expiresAt: '2026-03-10T12:00:00Z' }
      expect(stepFor({ drop, payments: [late] })).toEqual(nothing)
      expect(stepFor({ drop, payments: [late], nowMs: NOW - 1 })).toMatchObject({ payment: late })
    })

    test.each(['PENDING', 'EXPIRED', 'CANCELLED'] as const)(
      'of which a transaction was named is not asked again for a day after it is %s',
      (status) => {
        const expiresAt = '2026-03-10T12:00:00Z'
        const named = { ...payment(status), expiresAt, txHash: '0xabc' }
        const waiting = { kind: 'await_payment', payment: named }
        expect(stepFor({ drop, payments: [named] })).toEqual(waiting)
        const dayLater = NOW + 24 * 3_600_000
        expect(stepFor({ drop, payments: [named], nowMs: dayLater - 1 })).toEqual(waiting)
        expect(stepFor({ drop, payments: [named], nowMs: dayLater })).toEqual({ kind: 'pay', payment: null })
      },
    )

    test.each([
      ['ENDED', 'PROCESSING', 'await_payment'],
      ['CANCELLED', 'REQUIRES_REVIEW', 'review_payment'],
      ['SOLD_OUT', 'PROCESSING', 'await_payment'],
      ['PAUSED', 'REQUIRES_REVIEW', 'review_payment'],
    ] as const)('of a drop that is %s shows its payment that is %s', (status, paid, kind) => {
      const terms = { drop: { ...drop, status, maxPerWallet: 3 }, payments: [payment(paid)] }
      expect(stepFor(terms)).toMatchObject({ kind })
      expect(stepFor({ ...terms, claims: [claim()] })).toMatchObject({ kind })
      expect(stepFor({ ...terms, claims: [claim()], shown: 'clm_1' })).toMatchObject({ kind: 'have' })
      expect(stepFor({ ...terms, payments: undefined })).toEqual({ kind: 'looking' })
    })

    test('of a drop that is over tells how many items are paid for and not claimed', () => {
      const step = stepFor({ drop: { ...drop, status: 'ENDED' }, payments: [payment('CONFIRMED')] })
      expect(step).toEqual({ kind: 'closed', why: 'ended', isConnected: true, paidItems: 1 })
    })

    test.each([
      ['ACTIVE', null],
      ['PAUSED', 'paused'],
      ['ENDED', 'ended'],
    ] as const)('of a drop that is %s tells so next to a claim that was just made', (status, why) => {
      const step = stepFor({
        drop: { ...drop, status },
        payments: [payment('CONFIRMED')],
        claims: [claim()],
        shown: 'clm_1',
      })
      expect(step).toMatchObject({ kind: 'have', why, paidItems: 1 })
    })

    test('that is paid admits the wallet, whatever the rules say now', () => {
      const lacking = { ...ADMITTED, eligible: false, missingRequirements: ['Hold 10 LEAF'] }
      const eligibility = { byEverything: lacking, byRules: lacking }
      expect(stepFor({ drop, payments: [payment('CONFIRMED')], eligibility })).toMatchObject({
        kind: 'claim',
      })
    })
  })
})

describe('a claim of the wallet', () => {
  const NOW = Date.parse('2026-03-10T00:30:00Z')

  const claimed = (
    createdAt: string,
    streak: number | null,
    status: WalletClaim['status'] = 'CONFIRMED',
  ) => ({
    id: createdAt,
    amount: '1',
    status,
    sequence: 1,
    streak,
    txHash: null,
    createdAt,
    recipient: null,
    revealsAt: null,
    expiresAt: null,
  })

  test('a streak goes on from yesterday, by UTC', () => {
    expect(streakAhead([claimed('2026-03-09T23:59:00Z', 4)], NOW)).toBe(5)
  })

  test('a streak restarts after a missed day', () => {
    expect(streakAhead([claimed('2026-03-08T12:00:00Z', 4)], NOW)).toBe(1)
  })

  test('a claim of yesterday from before the drop was a streak counts', () => {
    expect(streakAhead([claimed('2026-03-09T12:00:00Z', null)], NOW)).toBe(2)
  })

  test('a claim that expired yesterday carries no streak', () => {
    expect(streakAhead([claimed('2026-03-09T12:00:00Z', 4, 'EXPIRED')], NOW)).toBe(1)
  })

  test('a streak has the number of days that the service counts', () => {
    const today = utcDay(NOW)
    const claimedOn = fc.uniqueArray(fc.integer({ min: today - 12, max: today - 1 }))
    fc.assert(
      fc.property(claimedOn, (days) => {
        const claims = days.map((day) => claimed(toIso(startOfUtcDay(day)), streakOn(day, days)))
        expect(streakAhead(claims, NOW)).toBe(streakOn(today, days))
      }),
    )
  })

  test('a claim keeps its fields, and names its recipient only if that is not the wallet', () => {
    const { recipient: _, ...facts } = { ...claimed('2026-03-09T12:00:00Z', 4), sequence: 7 }
    const asked = { ...facts, userAddress: '0x1', claimedAt: null }
    expect(walletClaim({ ...asked, recipient: '0x2' })).toEqual({ ...facts, recipient: '0x2' })
    expect(walletClaim({ ...asked, recipient: '0x1' })).toEqual({ ...facts, recipient: null })
  })
})
