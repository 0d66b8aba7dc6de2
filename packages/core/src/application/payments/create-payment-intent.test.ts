import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`

let service: TestService
let buyer: Caller
let drop: Drop

const order = (terms = {}) => {
  const usual = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  return service.dropkit.createPaymentIntent(buyer, { ...usual, ...terms })
}

const rulesOf = async (value: string) =>
  granted(
    await service.dropkit.updateGatingConfig(service.owner, drop.id, {
      rules: [{ key: 'token_balance', operator: '>=', value }],
    }),
  )

const give = (number: number) =>
  service.ports.memoryChain.wallet.faucet(testWallet(number), COIN, amountOf(1n))

/** Does something each time that the chain is asked for balances; gives how often that was. */
function whenAsked(act: (times: number) => Promise<unknown>) {
  const { chain } = service.ports
  const asked = { times: 0 }
  replaceMethod(chain, 'balances', async (balances, ...query) => {
    const answer = await balances(...query)
    await act(++asked.times)
    return answer
  })
  return asked
}

const nothing = async () => undefined

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('an order is refused', () => {
  test('for more items than are free, whatever other limits it exceeds', async () => {
    service = await createTestService({ settings: { claimsPerDrop: 20 } })
    buyer = await service.callerOf('buyer')
    for (const maxPerWallet of [null, 1]) {
      drop = await service.createDrop({ price: 2, maxAmount: '100', maxPerWallet })
      for (const quantity of [11, 21, 2_147_483_647])
        expect(await order({ quantity })).toMatchObject({
          error: { kind: 'drop_sold_out', free: 10n, wantedItems: quantity },
        })
    }
  })

  test.each([
    ['a wallet that has no such address', 'walletAddress', { walletAddress: 'hello' }],
    ['no item', 'quantity', { quantity: 0 }],
    ['less than none', 'quantity', { quantity: -1 }],
    ['a part of an item', 'quantity', { quantity: 1.5 }],
    ['a network without a name', 'paymentMethod', { paymentMethod: ' ' }],
    ['a network of too long a name', 'paymentMethod', { paymentMethod: 'x'.repeat(65) }],
  ])('for %s, before anything is looked up', async (_, field, terms) => {
    const asked = vi.spyOn(service.ports.store, 'drops')
    expect(await order(terms)).toMatchObject({ error: { kind: 'bad_user_input', field } })
    expect(asked.mock.calls).toEqual([])
  })

  test('on a network whose payments are not watched; the refusal lists the watched ones', async () => {
    service = await createTestService({ chain: { paymentMethods: ['SUI', 'BASE'] } })
    drop = await service.createDrop({ price: 2 })
    expect(await order({ paymentMethod: 'ETH' })).toMatchObject({
      error: { field: 'paymentMethod', details: { known: ['SUI', 'BASE'] } },
    })
  })

  test.each(['nothing', 'drop_nothing'])('on a drop that there is not: %s', async (dropId) => {
    expect(await order({ dropId })).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  })

  test.each([2, null])('on a draft of another user, which is not found, at the price %j', async (price) => {
    drop = await service.createDrop({ price, status: 'DRAFT' })
    expect(await order()).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  })

  test('for more items than the vault holds besides those that other buyers hold', async () => {
    await service.ports.store.changeDrop(drop.id, {}, (dropState) => {
      if (dropState?.drop.vault.kind !== 'open') throw new Error('no vault')
      const vault = { ...dropState.drop.vault, deposited: amountOf(30n) }
      return { result: null, update: { drops: [{ ...dropState.drop, vault }] } }
    })
    const notReady = { error: { kind: 'drop_not_ready', waitingFor: 'its vault does not hold enough' } }
    expect(await order({ quantity: 4 })).toMatchObject(notReady)
    granted(await order({ quantity: 2 }))
    expect(await order({ quantity: 2, walletAddress: testWallet(2) })).toMatchObject(notReady)
    granted(await order({ quantity: 1, walletAddress: testWallet(2) }))
  })

  test('in a currency that is offered no more', async () => {
    vi.spyOn(service.ports.prices, 'currencies').mockReturnValue([])
    const error = { kind: 'bad_user_input', field: 'dropId', reason: 'UNKNOWN_COIN' }
    expect(await order()).toMatchObject({ error })
  })

  test('on a drop that is deleted while its facts are gathered', async () => {
    await rulesOf(`${COIN}:1`)
    give(1)
    whenAsked(async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id)))
    expect(await order()).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  })
})

describe('the facts that an order needs', () => {
  test('are remembered from order to order', async () => {
    await rulesOf(`${COIN}:1`)
    give(1)
    const asked = whenAsked(nothing)
    granted(await order())
    service.ports.clock.advance(5_000)
    granted(await order())
    expect(asked.times).toBe(1)
  })

  test('are gathered again if the rules have changed', async () => {
    await rulesOf(`${COIN}:1`)
    give(1)
    const asked = whenAsked(async (times) => {
      if (times === 1) await rulesOf(`${COIN}:2`)
    })
    expect(refusalOf(await order())).toBe('not_eligible')
    expect(asked.times).toBe(1)
  })

  test('are gathered at most three times if the rules keep changing', async () => {
    await rulesOf(`${COIN}1:0`)
    const asked = whenAsked((times) => rulesOf(`${COIN}${times + 1}:0`))
    expect(await order()).toEqual({
      ok: false,
      error: { kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' },
    })
    expect(asked.times).toBe(3)
  })
})

describe('unpaid items', () => {
  const buy = (by: Caller, terms = {}) =>
    service.dropkit.createPaymentIntent(by, {
      ...{ dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 1 },
      ...terms,
    })

  beforeEach(async () => {
    service = await createTestService({ settings: { unpaidItemsPerBuyer: 3, unpaidPercentPerBuyer: 50 } })
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100', tokenAmount: '10' })
  })

  test('are limited per user and per wallet, until they are cancelled', async () => {
    const first = granted(await buy(buyer, { quantity: 2 }))
    expect(await buy(buyer, { quantity: 2, walletAddress: testWallet(2) })).toMatchObject({
      error: { details: { limit: 'unpaidItemsPerUser', value: 3, held: 2, asked: 2 } },
    })
    const other = await service.callerOf('other')
    expect(await buy(other, { quantity: 2 })).toMatchObject({
      error: { details: { limit: 'unpaidItemsPerWallet', value: 3, held: 2, asked: 2 } },
    })
    granted(await buy(service.owner, { quantity: 5, walletAddress: testWallet(2) }))
    granted(await service.dropkit.cancelPaymentIntent(buyer, first.id))
    granted(await buy(buyer, { quantity: 3 }))
  })

  test('of the only item leave it to others, after a buyer has not paid three times', async () => {
    const only = await service.createDrop({ price: 2, maxAmount: '10', tokenAmount: '10' })
    for (let lapse = 0; lapse < 3; lapse++) {
      granted(await buy(buyer, { dropId: only.id }))
      await service.pass(16 * 60_000)
    }
    const refused = await buy(buyer, { dropId: only.id, walletAddress: testWallet(2) })
    expect(refused).toMatchObject({ error: { kind: 'rate_limited', limit: 'unpaidLapses', used: 3n } })
    const other = await service.callerOf('other')
    granted(await buy(other, { dropId: only.id, walletAddress: testWallet(3) }))
    await service.pass(16 * 60_000)
    granted(await buy(buyer, { dropId: only.id }))
  })

  test.each([
    ['a few items', { unpaidItemsPerBuyer: 3, unpaidPercentPerBuyer: 0 }],
    ['many items', { unpaidItemsPerBuyer: 1_000, unpaidPercentPerBuyer: 0 }],
    ['a share of the items', { unpaidItemsPerBuyer: 0, unpaidPercentPerBuyer: 100 }],
  ])(
    'of the only item end a wallet and a user for longer each time, with a limit of %s',
    async (_, settings) => {
      service = await createTestService({ settings })
      buyer = await service.callerOf('buyer')
      const others = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => service.callerOf(`other-${n}`)))
      const terms = { price: 2, maxAmount: '10', tokenAmount: '10', supply: 1 }
      const ofUser = await service.createDrop(terms)
      const ofWallet = await service.createDrop(terms)
      // One user with a new wallet each time, and one wallet through a new user each time.
      const takes = [
        (n: number) => buy(buyer, { dropId: ofUser.id, walletAddress: testWallet(10 + n) }),
        (n: number) => buy(others[n] ?? buyer, { dropId: ofWallet.id, walletAddress: testWallet(1) }),
      ]
      for (const take of takes) {
        const waitsMin: number[] = []
        for (let lapse = 0; lapse < 6; lapse++) {
          const asked = await take(lapse)
          if (!asked.ok) {
            expect(asked.error).toMatchObject({ kind: 'rate_limited', limit: 'unpaidLapses' })
            const waitMs = asked.error.kind === 'rate_limited' ? asked.error.retryAfterMs : 0
            waitsMin.push(Math.round(waitMs / 60_000))
            await service.pass(waitMs)
            granted(await take(lapse))
          }
          await service.pass(15 * 60_000 + 5_000)
        }
        expect(waitsMin).toEqual([15, 30, 60])
      }
    },
  )

  test('are fewer for a day after they were not paid again and again', async () => {
    for (let lapse = 0; lapse < 2; lapse++) {
      granted(await buy(buyer, { quantity: 3 }))
      await service.pass(16 * 60_000)
    }
    expect(await buy(buyer, { quantity: 2 })).toMatchObject({
      error: { details: { value: 1, held: 0, asked: 2, lapses: 2 } },
    })
    granted(await buy(buyer))
    await service.pass(25 * 60 * 60_000)
    granted(await buy(buyer, { quantity: 3 }))
  })
})
