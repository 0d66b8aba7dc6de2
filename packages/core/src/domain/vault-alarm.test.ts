import { fullVault, TEST_START as NOW, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import type { Drop, DropStatus } from './drop.ts'
import { hasAlarm, raiseAlarm, withoutAlarm } from './vault-alarm.ts'

const vault = fullVault(amountOf(100n))
const drop = sampleDrop(sampleToken(OWNER, 1), 1, { vault, updatedAt: 0 })
const random: Drop['award'] = { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' }
const missing = (amount: bigint) => ({
  alarm: 'missing_amount' as const,
  missing: amountOf(amount),
  details: {},
})

describe('an alarm', () => {
  test.each<DropStatus>(['ACTIVE', 'SCHEDULED', 'PAUSED', 'SOLD_OUT'])(
    'stops a drop that is %s',
    (status) => {
      const { drop: after, events } = raiseAlarm({ ...drop, status }, missing(5n), NOW)
      expect(after).toEqual({
        ...drop,
        status: 'PAUSED',
        vault: { ...vault, alarm: 'missing_amount', missing: 5n },
        updatedAt: NOW,
      })
      expect(events).toMatchObject([
        { type: 'drop.paused', at: NOW, actorId: null, data: { status: 'PAUSED', reason: 'missing_amount' } },
      ])
    },
  )

  test.each<[DropStatus, Drop['award']]>([
    ['DRAFT', drop.award],
    ['ENDED', drop.award],
    ['CANCELLED', drop.award],
    ['SOLD_OUT', random],
  ])('does not change a drop that is %s, and notifies its owner', (status, award) => {
    const { drop: after, events } = raiseAlarm({ ...drop, status, award }, missing(5n), NOW)
    expect(after).toMatchObject({ status, vault: { alarm: 'missing_amount' } })
    expect(events).toMatchObject([{ type: 'drop.updated', data: { changed: ['vault'], status } }])
  })

  test('is raised once: later ones only increase the missing amount', () => {
    const first = raiseAlarm(drop, { alarm: 'unknown_key', details: {} }, NOW).drop
    expect(first.vault).toMatchObject({ alarm: 'unknown_key', missing: 0n })
    const more = raiseAlarm(first, missing(7n), NOW + 1)
    expect(more).toEqual({ drop: { ...first, vault: { ...first.vault, missing: 7n } }, events: [] })
    expect(raiseAlarm(more.drop, missing(6n), NOW + 2).drop.vault).toMatchObject({ missing: 7n })
  })

  test('is noted of a deleted drop without a word, and of one without a vault not at all', () => {
    const deleted = { ...drop, deletedAt: NOW }
    expect(raiseAlarm(deleted, missing(5n), NOW)).toEqual({
      drop: { ...deleted, vault: { ...vault, alarm: 'missing_amount', missing: 5n } },
      events: [],
    })
    const without: Drop = { ...drop, vault: { kind: 'none' } }
    expect(raiseAlarm(without, missing(5n), NOW)).toEqual({ drop: without, events: [] })
  })

  test('follows the scheduled changes that are due', () => {
    const { events } = raiseAlarm({ ...drop, claimDeadline: NOW }, missing(5n), NOW)
    expect(events.map(({ type }) => type)).toEqual(['drop.ended', 'drop.completed', 'drop.updated'])
  })

  test('ends when the owner resumes, and the missing amount stays known', () => {
    const stopped = { ...vault, alarm: 'missing_amount' as const, missing: amountOf(5n) }
    expect(withoutAlarm(stopped)).toEqual({ ...vault, missing: 5n })
    expect(withoutAlarm(vault)).toBe(vault)
    expect(withoutAlarm({ kind: 'none' })).toEqual({ kind: 'none' })
    expect([
      hasAlarm({ vault: stopped }),
      hasAlarm({ vault }),
      hasAlarm({ vault: { kind: 'none' } }),
    ]).toEqual([true, false, false])
  })
})
