import {
  addressOf,
  anyClaimRequest,
  anyDrop,
  anyPoolSteps,
  anyWallet,
  createPoolHistory,
  fullVault,
  OWNER,
  type PoolHistory,
  sampleDrop,
  sampleToken,
  serviceCaller,
  withPaidItems,
} from '@dropkit/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { type Claim, isReserved } from './claim.ts'
import { decideClaims } from './claim-batch.ts'
import type { ClaimRequest } from './claim-decision.ts'
import { type Drop, isSoldOut, itemAmount, walletLimit } from './drop.ts'
import { statusAt } from './drop-status.ts'
import { utcDay } from './instant.ts'
import { assertPaymentTotals } from './payment/drop-totals.ts'
import { owedMoney } from './payment/payment-intent.ts'

/** A drop, free or with paid items, and its history. */
const anyLife = () =>
  fc
    .record({
      drop: fc.oneof(anyDrop({ isScheduled: true }), anyDrop({ isScheduled: true, isPriced: true })),
      items: fc.array(fc.record({ wallet: anyWallet(), unspent: fc.integer({ min: 1, max: 5 }) }), {
        maxLength: 5,
      }),
    })
    .chain(({ drop, items }) => {
      const held = withPaidItems(drop, items)
      return fc.record({ ...mapped(held), steps: anyPoolSteps(held.drop) })
    })

const mapped = ({ drop, paid }: ReturnType<typeof withPaidItems>) => ({
  drop: fc.constant(drop),
  paid: fc.constant(paid),
})

const reservedOf = (claims: readonly Claim[]) => claims.filter(({ state }) => isReserved(state))

function checkPool({ drop, claims, paid }: PoolHistory): void {
  const reserved = reservedOf(claims)
  const sum = reserved.reduce((total, { amount }) => total + amount, 0n)
  expect(drop.tally.reservedAmount).toBe(sum)
  expect(drop.tally.reservedCount).toBe(reserved.length)
  const unspent = [...paid.values()].flat().reduce((total, intent) => total + intent.held, 0)
  expect(drop.tally.heldItems).toBe(unspent)
  expect(drop.tally.heldAmount).toBe(itemAmount(drop) * BigInt(unspent))
  expect(sum + drop.tally.heldAmount).toBeLessThanOrEqual(drop.pool)
  if (drop.supply !== null) expect(reserved.length + unspent).toBeLessThanOrEqual(drop.supply)
  expect(claims.map(({ sequence }) => sequence)).toEqual(claims.map((_, n) => n + 1))
  expect(drop.tally.lastSequence).toBe(claims.length)
  for (const { amount } of claims) expect(amount).toBeGreaterThanOrEqual(1n)
}

function checkWallets({ drop, claims }: PoolHistory): void {
  for (const theirs of Map.groupBy(reservedOf(claims), ({ claimer }) => claimer).values()) {
    const slots = theirs.map(({ slot }) => slot)
    expect(new Set(slots).size).toBe(slots.length)
    if (drop.claimType === 'STREAK') {
      for (const { slot, createdAt } of theirs) expect(slot).toBe(utcDay(createdAt))
    } else {
      expect(theirs.length).toBeLessThanOrEqual(walletLimit(drop))
      for (const slot of slots) expect(slot).toBeGreaterThanOrEqual(1)
    }
  }
}

/** Money is earned only when claims are confirmed. */
function checkMoney({ drop, claims, paid }: PoolHistory, before: Drop): void {
  const confirmed = claims.filter(({ state }) => state.kind === 'CONFIRMED')
  const earned = confirmed.reduce((total, { cost }) => total + cost, 0n)
  const { received } = before.payments
  expect(assertPaymentTotals(drop.payments)).toEqual({ ...before.payments, earned, owed: received - earned })
  const intents = [...paid.values()].flat()
  expect(intents.reduce((total, intent) => total + owedMoney(intent), 0n)).toBe(drop.payments.owed)
}

