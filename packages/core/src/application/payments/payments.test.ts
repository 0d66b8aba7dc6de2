import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { leftInTreasury, withHeldItems } from '../../domain/payment/drop-totals.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { messageOf } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'

const PRICE = 2_000_000_000n
const LIFETIME_MS = 15 * 60_000
const OTHER_COIN = `0x${'c'.padStart(64, '0')}::usdc::USDC`

let service: TestService
let buyer: Caller
let drop: Drop

const priced = (terms = {}) => service.createDrop({ price: 2, maxAmount: '100', ...terms })

async function buy(number = 1, quantity = 1, on = drop): Promise<PaymentIntent> {
  const { dropkit } = service
  const input = { dropId: on.id, walletAddress: testWallet(number), paymentMethod: 'SUI', quantity }
  return granted(await dropkit.createPaymentIntent(buyer, input))
}

const confirm = (intent: PaymentIntent, txHash?: string) =>
  service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })

const claim = (number: number, on = drop) =>
  service.dropkit.claimDrop(buyer, { dropId: on.id, userAddress: testWallet(number) })

const stateOf = async (intent: PaymentIntent) => {
  const { state, ...rest } = await service.rereadIntent(intent)
  return [statusOf({ state, ...rest }), 'reason' in state ? state.reason : null]
}

const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]

const eventsOf = async (intent: PaymentIntent) => {
  const events = await service.ports.store.events({ intentId: intent.id, since: 0, limit: 200 })
  return events.map(({ type }) => type)
}

/** What is counted twice must come to the same: the drop's totals, and those of its intents. */
async function checkBooks(): Promise<void> {
  const { payments: totals, tally } = await service.reread(drop)
  const all = [...service.ports.memory.state.paymentIntents.all()].filter(({ dropId }) => dropId === drop.id)
  expect(totals.received).toBe(totals.refunded + totals.paidOut + leftInTreasury(totals))
  expect(tally.heldItems).toBe(all.reduce((sum, { held }) => sum + held, 0))
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await priced()
})

describe('buying', () => {
  test('reserves items, accepts the payment of the wallet, and lets it claim', async () => {
    const intent = await buy(1, 2)
    expect(intent).toMatchObject({ quantity: 2, unitPrice: PRICE, held: 2 })
    expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 2, heldAmount: 20n })
    expect(refusalOf(await claim(1))).toBe('payment_required')
    service.pay(intent)
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
    const grant = granted(await claim(1))
    expect(grant.claim).toMatchObject({ intentId: intent.id, cost: PRICE, items: 1 })
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1, spent: 1 })
    expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 1, reservedCount: 1 })
    expect(await eventsOf(intent)).toEqual(['payment.created', 'payment.confirmed', 'drop.claimed'])
    await checkBooks()
  })

  test('keeps held items for their buyers, and never exceeds the supply', async () => {
    await buy(1, 6)
    const input = { dropId: drop.id, walletAddress: testWallet(2), paymentMethod: 'SUI' }
    const more = await service.dropkit.createPaymentIntent(buyer, { ...input, quantity: 5 })
    expect(more).toMatchObject({ error: { kind: 'drop_sold_out', free: 4n } })
    const said = (answer: typeof more) => (answer.ok ? null : messageOf(answer.error))
    expect(said(more)).toBe('Only 4 of the 5 items wanted are free on this drop')
    await buy(2, 4)
    expect(said(await service.dropkit.createPaymentIntent(buyer, input))).toBe('This drop is sold out')
    await service.pass(LIFETIME_MS + 1_000)
    expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 0, heldAmount: 0n })
    await buy(3, 10)
  })

  test('allows at most ten open intents per user and drop', async () => {
    const big = await priced({ maxAmount: '1000' })
    for (let number = 1; number <= 10; number++) await buy(number, 1, big)
    const input = { dropId: big.id, walletAddress: testWallet(11), paymentMethod: 'SUI' }
    expect(refusalOf(await service.dropkit.createPaymentIntent(buyer, input))).toBe('conflict')
    const [first] = granted(await service.dropkit.listPaymentIntents(buyer, { limit: 1 }))
    granted(await service.dropkit.cancelPaymentIntent(buyer, first?.id ?? ''))
    expect((await service.dropkit.createPaymentIntent(buyer, input)).ok).toBe(true)
  })

  test('counts claims and held items, paid or not, against the wallet limit', async () => {
    drop = await priced({ maxPerWallet: 4 })
    const other = await service.callerOf('other')
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const more = (quantity: number) => service.dropkit.createPaymentIntent(other, { ...order, quantity })
    const refusal = { kind: 'claim_limit_reached', limit: 4 }

    const waiting = await buy(1, 3)
    const refused = await more(2)
    expect(refused).toMatchObject({ error: { ...refusal, claimCount: 0, heldItems: 3 } })
    expect(refused.ok ? null : messageOf(refused.error)).toBe(
      'This wallet may make 4 claims here; it has made 0 and its intents hold 3',
    )
    const paid = granted(await more(1))
    granted(await service.dropkit.confirmPaymentIntent(other, { id: paid.id, txHash: service.pay(paid) }))
    granted(await claim(1))
    expect(await more(1)).toMatchObject({ error: { ...refusal, claimCount: 1, heldItems: 3 } })
    granted(await service.dropkit.cancelPaymentIntent(buyer, waiting.id))
    expect(granted(await more(3)).held).toBe(3)
    await checkBooks()
  })

  test('has no wallet limit on a STREAK, where the wallet claims daily', async () => {
    const daily = await priced({ claimType: 'STREAK', maxPerWallet: 1 })
    await buy(1, 3, daily)
    expect((await buy(1, 2, daily)).held).toBe(2)
  })

  test('is refused on a free drop, and on a network whose payments are not watched', async () => {
    const free = await service.createDrop()
    const input = { dropId: free.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    expect(await service.dropkit.createPaymentIntent(buyer, input)).toMatchObject({
      error: { kind: 'bad_user_input', message: 'This drop is free' },
    })
    const strict = await createTestService({ chain: { paymentMethods: ['SUI'] } })
    const sold = await strict.createDrop({ price: 2 })
    const elsewhere = { dropId: sold.id, walletAddress: testWallet(1), paymentMethod: 'BASE' }
    expect(refusalOf(await strict.dropkit.createPaymentIntent(strict.owner, elsewhere))).toBe(
      'bad_user_input',
    )
    const here = { ...elsewhere, paymentMethod: 'sui' }
    expect(granted(await strict.dropkit.createPaymentIntent(strict.owner, here)).paymentMethod).toBe('sui')
  })
})

