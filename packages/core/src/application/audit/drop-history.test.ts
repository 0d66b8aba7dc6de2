import {
  confirmed,
  expired,
  failed,
  pending,
  SAMPLE_NOW,
  sampleClaim,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleUser,
  submitted,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Claim, ClaimState } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { EventType } from '../../domain/event.ts'
import { claimIdOf } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { StoredEvent } from '../../ports/audit-rows.ts'
import { comparing } from './difference.ts'
import { type ClaimMarks, createClaimMarks, createDropHistory, type DropHistory } from './drop-history.ts'

const base = sampleDrop(sampleToken(sampleUser(1), 1), 1)

let history: DropHistory
let drop: Drop
let said: unknown[][]
let position: number

function begin(more: Partial<Drop> = {}): void {
  drop = { ...base, ...more }
  said = []
  position = 0
  history = createDropHistory(drop, (...both) => comparing(() => said.push(both), null)(...both))
}

function take(type: EventType, data: JsonObject = {}, more: Partial<StoredEvent> = {}, claim?: Claim): void {
  position++
  history.take({ ...sampleEvent(drop, { type, data }), position, ...more }, claim)
}

const finish = () => {
  history.finish()
  return said
}

const created = () =>
  take('drop.created', { title: drop.title, type: 'TOKEN', status: 'ACTIVE', maxAmount: '1000' })

/** The event of a claim, which says what its row says. */
const dataOf = (claim: Claim, more: JsonObject = {}): JsonObject => ({
  claimId: claimIdOf(drop.id, claim.sequence),
  sequence: claim.sequence,
  amount: String(claim.amount),
  userAddress: claim.claimer,
  ...more,
})

beforeEach(() => begin())

describe('a drop matches the log', () => {
  test('from its creation, of which there is one event', () => {
    created()
    expect(finish()).toEqual([])
    begin()
    expect(finish()).toEqual([[drop.id, 'drop.created', 0, 1]])
    begin()
    created()
    created()
    expect(finish()).toEqual([[drop.id, 'drop.created', 2, 1]])
  })

  test('by the latest change, also if it cleared a value', () => {
    begin({ title: 'New', supply: null, price: null })
    created()
    take('drop.updated', { changed: ['title', 'supply'], title: 'New', supply: 5, price: '7' })
    take('drop.updated', { changed: ['supply'], supply: null, price: null })
    expect(finish()).toEqual([])
  })

  test('and other values are reported', () => {
    begin({ supply: 4, price: { atomic: 8n, currency: 'SUI' } })
    created()
    take('drop.updated', { changed: [], title: 'New', supply: 5, price: '7' })
    expect(finish()).toEqual([
      [drop.id, 'title', 'Drop 1', 'New'],
      [drop.id, 'supply', '4', '5'],
      [drop.id, 'price', '8', '7'],
    ])
    begin()
    created()
    take('drop.updated', { changed: [], supply: 5, price: '7' })
    expect(finish()).toEqual([
      [drop.id, 'supply', null, '5'],
      [drop.id, 'price', null, '7'],
    ])
  })

  test.each<[EventType, Drop['status'], Partial<Drop>]>([
    ['drop.activated', 'ACTIVE', {}],
    ['drop.paused', 'PAUSED', {}],
    ['drop.resumed', 'ACTIVE', {}],
    ['drop.sold_out', 'SOLD_OUT', {}],
    ['drop.ended', 'ENDED', {}],
    ['drop.cancelled', 'CANCELLED', {}],
    ['drop.deleted', 'CANCELLED', { deletedAt: SAMPLE_NOW }],
  ])('by what has happened to it: %s leaves it %s', (type, status, more) => {
    begin({ status, ...more })
    created()
    take('gating.updated')
    take(type)
    expect(finish()).toEqual([])
    begin({ status: 'DRAFT', ...more })
    created()
    take(type)
    expect(finish()).toEqual([[drop.id, 'status', 'DRAFT', status]])
  })

  test('by the times of its completion and deletion', () => {
    begin({ completedAt: SAMPLE_NOW })
    created()
    take('drop.completed')
    take('drop.paused')
    take('drop.resumed')
    expect(finish()).toEqual([])
    begin({ deletedAt: SAMPLE_NOW })
    created()
    expect(finish()).toEqual([[drop.id, 'deletedAt', SAMPLE_NOW, null]])
    begin()
    created()
    take('drop.completed', {}, { at: 7 })
    expect(finish()).toEqual([[drop.id, 'completedAt', null, 7]])
  })

  test('by its newest key', () => {
    created()
    take('drop.key_rotated', { publicKey: drop.voucherKey.publicKey })
    take('drop.updated', { changed: [], publicKey: 'of something else' })
    expect(finish()).toEqual([])
    take('drop.key_rotated', { publicKey: 'next' })
    expect(finish()).toEqual([[drop.id, 'voucherKey', drop.voucherKey.publicKey, 'next']])
  })
})

