import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { UnmatchedPayment } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import { NEVER } from '../../ports/index.ts'

const [SELF, STRANGER] = [testWallet(1), testWallet(2)]

let service: TestService
let operator: Caller
let buyer: Caller
let drop: Drop

async function buy(): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress: SELF, paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(buyer, input))
}

/** A payment that belongs to no intent, as it is listed. */
async function paidByStranger(intent: PaymentIntent, amount = 5n): Promise<UnmatchedPayment> {
  const txHash = service.pay(intent, { from: STRANGER, amount })
  await service.pass(1_000)
  const listed = granted(await service.dropkit.listUnmatchedPayments(operator, { state: 'OPEN' }))
  const found = listed.find((payment) => payment.txHash === txHash)
  if (!found) throw new Error('it is not listed')
  return found
}

const reread = async ({ id }: UnmatchedPayment) => {
  const payment = (await service.ports.store.unmatchedPayments([id])).get(id)
  if (!payment) throw new Error('it is gone')
  return payment
}

const balanceOf = async (wallet: PaymentIntent['wallet'], coinType: string) => {
  const answer = await service.ports.chain.balances(coinType, [wallet])
  return answer.ok ? answer.value.get(wallet) : null
}

const assign = ({ id }: UnmatchedPayment, intent: PaymentIntent, by = operator) =>
  service.dropkit.assignUnmatchedPayment(by, { id, paymentIntentId: intent.id })

const sendBack = ({ id }: UnmatchedPayment, by = operator) => service.dropkit.returnUnmatchedPayment(by, id)

beforeEach(async () => {
  service = await createTestService()
  operator = await service.callerOf('admin')
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

test('a payment from a wallet that another user has proved is neither assigned to the submitter of its hash nor approved', async () => {
  const holder = await service.callerOf('holder')
  const message = granted(await service.dropkit.startSignIn({ address: STRANGER }))
  const signature = testWalletSignature(STRANGER, message)
  granted(await service.dropkit.finishSignIn({ address: STRANGER, signature }, holder))
  const intent = await buy()
  const txHash = service.pay(intent, { from: STRANGER, amount: 5n })
  const named = await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })
  expect(refusalOf(named)).toBe('conflict')
  await service.pass(1_000)
  expect(refusalOf(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))).toBe(
    'conflict',
  )
  expect(granted(await service.dropkit.listUnmatchedPayments(operator, { state: 'OPEN' }))).toHaveLength(1)
})

test('unmatched payments are for the operator alone', async () => {
  const intent = await buy()
  const payment = await paidByStranger(intent)
  for (const caller of [buyer, service.owner]) {
    expect(refusalOf(await service.dropkit.listUnmatchedPayments(caller, {}))).toBe('forbidden')
    expect(refusalOf(await assign(payment, intent, caller))).toBe('forbidden')
    expect(refusalOf(await sendBack(payment, caller))).toBe('forbidden')
  }
  expect(refusalOf(await service.dropkit.listUnmatchedPayments(operator, { state: 'LOST' }))).toBe(
    'bad_user_input',
  )
})

describe('assigning one', () => {
  test('counts it for the intent, and the drop’s owner approves or refunds it', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    const assigned = granted(await assign(payment, intent))
    expect(assigned.state).toEqual({ kind: 'ASSIGNED', intentId: intent.id })
    expect(granted(await assign(payment, intent))).toEqual(assigned)
    const reviewed = await service.rereadIntent(intent)
    expect(reviewed.state).toMatchObject({ kind: 'IN_REVIEW', receipt: { isCounted: true, amount: 5n } })
    expect((await service.reread(drop)).payments.received).toBe(5n)
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    await service.pass(2_000)
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(5n)
    expect(refusalOf(await sendBack(payment))).toBe('conflict')
  })

  test('counts it also for the intent that is in review with it', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    const { txHash } = payment
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
    const uncounted = { kind: 'IN_REVIEW', receipt: { txHash, isCounted: false } }
    expect((await service.rereadIntent(intent)).state).toMatchObject(uncounted)
    const assigned = granted(await assign(payment, intent))
    expect(assigned.state).toEqual({ kind: 'ASSIGNED', intentId: intent.id })
    const counted = { kind: 'IN_REVIEW', receipt: { txHash, isCounted: true, amount: 5n } }
    expect((await service.rereadIntent(intent)).state).toMatchObject(counted)
    expect((await service.reread(drop)).payments.received).toBe(5n)
    expect(granted(await service.dropkit.listUnmatchedPayments(operator, {}))).toEqual([assigned])
  })

  test('is refused for an intent that cannot take it, and leaves it OPEN', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: service.pay(intent) }))
    expect(refusalOf(await assign(payment, intent))).toBe('conflict')
    expect((await reread(payment)).state.kind).toBe('OPEN')
  })

  test('is refused, and assigns nothing, if the buyer exchanges the payment of the intent meanwhile', async () => {
    const intent = await buy()
    const confirm = (txHash: string) => service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })
    granted(await confirm((await paidByStranger(intent, 6n)).txHash))
    const [payment, other] = [await paidByStranger(intent, 7n), await paidByStranger(intent, 8n)]
    const { store } = service.ports
    const { usesOf } = store
    vi.spyOn(store, 'usesOf').mockImplementationOnce(async (places) => {
      const uses = await usesOf(places)
      granted(await confirm(other.txHash))
      return uses
    })
    expect(await assign(payment, intent)).toMatchObject({
      error: { kind: 'conflict', message: expect.stringContaining('Another payment came') },
    })
    expect((await reread(payment)).state.kind).toBe('OPEN')
    granted(await assign(payment, intent))
    expect((await reread(payment)).state).toEqual({ kind: 'ASSIGNED', intentId: intent.id })
  })
})