describe('a payment', () => {
  test('is taken once, however often and from however many sides it is confirmed', async () => {
    const intent = await buy()
    const txHash = service.pay(intent)
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, () => confirm(intent, txHash)),
      ...Array.from({ length: 99 }, () => confirm(intent)),
      service.pass(1_000),
    ])
    for (const answer of answers) if (answer) expect(statusOf(granted(answer))).toBe('CONFIRMED')
    expect((await service.reread(drop)).payments.received).toBe(PRICE)
    expect(await eventsOf(intent)).toEqual(['payment.created', 'payment.confirmed'])
    await checkBooks()
  })

  test('is answered as it is when it was counted while it was named', async () => {
    const intent = await buy()
    const txHash = service.pay(intent)
    const { store } = service.ports
    replaceMethod(store, 'usesOf', async (usesOf, places) => {
      Object.assign(store, { usesOf })
      granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
      granted(await confirm(intent, txHash))
      return usesOf(places)
    })
    expect(statusOf(granted(await confirm(intent, txHash)))).toBe('CONFIRMED')
    expect(await eventsOf(intent)).toEqual(['payment.created', 'payment.cancelled', 'payment.confirmed'])
    await checkBooks()
  })

  test('pays for one intent, whichever user submits it', async () => {
    const [first, second] = [await buy(1), await buy(1)]
    const txHash = service.pay(first)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => confirm(n % 2 === 0 ? first : second, txHash)),
    )
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused).toHaveLength(25)
    for (const answer of refused) expect(refusalOf(answer)).toBe('tx_already_used')
    expect((await service.reread(drop)).payments.received).toBe(PRICE)
  })

  test('that is too small waits for the owner, who approves or refunds it', async () => {
    const [short, other] = [await buy(1), await buy(2)]
    granted(await confirm(short, service.pay(short, { amount: PRICE - 1n })))
    expect(await stateOf(short)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
    expect(await service.rereadIntent(short)).toMatchObject({ held: 0 })
    expect(refusalOf(await claim(1))).toBe('payment_required')
    expect(refusalOf(await service.dropkit.approvePaymentIntent(buyer, short.id))).toBe('forbidden')
    expect(refusalOf(await service.dropkit.approvePaymentIntent(service.owner, other.id))).toBe(
      'invalid_transition',
    )
    granted(await service.dropkit.approvePaymentIntent(service.owner, short.id))
    expect(await stateOf(short)).toEqual(['CONFIRMED', null])
    expect(granted(await claim(1)).claim.cost).toBe(PRICE - 1n)
    await checkBooks()
  })

  test('that is too large buys no more items, and is marked as overpaid', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { amount: 3n * PRICE })))
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'OVERPAID'])
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1 })
  })

  test('in another coin waits for the owner, and goes back in that coin', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { coinType: OTHER_COIN, amount: 70n })))
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_COIN'])
    expect((await service.reread(drop)).payments.received).toBe(0n)
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    await service.pass(1_000)
    expect((await stateOf(intent))[0]).toBe('REFUNDED')
    const balances = await service.ports.chain.balances(OTHER_COIN, [testWallet(1)])
    expect(balances.ok && balances.value.get(testWallet(1))).toBe(70n)
    await checkBooks()
  })

  test('by another wallet belongs to that wallet’s own intent, whichever user submits it first', async () => {
    const [mine, theirs] = [await buy(1), await buy(2)]
    const txHash = service.pay(theirs)
    expect(refusalOf(await confirm(mine, txHash))).toBe('tx_already_used')
    expect([await stateOf(mine), await stateOf(theirs)]).toEqual([
      ['PENDING', null],
      ['CONFIRMED', null],
    ])
    await checkBooks()
  })

  test('by another wallet is not approved for a stranger while its own intent waits for it', async () => {
    const [mine, theirs] = [await buy(1), await buy(2)]
    const txHash = service.pay(theirs)
    const { dropkit, owner, ports } = service
    // As it was stored before the service looked for the sender's own intent.
    const at = ports.clock.now()
    const receipt = {
      txHash,
      index: 0,
      from: theirs.wallet,
      coinType: mine.coinType,
      amount: amountOf(PRICE),
      at,
    }
    const state = {
      kind: 'IN_REVIEW',
      receipt: { ...receipt, isCounted: false },
      reason: 'WRONG_SENDER',
    } as const
    await ports.store.changeDrop(drop.id, { intentIds: [mine.id] }, (dropState) => {
      const released = withHeldItems({ ...mine, state }, dropState?.drop ?? drop, 0)
      return { result: 0, update: { paymentIntents: [released.intent], drops: [released.drop] } }
    })
    ports.memoryChain.setOutage('down')
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, mine.id))).toBe('chain_unavailable')
    ports.memoryChain.setOutage(null)
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, mine.id))).toBe('tx_already_used')
    expect(await stateOf(theirs)).toEqual(['CONFIRMED', null])
    await checkBooks()
  })

  test('by another wallet counts for no intent until the owner decides, and stays free for its own', async () => {
    const mine = await buy(1)
    const txHash = service.pay(mine, { from: testWallet(2) })
    granted(await confirm(mine, txHash))
    expect(await stateOf(mine)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    expect((await service.reread(drop)).payments.received).toBe(0n)
    const theirs = await buy(2)
    granted(await confirm(theirs, txHash))
    expect(await stateOf(theirs)).toEqual(['CONFIRMED', null])
    const { dropkit, owner } = service
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, mine.id))).toBe('tx_already_used')
    expect(await stateOf(mine)).toEqual(['EXPIRED', null])
    expect(refusalOf(await dropkit.processRefund(owner, { paymentIntentId: mine.id }))).toBe(
      'refund_exceeds_payment',
    )
    await checkBooks()
  })

  test('by another wallet does not keep the buyer from paying', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { from: testWallet(9) })))
    const paid = granted(await confirm(intent, service.pay(intent)))
    expect(paid.state).toMatchObject({ kind: 'PAID', receipt: { from: testWallet(1), isCounted: true } })
    await checkBooks()
  })

  test('is found by its memo or by its amount, and by neither is unmatched until its hash is named', async () => {
    const [one, two, three] = [await buy(1, 1), await buy(1, 2), await buy(1, 1)]
    service.pay(three, { memo: three.externalId })
    service.pay(two)
    await service.pass(1_000)
    expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual([
      ['PENDING', null],
      ['CONFIRMED', null],
      ['CONFIRMED', null],
    ])
    const txHash = service.pay(one, { amount: 5n })
    await service.pass(1_000)
    expect(await stateOf(one)).toEqual(['PENDING', null])
    expect(unmatched()).toMatchObject([{ txHash, reason: 'NO_INTENT', state: { kind: 'OPEN' } }])
    granted(await confirm(one, txHash))
    expect(await stateOf(one)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
    expect(unmatched()).toMatchObject([{ state: { kind: 'ASSIGNED', intentId: one.id } }])
    await checkBooks()
  })
})

