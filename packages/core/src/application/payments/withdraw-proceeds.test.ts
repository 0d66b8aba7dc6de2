// Who may withdraw, in which coin, and what is left alone; how much there is to withdraw is in refunds.test.ts.

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
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const USDC = TEST_CURRENCIES[1]?.coinType ?? ''
const UNKNOWN_COIN = `0x${'d'.padStart(64, '0')}::other::OTHER`
const HOME = testWallet(0xe)

let service: TestService
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

describe('withdrawing', () => {
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

  test('from a deleted drop is its owner’s alone: to anybody else it is gone', async () => {
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

  test('is refused while the coin of the drop’s currency is unknown', async () => {
    await earn()
    vi.spyOn(service.ports.prices, 'currencies').mockReturnValue([])
    expect(await withdraw()).toMatchObject({ error: { kind: 'bad_user_input', field: 'currency' } })
  })

  test.each([
    ['by its name where it is known', USDC, 'USDC'],
    ['by its type where it is not', UNKNOWN_COIN, UNKNOWN_COIN],
  ])('calls another coin %s', async (_, coinType, currency) => {
    await earn({ coinType, amount: 9n })
    expect(granted(await withdraw())).toMatchObject({ amount: 9n, coinType, currency })
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
