import {
  addressOf,
  anyDrop,
  createPoolHistory,
  TEST_START as NOW,
  OWNER,
  sampleDrop,
  sampleToken,
  serviceCaller,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import type { Drop, DropStatus } from './drop.ts'
import type { DropChanges } from './drop-changes.ts'
import {
  applySchedule,
  hasStarted,
  isActiveAt,
  isOverForGood,
  nextScheduledAt,
  refusalByStatus,
  statusAt,
} from './drop-status.ts'
import { decideUpdate } from './drop-update.ts'
import type { NewEvent } from './event.ts'
import { DAY_MS } from './instant.ts'
import type { Refusal } from './refusal.ts'

const STATUSES: readonly DropStatus[] = [
  'DRAFT',
  'SCHEDULED',
  'ACTIVE',
  'PAUSED',
  'SOLD_OUT',
  'ENDED',
  'CANCELLED',
]

/** What an owner may ask for, written down apart from the code. */
const ALLOWED: ReadonlySet<string> = new Set([
  'DRAFT SCHEDULED',
  'DRAFT ACTIVE',
  'DRAFT CANCELLED',
  'SCHEDULED ACTIVE',
  'SCHEDULED CANCELLED',
  'ACTIVE PAUSED',
  'ACTIVE ENDED',
  'ACTIVE CANCELLED',
  'PAUSED ACTIVE',
  'PAUSED ENDED',
  'PAUSED CANCELLED',
  'SOLD_OUT PAUSED',
  'SOLD_OUT ENDED',
  'SOLD_OUT CANCELLED',
])

const currency = { code: 'SUI', coinType: '0x2::sui::SUI', decimals: 9 }
const freshSeed = { commitment: 'ff'.repeat(32), seed: 'another' }
const update = (drop: Drop, changes: DropChanges, now = NOW) =>
  decideUpdate(drop, changes, { now, currency, freshSeed, hasMoney: false, hasOpenVouchers: false })

const base = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(100n) })
const random: Drop['award'] = { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' }

/** A drop in a status, with claims where it is sold out. */
const dropIn = (status: DropStatus, more: Partial<Drop> = {}): Drop => ({
  ...base,
  status,
  startsAt: status === 'SCHEDULED' ? NOW + DAY_MS : null,
  tally:
    status === 'SOLD_OUT'
      ? { ...base.tally, reservedAmount: amountOf(100n), reservedCount: 10, lastSequence: 10 }
      : base.tally,
  ...more,
})

const anyScheduledDrop = () =>
  fc
    .tuple(anyDrop({ isScheduled: true }), fc.constantFrom(...STATUSES))
    .map(([drop, status]) => (status === 'SCHEDULED' ? drop : { ...drop, status }))

const anyInstant = () => fc.integer({ min: NOW - 4 * DAY_MS, max: NOW + 4 * DAY_MS })

describe('the status of a drop', () => {
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const))

  test.each(pairs.filter(([from, to]) => from !== to && !ALLOWED.has(`${from} ${to}`)))(
    'cannot go from %s to %s',
    (from, to) => {
      for (const startsAt of [undefined, NOW + DAY_MS]) {
        const changes = startsAt === undefined ? { status: to } : { status: to, startsAt }
        const decided = update(dropIn(from, to === 'SCHEDULED' ? { startsAt: NOW + DAY_MS } : {}), changes)
        expect(decided).toMatchObject({ ok: false, error: { kind: 'invalid_transition', from, to } })
      }
    },
  )

  test.each(pairs.filter(([from, to]) => ALLOWED.has(`${from} ${to}`)))('goes from %s to %s', (from, to) => {
    const decided = update(dropIn(from), { status: to, ...(to === 'SCHEDULED' ? { startsAt: NOW + 1 } : {}) })
    expect(decided).toMatchObject({ ok: true, value: { drop: { status: to } } })
  })

  test.each(STATUSES)('set to %s, where it is already, is no move', (status) => {
    const decided = update(dropIn(status), { status })
    expect(decided).toMatchObject({ ok: true, value: { drop: { status }, events: [] } })
  })

  test('goes from ENDED to ACTIVE only together with a new deadline in the future', () => {
    const ended = dropIn('ENDED', { claimDeadline: NOW - 1, completedAt: NOW - 1 })
    for (const claimDeadline of [undefined, null, NOW, NOW - 5]) {
      const decided = update(ended, { status: 'ACTIVE', claimDeadline })
      expect(decided).toMatchObject({
        ok: false,
        error: { kind: 'invalid_transition', from: 'ENDED', to: 'ACTIVE' },
      })
    }
    const decided = update(ended, { status: 'ACTIVE', claimDeadline: NOW + 1 })
    expect(decided).toMatchObject({ ok: true, value: { drop: { status: 'ACTIVE', completedAt: NOW - 1 } } })
  })

  test.each(['DRAFT', 'ACTIVE', 'PAUSED'] as const)(
    'of a %s drop takes no new deadline in the past',
    (status) => {
      for (const claimDeadline of [NOW, NOW - 1]) {
        expect(update(dropIn(status), { claimDeadline })).toMatchObject({
          ok: false,
          error: { kind: 'bad_user_input', field: 'claimDeadline' },
        })
      }
      const over = dropIn('ENDED', { claimDeadline: NOW - 1, completedAt: NOW - 1 })
      expect(update(over, { title: 'Other', claimDeadline: NOW - 1 })).toMatchObject({ ok: true })
    },
  )

  test.each(['SOLD_OUT', 'ENDED', 'CANCELLED'] as const)('of a random drop that is %s stays', (status) => {
    const drop = dropIn(status, {
      award: random,
      tally: { ...base.tally, reservedAmount: amountOf(100n), reservedCount: 10, lastSequence: 10 },
    })
    for (const to of STATUSES) {
      if (to === status) continue
      for (const claimDeadline of [undefined, NOW + DAY_MS]) {
        const decided = update(drop, { status: to, claimDeadline, startsAt: NOW + 1 })
        expect(decided).toMatchObject({ ok: false, error: { kind: 'invalid_transition', from: status, to } })
      }
    }
    for (const later of [0, DAY_MS, 100 * DAY_MS]) {
      const moved = update(drop, { claimDeadline: NOW + DAY_MS, title: 'Other' }, NOW + later)
      if (moved.ok) expect(moved.value.drop.status).toBe(status)
      expect(isOverForGood(drop)).toBe(true)
    }
    expect(update(drop, { maxAmount: '1000' })).toMatchObject({ ok: false, error: { field: 'maxAmount' } })
    expect(update(drop, { supply: 1_000 })).toMatchObject({ ok: false, error: { field: 'supply' } })
  })

  test('of an ended random drop without claims is final too, with any other change', () => {
    const ended = dropIn('ENDED', { award: random, claimDeadline: NOW - 1, completedAt: NOW - 1 })
    const changes = { tokenAmount: '5', status: 'ACTIVE', claimDeadline: NOW + DAY_MS } as const
    expect(update(ended, changes)).toMatchObject({ ok: false, error: { field: 'tokenAmount' } })
    expect(update(ended, { tokenAmount: '5' })).toMatchObject({ ok: false, error: { field: 'tokenAmount' } })
    expect(update(ended, { tokenAmount: '0' })).toMatchObject({
      ok: true,
      value: { drop: { award: random } },
    })
  })

  test('follows the pool: more room brings a sold-out drop back, less room sells it out', () => {
    const soldOut = dropIn('SOLD_OUT', { completedAt: NOW - 1 })
    const reopened = update(soldOut, { maxAmount: '110' })
    expect(reopened).toMatchObject({ ok: true, value: { drop: { status: 'ACTIVE', completedAt: NOW - 1 } } })
    if (!reopened.ok) return
    const again = update(reopened.value.drop, { maxAmount: '100' })
    expect(again).toMatchObject({ ok: true, value: { drop: { status: 'SOLD_OUT', completedAt: NOW - 1 } } })
    const types = again.ok ? again.value.events.map(({ type }) => type) : []
    expect(types).toEqual(['drop.updated', 'drop.sold_out'])
  })

  test('completes once in its life, in any way and for any later change', () => {
    const completions = (events: readonly NewEvent[]) =>
      events.filter(({ type }) => type === 'drop.completed').map(({ data }) => data['reason'])
    const changed = (drop: Drop, changes: DropChanges, now = NOW) => {
      const updated = update(drop, changes, now)
      if (!updated.ok) throw new Error(updated.error.kind)
      return updated.value
    }
    const nearlyOut = dropIn('PAUSED', { tally: dropIn('SOLD_OUT').tally })
    const ways = [
      ['sold_out', changed(nearlyOut, { status: 'ACTIVE' })],
      ['ended', changed(dropIn('ACTIVE'), { status: 'ENDED' })],
      ['ended', applySchedule(dropIn('ACTIVE', { claimDeadline: NOW }), NOW)],
    ] as const
    for (const [reason, { drop, events }] of ways) {
      expect(completions(events)).toEqual([reason])
      expect(drop.completedAt).toBe(NOW)
      const claimDeadline = NOW + DAY_MS
      const again = drop.status === 'ENDED' ? { status: 'ACTIVE', claimDeadline } : { claimDeadline }
      const reopened = changed(drop, { maxAmount: '200', ...again } as DropChanges)
      expect(reopened.drop.status).toBe('ACTIVE')
      const later = NOW + 2 * DAY_MS
      for (const next of [
        changed(reopened.drop, { status: 'ENDED' }),
        applySchedule(reopened.drop, later),
        changed({ ...reopened.drop, tally: dropIn('SOLD_OUT').tally }, { maxAmount: '100' }),
      ]) {
        expect(['ENDED', 'SOLD_OUT']).toContain(next.drop.status)
        expect(completions(next.events)).toEqual([])
        expect(next.drop.completedAt).toBe(NOW)
      }
    }
    expect(completions(changed(dropIn('ACTIVE'), { status: 'CANCELLED' }).events)).toEqual([])
  })

  test('of a drop resumed with nothing left is SOLD_OUT', () => {
    const paused = dropIn('PAUSED', { tally: dropIn('SOLD_OUT').tally })
    expect(update(paused, { status: 'ACTIVE' })).toMatchObject({
      ok: true,
      value: { drop: { status: 'SOLD_OUT' } },
    })
  })

  test('never goes back as time goes by', () => {
    const rank = (status: DropStatus) => ['SCHEDULED', 'ACTIVE', 'ENDED'].indexOf(status)
    fc.assert(
      fc.property(anyScheduledDrop(), anyInstant(), anyInstant(), (drop, one, other) => {
        const [earlier, later] = [statusAt(drop, Math.min(one, other)), statusAt(drop, Math.max(one, other))]
        if (rank(earlier) >= 0 && rank(later) >= 0) expect(rank(later)).toBeGreaterThanOrEqual(rank(earlier))
        else expect(later === earlier || later === 'ENDED').toBe(true)
      }),
    )
  })

  test('is the same whether a job has written it or not', () => {
    fc.assert(
      fc.property(
        anyScheduledDrop(),
        fc.array(anyInstant(), { minLength: 1, maxLength: 5 }),
        (drop, instants) => {
          let swept = drop
          for (const now of instants.sort((one, other) => one - other)) {
            expect(statusAt(swept, now)).toBe(statusAt(drop, now))
            const settled = applySchedule(swept, now)
            expect(settled.drop.status).toBe(statusAt(drop, now))
            expect(applySchedule(settled.drop, now)).toEqual({ drop: settled.drop, events: [] })
            swept = settled.drop
          }
        },
      ),
    )
  })

  test('changes by itself only at the next scheduled instant', () => {
    fc.assert(
      fc.property(anyScheduledDrop(), anyInstant(), (drop, now) => {
        const settled = applySchedule(drop, now).drop
        const next = nextScheduledAt(settled)
        if (next === null) expect(statusAt(settled, now + 1_000 * DAY_MS)).toBe(settled.status)
        else {
          expect(next).toBeGreaterThan(now)
          expect(statusAt(settled, next - 1)).toBe(settled.status)
          expect(statusAt(settled, next)).not.toBe(settled.status)
        }
      }),
    )
  })

  test('accepts claims from its start until just before its deadline', () => {
    const drop = dropIn('ACTIVE', { startsAt: NOW, claimDeadline: NOW + 10, vault: { ...OPEN_VAULT } })
    const answerAt = (now: number) => {
      const [decision] = createPoolHistory(drop, { start: now }).claim([
        {
          operation: 'claim',
          caller: serviceCaller(),
          claimer: addressOf('0x1'),
          amount: null,
          voucherLifetimeMs: 1,
        },
      ])
      return decision?.kind === 'refused' ? decision.refusal.kind : decision?.kind
    }
    expect([-1, 0, 9, 10].map((ms) => answerAt(NOW + ms))).toEqual([
      'drop_not_started',
      'reserved',
      'reserved',
      'drop_ended',
    ])
  })
})

