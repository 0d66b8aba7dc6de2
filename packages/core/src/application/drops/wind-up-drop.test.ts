import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { createTestService, granted, type TestService, testWallet } from '../../testing/index.ts'
import { testRun } from '../../testing/service/test-run.ts'
import { windUpDrop } from './wind-up-drop.ts'

const VOUCHER_MS = 15 * MINUTE_MS

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: true } })
  drop = await service.createDrop({ price: 2, supply: 10 })
})

async function order(number: number): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(service.owner, input))
}

async function buy(number: number): Promise<PaymentIntent> {
  const intent = await order(number)
  const input = { id: intent.id, txHash: service.pay(intent) }
  return granted(await service.dropkit.confirmPaymentIntent(service.owner, input))
}

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

const windUp = () => windUpDrop(service.ports, drop.id, testRun())
const cancel = async () =>
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
const refunds = () =>
  [...service.ports.memory.state.refunds.all()].map(({ intentId, amount, reason }) => ({
    intentId,
    amount,
    reason,
  }))

test('a drop that goes on, or was never there, is left alone', async () => {
  await buy(1)
  expect(await windUp()).toEqual({ kind: 'done' })
  expect(await windUpDrop(service.ports, idOf('drop', '0'.repeat(32)), testRun())).toEqual({ kind: 'done' })
  expect(refunds()).toEqual([])
})

describe('a drop that is over', () => {
  test('calls off open purchases as many at a time as it can, and comes back at once for the others', async () => {
    const { store, clock } = service.ports
    const { changeDrop } = store
    store.changeDrop = (id, question, decide) =>
      changeDrop(id, question.openIntentsAtMost ? { ...question, openIntentsAtMost: 2 } : question, decide)
    const orders = [await order(1), await order(2), await order(3), await order(4), await order(5)]
    const open = async () => {
      const now = await Promise.all(orders.map((one) => service.rereadIntent(one)))
      return now.filter((intent) => statusOf(intent) === 'PENDING').length
    }
    await cancel()
    expect(await open()).toBe(3)
    const atOnce = { kind: 'again', dueAt: clock.now() }
    expect(await windUp()).toEqual(atOnce)
    expect(await open()).toBe(1)
    expect(await windUp()).toEqual(atOnce)
    expect(await windUp()).toEqual({ kind: 'done' })
    expect(await open()).toBe(0)
    expect((await service.reread(drop)).tally.heldItems).toBe(0)
  })

  test('gives back what was paid for nothing, and nothing of what was claimed', async () => {
    const [first, second] = [await buy(1), await buy(2)]
    const { voucher } = await claim(1)
    expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
    await service.pass(2_000)
    await cancel()
    expect(await windUp()).toEqual({ kind: 'done' })
    expect(refunds()).toEqual([{ intentId: second.id, amount: 2_000_000_000n, reason: 'The drop is over' }])
    expect(await windUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
    expect(statusOf(await service.rereadIntent(first))).toBe('CONFIRMED')
  })

  test('gives nothing back a second time that another server has given back meanwhile', async () => {
    const { store } = service.ports
    await buy(1)
    await cancel()
    const listed = await store.intentsWithMoney(drop.id, { limit: 9 })
    expect(listed).toHaveLength(1)
    expect(await windUp()).toEqual({ kind: 'done' })
    store.intentsWithMoney = async () => listed
    expect(await windUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
  })

  test('waits with the money for a voucher that is out, and a second longer', async () => {
    const { clock } = service.ports
    await buy(1)
    await claim(1)
    const expiresAt = clock.now() + VOUCHER_MS
    await cancel()
    expect(await windUp()).toEqual({ kind: 'again', dueAt: expiresAt + 1_000 })
    clock.set(expiresAt + 5_000)
    expect(await windUp()).toEqual({ kind: 'again', dueAt: clock.now() + 1_000 })
    expect(refunds()).toEqual([])
  })

  test('waits with the money for claims that are still to be delivered', async () => {
    const { clock, memoryChain } = service.ports
    drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    memoryChain.setOutage('down')
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    await cancel()
    expect(await windUp()).toEqual({ kind: 'again', dueAt: clock.now() + 1_000 })
  })

  test('has nothing to call off once it is gone', async () => {
    await cancel()
    service.ports.store.changeDrop = async (_id, _question, decide) => ({
      ok: true,
      value: decide(null).result,
    })
    expect(await windUp()).toEqual({ kind: 'done' })
  })

  test('looks through all that was paid, a hundred purchases at a time', async () => {
    await cancel()
    const intent = { id: idOf('intent', '1'.repeat(32)) } as PaymentIntent
    const last = { id: idOf('intent', '2'.repeat(32)) } as PaymentIntent
    const pages: unknown[] = []
    let left = [Array.from({ length: 100 }, (_, n) => (n < 99 ? intent : last)), [intent]]
    const store = {
      ...service.ports.store,
      intentsWithMoney: async (_: unknown, page: object) => {
        pages.push(page)
        return left.shift() ?? []
      },
    }
    expect(await windUpDrop({ ...service.ports, store }, drop.id, testRun())).toEqual({ kind: 'done' })
    expect(pages).toEqual([
      { after: undefined, limit: 100 },
      { after: last.id, limit: 100 },
    ])
    left = [Array.from({ length: 100 }, () => last)]
    pages.length = 0
    expect(await windUpDrop({ ...service.ports, store }, drop.id, testRun())).toEqual({ kind: 'done' })
    expect(pages).toHaveLength(2)
  })
})
