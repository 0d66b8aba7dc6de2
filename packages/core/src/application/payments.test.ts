import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../domain/drop.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import { statusOf } from '../domain/payment/payment-intent.ts'
import { kept } from '../domain/payment/takings.ts'
import type { Caller } from '../domain/user.ts'
import { createTestService, granted, refusalOf, type TestService, testWallet } from '../testing/index.ts'

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

const eventsOf = async (intent: PaymentIntent) => {
  const events = await service.ports.store.events({ intentId: intent.id, since: 0, limit: 200 })
  return events.map(({ type }) => type)
}

/** What is counted twice must come to the same: the drop's totals, and those of its intents. */
async function checkBooks(): Promise<void> {
  const { takings, tally } = await service.reread(drop)
  const all = [...service.ports.memory.state.paymentIntents.all()].filter(({ dropId }) => dropId === drop.id)
  expect(takings.received).toBe(takings.refunding + takings.paidOut + kept(takings))
  expect(tally.heldItems).toBe(all.reduce((sum, { held }) => sum + held, 0))
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await priced()
})

describe('buying', () => {
  test('sets items aside, takes the payment that the wallet makes, and lets it claim', async () => {
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

  test('keeps what is held for those who hold it, and no more than there is', async () => {
    await buy(1, 6)
    const input = { dropId: drop.id, walletAddress: testWallet(2), paymentMethod: 'SUI' }
    const more = await service.dropkit.createPaymentIntent(buyer, { ...input, quantity: 5 })
    expect(more).toMatchObject({ error: { kind: 'drop_sold_out', free: 4n } })
    await buy(2, 4)
    expect(refusalOf(await service.dropkit.createPaymentIntent(buyer, input))).toBe('drop_sold_out')
    await service.pass(LIFETIME_MS + 1_000)
    expect((await service.reread(drop)).tally).toMatchObject({ heldItems: 0, heldAmount: 0n })
    await buy(3, 10)
  })

  test('lets nobody hold more than ten intents on a drop open', async () => {
    const big = await priced({ maxAmount: '1000' })
    for (let number = 1; number <= 10; number++) await buy(number, 1, big)
    const input = { dropId: big.id, walletAddress: testWallet(11), paymentMethod: 'SUI' }
    expect(refusalOf(await service.dropkit.createPaymentIntent(buyer, input))).toBe('conflict')
    const [first] = granted(await service.dropkit.listPaymentIntents(buyer, { limit: 1 }))
    granted(await service.dropkit.cancelPaymentIntent(buyer, first?.id ?? ''))
    expect((await service.dropkit.createPaymentIntent(buyer, input)).ok).toBe(true)
  })

  test('is refused on a free drop, and on a network that nobody watches', async () => {
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
    expect((await service.reread(drop)).takings.received).toBe(PRICE)
    expect(await eventsOf(intent)).toEqual(['payment.created', 'payment.confirmed'])
    await checkBooks()
  })

  test('pays for one intent, whoever else names it', async () => {
    const [first, second] = [await buy(1), await buy(1)]
    const txHash = service.pay(first)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => confirm(n % 2 === 0 ? first : second, txHash)),
    )
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused).toHaveLength(25)
    for (const answer of refused) expect(refusalOf(answer)).toBe('tx_already_used')
    expect((await service.reread(drop)).takings.received).toBe(PRICE)
  })

  test('that falls short waits for the owner, who lets it count or gives it back', async () => {
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

  test('that is too much buys no more items, and says so', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { amount: 3n * PRICE })))
    expect(await stateOf(intent)).toEqual(['CONFIRMED', 'OVERPAID'])
    expect(await service.rereadIntent(intent)).toMatchObject({ held: 1 })
  })

  test('in another coin waits for the owner, and goes back in that coin', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { coinType: OTHER_COIN, amount: 70n })))
    expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_COIN'])
    expect((await service.reread(drop)).takings.received).toBe(0n)
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    await service.pass(1_000)
    expect((await stateOf(intent))[0]).toBe('REFUNDED')
    const balances = await service.ports.chain.balances(OTHER_COIN, [testWallet(1)])
    expect(balances.ok && balances.value.get(testWallet(1))).toBe(70n)
    await checkBooks()
  })

  test('by another wallet is nobody’s until the owner has decided, and stays free for its own', async () => {
    const [mine, theirs] = [await buy(1), await buy(2)]
    const txHash = service.pay(theirs)
    granted(await confirm(mine, txHash))
    expect(await stateOf(mine)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    expect((await service.reread(drop)).takings.received).toBe(0n)
    granted(await confirm(theirs, txHash))
    expect(await stateOf(theirs)).toEqual(['CONFIRMED', null])
    const { dropkit, owner } = service
    expect(refusalOf(await dropkit.approvePaymentIntent(owner, mine.id))).toBe('tx_already_used')
    expect(refusalOf(await dropkit.processRefund(owner, { paymentIntentId: mine.id }))).toBe(
      'tx_already_used',
    )
    await checkBooks()
  })

  test('by another wallet buys the items once the owner says so', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { from: testWallet(9) })))
    granted(await service.dropkit.approvePaymentIntent(service.owner, intent.id))
    expect((await service.reread(drop)).takings.received).toBe(PRICE)
    expect(granted(await claim(1)).claim.intentId).toBe(intent.id)
    const refund = granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    expect(refund.to).toBe(testWallet(9))
    await checkBooks()
  })

  test('by another wallet does not keep the buyer from paying', async () => {
    const intent = await buy(1)
    granted(await confirm(intent, service.pay(intent, { from: testWallet(9) })))
    const paid = granted(await confirm(intent, service.pay(intent)))
    expect(paid.state).toMatchObject({ kind: 'PAID', receipt: { from: testWallet(1), isCounted: true } })
    await checkBooks()
  })

  test('is found by its memo, by its amount, or when there is only one it can be for', async () => {
    const [one, two, three] = [await buy(1, 1), await buy(1, 2), await buy(1, 1)]
    service.pay(three, { memo: three.externalId })
    service.pay(two)
    await service.pass(1_000)
    expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual([
      ['PENDING', null],
      ['CONFIRMED', null],
      ['CONFIRMED', null],
    ])
    service.pay(one, { amount: 5n })
    await service.pass(1_000)
    expect(await stateOf(one)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
    await checkBooks()
  })
})

describe('time', () => {
  test('expires an intent that nobody paid, and gives its items back', async () => {
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

  test('a late payment whose items are gone waits for the owner', async () => {
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

  test('who paid in time is not late, however late it is seen', async () => {
    const intent = await buy(1)
    service.ports.memoryChain.setOutage('down')
    service.pay(intent)
    await service.pass(LIFETIME_MS + 60_000)
    expect((await stateOf(intent))[0]).toBe('EXPIRED')
    service.ports.memoryChain.setOutage(null)
    await service.pass(2_000)
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
