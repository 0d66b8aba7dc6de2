import { OWNER, paidBy, sampleDrop, sampleIntent, sampleReceipt, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../amount.ts'
import {
  CANDIDATE_PATIENCE_MS,
  cancelIntent,
  cancelOpenIntent,
  candidateOf,
  forgetCandidate,
  nameCandidate,
  passTime,
} from './close-intent.ts'
import type { IntentState } from './payment-intent.ts'

const NOW = 1_000_000
const empty = sampleDrop(sampleToken(OWNER, 1), 1, { price: { atomic: 50n, currency: 'SUI' } })
const drop = { ...empty, tally: { ...empty.tally, heldItems: 2, heldAmount: amountOf(20n) } }
const intentIn = (state: IntentState) =>
  sampleIntent(drop, 1, { state, expiresAt: NOW + 900_000, held: 'receipt' in state ? 0 : 2, updatedAt: 0 })

const PENDING: IntentState = { kind: 'PENDING' }
const PROCESSING: IntentState = { kind: 'PROCESSING', candidate: 'tx', since: NOW }
const EXPIRED: IntentState = { kind: 'EXPIRED', candidate: 'tx' }
const CANCELLED: IntentState = { kind: 'CANCELLED', candidate: 'tx', at: 5 }
const WITH_MONEY: readonly IntentState[] = [
  paidBy(1),
  { kind: 'IN_REVIEW', receipt: sampleReceipt(1), reason: 'UNDERPAID' },
]

describe('a named transaction', () => {
  test.each<[IntentState, IntentState]>([
    [PENDING, { kind: 'PROCESSING', candidate: 'new', since: NOW }],
    [PROCESSING, { kind: 'PROCESSING', candidate: 'new', since: NOW }],
    [EXPIRED, { kind: 'EXPIRED', candidate: 'new' }],
    [CANCELLED, { kind: 'CANCELLED', candidate: 'new', at: 5 }],
  ])('makes of %o %o', (before, after) => {
    const intent = intentIn(before)
    const named = nameCandidate(intent, 'new', NOW)
    expect(named).toEqual({ ...intent, state: after, updatedAt: NOW })
    expect(candidateOf(named)).toBe('new')
  })

  test.each<[IntentState, IntentState]>([
    [{ kind: 'PENDING', candidate: 'tx' }, PENDING],
    [PROCESSING, PENDING],
    [EXPIRED, { kind: 'EXPIRED', candidate: null }],
    [CANCELLED, { kind: 'CANCELLED', candidate: null, at: 5 }],
  ])('that turned out to be none makes of %o %o', (before, after) => {
    const intent = intentIn(before)
    expect(forgetCandidate(intent, NOW)).toEqual({ ...intent, state: after, updatedAt: NOW })
  })

  test.each(WITH_MONEY)('is nothing to an intent that has its money: %o', (state) => {
    const intent = intentIn(state)
    expect(nameCandidate(intent, 'new', NOW)).toBe(intent)
    expect(forgetCandidate(intent, NOW)).toBe(intent)
    expect(candidateOf(intent)).toBeNull()
  })
})

describe('time alone', () => {
  test('returns an intent to PENDING if its submitted transaction does not appear for two minutes', () => {
    const intent = intentIn(PROCESSING)
    const at = (now: number) => passTime(intent, drop, now)
    expect(at(NOW + CANDIDATE_PATIENCE_MS - 1)).toEqual({ intent, drop, events: [] })
    expect(at(NOW + CANDIDATE_PATIENCE_MS)).toEqual({
      intent: {
        ...intent,
        state: { kind: 'PENDING', candidate: 'tx' },
        updatedAt: NOW + CANDIDATE_PATIENCE_MS,
      },
      drop,
      events: [],
    })
  })

  test('leaves one without a named transaction as it is until it expires', () => {
    const intent = intentIn(PENDING)
    expect(passTime(intent, drop, intent.expiresAt - 1)).toEqual({ intent, drop, events: [] })
    const { intent: after, drop: free, events } = passTime(intent, drop, intent.expiresAt)
    expect(after).toMatchObject({ state: { kind: 'EXPIRED', candidate: null }, held: 0 })
    expect(free.tally).toMatchObject({ heldItems: 0, heldAmount: 0n })
    expect(events).toMatchObject([{ type: 'payment.expired', actorId: intent.payerId }])
  })

  test.each([EXPIRED, CANCELLED, ...WITH_MONEY])('changes nothing any more about %o', (state) => {
    const intent = intentIn(state)
    expect(passTime(intent, drop, intent.expiresAt)).toEqual({ intent, drop, events: [] })
  })
})

describe('an intent that is cancelled', () => {
  test('by its maker is one for which no transaction is named', () => {
    const cancelled = cancelIntent(intentIn(PENDING), drop, NOW, OWNER.id)
    expect(cancelled).toMatchObject({
      ok: true,
      value: {
        intent: { state: { kind: 'CANCELLED', candidate: null, at: NOW }, held: 0, updatedAt: NOW },
        drop: { tally: { heldItems: 0 } },
        events: [{ type: 'payment.cancelled', actorId: OWNER.id, at: NOW }],
      },
    })
    expect(cancelIntent(intentIn(PROCESSING), drop, NOW, OWNER.id)).toEqual({
      ok: false,
      error: { kind: 'invalid_transition', from: 'PROCESSING', to: 'CANCELLED' },
    })
  })

  test('by the end of its drop keeps the transaction that was named', () => {
    expect(cancelOpenIntent(intentIn(PROCESSING), drop, NOW, null).intent.state).toEqual({
      kind: 'CANCELLED',
      candidate: 'tx',
      at: NOW,
    })
  })
})
