import {
  createTestService,
  granted,
  refusalOf,
  TEST_CURRENCIES,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import { amountOf } from '../../domain/amount.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { leftInTreasury } from '../../domain/payment/drop-totals.ts'
import { owedMoney, type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import { sendTransfers } from '../chain/send-transfers.ts'

const PRICE = 2_000_000_000n
const SUI = TEST_CURRENCIES[0]?.coinType ?? ''
const VOUCHER_MS = 15 * 60_000
const WEEK_MS = 7 * 24 * 60 * 60_000

let service: TestService
let buyer: Caller
let drop: Drop

async function paid(number = 1, quantity = 1, terms = {}): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI', quantity }
  const intent = granted(await service.dropkit.createPaymentIntent(buyer, input))
  const id = intent.id
  return granted(
    await service.dropkit.confirmPaymentIntent(buyer, { id, txHash: service.pay(intent, terms) }),
  )
}

const refund = (intent: PaymentIntent, amountAtomic?: bigint) =>
  service.dropkit.processRefund(service.owner, {
    paymentIntentId: intent.id,
    amountAtomic: amountAtomic === undefined ? null : String(amountAtomic),
  })

const withdraw = () =>
  service.dropkit.withdrawProceeds(service.owner, { dropId: drop.id, toAddress: testWallet(0xe) })

const claim = async (number: number) =>
  granted(await service.dropkit.claimDrop(buyer, { dropId: drop.id, userAddress: testWallet(number) }))

/** Claims and takes the item on the chain. */
async function take(number: number) {
  const grant = await claim(number)
  service.ports.memoryChain.wallet.claim(grant.voucher)
  await service.pass(1_000)
  return grant
}

const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))

async function balanceOf(number: number): Promise<bigint> {
  const balances = await service.ports.chain.balances(SUI, [testWallet(number)])
  return (balances.ok ? balances.value.get(testWallet(number)) : undefined) ?? 0n
}

async function checkBooks(): Promise<void> {
  const { payments: totals, tally } = await service.reread(drop)
  const all = [...service.ports.memory.state.paymentIntents.all()].filter(({ dropId }) => dropId === drop.id)
  expect(totals.received).toBe(totals.refunded + totals.paidOut + leftInTreasury(totals))
  expect(totals.refunded).toBe(all.reduce((sum, { refunding }) => sum + refunding, 0n))
  expect(totals.owed).toBe(all.reduce((sum, intent) => sum + owedMoney(intent), 0n))
  expect(tally.heldItems).toBe(all.reduce((sum, { held }) => sum + held, 0))
}

const setUp = async (options?: Parameters<typeof createTestService>[0]) => {
  service = await createTestService(options)
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
}

/** Sets up anew; what is given to it happens once, between the look at the chain and the next transaction. */
const setUpBeforeSubmit = async () => {
  let happen = (): void => undefined
  await setUp({
    chain: {
      onSubmit: () => {
        happen()
        happen = () => undefined
        return 'taken'
      },
    },
  })
  return (once: () => void): void => {
    happen = once
  }
}

beforeEach(() => setUp())

