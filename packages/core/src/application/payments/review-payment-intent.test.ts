import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, receiptOf, received, statusOf } from '../../domain/payment/payment-intent.ts'
import { ok } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'

const PRICE = 2_000_000_000n
const OTHER_COIN = `0x${'c'.padStart(64, '0')}::usdc::USDC`
const [SELF, STRANGER, OTHER_STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(walletAddress = SELF, quantity = 1, by = buyer): Promise<PaymentIntent> {
  const order = { dropId: drop.id, walletAddress, paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(by, order))
}

const confirm = async ({ id }: PaymentIntent, txHash: string) =>
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id, txHash }))

const approve = ({ id }: PaymentIntent) => service.dropkit.approvePaymentIntent(service.owner, id)
/** What the drop's owner sees of the payment now. */
async function look(intent: PaymentIntent) {
  const now = await service.rereadIntent(intent)
  const receipt = receiptOf(now)
  return {
    txHash: receipt?.txHash ?? '',
    receivedAtomic: String(received(now)),
    receivedCoinType: receipt?.coinType ?? '',
  }
}

const approveSeen = ({ id }: PaymentIntent, seen: Awaited<ReturnType<typeof look>>) =>
  service.dropkit.approvePaymentIntent(service.owner, id, seen)

const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))

/** An intent with a stranger's payment, which waits for the drop's owner, and that payment. */
async function buyReviewed() {
  const intent = await buy()
  const txHash = service.pay(intent, { from: STRANGER })
  await confirm(intent, txHash)
  expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
  return { intent, txHash }
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('reviewing', () => {
  test.each(['cancelPaymentIntent', 'approvePaymentIntent'] as const)(
    'by %s is refused for an unknown intent',
    async (operation) => {
      expect(await service.dropkit[operation](service.owner, 'nothing')).toMatchObject({
        error: { kind: 'not_found', what: 'Payment intent' },
      })
    },
  )
})

describe('approving', () => {
  test('is for intents in review only: not for approved or refunded ones', async () => {
    const [approved, refunded] = [await buy(), await buy()]
    for (const intent of [approved, refunded]) await confirm(intent, service.pay(intent, { amount: 5n }))
    granted(await approve(approved))
    expect(await approve(approved)).toEqual({
      ok: false,
      error: { kind: 'invalid_transition', from: 'CONFIRMED', to: 'CONFIRMED' },
    })
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: refunded.id }))
    await service.pass(2_000)
    expect(await approve(refunded)).toMatchObject({ error: { from: 'REFUNDED' } })
  })

  test('is refused while all of the payment is being refunded, and possible again if that fails', async () => {
    const intent = await buy()
    await confirm(intent, service.pay(intent, { amount: 5n }))
    const { deny } = service.ports.memoryChain.wallet
    deny(SELF, intent.coinType)
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    expect(await approve(intent)).toMatchObject({
      error: { kind: 'invalid_transition', from: 'REQUIRES_REVIEW', to: 'CONFIRMED' },
    })
    await service.pass(10_000)
    expect(granted(await approve(intent))).toMatchObject({ held: 1, refunding: 0n })
  })

  test('approves no other payment than the one that was there when it was asked for', async () => {
    const { intent, txHash } = await buyReviewed()
    const small = service.pay(intent, { from: OTHER_STRANGER, amount: 1n })
    const { chain } = service.ports
    let exchange: (() => Promise<unknown>) | null = () => confirm(intent, small)
    replaceMethod(chain, 'outcome', async (outcome, digest) => {
      const now = exchange
      exchange = null
      await now?.()
      return outcome(digest)
    })
    expect(refusalOf(await approve(intent))).toBe('conflict')
    expect((await service.rereadIntent(intent)).state).toMatchObject({
      kind: 'IN_REVIEW',
      receipt: { txHash: small },
    })
    expect(txHash).not.toBe(small)
    expect((await service.reread(drop)).payments.received).toBe(0n)
  })

  test('takes the very last items', async () => {
    const all = await buy(SELF, 10)
    await confirm(all, service.pay(all, { amount: 5n }))
    expect(granted(await approve(all)).held).toBe(10)
  })

  test('approves one after another', async () => {
    const intents = [await buy(), await buy()]
    for (const intent of intents) await confirm(intent, service.pay(intent, { amount: 5n }))
    for (const intent of intents) expect(statusOf(granted(await approve(intent)))).toBe('CONFIRMED')
  })

  test('is refused while the chain does not show the payment', async () => {
    const { intent, txHash } = await buyReviewed()
    service.ports.memoryChain.state.outcomes.delete(txHash)
    expect(await approve(intent)).toEqual({ ok: false, error: { kind: 'tx_not_found', txHash } })
  })

  describe('once the node has pruned the payment', () => {
    const prune = () =>
      Object.assign(service.ports.chain, {
        outcome: async () =>
          ok({ kind: 'absent', chainTime: Number.MAX_SAFE_INTEGER, knownSince: Number.MAX_SAFE_INTEGER }),
      })

    test('is possible as before', async () => {
      const { intent } = await buyReviewed()
      const named = await buy()
      await confirm(named, service.pay(named, { from: STRANGER, memo: named.externalId }))
      prune()
      for (const one of [intent, named]) expect(statusOf(granted(await approve(one)))).toBe('CONFIRMED')
    })

    test('is refused while the payment may belong to several users, as before', async () => {
      const { intent } = await buyReviewed()
      await buy(STRANGER)
      await buy(STRANGER, 1, await service.callerOf('another'))
      prune()
      expect(await approve(intent)).toMatchObject({ error: { reason: 'PAYMENT_CONTESTED' } })
    })
  })

  test('is refused once the sender has used the payment for an own intent', async () => {
    const { intent, txHash } = await buyReviewed()
    await confirm(await buy(STRANGER), txHash)
    expect(await approve(intent)).toEqual({ ok: false, error: { kind: 'tx_already_used', txHash } })
    const refunded = await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id })
    expect(refunded).toMatchObject({ ok: false, error: { kind: 'refund_exceeds_payment', refundable: 0n } })
  })

  test('is refused for the sender’s intent also if the treasury was changed after the payment', async () => {
    const { intent, txHash } = await buyReviewed()
    await buy(STRANGER)
    Object.assign(service.ports.chain, { treasuryAddress: OTHER_STRANGER })
    expect(await approve(intent)).toEqual({ ok: false, error: { kind: 'tx_already_used', txHash } })
  })

  test('is refused while the payment may belong to several users', async () => {
    const { intent } = await buyReviewed()
    await buy(STRANGER)
    await buy(STRANGER, 1, await service.callerOf('another'))
    expect(refusalOf(await approve(intent))).toBe('conflict')
    expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
  })

  test('reads the payment in review, whatever else its transaction paid', async () => {
    const { intent, txHash } = await buyReviewed()
    const own = await buy(STRANGER)
    const { coinType, recipient: to } = intent
    const { outcomes } = service.ports.memoryChain.state
    const known = outcomes.get(txHash)
    if (known?.kind !== 'succeeded') throw new Error('it was paid')
    const usual = { from: STRANGER, to, coinType, amount: amountOf(PRICE), memo: null }
    const payments = [
      { ...usual, to: OTHER_STRANGER, amount: amountOf(1n) },
      { ...usual, from: OTHER_STRANGER, amount: amountOf(1n) },
      { ...usual, coinType: OTHER_COIN },
      usual,
    ]
    outcomes.set(txHash, { ...known, effects: { ...known.effects, payments } })
    expect(refusalOf(await approve(intent))).toBe('tx_already_used')
    expect(await statusNow(own)).toBe('CONFIRMED')
  })
})