test('terms count as changed if an update names them, not if the creation does', () => {
  created()
  expect(history.hasChanged('supply', 'price')).toBe(false)
  take('drop.updated', { changed: ['price', 'title'] })
  expect(history.hasChanged('supply', 'price')).toBe(true)
  expect(history.hasChanged('supply')).toBe(false)
  expect(history.hasChanged('Stryker was here')).toBe(false)
})

describe('a claim matches the log', () => {
  const claimed = (claim: Claim, more: JsonObject = {}, event: Partial<StoredEvent> = {}) =>
    take(
      'drop.claimed',
      dataOf(claim, { claimedAmount: '10', claimCount: 1, streak: claim.streak, ...more }),
      { at: claim.createdAt, ...event },
      claim,
    )

  test('if all fields match', () => {
    const claim = sampleClaim(drop, 1, { state: confirmed('tx') })
    claimed(claim)
    take('claim.confirmed', dataOf(claim, { txHash: 'tx' }), {}, claim)
    history.marks.compareState(claim, 'claim')
    expect(said).toEqual([])
  })

  test('and other values are reported by their field', () => {
    const claim = sampleClaim(drop, 1, { intentId: 'intent_1' as never, streak: 2 })
    claimed(claim, { amount: '11', userAddress: 'x', streak: 3 }, { at: 7, actorId: null })
    const id = claimIdOf(drop.id, 1)
    expect(said).toEqual([
      ['event_1', 'claimedAmount', '10', 11n],
      [id, 'amount', 10n, '11'],
      [id, 'userAddress', claim.claimer, 'x'],
      [id, 'intentId', 'intent_1', null],
      [id, 'createdAt', claim.createdAt, 7],
      [id, 'callerId', claim.callerId, null],
      [id, 'streak', 2, 3],
    ])
  })

  test('also for an event without a streak', () => {
    const claim = sampleClaim(drop, 1, { streak: 2 })
    const { streak: _, ...data } = dataOf(claim, { claimedAmount: '10', claimCount: 1 })
    take('drop.claimed', data, { at: claim.createdAt }, claim)
    expect(said).toEqual([])
  })

  test('and a claim that only the log has is reported', () => {
    take('drop.claimed', dataOf(sampleClaim(drop, 1), { claimedAmount: '10', claimCount: 1 }))
    expect(said).toEqual([[claimIdOf(drop.id, 1), 'row', 'none', 'one, of which event_1 tells']])
  })

  test('also by events without a position', () => {
    const claim = sampleClaim(drop, 1)
    claimed(claim, { claimId: 'x' }, { position: null })
    expect(said).toEqual([['drop.claimed without a place', 'claimId', 'x', claimIdOf(drop.id, 1)]])
  })

  test('and an expired claim does not count', () => {
    const [one, two] = [sampleClaim(drop, 1, { state: expired() }), sampleClaim(drop, 2)]
    claimed(one)
    take('claim.expired', dataOf(one), { at: SAMPLE_NOW }, one)
    claimed(two)
    expect(said).toEqual([])
    take('claim.expired', dataOf(two), {}, sampleClaim(drop, 2, { state: { kind: 'EXPIRED', expiredAt: 7 } }))
    expect(said).toEqual([[claimIdOf(drop.id, 2), 'expiredAt', 7, SAMPLE_NOW]])
  })

  test('and its event belongs to the owner of the drop', () => {
    const claim = sampleClaim(drop, 1, { amount: amountOf(10n) })
    claimed(claim, {}, { ownerId: 'user_x' as never })
    expect(said).toEqual([['event_1', 'ownerId', 'user_x', drop.creatorId]])
  })
})