describe('a refund', () => {
  test('is made by the owner, returns to the payer, and releases the paid items', async () => {
    const intent = await paid(1, 3)
    const input = { paymentIntentId: intent.id, amount: 2 }
    expect(refusalOf(await service.dropkit.processRefund(buyer, input))).toBe('forbidden')
    const stranger = await service.callerOf('stranger')
    expect(refusalOf(await service.dropkit.processRefund(stranger, input))).toBe('not_found')
    const made = granted(await service.dropkit.processRefund(service.owner, input))
    expect(made).toMatchObject({ amount: PRICE, to: testWallet(1), state: { kind: 'PENDING' } })
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 2, refunding: PRICE, refunded: 0n })
    await service.pass(2_000)
    expect(await statusNow(intent)).toBe('PARTIALLY_REFUNDED')
    expect(await balanceOf(1)).toBe(PRICE)
    granted(await refund(intent))
    await service.pass(2_000)
    expect(await statusNow(intent)).toBe('REFUNDED')
    expect(await balanceOf(1)).toBe(3n * PRICE)
    expect(refusalOf(await refund(intent))).toBe('refund_exceeds_payment')
    await checkBooks()
  })

  test('of a part of an item’s price takes the whole item', async () => {
    const intent = await paid(1, 2)
    granted(await refund(intent, 1n))
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1 })
    expect((await service.reread(drop)).tally.heldItems).toBe(1)
  })

  test('never sums to more than was received, however many are made at once', async () => {
    const intent = await paid(1, 2)
    const answers = await Promise.all(Array.from({ length: 200 }, () => refund(intent, PRICE / 10n)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    for (const answer of answers) if (!answer.ok) expect(refusalOf(answer)).toBe('refund_exceeds_payment')
    await service.pass(60_000, 20)
    expect(await statusNow(intent)).toBe('REFUNDED')
    expect(await balanceOf(1)).toBe(2n * PRICE)
    await checkBooks()
  })

  test('of an intent without a payment is refused', async () => {
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const intent = granted(await service.dropkit.createPaymentIntent(buyer, input))
    expect(refusalOf(await refund(intent))).toBe('refund_exceeds_payment')
    const amounts = { paymentIntentId: intent.id, amount: 1, amountAtomic: '5' }
    expect(refusalOf(await service.dropkit.processRefund(service.owner, amounts))).toBe('bad_user_input')
  })

  test('waits while the chain is down, and is sent once', async () => {
    const intent = await paid(1)
    service.ports.memoryChain.setOutage('down')
    granted(await refund(intent))
    await service.pass(30_000, 10)
    expect(await statusNow(intent)).toBe('CONFIRMED')
    service.ports.memoryChain.setOutage(null)
    await service.pass(120_000, 20)
    expect(await statusNow(intent)).toBe('REFUNDED')
    expect(await balanceOf(1)).toBe(PRICE)
  })

  test('whose transaction is lost is sent again, and one whose answer is lost is not', async () => {
    const fates = ['lost', 'taken_unanswered'] as ('lost' | 'taken_unanswered')[]
    service = await createTestService({ chain: { onSubmit: ({ digest }) => fateOf(digest) } })
    const seen = new Map<string, 'taken' | 'lost' | 'taken_unanswered'>()
    let isOn = false
    function fateOf(digest: string) {
      if (!isOn) return 'taken'
      const fate = seen.get(digest) ?? fates.shift() ?? 'taken'
      seen.set(digest, fate)
      return fate
    }
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
    const intent = await paid(1)
    isOn = true
    granted(await refund(intent))
    await service.pass(300_000, 60)
    expect(await statusNow(intent)).toBe('REFUNDED')
    expect(await balanceOf(1)).toBe(PRICE)
    expect(seen.size).toBe(2)
  })

  test('that two servers send at once leaves once', async () => {
    const refunded = await paid(1)
    await paid(2)
    const before = await balanceOf(1)
    granted(await refund(refunded))
    const { ports } = service
    await Promise.all([sendTransfers(ports, drop.id, testRun()), sendTransfers(ports, drop.id, testRun())])
    await service.pass(120_000, 20)
    expect((await balanceOf(1)) - before).toBe(PRICE)
    const sent = [...ports.memory.state.chainTransactions.all()]
    expect(sent.filter(({ state }) => state === 'sent')).toEqual([])
  })

  test('that fails because of missing funds waits and is sent automatically once there are funds', async () => {
    const beforeNextSubmit = await setUpBeforeSubmit()
    const intent = await paid(1)
    const { faucet, transfer } = service.ports.memoryChain.wallet
    const treasury = intent.recipient
    const before = await balanceOf(1)
    // Between the look at the treasury and the transaction all of it is gone.
    beforeNextSubmit(() => void transfer(treasury, testWallet(9), SUI, amountOf(PRICE)))
    granted(await refund(intent))
    await service.pass(5_000, 5)
    const [waiting] = [...service.ports.memory.state.refunds.all()]
    expect(waiting).toMatchObject({ state: { kind: 'PENDING' }, lastError: 'insufficient_funds' })
    expect(waiting?.attempts).toBeGreaterThan(1)
    expect(await service.rereadIntent(intent)).toMatchObject({ refunding: PRICE, refunded: 0n })
    await checkBooks()

    faucet(treasury, SUI, amountOf(PRICE))
    await service.pass(20_000, 20)
    expect([...service.ports.memory.state.refunds.all()]).toMatchObject([
      { state: { kind: 'SUCCEEDED' }, nextAttemptAt: null, lastError: null },
    ])
    expect((await balanceOf(1)) - before).toBe(PRICE)
    await checkBooks()
  })

  test('that its receiver may not have is FAILED, its money is free, and its owner can retry it', async () => {
    const { deny } = service.ports.memoryChain.wallet
    const intent = await paid(1)
    deny(testWallet(1), SUI)
    const { id } = granted(await refund(intent))
    expect(refusalOf(await service.dropkit.retryRefund(service.owner, id))).toBe('invalid_transition')
    await service.pass(5_000, 5)
    const [event] = await service.ports.store.events({ types: ['refund.failed'], limit: 5 })
    expect(event?.data).toMatchObject({ paymentIntentId: intent.id, status: 'FAILED', reason: 'coin_denied' })
    expect([...service.ports.memory.state.refunds.all()]).toMatchObject([
      { state: { kind: 'FAILED', reason: 'coin_denied' }, attempts: 1, nextAttemptAt: null },
    ])
    expect(await service.rereadIntent(intent)).toMatchObject({ refunding: 0n, refunded: 0n, held: 1 })
    expect(await statusNow(intent)).toBe('CONFIRMED')
    await checkBooks()

    expect(refusalOf(await service.dropkit.retryRefund(buyer, id))).toBe('forbidden')
    expect(refusalOf(await service.dropkit.retryRefund(await service.callerOf('other'), id))).toBe(
      'not_found',
    )
    expect(refusalOf(await service.dropkit.retryRefund(service.owner, 'refund_x'))).toBe('not_found')
    deny(testWallet(1), SUI, false)
    expect(granted(await service.dropkit.retryRefund(service.owner, id))).toMatchObject({ attempts: 0 })
    expect(await service.rereadIntent(intent)).toMatchObject({ refunding: PRICE, held: 0 })
    await service.pass(5_000, 5)
    expect(await statusNow(intent)).toBe('REFUNDED')
    await checkBooks()
  })

  test('that FAILED gives its wallet no items beyond its limit, and they are held later, when they fit', async () => {
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { maxPerWallet: 2 }))
    const { deny } = service.ports.memoryChain.wallet
    const first = await paid(1, 2)
    deny(testWallet(1), SUI)
    granted(await refund(first))
    // Bought while the refund is on its way.
    const second = await paid(1, 1)
    await service.pass(5_000, 5)
    const held = async () =>
      (await Promise.all([first, second].map(service.rereadIntent))).map((one) => one.held)
    expect(await held()).toEqual([1, 1])
    expect(await service.rereadIntent(first)).toMatchObject({ refunding: 0n, refunded: 0n })
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: first.id }))
    expect(await held()).toEqual([1, 1])
    await checkBooks()

    deny(testWallet(1), SUI, false)
    granted(await refund(second))
    await service.pass(5_000, 5)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: first.id }))
    expect(await held()).toEqual([2, 0])
    await checkBooks()
  })

  test('that FAILED on a drop that has become free holds no items, so that it can get a price again', async () => {
    const { deny } = service.ports.memoryChain.wallet
    const intent = await paid(1)
    deny(testWallet(1), SUI)
    granted(await refund(intent))
    const setPrice = async (price: number | null) =>
      granted(await service.dropkit.updateDrop(service.owner, drop.id, { price }))
    await setPrice(null)
    await service.pass(5_000, 5)
    expect(await service.rereadIntent(intent)).toMatchObject({ refunding: 0n, held: 0 })
    await setPrice(2)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id }))
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1 })
    await claim(1)
    await checkBooks()
  })

  test('that FAILED cannot be retried once its money was promised to another refund', async () => {
    const { deny } = service.ports.memoryChain.wallet
    const intent = await paid(1)
    deny(testWallet(1), SUI)
    const { id } = granted(await refund(intent))
    await service.pass(5_000, 5)
    granted(await refund(intent, 1n))
    expect(refusalOf(await service.dropkit.retryRefund(service.owner, id))).toBe('refund_exceeds_payment')
    await checkBooks()
  })

  test('that expires gives its item back, to be claimed again', async () => {
    const intent = await paid(1)
    const grant = await claim(1)
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 0, spent: 1 })
    await service.pass(VOUCHER_MS + 5_000)
    expect((await service.dropkit.readClaim(buyer, idOfClaim(grant.claim)))?.state.kind).toBe('EXPIRED')
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1, spent: 0 })
    await checkBooks()
    expect((await claim(1)).claim.sequence).toBe(2)
  })

  test('that expires after its money went back gives nothing back', async () => {
    const intent = await paid(1)
    await claim(1)
    granted(await refund(intent))
    await service.pass(VOUCHER_MS + 5_000)
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 0, spent: 0 })
    const answer = await service.dropkit.claimDrop(buyer, { dropId: drop.id, userAddress: testWallet(1) })
    expect(refusalOf(answer)).toBe('payment_required')
    await checkBooks()
  })

  test('always fits, however much is sold beside it', async () => {
    const first = await paid(1, 4)
    await paid(2, 6)
    for (let n = 0; n < 4; n++) await take(1)
    for (let n = 0; n < 6; n++) await take(2)
    expect(await service.rereadIntent(first)).toMatchObject({ held: 0, spent: 4 })
    expect((await service.reread(drop)).status).toBe('SOLD_OUT')
    await checkBooks()
  })

  test('spends the items of several intents, the oldest first', async () => {
    const [older, newer] = [await paid(1), await paid(1)]
    expect((await claim(1)).claim.intentId).toBe(older.id)
    await service.pass(1_000)
    const repeated = await claim(1)
    expect(repeated.claim.intentId).toBe(older.id)
    service.ports.memoryChain.wallet.claim(repeated.voucher)
    await service.pass(1_000)
    expect((await claim(1)).claim.intentId).toBe(newer.id)
  })
})