/** Checks any drop after each step of its life. */
const afterEachStep = (check: (history: PoolHistory, before: Drop) => void) =>
  fc.assert(
    fc.property(anyLife(), ({ drop, paid, steps }) => {
      const history = createPoolHistory(drop, { paid })
      for (const step of steps) {
        history.take(step)
        check(history, drop)
      }
    }),
  )

describe('a drop, for any sequence of claims', () => {
  test('never exceeds its pool and its supply, and counts its claims', () => afterEachStep(checkPool))

  test('owes its buyers all they have paid that no confirmed claim has cost', () => afterEachStep(checkMoney))

  test('gives no wallet more than its limit, and no day twice', () => afterEachStep(checkWallets))

  test('is SOLD_OUT just while nothing more fits, and completes once in its life', () => {
    fc.assert(
      fc.property(anyLife(), ({ drop, paid, steps }) => {
        const history = createPoolHistory(drop, { paid })
        for (const step of steps) {
          history.take(step)
          const { tally } = history.drop
          // The status as readers see it. It does not depend on when the job runs.
          const status = statusAt(history.drop, history.now)
          if (status === 'ACTIVE') expect(isSoldOut(history.drop, tally)).toBe(false)
          if (status === 'SOLD_OUT') expect(isSoldOut(history.drop, tally)).toBe(true)
        }
        const completed = history.events.filter(({ type }) => type === 'drop.completed')
        expect(completed.length).toBe(history.drop.completedAt === null ? 0 : 1)
        const place = history.events.findIndex(({ type }) => type === 'drop.completed')
        const before = history.events.slice(Math.max(0, place - 2), place).map(({ type }) => type)
        if (completed[0]?.data['reason'] === 'sold_out')
          expect(before).toEqual(['drop.claimed', 'drop.sold_out'])
      }),
    )
  })

  test('has in each event the totals just after that claim', () => {
    fc.assert(
      fc.property(anyLife(), ({ drop, paid, steps }) => {
        const history = createPoolHistory(drop, { paid })
        for (const step of steps) history.take(step)
        const claimed = history.events.filter(({ type }) => type === 'drop.claimed')
        expect(claimed.map(({ data }) => data['sequence'])).toEqual(claimed.map((_, n) => n + 1))
        for (const { data } of claimed) {
          const total = BigInt(String(data['claimedAmount'])) + BigInt(String(data['remainingBalance']))
          expect(total).toBe(drop.pool)
        }
        expect(claimed.length).toBe(history.claims.length)
      }),
    )
  })
})

describe('a batch of claims', () => {
  test('gives the same results as separate claims', () => {
    const scenario = anyLife().chain(({ drop, paid, steps }) =>
      fc.record({
        ...mapped({ drop, paid }),
        steps: fc.constant(steps),
        requests: fc.array(anyClaimRequest(drop), { minLength: 1, maxLength: 12 }),
      }),
    )
    fc.assert(
      fc.property(scenario, ({ drop, paid, steps, requests }) => {
        const [together, alone] = [createPoolHistory(drop, { paid }), createPoolHistory(drop, { paid })]
        for (const step of steps) {
          together.take(step)
          alone.take(step)
        }
        const batch = together.claim(requests)
        const single = requests.flatMap((request) => alone.claim([request]))
        expect(batch.map(seen)).toEqual(single.map(seen))
        expect(together.drop).toEqual(alone.drop)
        expect(together.claims).toEqual(alone.claims)
        expect(together.events).toEqual(alone.events)
      }),
    )
  })

  test('changes nothing when all of it is refused', () => {
    fc.assert(
      fc.property(anyLife(), ({ drop, paid, steps }) => {
        const history = createPoolHistory(drop, { paid })
        for (const step of steps) {
          const before = { drop: history.drop, claims: history.claims }
          const decisions = history.take(step)
          const changed = decisions.some(({ kind }) => kind === 'reserved' || kind === 'renewed')
          if (step.kind !== 'claims' || changed) continue
          expect(history.claims).toEqual(before.claims)
          expect(history.drop.tally).toBe(before.drop.tally)
        }
      }),
    )
  })
})

