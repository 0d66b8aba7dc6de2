import { addressOf, fullVault, TEST_START as NOW, OWNER, sampleDrop, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { type Drop, type DropStatus, EMPTY_TALLY } from './drop.ts'
import { hasAlarm, raiseAlarm, sharesOfLeftover, vaultRefusal, withDeposit, withoutAlarm } from './vault.ts'

const [A, B] = [addressOf('0xa'), addressOf('0xb')]

describe('a claim', () => {
  const tally = { ...EMPTY_TALLY, reservedAmount: amountOf(90n) }
  const vault = fullVault(amountOf(100n))

  test('is paid up to the deposited amount, with all reservations', () => {
    expect(vaultRefusal({ ...drop, vault }, tally, amountOf(10n))).toBeUndefined()
    expect(vaultRefusal({ ...drop, vault }, tally, amountOf(11n))).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault does not hold enough',
    })
  })

  test('is not paid from the amount that is missing from the vault', () => {
    const canPay = (missing: bigint, amount: bigint) => {
      if (vault.kind !== 'open') throw new Error('no vault')
      const robbed = { ...vault, missing: amountOf(missing) }
      return vaultRefusal({ ...drop, vault: robbed }, EMPTY_TALLY, amountOf(amount)) === undefined
    }
    expect([canPay(95n, 5n), canPay(95n, 6n)]).toEqual([true, false])
    // More than the known deposits is missing while a stolen deposit is not known yet.
    expect(canPay(101n, 1n)).toBe(false)
  })

  test('waits for a vault that is not there yet, and for none that is closed', () => {
    expect(vaultRefusal({ ...drop, vault: { kind: 'none' } }, EMPTY_TALLY, amountOf(1n))).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault is not on the chain yet',
    })
    expect(
      vaultRefusal({ ...drop, vault: { kind: 'closed', objectId: A } }, EMPTY_TALLY, amountOf(1n)),
    ).toEqual({
      kind: 'drop_not_ready',
      waitingFor: 'its vault is closed',
    })
  })
})

test('a deposit is added to earlier deposits of the same wallet only', () => {
  const first = withDeposit([], A, amountOf(5n))
  expect(first).toEqual([{ from: A, amount: 5n }])
  const both = withDeposit(first, B, amountOf(7n))
  expect(withDeposit(both, A, amountOf(1n))).toEqual([
    { from: B, amount: 7n },
    { from: A, amount: 6n },
  ])
})

test('the remainder is returned by shares, rounded down, without empty transfers', () => {
  const walletDeposits = [
    { from: A, amount: amountOf(50n) },
    { from: B, amount: amountOf(1n) },
  ]
  expect(sharesOfLeftover({ balance: 33n, deposited: 100n, walletDeposits })).toEqual([
    { to: A, amount: 16n },
  ])
  expect(sharesOfLeftover({ balance: 100n, deposited: 100n, walletDeposits })).toEqual([
    { to: A, amount: 50n },
    { to: B, amount: 1n },
  ])
})

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