describe('a payout', () => {
  test('pays the earnings of confirmed claims, each once', async () => {
    await paid(1, 2)
    expect(refusalOf(await withdraw())).toBe('conflict')
    await take(1)
    const payout = granted(await withdraw())
    expect(payout).toMatchObject({ amount: PRICE, currency: 'SUI' })
    expect(refusalOf(await withdraw())).toBe('conflict')
    await service.pass(2_000)
    expect(await balanceOf(0xe)).toBe(PRICE)
    await take(1)
    granted(await withdraw())
    await service.pass(2_000)
    expect(await balanceOf(0xe)).toBe(2n * PRICE)
    expect(
      refusalOf(await service.dropkit.withdrawProceeds(buyer, { dropId: drop.id, toAddress: '0x1' })),
    ).toBe('forbidden')
    await checkBooks()
  })

  test('and refunds together never exceed the received money', async () => {
    const intent = await paid(1, 2)
    await take(1)
    granted(await withdraw())
    expect(await refund(intent, PRICE + 1n)).toMatchObject({
      error: { kind: 'refund_exceeds_payment', refundable: PRICE },
    })
    granted(await refund(intent))
    expect(leftInTreasury((await service.reread(drop)).payments)).toBe(0n)
    await service.pass(5_000)
    expect(await balanceOf(0xe)).toBe(PRICE)
    expect(await balanceOf(1)).toBe(PRICE)
  })

  test('takes no money of buyers who have not claimed yet', async () => {
    const short = await paid(1, 2, { amount: 2n })
    const waiting = await paid(2)
    granted(await service.dropkit.approvePaymentIntent(service.owner, short.id))
    await take(1)
    await take(1)
    expect(granted(await withdraw()).amount).toBe(2n)
    expect(granted(await refund(waiting)).amount).toBe(PRICE)
    await checkBooks()
  })

  test('takes nothing for claims whose money was refunded', async () => {
    const accomplice = await paid(1)
    const waiting = await paid(2)
    await take(1)
    granted(await refund(accomplice))
    expect(await withdraw()).toMatchObject({ error: { kind: 'conflict' } })
    expect(granted(await refund(waiting)).amount).toBe(PRICE)
    await checkBooks()
  })

  test('and refunds and other payouts take no money of a claim with an open voucher', async () => {
    const waiting = await paid(1)
    const [earner, other] = [await paid(2), await paid(3)]
    await claim(1)
    await take(2)
    await take(3)
    granted(await refund(earner))
    expect(granted(await withdraw()).amount).toBe(PRICE)
    expect(refusalOf(await withdraw())).toBe('conflict')
    expect(await refund(other)).toMatchObject({ error: { kind: 'refund_exceeds_payment', refundable: 0n } })
    await checkBooks()
    await service.pass(VOUCHER_MS + 5_000)
    expect(granted(await refund(waiting)).amount).toBe(PRICE)
    await service.pass(2_000)
    expect(await balanceOf(1)).toBe(PRICE)
    await checkBooks()
  })

  test('counts a claim as earned once it is confirmed by anyone', async () => {
    const intent = await paid(1, 2)
    const { voucher, claim: first } = await claim(1)
    expect(refusalOf(await withdraw())).toBe('conflict')
    expect(await service.rereadIntent(intent)).toMatchObject({ spent: 1, earned: 0n })
    const { txHash } = service.ports.memoryChain.wallet.claim(voucher)
    granted(await service.dropkit.confirmClaim(buyer, { claimId: idOfClaim(first), txHash }))
    expect(await service.rereadIntent(intent)).toMatchObject({ spent: 1, earned: PRICE })
    await service.pass(2_000)
    expect((await service.reread(drop)).payments).toMatchObject({ earned: PRICE, owed: PRICE })
  })

  test('pays out earnings also after the drop is deleted', async () => {
    await paid(1)
    await take(1)
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    expect(granted(await withdraw()).amount).toBe(PRICE)
    await checkBooks()
  })

  test('of money approved in another coin is sent in that coin, after the drop’s own', async () => {
    const other = `0x${'c'.padStart(64, '0')}::usdc::USDC`
    const [foreign] = [await paid(1, 4, { coinType: other, amount: 101n }), await paid(2)]
    granted(await service.dropkit.approvePaymentIntent(service.owner, foreign.id))
    for (const number of [1, 2, 1]) await take(number)
    expect(granted(await withdraw())).toMatchObject({ amount: PRICE, coinType: SUI, intentId: null })
    const payout = granted(await withdraw())
    expect(payout).toMatchObject({ amount: 50n, coinType: other, intentId: foreign.id })
    expect(refusalOf(await withdraw())).toBe('conflict')
    expect(await refund(foreign, 52n)).toMatchObject({
      error: { kind: 'refund_exceeds_payment', refundable: 51n },
    })
    granted(await refund(foreign))
    await service.pass(10_000, 20)
    const balances = await service.ports.chain.balances(other, [testWallet(0xe), testWallet(1)])
    expect(balances.ok && [...balances.value.values()]).toEqual([50n, 51n])
    expect(await service.rereadIntent(foreign)).toMatchObject({ earned: 50n, paidOut: 50n, refunded: 51n })
  })

  test('in another coin that its receiver may not have is FAILED and undone, and can be retried', async () => {
    const other = `0x${'c'.padStart(64, '0')}::usdc::USDC`
    const intent = await paid(1, 1, { coinType: other, amount: 9n })
    granted(await service.dropkit.approvePaymentIntent(service.owner, intent.id))
    await take(1)
    const { deny } = service.ports.memoryChain.wallet
    deny(testWallet(0xe), other)
    const { id } = granted(await withdraw())
    expect(await service.rereadIntent(intent)).toMatchObject({ paidOut: 9n })
    await service.pass(5_000, 5)
    expect(await service.rereadIntent(intent)).toMatchObject({ earned: 9n, paidOut: 0n })
    expect(refusalOf(await service.dropkit.retryPayout(buyer, id))).toBe('not_found')
    deny(testWallet(0xe), other, false)
    granted(await service.dropkit.retryPayout(service.owner, id))
    expect(refusalOf(await service.dropkit.retryPayout(service.owner, id))).toBe('invalid_transition')
    await service.pass(5_000, 5)
    const balances = await service.ports.chain.balances(other, [testWallet(0xe)])
    expect(balances.ok && [...balances.value.values()]).toEqual([9n])
  })

  test('leaves nothing to give back for a claim once its money was paid out', async () => {
    const claimed = await paid(1)
    const waiting = await paid(2)
    await take(1)
    expect(granted(await withdraw()).amount).toBe(PRICE)
    expect(await refund(claimed)).toMatchObject({ error: { kind: 'refund_exceeds_payment', refundable: 0n } })
    expect(granted(await refund(waiting)).amount).toBe(PRICE)
    await checkBooks()
  })
})

