import { describe, expect, test } from 'vitest'
import { callerOf } from '../../testing/arbitrary/any-caller.ts'
import { OWNER } from '../../testing/arbitrary/any-drop.ts'
import { sampleIntent } from '../../testing/contract/sample-payments.ts'
import { sampleDrop, sampleToken } from '../../testing/contract/sample-records.ts'
import { amountOf, MAX_AMOUNT } from '../amount.ts'
import type { Drop } from '../drop.ts'
import { createIntent, type Purchase } from './create-intent.ts'

const NOW = 1_000_000
const drop = sampleDrop(sampleToken(OWNER, 1), 1, {
  award: { kind: 'fixed', amount: amountOf(10n) },
  pool: amountOf(100n),
  supply: null,
  maxPerWallet: null,
  price: { atomic: 50n, currency: 'SUI' },
})
const { id, externalId, wallet, paymentMethod, coinType, recipient } = sampleIntent(drop, 1)
const purchase: Purchase = {
  ...{ id, externalId, wallet, paymentMethod, coinType, recipient },
  caller: callerOf(OWNER),
  quantity: 2,
  lifetimeMs: 900_000,
  openIntents: 0,
  claimCount: 0,
  heldItems: 0,
}
const buy = (terms: Partial<Purchase> = {}, of: Partial<Drop> = {}) =>
  createIntent({ ...drop, ...of }, { ...purchase, ...terms }, NOW)

describe('a payment intent is made', () => {
  test('with its items set aside for as long as it lives', () => {
    const made = buy()
    const intent = { ...sampleIntent(drop, 1), expiresAt: NOW + 900_000, createdAt: NOW, updatedAt: NOW }
    expect(made).toMatchObject({
      ok: true,
      value: {
        intent,
        drop: { tally: { heldItems: 2, heldAmount: 20n } },
        events: [{ type: 'payment.created', at: NOW, actorId: OWNER.id, intentId: id }],
      },
    })
  })

  test.each([0, -1, 1.5, Number.NaN])('for no number of items such as %s', (quantity) => {
    expect(buy({ quantity })).toMatchObject({ error: { kind: 'bad_user_input', field: 'quantity' } })
  })

  test('for one item', () => {
    expect(buy({ quantity: 1 }).ok).toBe(true)
  })

  test('on no drop that is free', () => {
    expect(buy({}, { price: null })).toMatchObject({ error: { kind: 'bad_user_input', field: 'dropId' } })
  })

  test('for as much as a coin can hold, and not for more', () => {
    const most = { price: { atomic: MAX_AMOUNT, currency: 'SUI' } }
    expect(buy({ quantity: 1 }, most).ok).toBe(true)
    expect(buy({ quantity: 2 }, most)).toMatchObject({ error: { kind: 'bad_user_input', field: 'quantity' } })
  })

  test('beside nine that are open, and not beside ten', () => {
    expect(buy({ openIntents: 9 }).ok).toBe(true)
    expect(buy({ openIntents: 10 })).toMatchObject({
      error: { kind: 'conflict', details: { limit: 10, open: 10 } },
    })
  })

  test('for as many items as a wallet may have there, with those that it has and holds', () => {
    const limited = { maxPerWallet: 5 }
    expect(buy({ claimCount: 2, heldItems: 1 }, limited).ok).toBe(true)
    expect(buy({ claimCount: 2, heldItems: 2 }, limited)).toEqual({
      ok: false,
      error: { kind: 'claim_limit_reached', limit: 5, claimCount: 2, heldItems: 2 },
    })
    expect(buy({ claimCount: 2, heldItems: 2 }, { ...limited, claimType: 'STREAK' }).ok).toBe(true)
  })

  test('for as many items as are there', () => {
    expect(buy({ quantity: 10 }).ok).toBe(true)
    expect(buy({ quantity: 11 })).toEqual({
      ok: false,
      error: { kind: 'drop_sold_out', free: 10n, wantedItems: 11 },
    })
    expect(buy({ quantity: 2 }, { supply: 1 })).toMatchObject({ error: { free: 1n } })
  })

  test('from a pool with more items than can be counted', () => {
    const endless = { award: { kind: 'open' }, pool: MAX_AMOUNT } as const
    expect(buy({}, endless).ok).toBe(true)
    expect(buy({ quantity: 3 }, { ...endless, supply: 2 })).toMatchObject({ error: { free: 2n } })
  })
})