describe('a claim', () => {
  test.each<[DropStatus, Partial<Drop>, Refusal | undefined]>([
    ['DRAFT', {}, { kind: 'drop_not_active', status: 'DRAFT' }],
    ['PAUSED', {}, { kind: 'drop_not_active', status: 'PAUSED' }],
    ['SCHEDULED', { startsAt: null }, { kind: 'drop_not_active', status: 'SCHEDULED' }],
    ['SCHEDULED', { startsAt: NOW + 1 }, { kind: 'drop_not_started', startsAt: NOW + 1 }],
    ['SCHEDULED', { startsAt: NOW }, undefined],
    ['ACTIVE', {}, undefined],
    ['ACTIVE', { startsAt: NOW }, undefined],
    ['ACTIVE', { startsAt: NOW + 1 }, { kind: 'drop_not_started', startsAt: NOW + 1 }],
    ['ACTIVE', { claimDeadline: NOW + 1 }, undefined],
    ['ACTIVE', { claimDeadline: NOW }, { kind: 'drop_ended' }],
    ['ACTIVE', { supply: 0 }, { kind: 'drop_sold_out', free: 0n }],
    ['SOLD_OUT', {}, { kind: 'drop_sold_out', free: 0n }],
    ['ENDED', { claimDeadline: NOW + 1 }, { kind: 'drop_ended' }],
    ['CANCELLED', {}, { kind: 'drop_ended' }],
  ])('on a drop that is %s, with %o, is refused by %o', (status, more, refusal) => {
    const drop = dropIn(status, more)
    expect(refusalByStatus(drop, drop.tally, NOW)).toEqual(refusal)
  })

  test('may be tried from the start on, while the drop is active', () => {
    const active = dropIn('ACTIVE')
    expect([null, NOW, NOW + 1].map((startsAt) => hasStarted({ startsAt }, NOW))).toEqual([true, true, false])
    expect([null, NOW, NOW + 1].map((startsAt) => isActiveAt({ ...active, startsAt }, NOW))).toEqual([
      true,
      true,
      false,
    ])
    expect(isActiveAt(dropIn('PAUSED'), NOW)).toBe(false)
  })
})

test('nothing brings back a cancelled drop, or a random drop that is over', () => {
  const over = (status: DropStatus, award = base.award) => isOverForGood(dropIn(status, { award }))
  expect(STATUSES.filter((status) => over(status))).toEqual(['CANCELLED'])
  expect(new Set(STATUSES.filter((status) => over(status, random)))).toEqual(
    new Set(['CANCELLED', 'SOLD_OUT', 'ENDED']),
  )
})

const OPEN_VAULT: Drop['vault'] = {
  kind: 'open',
  objectId: addressOf('0xf00d'),
  packageId: addressOf('0xfeed'),
  coinType: '0x2::sui::SUI',
  deposited: amountOf(100n),
  alarm: null,
  missing: amountOf(0n),
}