describe('the end of a drop with money about', () => {
  const ends: readonly (readonly [name: string, end: () => Promise<unknown>])[] = [
    ['cancelled', () => service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' })],
    ['deleted', () => service.dropkit.deleteDrop(service.owner, drop.id)],
  ]

  test.each(ends)(
    'that is %s gives back all that was not claimed, once vouchers have run out',
    async (_, end) => {
      const twice = await paid(1, 2)
      const unclaimed = await paid(2)
      const lapsing = await paid(3)
      const over = await paid(4, 1, { amount: 3n * PRICE })
      await take(1)
      await claim(3)
      const order = async (wallet: number) =>
        granted(
          await service.dropkit.createPaymentIntent(buyer, {
            dropId: drop.id,
            walletAddress: testWallet(wallet),
            paymentMethod: 'SUI',
          }),
        )
      const [open, doubtful] = [await order(5), await order(6)]
      await end()
      expect(await service.rereadIntent(open)).toMatchObject({ state: { kind: 'CANCELLED' }, held: 0 })
      await service.pass(2_000)
      expect(await statusNow(unclaimed)).toBe('CONFIRMED')
      await service.pass(VOUCHER_MS + 10_000, 60)
      await service.pass(10_000, 20)
      expect(await Promise.all([1, 2, 3, 4].map(balanceOf))).toEqual([PRICE, PRICE, PRICE, 3n * PRICE])
      expect(await statusNow(twice)).toBe('PARTIALLY_REFUNDED')
      expect([await statusNow(lapsing), await statusNow(over)]).toEqual(['REFUNDED', 'REFUNDED'])
      expect((await service.reread(drop)).vault.kind).toBe('closed')
      await checkBooks()

      // A payment in doubt waits for the drop's owner, who can refund it. The buyer's own goes back by itself.
      service.pay(doubtful, { from: testWallet(7), memo: doubtful.externalId })
      await service.pass(5_000, 5)
      expect(await statusNow(doubtful)).toBe('REQUIRES_REVIEW')
      const approved = await service.dropkit.approvePaymentIntent(service.owner, doubtful.id)
      expect(refusalOf(approved)).toBe('drop_ended')
      granted(await refund(doubtful))
      service.pay(open)
      await service.pass(5_000, 5)
      expect(await statusNow(open)).toBe('REFUNDED')
      expect(await balanceOf(5)).toBe(PRICE)
      expect(await balanceOf(7)).toBe(PRICE)
    },
  )

  test.each(ends)('that is %s gives back at once when the last voucher is used early', async (_, end) => {
    const twice = await paid(1, 2)
    const { voucher } = await claim(1)
    await end()
    await service.pass(2_000)
    expect(await statusNow(twice)).toBe('CONFIRMED')
    service.ports.memoryChain.wallet.claim(voucher)
    await service.pass(10_000, 20)
    expect(await statusNow(twice)).toBe('PARTIALLY_REFUNDED')
    expect(await balanceOf(1)).toBe(PRICE)
    expect((await service.reread(drop)).vault.kind).toBe('closed')
    await checkBooks()
  })

  test('that has ended gives back what was bought and not claimed a week later, also if it was paid after the end', async () => {
    const [half, whole] = [await paid(1, 2), await paid(2)]
    const input = { dropId: drop.id, walletAddress: testWallet(3), paymentMethod: 'SUI' }
    const open = granted(await service.dropkit.createPaymentIntent(buyer, input))
    await take(1)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    await service.pass(VOUCHER_MS + 10_000, 20)
    // For a week, its owner can open it again, or refund by hand.
    expect([await statusNow(half), await statusNow(whole)]).toEqual(['CONFIRMED', 'CONFIRMED'])
    // The owner decides about a late payment, but cannot sell what no wallet can claim.
    service.pay(open)
    await service.pass(2_000)
    expect(await statusNow(open)).toBe('REQUIRES_REVIEW')
    expect(refusalOf(await service.dropkit.approvePaymentIntent(service.owner, open.id))).toBe('drop_ended')
    granted(await refund(open, PRICE))
    await service.pass(WEEK_MS, 20)
    await service.pass(5_000)
    expect([await statusNow(half), await statusNow(whole)]).toEqual(['PARTIALLY_REFUNDED', 'REFUNDED'])
    expect(await Promise.all([1, 2, 3].map(balanceOf))).toEqual([PRICE, PRICE, PRICE])
    expect(granted(await withdraw()).amount).toBe(PRICE)
    expect(leftInTreasury((await service.reread(drop)).payments)).toBe(0n)
    await checkBooks()
  })

  test.each([
    ['its deadline', () => service.pass(10 * 60_000, 4)],
    ['its owner', () => service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' })],
  ])('by %s gives back a payment for items that were held in time', async (_, end) => {
    const claimDeadline = service.ports.clock.now() + 9 * 60_000
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { claimDeadline }))
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const open = granted(await service.dropkit.createPaymentIntent(buyer, order))
    await end()
    await service.pass(1_000)
    const txHash = service.pay(open)
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: open.id, txHash }))
    expect((await service.rereadIntent(open)).state.kind).toBe('PAID')
    await service.pass(WEEK_MS, 20)
    await service.pass(5_000, 5)
    expect([await statusNow(open), await balanceOf(1)]).toEqual(['REFUNDED', PRICE])
    await checkBooks()
  })

  test('the limit of a wallet is not lowered below what was bought, nor passed by a late or approved payment', async () => {
    const { dropkit, owner } = service
    const order = (quantity: number) =>
      dropkit.createPaymentIntent(buyer, {
        dropId: drop.id,
        walletAddress: testWallet(1),
        paymentMethod: 'SUI',
        quantity,
      })
    const [first, late] = [granted(await order(1)), granted(await order(1))]
    await service.pass(16 * 60_000, 4)
    granted(await dropkit.updateDrop(owner, drop.id, { maxPerWallet: 1 }))
    service.pay(first, { memo: first.externalId })
    await service.pass(2_000)
    expect((await service.rereadIntent(first)).held).toBe(1)
    service.pay(late, { memo: late.externalId })
    await service.pass(2_000)
    expect(await statusNow(late)).toBe('REQUIRES_REVIEW')
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, late.id))).toBe('claim_limit_reached')
    granted(await dropkit.updateDrop(owner, drop.id, { maxPerWallet: 2 }))
    granted(await dropkit.approvePaymentIntent(owner, late.id))
    for (const lower of [{ maxPerWallet: 1 }, { maxPerWallet: 1, claimType: 'ELITE' }] as const)
      expect(refusalOf(await dropkit.updateDrop(owner, drop.id, lower))).toBe('bad_user_input')
    granted(await dropkit.updateDrop(owner, drop.id, { maxPerWallet: 3 }))
    await take(1)
    await take(1)
    granted(await dropkit.updateDrop(owner, drop.id, { maxPerWallet: 1 }))
  })

  test('an ended drop that is opened again before the refunds keeps its buyers', async () => {
    const intent = await paid(1, 2)
    await claim(1)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    const claimDeadline = service.ports.clock.now() + 4 * WEEK_MS
    const reopened = { status: 'ACTIVE', claimDeadline } as const
    granted(await service.dropkit.updateDrop(service.owner, drop.id, reopened))
    await service.pass(WEEK_MS + VOUCHER_MS, 20)
    expect([await statusNow(intent), (await service.rereadIntent(intent)).held]).toEqual(['CONFIRMED', 2])
  })

  test.each(ends)(
    'that is %s calls off at once as many open intents as it can, and then the others',
    async (_, end) => {
      drop = await service.createDrop({ price: 2, maxAmount: '20000' })
      const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      const intents: PaymentIntent[] = []
      for (let user = 0; user < 21; user++) {
        const caller = await service.callerOf(`buyer-${user}`)
        for (let n = 0; n < 10; n++) {
          intents.push(granted(await service.dropkit.createPaymentIntent(caller, order)))
        }
      }
      await end()
      const states = async () =>
        (await Promise.all(intents.map(statusNow))).map((status) => status === 'CANCELLED')
      expect(await states()).toEqual(intents.map((_, place) => place < 200))
      expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 10, heldAmount: 100n })
      await service.runJobs()
      expect(new Set(await states())).toEqual(new Set([true]))
      expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 0, heldAmount: 0n })
      const events = service.ports.memory.state.events.filter(({ type }) => type === 'payment.cancelled')
      expect(new Set(events.map(({ intentId }) => intentId))).toEqual(new Set(intents.map(({ id }) => id)))
      expect(events).toHaveLength(intents.length)
    },
  )

  test('gives back in its own coin what was approved in another, for the items not claimed', async () => {
    const other = `0x${'c'.padStart(64, '0')}::usdc::USDC`
    const intent = await paid(1, 4, { coinType: other, amount: 100n })
    granted(await service.dropkit.approvePaymentIntent(service.owner, intent.id))
    await take(1)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
    await service.pass(10_000, 20)
    const balances = await service.ports.chain.balances(other, [testWallet(1)])
    expect(balances.ok && balances.value.get(testWallet(1))).toBe(75n)
  })
})
