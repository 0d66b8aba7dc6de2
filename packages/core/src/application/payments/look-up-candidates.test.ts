import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SOMEBODY_ELSE = testWallet(9)

let service: TestService
let buyer: Caller
let drop: Drop

const buy = async () =>
  granted(
    await service.dropkit.createPaymentIntent(buyer, {
      dropId: drop.id,
      walletAddress: testWallet(1),
      paymentMethod: 'SUI',
    }),
  )

const name = async (intent: PaymentIntent, txHash: string) =>
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))

const stateOf = async (intent: PaymentIntent) => {
  const { state, ...rest } = await service.rereadIntent(intent)
  return [statusOf({ state, ...rest }), 'reason' in state ? state.reason : null]
}

const outage = (kind: 'down' | null) => service.ports.memoryChain.setOutage(kind)

/** Counts how often the chain is asked about one transaction. */
function countQuestions(txHash: string) {
  const { chain } = service.ports
  const { outcome } = chain
  const asked = { times: 0 }
  Object.assign(chain, {
    outcome: (digest: string) => {
      if (digest === txHash) asked.times++
      return outcome(digest)
    },
  })
  return asked
}

/** A payment that the watcher has seen, and could not tell whose it was. */
async function payUnseen(intent: PaymentIntent, terms: Parameters<TestService['pay']>[1] = {}) {
  const txHash = service.pay(intent, { from: SOMEBODY_ELSE, ...terms })
  await service.pass(2_000)
  expect((await stateOf(intent))[0]).not.toBe('REQUIRES_REVIEW')
  return txHash
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('a transaction that is submitted after the watcher has skipped it', () => {
  test('is found as soon as the chain can be asked', async () => {
    const intent = await buy()
    const txHash = await payUnseen(intent)
    outage('down')
    expect(statusOf(await name(intent, txHash))).toBe('PROCESSING')
    await service.pass(10_000)
    outage(null)
    await service.pass(2_000)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test('is found although the outage outlasts the two minutes that it is waited for', async () => {
    const intent = await buy()
    const txHash = await payUnseen(intent)
    outage('down')
    await name(intent, txHash)
    await service.pass(3 * MINUTE_MS)
    expect(await stateOf(intent)).toEqual(['PENDING', null])
    outage(null)
    await service.pass(MINUTE_MS)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test.each(['EXPIRED', 'CANCELLED'] as const)('is found for a day after its intent was %s', async (end) => {
    const intent = await buy()
    const txHash = await payUnseen(intent)
    if (end === 'CANCELLED') granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    else await service.pass(16 * MINUTE_MS)
    expect(await stateOf(intent)).toEqual([end, null])
    outage('down')
    await name(intent, txHash)
    await service.pass(23 * HOUR_MS)
    outage(null)
    await service.pass(MINUTE_MS)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test('is searched for at most a day, and rarely once its intent has expired', async () => {
    const intent = await buy()
    const asked = countQuestions('never')
    await name(intent, 'never')
    await service.pass(2 * MINUTE_MS, 240)
    expect(asked.times).toBeGreaterThan(60)
    const soon = asked.times
    await service.pass(HOUR_MS, 240)
    expect(asked.times - soon).toBeGreaterThan(60)
    expect(asked.times - soon).toBeLessThan(140)
    await service.pass(24 * HOUR_MS)
    const before = asked.times
    await service.pass(HOUR_MS, 100)
    expect(asked.times).toBe(before)
  })
})

describe('a transaction that was named before it was final', () => {
  test('and then fails makes its intent PENDING again, and is not asked for any more', async () => {
    const intent = await buy()
    const { wallet } = service.ports.memoryChain
    outage('down')
    const { txHash } = wallet.transfer(testWallet(1), intent.recipient, intent.coinType, 5n as never, null)
    await name(intent, txHash)
    outage(null)
    await service.pass(2_000)
    expect(await stateOf(intent)).toEqual(['PENDING', null])
    const asked = countQuestions(txHash)
    await service.pass(5 * MINUTE_MS)
    expect(asked.times).toBe(0)
  })

  test('and is used up for another intent does not count again', async () => {
    const [first, second] = [await buy(), await buy()]
    outage('down')
    const txHash = service.pay(first, { memo: first.externalId })
    await name(second, txHash)
    outage(null)
    await service.pass(1_000)
    const states = [await stateOf(first), await stateOf(second)]
    expect(states.filter(([status]) => status === 'CONFIRMED')).toHaveLength(1)
    await service.pass(5_000)
    expect([await stateOf(first), await stateOf(second)]).toEqual(states)
  })

  test('is not delayed by thousands of another user that never appear', async () => {
    const busy = await service.callerOf('busy')
    const base = await service.createDrop({ price: 1, maxAmount: '100000', supply: 10_000, tokenAmount: '5' })
    const order = { dropId: base.id, walletAddress: testWallet(100), paymentMethod: 'SUI' }
    const { id } = granted(await service.dropkit.createPaymentIntent(busy, order))
    granted(await service.dropkit.confirmPaymentIntent(busy, { id, txHash: 'never' }))
    const { paymentIntents } = service.ports.memory.state
    const one = await service.rereadIntent({ id })
    for (let n = 1; n <= 5_000; n++) {
      const part = n.toString(16).padStart(32, '0')
      paymentIntents.insert({ ...one, id: idOf('intent', part), externalId: `pi_${part}` }, [])
    }
    const intent = await buy()
    const txHash = await payUnseen(intent)
    outage('down')
    await name(intent, txHash)
    outage(null)
    await service.pass(2_000, 8)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test('is not delayed by transactions that never appear', async () => {
    const base = await service.createDrop({ price: 1, maxAmount: '1000', supply: 200, tokenAmount: '5' })
    for (let n = 0; n < 12; n++) {
      const crowd = await service.callerOf(`crowd-${n}`)
      for (let time = 0; time < 10; time++) {
        const order = { dropId: base.id, walletAddress: testWallet(100 + n), paymentMethod: 'SUI' }
        const intent = granted(await service.dropkit.createPaymentIntent(crowd, order))
        granted(
          await service.dropkit.confirmPaymentIntent(crowd, { id: intent.id, txHash: `never${n}x${time}` }),
        )
      }
    }
    const intent = await buy()
    const txHash = await payUnseen(intent)
    outage('down')
    await name(intent, txHash)
    outage(null)
    await service.pass(10_000, 20)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })
})
