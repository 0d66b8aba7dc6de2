import { callerOf, OWNER, sampleDrop, sampleIntent, sampleToken } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf, MAX_AMOUNT } from '../amount.ts'
import type { Drop } from '../drop.ts'
import { idOf } from '../ids.ts'
import { createIntent, NO_HOLDS, type Purchase } from './create-intent.ts'

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
  unpaidOfWallet: NO_HOLDS,
  unpaidOfPayer: NO_HOLDS,
  unpaidLimit: { items: 0, percentOfDrop: 0 },
}
const buy = (terms: Partial<Purchase> = {}, of: Partial<Drop> = {}) =>
  createIntent({ ...drop, ...of }, { ...purchase, ...terms }, NOW)

describe('a payment intent is made', () => {
  test('with its items held until it expires', () => {
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

  test('on no NFT drop whose claims exceed a delivery transaction', () => {
    const pieces = (amount: bigint) =>
      buy(
        { quantity: 1 },
        { type: 'NFT', pool: amountOf(1_000n), award: { kind: 'fixed', amount: amountOf(amount) } },
      )
    expect(pieces(250n).ok).toBe(true)
    expect(pieces(251n)).toMatchObject({
      error: { kind: 'conflict', message: expect.stringContaining('at most 250 pieces') },
    })
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

  describe('for no more unpaid items than one buyer may hold', () => {
    const buyer = callerOf({ ...OWNER, id: idOf('user', 'b'.repeat(32)), walletAddress: null })
    const stock = { pool: amountOf(1_000n), supply: 100 }
    const unpaidLimit = { items: 4, percentOfDrop: 20 }
    const ask = (terms: Partial<Purchase> = {}, of: Partial<Drop> = {}) =>
      buy({ caller: buyer, unpaidLimit, ...terms }, { ...stock, ...of })

    test('by its wallet and by its user, each with the items that it holds', () => {
      expect(ask({ quantity: 4 }).ok).toBe(true)
      expect(ask({ quantity: 2, unpaidOfWallet: { ...NO_HOLDS, items: 2 } }).ok).toBe(true)
      expect(ask({ quantity: 2, unpaidOfWallet: { ...NO_HOLDS, items: 3 } })).toMatchObject({
        error: {
          kind: 'conflict',
          field: 'quantity',
          details: { limit: 'unpaidItemsPerWallet', value: 4, held: 3, asked: 2 },
        },
      })
      expect(ask({ quantity: 5 })).toMatchObject({
        error: { details: { limit: 'unpaidItemsPerUser', value: 4, held: 0, asked: 5 } },
      })
    })

    test('as a share of the drop, and as many as its wallet may have', () => {
      expect(ask({ quantity: 3 }, { supply: 15 }).ok).toBe(true)
      expect(ask({ quantity: 4 }, { supply: 15 })).toMatchObject({ error: { details: { value: 3 } } })
      expect(
        ask({ quantity: 2, unpaidOfPayer: { ...NO_HOLDS, items: 1 } }, { maxPerWallet: 2 }),
      ).toMatchObject({
        error: { details: { limit: 'unpaidItemsPerUser', value: 2 } },
      })
      expect(ask({ quantity: 2 }, { maxPerWallet: 1, claimType: 'STREAK' }).ok).toBe(true)
    })

    test('but always for one, a day after the last lapse', () => {
      const since = { lapses: 60, lastLapseAt: NOW - 24 * 3_600_000 }
      expect(ask({ quantity: 1, unpaidOfPayer: { items: 0, ...since } }, { supply: 2 }).ok).toBe(true)
      expect(ask({ quantity: 1, unpaidOfPayer: { items: 1, ...since } }, { supply: 2 }).ok).toBe(false)
    })

    test('after a wait that doubles with each lapse of the last item, from the third on', () => {
      const minutesAfter = (lapses: number) => {
        const refused = ask(
          { quantity: 1, unpaidOfPayer: { items: 0, lapses, lastLapseAt: NOW } },
          { supply: 1 },
        )
        return refused.ok || refused.error.kind !== 'rate_limited' ? 0 : refused.error.retryAfterMs / 60_000
      }
      expect([0, 1, 2, 3, 4, 5, 60].map(minutesAfter)).toEqual([0, 0, 0, 15, 30, 60, 1_440])
      const over = { items: 0, lapses: 3, lastLapseAt: NOW - 15 * 60_000 }
      expect(ask({ quantity: 1, unpaidOfPayer: over }, { supply: 1 }).ok).toBe(true)
      expect(ask({ quantity: 1, unpaidOfWallet: { ...over, lastLapseAt: NOW } }, { supply: 1 }).ok).toBe(
        false,
      )
    })

    test('half as many after each lapse but the first', () => {
      const mostAfter = (lapses: number) =>
        [4, 3, 2, 1].find((quantity) => ask({ quantity, unpaidOfPayer: { ...NO_HOLDS, lapses } }).ok)
      expect([0, 1, 2, 3, 9].map(mostAfter)).toEqual([4, 4, 2, 1, 1])
    })

    test('only as a share where an item is one base unit', () => {
      const byAmount = { award: { kind: 'open' }, supply: null, pool: amountOf(1_000n) } as const
      expect(ask({ quantity: 200 }, byAmount).ok).toBe(true)
      expect(ask({ quantity: 201 }, byAmount).ok).toBe(false)
    })

    test('unless the drop is the caller’s own', () => {
      expect(ask({ caller: callerOf(OWNER), quantity: 50 }).ok).toBe(true)
    })

    test('whatever other users hold for the wallet that the caller has proved', () => {
      const unpaidOfWallet = { items: 4, lapses: 60, lastLapseAt: NOW }
      const proved = callerOf({ ...buyer.user, walletAddress: wallet })
      expect(ask({ caller: proved, quantity: 4, unpaidOfWallet }).ok).toBe(true)
      expect(ask({ quantity: 1, unpaidOfWallet }).ok).toBe(false)
    })
  })

  test('from a pool with more items than can be counted', () => {
    const endless = { award: { kind: 'open' }, pool: MAX_AMOUNT } as const
    expect(buy({}, endless).ok).toBe(true)
    expect(buy({ quantity: 3 }, { ...endless, supply: 2 })).toMatchObject({ error: { free: 2n } })
  })
})