describe('returning one', () => {
  test('sends all of it to its sender, once', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    granted(await sendBack(payment))
    expect(granted(await sendBack(payment)).state.kind).toBe('RETURNING')
    await service.pass(2_000)
    expect((await reread(payment)).state.kind).toBe('RETURNED')
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(5n)
    granted(await sendBack(payment))
    await service.pass(2_000)
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(5n)
  })

  test('takes it from every intent', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: payment.txHash }))
    expect(statusOf(await service.rereadIntent(intent))).toBe('REQUIRES_REVIEW')
    granted(await sendBack(payment))
    expect(refusalOf(await assign(payment, intent))).toBe('conflict')
    expect(refusalOf(await service.dropkit.approvePaymentIntent(service.owner, intent.id))).toBe(
      'tx_already_used',
    )
    const refund = await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id })
    expect(refusalOf(refund)).toBe('refund_exceeds_payment')
    const { txHash } = payment
    const again = await service.dropkit.confirmPaymentIntent(buyer, { id: (await buy()).id, txHash })
    expect(refusalOf(again)).toBe('tx_already_used')
  })

  test('is tried again, later each time, while the chain refuses it, and says why', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    const { chain } = service.ports
    const { prepare } = chain
    Object.assign(chain, {
      prepare: async () => ({ ok: false, error: { kind: 'not_possible', reason: 'the coin is paused' } }),
    })
    granted(await sendBack(payment))
    await service.pass(60_000, 60)
    const { state } = await reread(payment)
    expect(state).toMatchObject({ kind: 'RETURNING', problem: 'the coin is paused', tries: 5 })
    Object.assign(chain, { prepare })
    await service.pass(120_000)
    expect((await reread(payment)).state.kind).toBe('RETURNED')
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(5n)
  })

  test('sends the same bytes again if the result is unknown', async () => {
    const intent = await buy()
    const payment = await paidByStranger(intent)
    const { chain } = service.ports
    const { submit } = chain
    Object.assign(chain, {
      submit: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'x' } }),
    })
    granted(await sendBack(payment))
    await service.pass(2_000)
    const waiting = await reread(payment)
    expect(waiting.state).toMatchObject({ kind: 'RETURNING', tries: 0 })
    const digest = 'signed' in waiting.state ? waiting.state.signed?.digest : null
    Object.assign(chain, { submit })
    await service.pass(2_000)
    expect((await reread(payment)).state).toEqual({ kind: 'RETURNED', txHash: digest })
  })
})

test('a return that the chain refuses permanently ends as a failed job, and a retry runs it again', async () => {
  const payment = await paidByStranger(await buy())
  const { deny } = service.ports.memoryChain.wallet
  deny(payment.from, payment.coinType)
  granted(await sendBack(payment))
  await service.pass(1_000, 5)
  expect(await service.ports.jobs.failing({ limit: 9 })).toMatchObject([
    {
      kind: 'return_payment',
      subject: payment.id,
      ownerId: null,
      dueAt: NEVER,
      failure: { class: 'chain_refused' },
    },
  ])
  deny(payment.from, payment.coinType, false)
  granted(await sendBack(payment))
  await service.pass(1_000, 5)
  expect(await service.ports.jobs.failing({ limit: 9 })).toEqual([])
  const [returned] = granted(await service.dropkit.listUnmatchedPayments(operator, { state: 'RETURNED' }))
  expect(returned?.id).toBe(payment.id)
})

describe('a payment whose return the chain refuses', () => {
  let intent: PaymentIntent
  let payment: UnmatchedPayment
  const deny = (isDenied: boolean) =>
    service.ports.memoryChain.wallet.deny(payment.from, payment.coinType, isDenied)

  beforeEach(async () => {
    intent = await buy()
    payment = await paidByStranger(intent)
    deny(true)
    granted(await sendBack(payment))
    await service.pass(1_000, 5)
  })

  test('can be assigned instead, and is then not returned', async () => {
    expect(granted(await assign(payment, intent)).state).toEqual({ kind: 'ASSIGNED', intentId: intent.id })
    deny(false)
    await service.pass(60_000)
    expect(await service.ports.jobs.failing({ limit: 9 })).toEqual([])
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(0n)
    expect((await service.reread(drop)).payments.received).toBe(5n)
    expect(refusalOf(await sendBack(payment))).toBe('conflict')
  })

  test('becomes OPEN if the intent cannot take it, and can be returned later', async () => {
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: service.pay(intent) }))
    expect(refusalOf(await assign(payment, intent))).toBe('conflict')
    expect((await reread(payment)).state.kind).toBe('OPEN')
    await service.pass(1_000)
    expect(await service.ports.jobs.failing({ limit: 9 })).toEqual([])
    deny(false)
    granted(await sendBack(payment))
    await service.pass(1_000, 5)
    expect((await reread(payment)).state.kind).toBe('RETURNED')
    expect(await balanceOf(STRANGER, intent.coinType)).toBe(5n)
  })

  test('cannot be assigned once another attempt to return it is stored', async () => {
    deny(false)
    const { chain, store } = service.ports
    vi.spyOn(chain, 'submit').mockResolvedValue({
      ok: false,
      error: { kind: 'chain_unavailable', reason: 'x' },
    })
    const { unmatchedPayments } = store
    vi.spyOn(store, 'unmatchedPayments').mockImplementationOnce(async (ids) => {
      const found = await unmatchedPayments(ids)
      granted(await sendBack(payment))
      await service.runJobs()
      return found
    })
    expect(await assign(payment, intent)).toMatchObject({
      error: { kind: 'conflict', details: { from: 'RETURNING', to: 'ASSIGNED' } },
    })
    expect((await reread(payment)).state).toMatchObject({ kind: 'RETURNING', tries: 1 })
  })
})
