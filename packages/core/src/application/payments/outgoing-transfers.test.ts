import {
  createTestService,
  granted,
  refusalOf,
  TEST_CURRENCIES,
  type TestService,
  testWallet,
  uniquePart,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Currency } from '../../domain/amount.ts'
import { type Drop, SEVERAL_COINS } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import {
  type PaymentIntent,
  type PaymentIntentStatus,
  statusOf,
} from '../../domain/payment/payment-intent.ts'
import { messageOf } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'

const UNKNOWN_COIN = `0x${'d'.padStart(64, '0')}::other::OTHER`

let service: TestService

describe('processing a refund', () => {
  let intent: PaymentIntent

  let seen: { txHash: string; receivedAtomic: string; receivedCoinType: string; status?: PaymentIntentStatus }

  const refund = (terms = {}) =>
    service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id, ...terms })

  beforeEach(async () => {
    service = await createTestService()
    const buyer = await service.callerOf('buyer')
    const drop = await service.createDrop({ price: 2 })
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
    const txHash = service.pay(intent)
    seen = { txHash, receivedAtomic: '2000000000', receivedCoinType: intent.coinType }
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
  })

  describe('a refund that is asked for', () => {
    test('keeps its reason, which may be left out', async () => {
      expect(granted(await refund({ amountAtomic: '1', reason: ' too many ' })).reason).toBe('too many')
      expect(granted(await refund({ amountAtomic: '1' })).reason).toBeNull()
    })

    test.each([
      ['too long a reason', 'reason', { reason: 'x'.repeat(501) }],
      ['nothing', 'amount', { amount: 0 }],
      ['less than nothing', 'amount', { amount: -1 }],
      ['less than the smallest unit', 'amount', { amount: 0.000_000_000_1 }],
      ['two amounts that differ', 'amountAtomic', { amount: 1, amountAtomic: '999999999' }],
      ['no number', 'amountAtomic', { amountAtomic: 'all' }],
    ])('with %s is refused', async (_, field, terms) => {
      expect(await refund(terms)).toMatchObject({ error: { kind: 'bad_user_input', field } })
    })

    test.each([
      ['the smallest unit', 1n, { amount: 0.000_000_001 }],
      ['two amounts that agree', 1_500_000_000n, { amount: 1.5, amountAtomic: '1500000000' }],
    ])('may be of %s', async (_, amount, terms) => {
      expect(granted(await refund(terms)).amount).toBe(amount)
    })

    test.each([
      ['whole units', 'At most 2 SUI can be refunded', { amount: 3 }],
      ['the smallest unit', 'At most 2000000000 can be refunded', { amountAtomic: '3000000000' }],
    ])('in %s is refused in the same unit', async (_, message, terms) => {
      const refused = await refund(terms)
      expect(refused.ok || messageOf(refused.error)).toBe(message)
    })

    test('in whole units has the decimals of its own currency', async () => {
      const drop = await service.createDrop({ price: 2, currency: 'USDC' })
      intent = await service.buy(drop, 1)
      expect(granted(await refund({ amount: 1.5 })).amount).toBe(1_500_000n)
      const refused = await refund({ amount: 1 })
      expect(refused.ok || messageOf(refused.error)).toBe('At most 0.5 USDC can be refunded')
    })

    test('in whole units is refused if the decimals of its currency are no longer known', async () => {
      vi.spyOn(service.ports.prices, 'currencies').mockReturnValue([])
      expect(await refund({ amount: 1 })).toMatchObject({
        error: { kind: 'bad_user_input', field: 'amount', reason: 'UNKNOWN_COIN' },
      })
      expect(granted(await refund({ amountAtomic: '1000000000' })).amount).toBe(1_000_000_000n)
    })
  })

  describe('a refund of a payment in another coin', () => {
    const [, USDC] = TEST_CURRENCIES
    const usdc = USDC?.coinType ?? ''

    const paidIn = async (coinType: string, amount: bigint) => {
      const buyer = await service.callerOf('payer')
      const order = { dropId: intent.dropId, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
      const txHash = service.pay(intent, { coinType, amount })
      granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
    }

    test('is in whole units of that coin, and so is its refusal', async () => {
      await paidIn(usdc, 2_000_000_000n)
      expect(granted(await refund({ amount: 1 }))).toMatchObject({ amount: 1_000_000n, coinType: usdc })
      const refused = await refund({ amount: 2_000 })
      expect(refused.ok || messageOf(refused.error)).toBe('At most 1999 USDC can be refunded')
    })

    test('must be exact if the decimals of the coin are not known', async () => {
      await paidIn(UNKNOWN_COIN, 70n)
      expect(await refund({ amount: 1 })).toMatchObject({
        error: { kind: 'bad_user_input', field: 'amount', message: expect.stringContaining('amountAtomic') },
      })
      expect(granted(await refund({ amountAtomic: '70' })).amount).toBe(70n)
    })

    test('in whole units is refused if the coin changes before the drop is locked', async () => {
      await paidIn(usdc, 2_000_000n)
      const { changeDrop } = service.ports.store
      vi.spyOn(service.ports.store, 'changeDrop').mockImplementationOnce((dropId, query, decide) =>
        changeDrop(dropId, query, (dropState) => {
          const held = dropState?.intents.get(intent.id)
          if (!dropState || held?.state.kind !== 'IN_REVIEW') throw new Error('it is in review')
          const receipt = { ...held.state.receipt, coinType: UNKNOWN_COIN }
          const exchanged = { ...held, state: { ...held.state, receipt } }
          return decide({ ...dropState, intents: new Map([[intent.id, exchanged]]) })
        }),
      )
      expect(await refund({ amount: 1 })).toMatchObject({
        error: { reason: 'PAYMENT_CHANGED', details: { receivedCoinType: UNKNOWN_COIN } },
      })
    })
  })

  describe('a refund of a payment as it was seen', () => {
    test('is created if the intent still holds that payment', async () => {
      expect(granted(await refund({ seen: { ...seen, status: 'CONFIRMED' } })).amount).toBe(2_000_000_000n)
    })

    test('is refused once more has come in, and changes nothing', async () => {
      const more = service.pay(intent, { amount: 5n, memo: intent.id })
      await service.pass(1_000)
      expect(await refund({ seen })).toMatchObject({
        error: { kind: 'conflict', details: { receivedAtomic: '2000000005', txHash: seen.txHash } },
      })
      expect(more).not.toBe(seen.txHash)
      expect((await service.rereadIntent(intent)).refunding).toBe(0n)
    })

    // A second person approved the payment, and the buyer may have claimed the items since.
    test('is refused once its status has changed, if the status was seen', async () => {
      const refused = await refund({ seen: { ...seen, status: 'REQUIRES_REVIEW' } })
      expect(refused).toMatchObject({ error: { kind: 'conflict', details: { status: 'CONFIRMED' } } })
    })

    test('is refused for a malformed hash', async () => {
      expect(await refund({ seen: { ...seen, txHash: '' } })).toMatchObject({
        error: { kind: 'bad_user_input', field: 'seen.txHash' },
      })
    })
  })
})