describe('a wallet that asks twice in one batch', () => {
  const request = (drop: Drop): ClaimRequest => ({
    operation: drop.award.kind === 'random' ? 'random' : 'claim',
    caller: serviceCaller(),
    claimer: addressOf('0xa'),
    amount: null,
    voucherLifetimeMs: 1_000,
  })
  const twice = (history: PoolHistory) => history.claim([request(history.drop), request(history.drop)])
  const drop = sampleDrop(sampleToken(OWNER, 1), 1, { vault: fullVault(amountOf(1_000n)) })

  test('draws once a day', () => {
    const random = { kind: 'random', commitment: '00'.repeat(32), seed: 'sealed' } as const
    const history = createPoolHistory({ ...drop, award: random, claimType: 'STREAK' })
    expect(twice(history)).toMatchObject([
      { kind: 'reserved' },
      { kind: 'refused', refusal: { kind: 'claim_cooldown' } },
    ])
    expect(history.claims).toHaveLength(1)
  })

  test('gets one claim, and one new voucher for it when that has run out', () => {
    const history = createPoolHistory(drop)
    expect(twice(history)).toMatchObject([{ kind: 'reserved' }, { kind: 'repeated' }])
    history.advance(1_000)
    const [renewed, repeated] = twice(history)
    expect(renewed).toMatchObject({ kind: 'renewed', claim: { sequence: 1 } })
    expect(repeated).toEqual({ ...renewed, kind: 'repeated' })
    expect(history.claims).toMatchObject([{ state: { expiresAt: history.now + 1_000 } }])
  })
})

describe('a wallet that has bought several times', () => {
  test('uses the first purchase with enough items, and nothing of the others', () => {
    const units = sampleDrop(sampleToken(OWNER, 1), 1, {
      award: { kind: 'open' },
      price: { atomic: 2n, currency: 'SUI' },
      vault: fullVault(amountOf(1_000n)),
    })
    const wallet = addressOf('0xa')
    const bought = [3, 10, 20].map((unspent) => ({ wallet, unspent }))
    const { drop, paid } = withPaidItems(units, bought)
    const history = createPoolHistory(drop, { paid })
    const request = { operation: 'claim', caller: serviceCaller(), claimer: wallet } as const
    const [decision] = history.claim([{ ...request, amount: amountOf(5n), voucherLifetimeMs: 1_000 }])
    const second = paid.get(wallet)?.[1]
    expect(decision).toMatchObject({ kind: 'reserved', claim: { intentId: second?.id, items: 5, cost: 10n } })
    expect(history.paid.get(wallet)?.map(({ held, spent }) => [held, spent])).toEqual([
      [3, 0],
      [5, 5],
      [20, 0],
    ])
  })
})

describe('a voucher that is good for no time at all', () => {
  test('is renewed within its own batch, and written once', () => {
    const drop = sampleDrop(sampleToken(OWNER, 1), 1, { vault: fullVault(amountOf(1_000n)) })
    const requests = ['0xa', '0xb', '0xb', '0xa'].map(
      (wallet): ClaimRequest => ({
        operation: 'claim',
        caller: serviceCaller(),
        claimer: addressOf(wallet),
        amount: null,
        voucherLifetimeMs: 0,
      }),
    )
    const { decisions, inserted, renewed } = decideClaims(
      {
        drop,
        walletStates: new Map(),
        paid: new Map(),
        mostClaims: 0,
        now: 7,
        gate: () => () => ({ kind: 'pass' }),
        hash: () => expect.fail('nothing is drawn'),
      },
      requests,
    )
    expect(decisions.map(({ kind }) => kind)).toEqual(['reserved', 'reserved', 'renewed', 'renewed'])
    expect(inserted.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(renewed).toEqual([])
  })
})

/** The part of a decision that the caller sees. */
function seen(decision: ReturnType<PoolHistory['claim']>[number]) {
  switch (decision.kind) {
    case 'reserved':
    case 'repeated':
    case 'renewed':
      return { kind: decision.kind, claim: decision.claim }
    case 'refused':
      return { kind: decision.kind, refusal: decision.refusal, claim: decision.claim }
    case 'facts_needed':
    case 'proof_needed':
      return { kind: decision.kind }
  }
}
