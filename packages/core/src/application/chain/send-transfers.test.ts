import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import type { TransactionOutcome } from '../../ports/index.ts'
import { createTestService, granted, type TestService, testWallet } from '../../testing/index.ts'
import { sendTransfers } from './send-transfers.ts'

const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const PRICE = 2_000_000_000n
const BUYER = testWallet(5)
const TILL = testWallet(0xe)

let service: TestService
let drop: Drop
let intent: PaymentIntent

const now = () => service.ports.clock.now()
const send = () => sendTransfers(service.ports, drop.id)
const open = async () => (await service.ports.store.openChainTransactions(drop.id)).length
const refunds = () => [...service.ports.memory.state.refunds.all()]
const payouts = () => [...service.ports.memory.state.payouts.all()]

async function balanceOf(wallet: typeof BUYER): Promise<bigint> {
  const balances = await service.ports.chain.balances(intent.coinType, [wallet])
  return (balances.ok && balances.value.get(wallet)) || 0n
}

/** Three items are paid for, of which one was taken. */
beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
  const buyer = await service.callerOf('buyer')
  const order = { dropId: drop.id, walletAddress: BUYER, paymentMethod: 'SUI', quantity: 3 }
  intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: service.pay(intent) }))
  const input = { dropId: drop.id, userAddress: BUYER }
  const { voucher } = granted(await service.dropkit.claimDrop(buyer, input))
  service.ports.memoryChain.wallet.claim(voucher)
  await service.pass(1_000)
})

const refund = async () =>
  granted(
    await service.dropkit.processRefund(service.owner, {
      paymentIntentId: intent.id,
      amountAtomic: String(PRICE),
    }),
  )

const withdraw = () => service.dropkit.withdrawProceeds(service.owner, { dropId: drop.id, toAddress: TILL })

const answer = (value: TransactionOutcome) =>
  Object.assign(service.ports.chain, { outcome: async () => ({ ok: true, value }) })

function whilePreparing(doIt: () => Promise<unknown>): void {
  const { prepare } = service.ports.chain
  Object.assign(service.ports.chain, {
    prepare: async (action: Parameters<typeof prepare>[0]) => {
      await doIt()
      return prepare(action)
    },
  })
}

test('nothing is sent where nothing waits', async () => {
  service.ports.memoryChain.setOutage('down')
  expect(await send()).toEqual({ kind: 'done' })
})

test('one transfer after another is sent, each to its end', async () => {
  await refund()
  granted(await withdraw())
  expect(await send()).toEqual({ kind: 'again', dueAt: now() })
  expect(await send()).toEqual({ kind: 'again', dueAt: now() })
  expect(await send()).toEqual({ kind: 'done' })
  expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
  expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
  expect([await balanceOf(BUYER), await balanceOf(TILL)]).toEqual([PRICE, PRICE])
})

describe('a transfer', () => {
  test('that the chain does not take waits, and the log says why', async () => {
    await refund()
    Object.assign(service.ports.chain, { prepare: async () => SILENT })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 2_000, failed: true })
    const error = { kind: 'not_possible', reason: 'insufficient_funds' }
    Object.assign(service.ports.chain, { prepare: async () => ({ ok: false, error }) })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 2_000, failed: true })
    expect(service.ports.log.lines).toMatchObject(
      ['silent', 'insufficient_funds'].map((reason) => ({
        level: 'warn',
        message: 'a transfer waits',
        fields: { dropId: drop.id, reason },
      })),
    )
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' } }])
  })

  test('that was sent is followed, and nothing is sent beside it', async () => {
    const { outcome } = service.ports.chain
    await refund()
    granted(await withdraw())
    Object.assign(service.ports.chain, { outcome: async () => SILENT })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 2_000, failed: true })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500, failed: true })
    expect(await open()).toBe(1)
    Object.assign(service.ports.chain, { outcome })
    expect(await send()).toEqual({ kind: 'again', dueAt: now(), failed: false })
    expect(await open()).toBe(0)
    expect([...refunds(), ...payouts()].map(({ state }) => state.kind).toSorted()).toEqual([
      'PENDING',
      'SUCCEEDED',
    ])
  })

  test('that another server has paid by the time that it is signed is not sent once more', async () => {
    const asked = await refund()
    const paid = { ...asked, state: { kind: 'SUCCEEDED', txHash: 'theirs' } } as const
    whilePreparing(() =>
      service.ports.store.changeDrop(drop.id, {}, () => ({ result: undefined, update: { refunds: [paid] } })),
    )
    expect(await send()).toEqual({ kind: 'again', dueAt: now() })
    expect([await open(), await balanceOf(BUYER)]).toEqual([0, 0n])
  })

  test('that was lost is made again', async () => {
    const { outcome } = service.ports.chain
    await refund()
    const { submit } = service.ports.chain
    Object.assign(service.ports.chain, { submit: async () => ({ ok: true, value: 'impossible' }) })
    answer({ kind: 'absent', chainTime: now() })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() })
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' } }])
    Object.assign(service.ports.chain, { outcome, submit })
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
  })
})

describe('a transfer that the chain refuses', () => {
  beforeEach(() => answer({ kind: 'failed', reason: 'frozen', at: 0 }))

  test('has failed: a payout can be asked for again, for it has taken nothing', async () => {
    granted(await withdraw())
    expect((await service.reread(drop)).takings.paidOut).toBe(PRICE)
    expect(await withdraw()).toMatchObject({ ok: false })
    await send()
    expect(payouts()).toMatchObject([{ state: { kind: 'FAILED', reason: 'the chain refused the transfer' } }])
    expect((await service.reread(drop)).takings.paidOut).toBe(0n)
    expect(granted(await withdraw()).amount).toBe(PRICE)
  })

  test('has failed: a refund can be asked for again', async () => {
    await refund()
    expect((await service.rereadIntent(intent)).refunding).toBe(PRICE)
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'FAILED' } }])
    expect((await service.rereadIntent(intent)).refunding).toBe(0n)
    expect((await refund()).amount).toBe(PRICE)
  })
})

test('a transfer that stands as settled stays so, whatever is seen of it later', async () => {
  const asked = await refund()
  const owed = granted(await withdraw())
  const { outcome } = service.ports.chain
  Object.assign(service.ports.chain, { outcome: async () => SILENT })
  await send()
  const state = { kind: 'SUCCEEDED', txHash: 'theirs' } as const
  await service.ports.store.changeDrop(drop.id, {}, () => ({
    result: undefined,
    update: { refunds: [{ ...asked, state }], payouts: [{ ...owed, state }] },
  }))
  const before = await service.rereadIntent(intent)
  Object.assign(service.ports.chain, { outcome })
  expect((await send()).kind).toBe('again')
  expect([await open(), await service.rereadIntent(intent)]).toEqual([0, before])
  expect([...refunds(), ...payouts()]).toMatchObject([{ state }, { state }])
})
