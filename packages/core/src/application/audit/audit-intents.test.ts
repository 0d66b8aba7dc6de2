import {
  confirmed,
  expired,
  paidBy,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleIntent,
  samplePayout,
  sampleReceipt,
  sampleRefund,
  sampleToken,
  sampleUser,
  testWallet,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Claim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { newUnmatched, type UnmatchedState } from '../../domain/payment/match-payment.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Payout, Refund } from '../../domain/payment/transfer.ts'
import type { AuditRows } from '../../ports/audit-rows.ts'
import { auditIntents, openIntentRows } from './audit-intents.ts'
import { auditUnmatched } from './audit-store.ts'

const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

interface Rows {
  readonly intents?: readonly PaymentIntent[]
  readonly claims?: readonly Claim[]
  readonly refunds?: readonly Refund[]
  readonly payouts?: readonly Payout[]
  /** Of the first intent. */
  readonly used?: readonly string[]
}

/** As the log tells of an intent that stands like this. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['payment.created'],
  PAID: ['payment.created', 'payment.confirmed'],
  IN_REVIEW: ['payment.created', 'payment.requires_review'],
  EXPIRED: ['payment.created', 'payment.expired'],
}

async function* page<T>(rows: readonly T[]) {
  yield rows
}

async function audit(
  { intents = [], claims = [], refunds = [], payouts = [], used = [] }: Rows,
  of: Drop = drop,
) {
  const said: string[][] = []
  const report: Parameters<typeof openIntentRows>[1] = ({ record, field, stored, derived }) =>
    said.push([record, field, stored, derived])
  const [first] = intents
  const events = [
    ...intents.flatMap(({ id: intentId, dropId, state }) =>
      (EVENTS[state.kind] ?? []).map((type) => ({ dropId, intentId, type, data: {} })),
    ),
    ...refunds.map(({ intentId, dropId, id: refundId }) => ({
      dropId,
      intentId,
      type: 'refund.created',
      data: { refundId },
    })),
  ].toSorted((one, other) => (one.intentId < other.intentId ? -1 : 1))
  const rows = {
    intents: () => page(intents),
    paidClaims: () => page(claims),
    refunds: () => page(refunds),
    payouts: () => page(payouts),
    usedPayments: () => page(used.map((transfer) => ({ dropId: drop.id, intentId: first?.id, transfer }))),
    paymentEvents: () => page(events),
  } as unknown as AuditRows
  const totals = await auditIntents(of, openIntentRows(rows, report), report, () => true)
  return {
    totals,
    said: said.filter(([, field]) => !field?.startsWith('payments.') && !field?.startsWith('held')),
    all: said,
  }
}

const intentOf = (n: number, more: Partial<PaymentIntent> = {}) => sampleIntent(drop, n, more)
const paid = (more: Partial<PaymentIntent> = {}) => intentOf(1, { state: paidBy(1), ...more })
const soldOf = (intent: PaymentIntent, sequence: number, more: Partial<Claim> = {}) =>
  sampleClaim(drop, sequence, { intentId: intent.id, claimer: intent.wallet, cost: 50n, ...more })

describe('the counts of payment intents contain', () => {
  test('all of them, and those that wait for their payment', async () => {
    const gone = { state: { kind: 'EXPIRED', candidate: null }, held: 0 } as const
    const { totals, said } = await audit({ intents: [intentOf(1), intentOf(2), intentOf(3, gone)] })
    expect(totals).toEqual({ count: 3, open: 2 })
    expect(said).toEqual([])
  })

  test('the received amount in the coin of the drop, once it counts', async () => {
    const totals = async (intent: PaymentIntent, more: Rows = {}) => {
      const { all } = await audit({ intents: [intent], used: ['payment-1'], ...more })
      return all
        .filter(([, field]) => field?.startsWith('payments.'))
        .map(([, field, , derived]) => `${field?.slice('payments.'.length)} ${derived}`)
    }
    expect(await totals(paid())).toEqual(['received 100', 'owed 100'])
    expect(await totals(intentOf(1))).toEqual([])
    const aside = { receipt: sampleReceipt(1, { isCounted: false }), reason: 'WRONG_SENDER' } as const
    expect(await totals(intentOf(1, { state: { kind: 'IN_REVIEW', ...aside }, held: 0 }))).toEqual([])
    const other = paid({ state: paidBy(1, { coinType: 'other' }) })
    expect(await totals(other)).not.toContain('received 100')
    const half = paid({ held: 1, spent: 1, earned: 50n })
    expect(await totals(half, { claims: [soldOf(half, 1, { state: confirmed() })] })).toEqual([
      'received 100',
      'earned 50',
      'owed 50',
    ])
  })

  test('the amount of payouts that have not failed', async () => {
    const failed = { kind: 'FAILED', reason: 'x' } as const
    const payouts = [samplePayout(drop, 1), samplePayout(drop, 2, { state: failed })]
    expect((await audit({ payouts })).all).toEqual([[drop.id, 'payments.paidOut', '0', '60']])
  })
})

describe('the sums of a payment intent contain', () => {
  test('its reserved claims, and the earnings of its confirmed claims', async () => {
    const intent = paid({ held: 0, spent: 2, earned: 50n })
    const claims = [
      soldOf(intent, 1, { state: confirmed() }),
      soldOf(intent, 2),
      soldOf(intent, 3, { state: expired() }),
    ]
    expect((await audit({ intents: [intent], claims, used: ['payment-1'] })).said).toEqual([])
  })

  test('its refunds and payouts that have not failed', async () => {
    const intent = paid({ held: 0, refunding: 40n, refunded: 0n, paidOut: 60n })
    const failed = { kind: 'FAILED', reason: 'x' } as const
    const payouts = [
      samplePayout(drop, 1, { intentId: intent.id }),
      samplePayout(drop, 2, { intentId: intent.id, state: failed }),
    ]
    const { said } = await audit({
      intents: [intent],
      refunds: [sampleRefund(intent, 1)],
      payouts,
      used: ['payment-1'],
    })
    expect(said.filter(([, field]) => field !== 'soundness')).toEqual([])
    const without = await audit({ intents: [intent], used: ['payment-1'] })
    expect(without.said).toEqual([
      [intent.id, 'refunding', '40', '0'],
      [intent.id, 'paidOut', '60', '0'],
    ])
  })

  test('nothing else, and differences are reported', async () => {
    const intent = paid({ held: 1, spent: 1, creatorId: 'user_x' as never })
    const claim = soldOf(intent, 1, { claimer: sampleAddress(9), cost: 1n })
    expect((await audit({ intents: [intent], claims: [claim], used: ['payment-1'] })).said).toEqual([
      [`claim_${drop.id.slice(5)}_1`, 'wallet of its intent', claim.claimer, intent.wallet],
      [`claim_${drop.id.slice(5)}_1`, 'cost', '1', '50'],
      [intent.id, 'creatorId', 'user_x', drop.creatorId],
    ])
  })
})

describe('a payment is used', () => {
  test('by the payment intent that counts it, also together with others', async () => {
    expect((await audit({ intents: [paid()], used: ['payment-1', 'payment-2'] })).said).toEqual([])
    expect((await audit({ intents: [paid()], used: ['payment-2'] })).said).toEqual([
      [paid().id, 'payment that is used up', 'none', 'payment-1'],
    ])
  })

  test('by no payment intent that does not count it', async () => {
    const aside = { receipt: sampleReceipt(1, { isCounted: false }), reason: 'WRONG_SENDER' } as const
    for (const intent of [intentOf(1), intentOf(1, { state: { kind: 'IN_REVIEW', ...aside }, held: 0 })]) {
      expect((await audit({ intents: [intent] })).said).toEqual([])
      expect((await audit({ intents: [intent], used: ['payment-1', 'x'] })).said).toEqual([
        [intent.id, 'payments that are used up', '2', '0'],
      ])
    }
  })

  test('and a refund goes to its sender, if there is one', async () => {
    const intent = intentOf(1, { refunding: 40n })
    const { said } = await audit({ intents: [intent], refunds: [sampleRefund(intent, 1)] })
    expect(said.slice(0, 2)).toEqual([
      [sampleRefund(intent, 1).id, 'coinType', intent.coinType, 'none'],
      [sampleRefund(intent, 1).id, 'to', intent.wallet, 'none'],
    ])
  })
})

describe('held items are', () => {
  const held = async (intent: PaymentIntent, of: Partial<Drop> = {}) => {
    const used = intent.state.kind === 'PAID' ? ['payment-1'] : []
    const { all } = await audit({ intents: [intent], used }, { ...drop, ...of })
    return all
      .filter(([record, field]) => record === intent.id && field === 'held')
      .map((one) => one.slice(2))
  }

  test('all items while the payment is awaited, the remaining ones once it was received, and none otherwise', async () => {
    expect(await held(intentOf(1))).toEqual([])
    expect(await held(intentOf(1, { held: 1 }))).toEqual([['1', '2']])
    expect(await held(paid())).toEqual([])
    expect(await held(paid({ held: 1 }))).toEqual([])
    expect(await held(paid({ held: 3 }))).toEqual([['3', 'at most 2']])
    const gone = { kind: 'EXPIRED', candidate: null } as const
    expect(await held(intentOf(1, { state: gone, held: 0 }))).toEqual([])
    expect(await held(intentOf(1, { state: gone, held: 1 }))).toEqual([['1', '0']])
  })

  test('counted by the drop, with their amount', async () => {
    const tally = { ...drop.tally, heldItems: 2, heldAmount: amountOf(20n) }
    expect((await audit({ intents: [intentOf(1)] }, { ...drop, tally })).all).toEqual([])
    expect((await audit({ intents: [intentOf(1)] })).all).toEqual([
      [drop.id, 'heldItems', '0', '2'],
      [drop.id, 'heldAmount', '0', '20'],
    ])
  })
})

test('an impossible payment intent is reported with the rule that it violates', async () => {
  const { said } = await audit({ intents: [paid({ unitPrice: 0n })], used: ['payment-1'] })
  expect(said).toHaveLength(1)
  expect(said[0]?.[1]).toBe('soundness')
  expect(said[0]?.[2]).not.toMatch(/^invariant broken/)
  expect(said[0]?.[2]).not.toBe('sound')
})

const INTENT = idOf('intent', '1'.repeat(32))
const OTHER = idOf('intent', '2'.repeat(32))
const RETURNING: UnmatchedState = { kind: 'RETURNING', signed: null, problem: null, tries: 0 }

type Use = typeof INTENT | null | undefined

/** What an audit counts and says of unmatched payments in these states, whose transfers are used like this. */
async function auditOf(...stored: readonly (readonly [state: UnmatchedState, use: Use])[]) {
  const said: string[] = []
  const page = stored.map(([state, use], n) => {
    const transfer = {
      txHash: `tx${n}`,
      index: 0,
      from: testWallet(1),
      coinType: '0x2::sui::SUI',
      amount: amountOf(5n),
      memo: null,
      at: 1,
    }
    const id = idOf('unmatched', String(n).padStart(32, '0'))
    const payment = newUnmatched({ id, transfer, reason: 'NO_INTENT', possibleUser: 'anyone' }, 1)
    return { payment: { ...payment, state }, use }
  })
  const counted = await auditUnmatched(
    {
      async *unmatchedPayments() {
        yield page
      },
    },
    ({ field }) => said.push(field),
  )
  return { ...counted, said }
}

test('counts the payments that the operator must decide, and the returns that are being sent', async () => {
  expect(await auditOf([{ kind: 'OPEN' }, null], [{ kind: 'OPEN' }, null], [RETURNING, null])).toEqual({
    open: 2,
    returning: 1,
    said: [],
  })
})

test('finds no difference if each transfer is used as its state says', async () => {
  const assigned = { kind: 'ASSIGNED', intentId: INTENT } as const
  const returned = { kind: 'RETURNED', txHash: 'back' } as const
  expect((await auditOf([assigned, INTENT], [returned, null])).said).toEqual([])
})

test('finds a transfer whose use differs from its state', async () => {
  const assigned = { kind: 'ASSIGNED', intentId: INTENT } as const
  for (const wrong of [
    [{ kind: 'OPEN' }, undefined],
    [assigned, OTHER],
    [assigned, undefined],
    [RETURNING, INTENT],
    [RETURNING, undefined],
    [{ kind: 'RETURNED', txHash: 'back' }, INTENT],
  ] as const)
    expect((await auditOf(wrong)).said).toEqual(['use of its transfer'])
})