describe('approving a payment as it was seen', () => {
  test('approves it if the intent still holds it', async () => {
    const { intent } = await buyReviewed()
    expect(statusOf(granted(await approveSeen(intent, await look(intent))))).toBe('CONFIRMED')
  })

  test('is refused once the buyer has exchanged it, says what is held now, and changes nothing', async () => {
    const { intent, txHash } = await buyReviewed()
    const seen = await look(intent)
    await confirm(await buy(STRANGER), txHash)
    const worthless = service.pay(intent, { from: OTHER_STRANGER, amount: 1n })
    await confirm(intent, worthless)
    const before = await service.rereadIntent(intent)

    expect(await approveSeen(intent, seen)).toMatchObject({
      error: {
        kind: 'conflict',
        message: expect.stringContaining(`holds 1 of ${intent.coinType} by transaction ${worthless}`),
        details: {
          status: 'REQUIRES_REVIEW',
          txHash: worthless,
          receivedAtomic: '1',
          receivedCoinType: intent.coinType,
          receivedFrom: OTHER_STRANGER,
        },
      },
    })
    expect(await service.rereadIntent(intent)).toEqual(before)
    expect(statusOf(granted(await approveSeen(intent, await look(intent))))).toBe('CONFIRMED')
  })

  test('is refused once another transfer of the same transaction has taken its place', async () => {
    const intent = await buy()
    const txHash = service.payTogether([
      { intent, terms: { from: STRANGER } },
      { intent, terms: { from: STRANGER, amount: 1n } },
    ])
    await confirm(intent, txHash)
    const seen = await look(intent)
    expect(seen).toMatchObject({ txHash, receivedAtomic: String(PRICE) })

    await confirm(intent, service.pay(intent, { from: OTHER_STRANGER, amount: 1n }))
    const own = await buy(STRANGER)
    await confirm(own, txHash)
    expect(await statusNow(own)).toBe('CONFIRMED')
    await confirm(intent, txHash)
    expect(await look(intent)).toEqual({ ...seen, receivedAtomic: '1' })

    expect(refusalOf(await approveSeen(intent, seen))).toBe('conflict')
    expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
  })

  test('is refused for the same amount of another coin', async () => {
    const intent = await buy()
    await confirm(intent, service.pay(intent, { from: STRANGER, coinType: OTHER_COIN }))
    const held = await look(intent)
    expect(held).toMatchObject({ receivedAtomic: String(PRICE), receivedCoinType: OTHER_COIN })
    expect(refusalOf(await approveSeen(intent, { ...held, receivedCoinType: intent.coinType }))).toBe(
      'conflict',
    )
    expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
  })

  test('is refused for an intent without a payment', async () => {
    const { intent } = await buyReviewed()
    const refused = await approveSeen(await buy(), await look(intent))
    expect(refused).toMatchObject({
      error: { kind: 'conflict', message: expect.stringContaining('PENDING and holds no payment') },
    })
  })

  test('twice is refused the second time as a change of state, not as another payment', async () => {
    const { intent } = await buyReviewed()
    const seen = await look(intent)
    granted(await approveSeen(intent, seen))
    expect(refusalOf(await approveSeen(intent, seen))).toBe('invalid_transition')
  })

  test.each([
    ['seen.txHash', { txHash: 'no hash' }],
    ['seen.receivedAtomic', { receivedAtomic: '1.5' }],
    ['seen.receivedCoinType', { receivedCoinType: 5 as unknown as string }],
  ])('is refused for a malformed %s', async (field, wrong) => {
    const { intent } = await buyReviewed()
    expect(await approveSeen(intent, { ...(await look(intent)), ...wrong })).toMatchObject({
      error: { kind: 'bad_user_input', field },
    })
  })
})