describe('claim marks', () => {
  const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

  let marks: ClaimMarks
  let said: unknown[][]

  const log = (sequence: number, ...types: EventType[]) =>
    types.map((type) => marks.mark(sequence, type, `claim ${sequence}`))

  const compare = (sequence: number, state: ClaimState) => {
    said = []
    marks.compareState(sampleClaim(drop, sequence, { state }), `claim ${sequence}`)
    return said
  }

  beforeEach(() => {
    said = []
    const tally = { ...drop.tally, lastSequence: 9 }
    marks = createClaimMarks({ ...drop, tally }, (...difference) => said.push(difference))
  })

  describe('the state of a claim matches the log', () => {
    const states = {
      pending: pending(1),
      submitted: submitted(),
      confirmed: confirmed(),
      expired: expired(),
      failed: failed(),
    }
    test.each<[end: EventType | null, right: (keyof typeof states)[], expected: string]>([
      [null, ['pending', 'submitted'], 'PENDING or SUBMITTED'],
      ['claim.confirmed', ['confirmed'], 'CONFIRMED'],
      ['claim.expired', ['expired'], 'EXPIRED'],
      ['claim.failed', ['failed'], 'FAILED'],
    ])('after %s', (end, right, expected) => {
      log(1, 'drop.claimed', ...(end ? [end] : []))
      for (const [name, state] of Object.entries(states))
        expect(compare(1, state)).toEqual(
          right.includes(name as keyof typeof states) ? [] : [['claim 1', 'state', state.kind, expected]],
        )
    })

    test('and the claim has one event of its creation', () => {
      log(1, 'claim.confirmed')
      expect(compare(1, confirmed())).toEqual([['claim 1', 'drop.claimed', 'none', 'one']])
      expect(compare(2, pending(1))).toEqual([['claim 2', 'drop.claimed', 'none', 'one']])
      said = []
      log(3, 'drop.claimed', 'drop.claimed')
      expect(said).toEqual([['claim 3', 'drop.claimed', 'more than once', 'once']])
    })

    test('and the claim has one end', () => {
      log(1, 'drop.claimed', 'claim.confirmed', 'claim.expired')
      expect(compare(1, confirmed())).toEqual([
        ['claim 1', 'state', 'CONFIRMED', 'one end, and the log has several'],
      ])
    })
  })

  test('claims are remembered separately, for any number of claims', () => {
    const sequences = [1, 2, 1_023, 1_024, 1_025, 2_048, 4_095, 70_000]
    for (const sequence of sequences)
      log(sequence, 'drop.claimed', ...(sequence % 2 ? ['claim.expired' as const] : []))
    for (const sequence of sequences)
      expect(compare(sequence, sequence % 2 ? expired() : pending(1))).toEqual([])
    expect(compare(1_026, pending(1))).toHaveLength(1)
    expect(compare(80_000, pending(1))).toHaveLength(1)
  })

  test('a sequence that no claim can have is a difference, and is not remembered', () => {
    for (const sequence of [0, -1, 1.5, Number.NaN, 1_000_000_001]) {
      said = []
      expect(log(sequence, 'drop.claimed')).toEqual([false])
      expect(said).toEqual([[drop.id, 'sequence of a drop.claimed', sequence, 'at most 9']])
    }
    said = []
    expect(log(1, 'drop.claimed')).toEqual([true])
    expect(said).toEqual([])
  })
})