test('a second payment for an order of a cancelled drop is refunded, even after the clean-up has ended', async () => {
  const service = await createTestService()
  const { dropkit, owner } = service
  const drop = await service.createDrop({ price: 0.000_000_007 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  const txHash = service.pay(intent)
  granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash }))
  granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 7n })

  service.pay(intent, { memo: intent.externalId })
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 14n })
})

test('a payment for an unpaid order of a deleted drop is refunded, even after the clean-up has ended', async () => {
  const service = await createTestService()
  const { dropkit, owner } = service
  const drop = await service.createDrop({ price: 0.000_000_007 })
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  granted(await dropkit.deleteDrop(owner, drop.id))
  await service.pass(60_000)
  service.pay(intent)
  await service.pass(60_000)
  expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 7n })
})

// Who may withdraw, in which coin, and what is left alone; how much there is to withdraw is in refunds.test.ts.

describe('withdrawing', () => {
  const USDC = TEST_CURRENCIES[1]?.coinType ?? ''
  const HOME = testWallet(0xe)
  let buyer: Caller
  let drop: Drop

  const withdraw = (terms = {}, by = service.owner) =>
    service.dropkit.withdrawProceeds(by, { dropId: drop.id, toAddress: HOME, ...terms })

  /** Buys an item, pays for it so, and claims it; the drop's owner lets whatever came count. */
  async function earn(terms: Parameters<TestService['pay']>[1] = {}): Promise<PaymentIntent> {
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const { id, ...rest } = granted(await service.dropkit.createPaymentIntent(buyer, order))
    const txHash = service.pay({ id, ...rest }, terms)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id, txHash }))
    if (terms.coinType) granted(await service.dropkit.approvePaymentIntent(service.owner, id))
    const claim = { dropId: drop.id, userAddress: testWallet(1) }
    service.ports.memoryChain.wallet.claim(granted(await service.dropkit.claimDrop(buyer, claim)).voucher)
    await service.pass(1_000)
    return service.rereadIntent({ id })
  }

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
  })

  test('is refused to an address that is none', async () => {
    expect(await withdraw({ toAddress: 'home' })).toMatchObject({
      error: { kind: 'bad_user_input', field: 'toAddress' },
    })
  })

  test('is refused of a drop that there is not', async () => {
    const [other] = [await (await createTestService({ seed: 9 })).createDrop()]
    for (const dropId of ['nothing', other.id]) {
      expect(await withdraw({ dropId })).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    }
  })

  test('from a deleted drop is visible only to its owner: for other users it is gone', async () => {
    await earn()
    expect(refusalOf(await withdraw({}, buyer))).toBe('forbidden')
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect(refusalOf(await withdraw({}, buyer))).toBe('not_found')
    expect((await withdraw()).ok).toBe(true)
  })

  test('pays out even the smallest unit', async () => {
    drop = await service.createDrop({ price: 0.000_000_001, maxAmount: '100' })
    await earn()
    expect(granted(await withdraw()).amount).toBe(1n)
  })

  test.each([
    ['none', []],
    ['another one', [{ code: 'SUI', coinType: UNKNOWN_COIN, decimals: 6 }]],
  ])(
    'is in the coin that came, also if the coin of the drop’s currency is %s by then',
    async (_, currencies) => {
      // This money is not part of the drop's totals.
      await earn({ coinType: USDC, amount: 9n })
      const { coinType } = await earn()
      vi.spyOn(service.ports.prices, 'currencies').mockReturnValue(currencies)
      const payout = { amount: 2_000_000_000n, currency: 'SUI', coinType, intentId: null }
      expect(granted(await withdraw())).toMatchObject(payout)
    },
  )

  describe('if the service changes the coin of the drop’s currency while the drop sells', () => {
    const OTHER: Currency = { code: 'SUI', coinType: UNKNOWN_COIN, decimals: 9 }
    const change = () => vi.spyOn(service.ports.prices, 'currencies').mockReturnValue([OTHER])
    const order = async () => {
      const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      return granted(await service.dropkit.createPaymentIntent(buyer, input))
    }

    test('is in the coin in which the drop was paid first, and so are later payments', async () => {
      const { coinType } = await earn()
      change()
      expect((await earn()).coinType).toBe(coinType)
      expect(granted(await withdraw())).toMatchObject({ amount: 4_000_000_000n, coinType })
    })

    test('never mixes coins: a payment in the other coin is unmatched', async () => {
      const ordered = await order()
      change()
      const other = await order()
      expect(other.coinType).toBe(UNKNOWN_COIN)
      const { coinType } = ordered
      const paid = { id: ordered.id, txHash: service.pay(ordered) }
      expect(statusOf(granted(await service.dropkit.confirmPaymentIntent(buyer, paid)))).toBe('CONFIRMED')
      const late = { id: other.id, txHash: service.pay(other) }
      expect(await service.dropkit.confirmPaymentIntent(buyer, late)).toMatchObject({ ok: false })
      expect(await service.ports.store.listUnmatchedPayments('OPEN', { limit: 9 })).toMatchObject([
        { txHash: late.txHash, coinType: UNKNOWN_COIN },
      ])
      const claimed = granted(
        await service.dropkit.claimDrop(buyer, { dropId: drop.id, userAddress: testWallet(1) }),
      )
      service.ports.memoryChain.wallet.claim(claimed.voucher)
      await service.pass(1_000)
      expect(granted(await withdraw())).toMatchObject({ amount: 2_000_000_000n, coinType })
    })

    test('refuses to approve a payment in review that came in the other coin', async () => {
      const ordered = await order()
      const strange = { id: ordered.id, txHash: service.pay(ordered, { from: testWallet(9) }) }
      granted(await service.dropkit.confirmPaymentIntent(buyer, strange))
      const stored = await service.reread(drop)
      await service.ports.store.create({ update: { drops: [{ ...stored, paymentCoin: UNKNOWN_COIN }] } })
      expect(await service.dropkit.approvePaymentIntent(service.owner, ordered.id)).toMatchObject({
        error: { kind: 'conflict', reason: 'PAYMENT_NOT_TAKEN' },
      })
      granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: ordered.id }))
    })

    test('is refused if an earlier release counted several coins together', async () => {
      await earn()
      const stored = await service.reread(drop)
      await service.ports.store.create({ update: { drops: [{ ...stored, paymentCoin: SEVERAL_COINS }] } })
      expect(await withdraw()).toMatchObject({ error: { kind: 'conflict', reason: 'SEVERAL_COINS' } })
      const input = { dropId: drop.id, walletAddress: testWallet(2), paymentMethod: 'SUI' }
      expect(await service.dropkit.createPaymentIntent(buyer, input)).toMatchObject({
        error: { field: 'dropId', reason: 'UNKNOWN_COIN' },
      })
    })
  })

  test('reads and locks nothing for another user', async () => {
    await earn()
    const { store } = service.ports
    const calls = (['changeDrop', 'intentsWithMoney', 'intentsEarningApart'] as const).map((name) =>
      vi.spyOn(store, name),
    )
    expect(refusalOf(await withdraw({}, buyer))).toBe('forbidden')
    for (const status of ['CANCELLED', 'PAUSED'] as const)
      expect(refusalOf(await service.dropkit.updateDrop(buyer, drop.id, { status }))).toBe('forbidden')
    expect(refusalOf(await service.dropkit.deleteDrop(buyer, drop.id))).toBe('forbidden')
    for (const call of calls) expect(call).not.toHaveBeenCalled()
  })

  test.each([
    ['by its name where it is known', USDC, 'USDC'],
    ['by its type where it is not', UNKNOWN_COIN, UNKNOWN_COIN],
  ])('calls another coin %s', async (_, coinType, currency) => {
    await earn({ coinType, amount: 9n })
    expect(granted(await withdraw())).toMatchObject({ amount: 9n, coinType, currency })
  })

  test('pays earnings in another coin once, after any failures', async () => {
    const { wallet } = service.ports.memoryChain
    const earning = await earn({ coinType: USDC, amount: 9n })
    const retry = (id: string) => service.dropkit.retryPayout(service.owner, id)
    const paidOut = async () => (await service.rereadIntent(earning)).paidOut
    wallet.deny(HOME, USDC)
    const first = granted(await withdraw())
    await service.pass(2_000)
    const second = granted(await withdraw())
    expect(await retry(first.id)).toMatchObject({ error: { reason: 'PAYOUT_TOO_LARGE' } })
    await service.pass(2_000)
    expect(await paidOut()).toBe(0n)
    wallet.deny(HOME, USDC, false)
    granted(await retry(second.id))
    expect(await paidOut()).toBe(9n)
    expect(await withdraw()).toMatchObject({ error: { kind: 'conflict' } })
    expect(await retry(first.id)).toMatchObject({ error: { reason: 'PAYOUT_TOO_LARGE' } })
    await service.pass(2_000)
    expect(await service.ports.chain.balances(USDC, [HOME])).toMatchObject({ value: new Map([[HOME, 9n]]) })
  })

  test('skips earnings in another coin that were refunded', async () => {
    const { id } = await earn({ coinType: USDC, amount: 9n })
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: id }))
    expect(await withdraw()).toMatchObject({ error: { kind: 'conflict' } })
    const next = await earn({ coinType: UNKNOWN_COIN, amount: 7n })
    expect(granted(await withdraw())).toMatchObject({ amount: 7n, intentId: next.id })
  })

  test('finds earnings in another coin after any number of refunded ones', async () => {
    const { id } = await earn({ coinType: USDC, amount: 9n })
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: id }))
    const refunded = await service.rereadIntent({ id })
    const others = Array.from({ length: 250 }, (_, n) => {
      const part = uniquePart(n + 1)
      return { ...refunded, id: idOf('intent', part), externalId: `pi_${part}` }
    })
    await service.ports.store.changeDrop(drop.id, {}, () => ({
      result: 0,
      insert: { paymentIntents: others },
    }))
    expect(await withdraw()).toMatchObject({ error: { kind: 'conflict' } })
    const earning = await earn({ coinType: UNKNOWN_COIN, amount: 7n })
    expect(granted(await withdraw())).toMatchObject({ amount: 7n, intentId: earning.id })
  })
})
