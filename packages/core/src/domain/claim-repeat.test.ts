import {
  addressOf,
  anyDrop,
  createPoolHistory,
  fullVault,
  OWNER,
  type PoolHistory,
  sampleDrop,
  sampleToken,
  serviceCaller,
  TEST_START,
  withPaidItems,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amountOf } from './amount.ts'
import type { ClaimDecision } from './claim-decision.ts'
import { type Drop, itemAmount } from './drop.ts'
import { DAY_MS, startOfUtcDay, utcDay } from './instant.ts'
import { messageOf } from './refusal.ts'

const LIFETIME_MS = 900_000
const [ONE, OTHER] = [addressOf('0xa1'), addressOf('0xa2')]

const dropWith = (more: Partial<Drop> = {}): Drop =>
  sampleDrop(sampleToken(OWNER, 1), 1, { vault: fullVault(amountOf(1_000n)), ...more })

const random: Drop['award'] = { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' }
const open: Drop['award'] = { kind: 'open' }

function ask(history: PoolHistory, amount: number | null = null, claimer = ONE): ClaimDecision {
  const [decision] = history.claim([
    {
      operation: history.drop.award.kind === 'random' ? 'random' : 'claim',
      caller: serviceCaller(),
      claimer,
      amount: amount === null ? null : (BigInt(amount) as Amount),
      voucherLifetimeMs: LIFETIME_MS,
    },
  ])
  if (!decision) throw new Error('no decision')
  return decision
}

const claimIn = (decision: ClaimDecision) => ('claim' in decision ? decision.claim : null)
const refusalIn = (decision: ClaimDecision) => (decision.kind === 'refused' ? decision.refusal : undefined)

describe('a wallet that asks again', () => {
  test('gets the same claim while it is pending, and nothing is reserved twice', () => {
    const free = anyDrop({ awards: ['fixed', 'open'] })
    fc.assert(
      fc.property(
        free,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: LIFETIME_MS - 1 }),
        (drop, times, passes) => {
          const history = createPoolHistory(drop, { start: startOfUtcDay(utcDay(TEST_START)) })
          const amount = drop.award.kind === 'open' ? 1 : null
          const first = claimIn(ask(history, amount))
          expect(first?.sequence).toBe(1)
          history.advance(passes)
          const before = history.drop
          for (let n = 0; n < times; n++)
            expect(ask(history, amount)).toEqual({ kind: 'repeated', claim: first })
          expect(history.claims).toEqual([first])
          expect(history.drop).toBe(before)
        },
      ),
    )
  })

  test('gets it in any state of the drop', () => {
    for (const status of ['PAUSED', 'ENDED', 'CANCELLED', 'SOLD_OUT'] as const) {
      const history = createPoolHistory(dropWith())
      const claim = claimIn(ask(history))
      history.replace({ ...history.drop, status, maxPerWallet: 1, pool: amountOf(10n) })
      expect(ask(history)).toEqual({ kind: 'repeated', claim })
    }
  })

  test('gets the conflict named when it asks for another amount', () => {
    const history = createPoolHistory(dropWith({ award: open }))
    const claim = claimIn(ask(history, 7))
    const again = ask(history, 8)
    expect(refusalIn(again)).toMatchObject({ kind: 'conflict', field: 'amount', details: { amount: '7' } })
    expect(claimIn(again)).toEqual(claim)
    expect(ask(history, null).kind).toBe('repeated')
  })

  test('gets a new expiry once the voucher has run out, for the same nonce and amount', () => {
    const history = createPoolHistory(dropWith({ award: open, supply: 1 }))
    const first = claimIn(ask(history, 7))
    expect(history.drop.status).toBe('SOLD_OUT')
    history.advance(LIFETIME_MS)
    const renewed = ask(history, 7)
    expect(renewed.kind).toBe('renewed')
    expect(claimIn(renewed)).toEqual({
      ...first,
      state: { kind: 'PENDING', expiresAt: history.now + LIFETIME_MS },
    })
    expect(history.claims.length).toBe(1)
    expect(ask(history, 7)).toEqual({ kind: 'repeated', claim: claimIn(renewed) })
  })

  test.each([
    ['PAUSED', 'drop_not_active'],
    ['ENDED', 'drop_ended'],
    ['CANCELLED', 'drop_ended'],
  ] as const)('of a drop that is %s gets the old voucher while it lasts, then %s', (status, kind) => {
    const history = createPoolHistory(dropWith())
    ask(history)
    history.replace({ ...history.drop, status })
    history.advance(LIFETIME_MS - 1)
    expect(ask(history).kind).toBe('repeated')
    history.advance(1)
    expect(refusalIn(ask(history))?.kind).toBe(kind)
  })

  test('has already claimed after its claim was confirmed; the refusal names that claim', () => {
    const history = createPoolHistory(dropWith())
    const claim = claimIn(ask(history))
    history.confirm(1)
    const again = ask(history)
    expect(refusalIn(again)?.kind).toBe('already_claimed')
    expect(claimIn(again)).toMatchObject({ sequence: claim?.sequence, state: { kind: 'CONFIRMED' } })
  })

  test('has as many claims as its limit, one after another, and then reached it', () => {
    const history = createPoolHistory(dropWith({ maxPerWallet: 3 }))
    for (let sequence = 1; sequence <= 3; sequence++) {
      expect(claimIn(ask(history))?.sequence).toBe(sequence)
      history.confirm(sequence)
    }
    expect(refusalIn(ask(history))).toEqual({ kind: 'claim_limit_reached', limit: 3, claimCount: 3 })
  })

  test('spends on a priced drop all that it has paid for, and an expired claim gives its item back', () => {
    const priced = dropWith({ price: { atomic: 5n, currency: 'SUI' } })
    const { drop, paid } = withPaidItems(priced, [{ wallet: ONE, unspent: 2 }])
    const history = createPoolHistory(drop, { paid })
    expect(ask(history).kind).toBe('reserved')
    history.confirm(1)
    expect(ask(history).kind).toBe('reserved')
    expect(refusalIn(ask(history, null, OTHER))?.kind).toBe('payment_required')
    history.advance(LIFETIME_MS + 1)
    history.expire(2)
    expect(history.drop.tally).toMatchObject({ reservedCount: 1, heldItems: 1 })
    expect(claimIn(ask(history))?.sequence).toBe(3)
    history.confirm(3)
    expect(refusalIn(ask(history))).toEqual({ kind: 'payment_required', priceAtomic: 5n, currency: 'SUI' })
  })

  test('spends the smallest purchase that has enough units, and so can claim each of its purchases as a whole', () => {
    const units = dropWith({ award: open, supply: null, price: { atomic: 5n, currency: 'SUI' } })
    const bought = [5, 3].map((unspent) => ({ wallet: ONE, unspent }))
    const { drop, paid } = withPaidItems(units, bought)
    const history = createPoolHistory(drop, { paid })
    for (const [sequence, amount] of [
      [1, 3],
      [2, 5],
    ] as const) {
      expect(claimIn(ask(history, amount))?.items).toBe(amount)
      history.confirm(sequence)
    }
  })

  test('may claim again once its claim has expired', () => {
    const history = createPoolHistory(dropWith())
    ask(history)
    history.advance(LIFETIME_MS + 1)
    history.expire(1)
    const again = ask(history)
    expect(again.kind).toBe('reserved')
    expect(claimIn(again)).toMatchObject({ sequence: 2, slot: 1 })
  })

  test('that may claim several fixed items is told so if it requests their sum', () => {
    const history = createPoolHistory(dropWith({ maxPerWallet: 3 }))
    const exact = itemAmount(history.drop)
    const messageTo = (amount: number) => {
      const refusal = refusalIn(ask(history, amount))
      return refusal && messageOf(refusal)
    }
    expect(messageTo(Number(exact) * 3)).toBe(`Each claim is exactly ${exact}; this wallet can claim 3 times`)
    for (const sequence of [1, 2]) {
      ask(history)
      history.confirm(sequence)
    }
    expect(messageTo(Number(exact) * 3)).toBe(`Each claim is exactly ${exact}`)
  })

  test('draws its purchase call by call, delivered or not, and then gets its last draw again', () => {
    for (const isDelivered of [false, true]) {
      const price = { atomic: 5n, currency: 'SUI' }
      const priced = dropWith({ award: random, supply: 5, price })
      const { drop, paid } = withPaidItems(priced, [{ wallet: ONE, unspent: 3 }])
      const history = createPoolHistory(drop, { paid })
      const drawn = [1, 2, 3].map((sequence) => {
        const decision = ask(history)
        if (isDelivered) history.confirm(sequence)
        return [decision.kind, claimIn(decision)?.sequence]
      })
      expect(drawn).toEqual([1, 2, 3].map((sequence) => ['reserved', sequence]))
      for (const _ of [1, 2]) {
        const after = ask(history)
        expect([refusalIn(after)?.kind, claimIn(after)?.sequence]).toEqual(['already_claimed', 3])
      }
      expect(refusalIn(ask(history, null, OTHER))?.kind).toBe('payment_required')
    }
  })

  test('draws its purchase also in calls of one batch', () => {
    const price = { atomic: 5n, currency: 'SUI' }
    const priced = dropWith({ award: random, supply: 5, price })
    const { drop, paid } = withPaidItems(priced, [{ wallet: ONE, unspent: 3 }])
    const history = createPoolHistory(drop, { paid })
    const decisions = history.claim(
      Array.from({ length: 5 }, () => ({
        operation: 'random' as const,
        caller: serviceCaller(),
        claimer: ONE,
        amount: null,
        voucherLifetimeMs: LIFETIME_MS,
      })),
    )
    expect(decisions.map((one) => [refusalIn(one)?.kind, claimIn(one)?.sequence])).toEqual([
      [undefined, 1],
      [undefined, 2],
      [undefined, 3],
      ['already_claimed', 3],
      ['already_claimed', 3],
    ])
  })

  test('draws once: the second time it is shown its draw, delivered or not', () => {
    const history = createPoolHistory(dropWith({ award: random, supply: 5 }))
    const drawn = claimIn(ask(history))
    for (const _ of [1, 2]) {
      const again = ask(history)
      expect(refusalIn(again)?.kind).toBe('already_claimed')
      expect(claimIn(again)?.amount).toBe(drawn?.amount)
      history.confirm(1)
    }
    expect(history.claims.length).toBe(1)
  })
})