describe('a further payment', () => {
  const half = PRICE / 2n

  test('completes one that fell short, and buys its items', async () => {
    const intent = await buy(1)
    const first = service.pay(intent, { amount: half })
    granted(await confirm(intent, first))
    const second = service.pay(intent, { amount: half })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => confirm(intent, n % 2 === 0 ? first : second)),
    )
    for (const answer of answers) expect(answer.ok).toBe(true)
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
    const { state, held } = await service.rereadIntent(intent)
    expect(state).toMatchObject({ receipt: { txHash: first, amount: PRICE }, price: PRICE })
    expect([held, (await service.reread(drop)).payments.received]).toEqual([1, PRICE])
    const other = await buy(1)
    expect(refusalOf(await confirm(other, second))).toBe('tx_already_used')
    expect(granted(await claim(1)).claim.cost).toBe(PRICE)
    await checkBooks()
  })

  test('is found by the watcher, by its memo or by the missing amount', async () => {
    const [one, two] = [await buy(1), await buy(1, 2)]
    service.pay(one, { amount: half, memo: one.externalId })
    service.pay(two, { amount: half, memo: two.id })
    await service.pass(1_000)
    service.pay(one, { amount: half })
    service.pay(two, { amount: 2n * PRICE, memo: two.externalId })
    await service.pass(1_000)
    expect(await stateOf(one)).toEqual(['CONFIRMED', null])
    expect(await stateOf(two)).toEqual(['CONFIRMED', 'OVERPAID'])
    expect((await service.reread(drop)).payments.received).toBe(3n * PRICE + half)
    await checkBooks()
  })

  test('goes to an unpaid intent with the same amount first', async () => {
    const [paid, open] = [await buy(1), await buy(1)]
    service.pay(paid, { memo: paid.externalId })
    await service.pass(1_000)
    service.pay(open)
    service.pay(open)
    await service.pass(1_000)
    expect(await stateOf(open)).toEqual(['CONFIRMED', null])
    expect(unmatched()).toMatchObject([{ reason: 'NOT_TAKEN', state: { kind: 'OPEN' } }])
    expect((await service.reread(drop)).payments.received).toBe(2n * PRICE)
  })

  test('of one that is paid is a surplus, which can be given back', async () => {
    const intent = await buy(1, 2)
    granted(await confirm(intent, service.pay(intent)))
    granted(await claim(1))
    service.pay(intent, { memo: intent.externalId })
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'OVERPAID'])
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1, spent: 1 })
    const { dropkit, owner } = service
    const surplus = { paymentIntentId: intent.id, amountAtomic: String(2n * PRICE) }
    granted(await dropkit.processRefund(owner, surplus))
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1, spent: 1 })
    await service.pass(1_000)
    expect((await stateOf(intent))[0]).toBe('PARTIALLY_REFUNDED')
    await checkBooks()
  })

  test('of one that was approved for less leaves its items as dear as they were', async () => {
    const intent = await buy(1, 2)
    granted(await confirm(intent, service.pay(intent, { amount: PRICE })))
    granted(await service.dropkit.approvePaymentIntent(service.owner, intent.id))
    service.pay(intent, { amount: PRICE, memo: intent.id })
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'OVERPAID'])
    expect(granted(await claim(1)).claim.cost).toBe(half)
    await checkBooks()
  })

  test('is late if it completes the sum too late, and goes to review if its items are gone', async () => {
    const [late, gone] = [await buy(1), await buy(2, 3)]
    granted(await confirm(late, service.pay(late, { amount: half })))
    granted(await confirm(gone, service.pay(gone, { amount: half })))
    await service.pass(LIFETIME_MS + 1_000)
    service.pay(late, { amount: half })
    await service.pass(1_000)
    expect(await stateOf(late)).toEqual(['CONFIRMED', 'PAID_LATE'])
    await buy(3, 9)
    service.pay(gone, { amount: 3n * PRICE, memo: gone.externalId })
    await service.pass(1_000)
    expect(await stateOf(gone)).toEqual(['REQUIRES_REVIEW', 'PAID_LATE'])
    expect(await service.rereadIntent(gone)).toMatchObject({ held: 0 })
    await checkBooks()
  })

  test('after all was given back buys nothing until there is enough again', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { amount: half })))
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    await service.pass(1_000)
    granted(await confirm(intent, service.pay(intent, { amount: half })))
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
    granted(await confirm(intent, service.pay(intent, { amount: half })))
    expect(await stateOf(intent)).toEqual(['PARTIALLY_REFUNDED', null])
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1 })
    await checkBooks()
  })

  test.each([
    ['in another coin', { coinType: OTHER_COIN }],
    ['from another wallet', { from: testWallet(9) }],
  ])('%s is refused, and kept as an unmatched payment', async (_, terms) => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent)))
    const txHash = service.pay(intent, terms)
    expect(refusalOf(await confirm(intent, txHash))).toBe('conflict')
    expect(refusalOf(await confirm(intent, txHash))).toBe('conflict')
    expect(unmatched()).toMatchObject([{ txHash, reason: 'NOT_TAKEN', state: { kind: 'OPEN' } }])
    await checkBooks()
  })
})

