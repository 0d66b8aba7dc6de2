import { describe, expect, test } from 'vitest'
import { asWritten } from '../../words/as-written.ts'
import { instantOf, pickedOf } from '../drop-fields/read-inputs.ts'
import { whatAClaimGets } from '../drops/what-it-gives.ts'
import { statusChangesOf, updateFor } from './head/status-changes.ts'

describe("the drop's head", () => {
  const NOW = Date.parse('2026-06-01T12:00:00.000Z')
  const drop = { status: 'DRAFT', startsAt: null, tokenAmount: '5', price: null, isSoldOut: false } as const
  const names = (changed: object) => statusChangesOf({ ...drop, ...changed }, NOW).map(({ name }) => name)

  test('offers to open or cancel a draft', () => {
    expect(names({})).toEqual(['open', 'cancel'])
  })

  test('offers to schedule a draft with a start in the future', () => {
    expect(names({ startsAt: '2026-06-02T12:00:00.000Z' })).toEqual(['schedule', 'open', 'cancel'])
  })

  test('does not offer to schedule a draft with a start in the past', () => {
    expect(names({ startsAt: '2026-05-02T12:00:00.000Z' })).toEqual(['open', 'cancel'])
  })

  test('offers to pause, end or cancel a live drop', () => {
    expect(names({ status: 'ACTIVE' })).toEqual(['pause', 'end', 'cancel'])
  })

  test('offers to resume a paused drop', () => {
    expect(names({ status: 'PAUSED' })).toEqual(['resume', 'end', 'cancel'])
  })

  test('offers to reopen an ended drop', () => {
    expect(names({ status: 'ENDED' })).toEqual(['reopen'])
  })

  test.each(['SOLD_OUT', 'ENDED', 'CANCELLED'])('offers nothing once a random drop is %s', (status) => {
    expect(names({ status, tokenAmount: '0' })).toEqual([])
  })

  test('warns that a random drop ends permanently', () => {
    const end = statusChangesOf({ ...drop, status: 'ACTIVE', tokenAmount: '0' }, NOW).find(
      ({ name }) => name === 'end',
    )
    expect(end?.isForGood).toBe(true)
  })

  test('clears the start of a drop that is opened now', () => {
    expect(updateFor({ name: 'open', to: 'ACTIVE' }, null)).toEqual({ status: 'ACTIVE', startsAt: null })
  })

  test('opens again with the new deadline', () => {
    const deadline = '2026-07-01T00:00:00.000Z'
    expect(updateFor({ name: 'reopen', to: 'ACTIVE' }, deadline)).toEqual({
      status: 'ACTIVE',
      claimDeadline: deadline,
    })
  })
})

describe('the time field', () => {
  test('gives back the instant that a picker was given, to the second', () => {
    expect(instantOf(pickedOf('2026-06-01T12:34:56.000Z'))).toBe('2026-06-01T12:34:56.000Z')
  })
})

const pepper = { type: 'TOKEN', token: { symbol: 'PEPPER', decimals: 2 } } as const

test('a claim gets a fixed, a drawn or a chosen amount', () => {
  const words = ['150', '0', null].map((tokenAmount) => whatAClaimGets({ ...pepper, tokenAmount }))
  expect(words).toEqual([
    `${asWritten('1.5')} PEPPER each`,
    'A random share each',
    'Claimers choose the amount',
  ])
})