describe('a STREAK', () => {
  const morning = startOfUtcDay(utcDay(TEST_START)) + 1
  const streakDrop = (more: Partial<Drop> = {}) => dropWith({ claimType: 'STREAK', ...more })

  test('gives one claim a UTC day and names the instant of the next', () => {
    const history = createPoolHistory(streakDrop(), { start: morning })
    ask(history)
    history.confirm(1)
    expect(refusalIn(ask(history))).toMatchObject({
      kind: 'claim_cooldown',
      nextClaimAt: startOfUtcDay(utcDay(morning) + 1),
    })
    history.advance(DAY_MS - 2)
    expect(ask(history).kind).toBe('refused')
    history.advance(1)
    expect(claimIn(ask(history))?.streak).toBe(2)
  })

  test('counts the days in a row, from 1 again after a day was missed', () => {
    const day = fc.record({ claims: fc.boolean(), lapses: fc.boolean() })
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 15 }), (days) => {
        const history = createPoolHistory(streakDrop({ pool: amountOf(1_000n) }), { start: morning })
        let streak = 0
        for (const { claims, lapses } of days) {
          if (claims) {
            const claim = claimIn(ask(history))
            expect(claim?.streak).toBe(streak + 1)
            const sequence = claim?.sequence ?? 0
            if (lapses) {
              history.advance(LIFETIME_MS + 1)
              history.expire(sequence)
              history.advance(-LIFETIME_MS - 1)
            } else history.confirm(sequence)
          }
          streak = claims && !lapses ? streak + 1 : 0
          history.advance(DAY_MS)
        }
      }),
    )
  })

  test('may claim again on a day whose claim expired', () => {
    const history = createPoolHistory(streakDrop(), { start: morning })
    ask(history)
    history.confirm(1)
    history.advance(DAY_MS)
    expect(claimIn(ask(history))?.streak).toBe(2)
    history.advance(LIFETIME_MS + 1)
    history.expire(2)
    const again = claimIn(ask(history))
    expect(again).toMatchObject({ sequence: 3, streak: 2, slot: utcDay(history.now) })
  })

  test('repeats the claim of the same day alone', () => {
    const history = createPoolHistory(streakDrop(), { start: morning })
    const first = claimIn(ask(history))
    expect(ask(history)).toEqual({ kind: 'repeated', claim: first })
    history.advance(DAY_MS)
    const second = ask(history)
    expect(second.kind).toBe('reserved')
    expect(claimIn(second)).toMatchObject({ sequence: 2, streak: 2 })
  })

  test('keeps the days of one wallet from those of another', () => {
    const history = createPoolHistory(streakDrop(), { start: morning })
    ask(history)
    history.advance(DAY_MS)
    expect(claimIn(ask(history, null, OTHER))?.streak).toBe(1)
    expect(claimIn(ask(history))?.streak).toBe(2)
  })

  test('of random amounts cools down as well and shows the draw of the day', () => {
    const history = createPoolHistory(streakDrop({ award: random }), { start: morning })
    const drawn = claimIn(ask(history))
    const again = ask(history)
    expect(refusalIn(again)?.kind).toBe('claim_cooldown')
    expect(claimIn(again)).toEqual(drawn)
  })

  test.each(['PAUSED', 'ENDED', 'CANCELLED', 'SOLD_OUT'] as const)(
    'of random amounts shows the draw of the day also if the drop is %s',
    (status) => {
      const history = createPoolHistory(streakDrop({ award: random }), { start: morning })
      const first = claimIn(ask(history))
      history.replace({ ...history.drop, status })
      for (const _ of ['pending', 'confirmed']) {
        const again = ask(history)
        expect([refusalIn(again)?.kind, claimIn(again)?.amount]).toEqual(['already_claimed', first?.amount])
        history.confirm(1)
      }
      history.advance(DAY_MS)
      expect(claimIn(ask(history))).toBeNull()
    },
  )

  test.each([null, 5])(
    'counts a claim of the day before it was a STREAK, with a limit of %s',
    (maxPerWallet) => {
      for (const isConfirmed of [false, true]) {
        const history = createPoolHistory(dropWith({ maxPerWallet }), { start: morning })
        const claim = claimIn(ask(history))
        if (isConfirmed) history.confirm(1)
        history.replace({ ...history.drop, claimType: 'STREAK' })
        const again = ask(history)
        expect(refusalIn(again)?.kind ?? again.kind).toBe(isConfirmed ? 'claim_cooldown' : 'repeated')
        expect(claimIn(again)?.sequence).toBe(claim?.sequence)
        history.advance(DAY_MS)
        expect(claimIn(ask(history))).toMatchObject({ sequence: 2, streak: 2 })
      }
    },
  )
})