describe('time', () => {
  test('expires an unpaid intent, and releases its items', async () => {
    const intent = await buy(1, 3)
    await service.pass(LIFETIME_MS - 1_000)
    expect((await stateOf(intent))[0]).toBe('PENDING')
    await service.pass(2_000)
    expect((await stateOf(intent))[0]).toBe('EXPIRED')
    expect((await service.reread(drop)).tally.heldItems).toBe(0)
    expect(await eventsOf(intent)).toEqual(['payment.created', 'payment.expired'])
  })

  test('a payment after it is late, and counts if its items still fit', async () => {
    const intent = await buy(1)
    await service.pass(LIFETIME_MS + 1_000)
    service.pay(intent)
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'PAID_LATE'])
    expect((await claim(1)).ok).toBe(true)
    await checkBooks()
  })

  test('a late payment whose items are gone goes to review', async () => {
    const intent = await buy(1, 2)
    await service.pass(LIFETIME_MS + 1_000)
    const other = await buy(2, 9)
    service.pay(intent)
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'PAID_LATE'])
    const { dropkit, owner } = service
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, intent.id))).toBe('drop_sold_out')
    granted(await dropkit.cancelPaymentIntent(buyer, other.id))
    granted(await dropkit.approvePaymentIntent(owner, intent.id))
    await checkBooks()
  })

  test('a payment in time is not late, however late it is seen', async () => {
    const intent = await buy(1)
    service.ports.memoryChain.setOutage('down')
    service.pay(intent)
    await service.pass(LIFETIME_MS + 60_000)
    expect((await stateOf(intent))[0]).toBe('EXPIRED')
    service.ports.memoryChain.setOutage(null)
    await service.pass(10_000, 10)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', null])
  })

  test('a transaction named before it is seen is waited for, for two minutes', async () => {
    const intent = await buy(1)
    const named = granted(await confirm(intent, 'notyetthere'))
    expect(named.state).toMatchObject({ kind: 'PROCESSING', candidate: 'notyetthere' })
    expect(refusalOf(await service.dropkit.cancelPaymentIntent(buyer, intent.id))).toBe('invalid_transition')
    await service.pass(110_000)
    expect((await stateOf(intent))[0]).toBe('PROCESSING')
    await service.pass(15_000)
    expect((await stateOf(intent))[0]).toBe('PENDING')
    expect((await service.reread(drop)).tally.heldItems).toBe(1)
  })

  test('a transaction named during an outage is taken when the chain is back', async () => {
    const intent = await buy(1)
    service.ports.memoryChain.setOutage('down')
    const txHash = service.pay(intent, { from: testWallet(5) })
    expect(granted(await confirm(intent, txHash)).state.kind).toBe('PROCESSING')
    service.ports.memoryChain.setOutage(null)
    await service.pass(3_000)
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
  })

  test('a cancelled intent that is paid after all counts as late', async () => {
    const intent = await buy(1)
    await service.pass(1_000)
    expect(refusalOf(await service.dropkit.cancelPaymentIntent(service.owner, intent.id))).toBe('forbidden')
    granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    expect((await service.reread(drop)).tally.heldItems).toBe(0)
    await service.pass(1_000)
    service.pay(intent)
    await service.pass(1_000)
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'PAID_LATE'])
    expect(refusalOf(await service.dropkit.cancelPaymentIntent(buyer, intent.id))).toBe('invalid_transition')
  })
})
