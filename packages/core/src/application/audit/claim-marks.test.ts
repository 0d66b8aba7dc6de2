import {
  confirmed,
  expired,
  failed,
  pending,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleUser,
  submitted,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ClaimState } from '../../domain/claim.ts'
import type { EventType } from '../../domain/event.ts'
import { type ClaimMarks, createClaimMarks } from './claim-marks.ts'

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

describe('a claim is as the log has left it', () => {
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

  test('and has been made, once', () => {
    log(1, 'claim.confirmed')
    expect(compare(1, confirmed())).toEqual([['claim 1', 'drop.claimed', 'none', 'one']])
    expect(compare(2, pending(1))).toEqual([['claim 2', 'drop.claimed', 'none', 'one']])
    said = []
    log(3, 'drop.claimed', 'drop.claimed')
    expect(said).toEqual([['claim 3', 'drop.claimed', 'more than once', 'once']])
  })

  test('and has come to one end', () => {
    log(1, 'drop.claimed', 'claim.confirmed', 'claim.expired')
    expect(compare(1, confirmed())).toEqual([
      ['claim 1', 'state', 'CONFIRMED', 'one end, and the log has several'],
    ])
  })
})

test('claims are remembered apart, however many there are', () => {
  const sequences = [1, 2, 1_023, 1_024, 1_025, 2_048, 4_095, 70_000]
  for (const sequence of sequences)
    log(sequence, 'drop.claimed', ...(sequence % 2 ? ['claim.expired' as const] : []))
  for (const sequence of sequences)
    expect(compare(sequence, sequence % 2 ? expired() : pending(1))).toEqual([])
  expect(compare(1_026, pending(1))).toHaveLength(1)
  expect(compare(80_000, pending(1))).toHaveLength(1)
})

test('what can be no claim’s number is a fault in itself, and is remembered of none', () => {
  for (const sequence of [0, -1, 1.5, Number.NaN, 1_000_000_001]) {
    said = []
    expect(log(sequence, 'drop.claimed')).toEqual([false])
    expect(said).toEqual([[drop.id, 'sequence of a drop.claimed', sequence, 'at most 9']])
  }
  said = []
  expect(log(1, 'drop.claimed')).toEqual([true])
  expect(said).toEqual([])
})
