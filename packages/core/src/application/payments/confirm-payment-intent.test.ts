import { createTestService, granted, TEST_CURRENCIES, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { CANDIDATE_WAIT_MS } from '../../domain/payment/close-intent.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import type { TransactionEffects } from '../../ports/index.ts'

const PRICE = 2_000_000_000n
const COIN = TEST_CURRENCIES[0]?.coinType ?? ''
const OTHER_COIN = `0x${'c'.padStart(64, '0')}::usdc::USDC`
const [SELF, STRANGER] = [testWallet(1), testWallet(9)]

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(quantity = 1, walletAddress = SELF): Promise<PaymentIntent> {
  const order = { dropId: drop.id, walletAddress, paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(buyer, order))
}

const confirm = ({ id }: Pick<PaymentIntent, 'id'>, txHash?: string, by = buyer) =>
  service.dropkit.confirmPaymentIntent(by, { id, txHash })

const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))
const advance = (ms: number) => service.ports.clock.advance(ms)
const outage = (reason: string | null) => service.ports.memoryChain.setOutage(reason)
const warnings = () => service.ports.log.lines.filter(({ level }) => level === 'warn')

type Paid = TransactionEffects['payments'][number]

/** A transaction that the chain shows with these payments in it. */
function transactionWith(
  txHash: string,
  payments: readonly Partial<Paid>[],
  { recipient, coinType }: PaymentIntent,
) {
  const at = service.ports.clock.now()
  const usual = { from: SELF, to: recipient, coinType, amount: amountOf(PRICE), memo: null }
  const effects = { sender: SELF, at, claimed: [], vaultsOpened: [], deposits: [], published: [] }
  service.ports.memoryChain.state.outcomes.set(txHash, {
    kind: 'succeeded',
    effects: { ...effects, payments: payments.map((paid) => ({ ...usual, ...paid })) },
  })
  return txHash
}

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
})

describe('a payment that the chain dates before its intent', () => {
  /** Pays when the clock of the chain is this much behind that of the service. */
  function payBehind(intent: PaymentIntent, ms: number, memo: string | null = null) {
    const { clock } = service.ports
    const now = clock.now()
    clock.set(intent.createdAt - ms)
    service.pay(intent, { memo })
    clock.set(now)
  }
  const proveWallet = (caller: Caller) =>
    service.ports.store.changeUser(caller.user.id, (user) => ({
      result: undefined,
      update: { users: user ? [{ ...user, walletAddress: SELF }] : [] },
    }))

  test('counts by its memo, whatever the difference is', async () => {
    const intent = await buy()
    payBehind(intent, 60_000, intent.externalId)
    granted(await confirm(intent))
    expect(await statusNow(intent)).toBe('CONFIRMED')
  })

  test.each([
    ['counts without a memo if the buyer has proved the wallet', true, 500, 'CONFIRMED'],
    ['does not count if it is older than clocks differ', true, 30_001, 'PENDING'],
    ['does not count if the buyer has not proved the wallet', false, 500, 'PENDING'],
  ])('%s', async (_, isProved, ms, status) => {
    if (isProved) await proveWallet(buyer)
    const intent = await buy()
    payBehind(intent, ms)
    granted(await confirm(intent))
    expect(await statusNow(intent)).toBe(status)
  })

  test('does not count for a stranger who sees it on the chain', async () => {
    await proveWallet(await service.callerOf('holder'))
    const intent = await buy()
    payBehind(intent, 500)
    granted(await confirm(intent))
    await service.pass(5_000)
    expect(await statusNow(intent)).toBe('PENDING')
  })
})

describe('naming a transaction', () => {
  test('is refused when it can be none', async () => {
    expect(await confirm(await buy(), 'no hash')).toMatchObject({
      error: { kind: 'bad_user_input', field: 'txHash' },
    })
  })

  test('is refused for an unknown intent, and for an intent of another user', async () => {
    const refused = { error: { kind: 'not_found', what: 'Payment intent' } }
    expect(await confirm({ id: 'nothing' as never }, 'hash')).toMatchObject(refused)
    const stranger = await service.callerOf('stranger')
    expect(await confirm(await buy(), undefined, stranger)).toMatchObject(refused)
  })

  test('that has failed is refused with the chain’s reason', async () => {
    const { coinType, recipient, ...intent } = await buy()
    const { wallet } = service.ports.memoryChain
    const { txHash } = wallet.transfer(SELF, recipient, coinType, amountOf(1n))
    expect(await confirm(intent, txHash)).toEqual({
      ok: false,
      error: { kind: 'tx_failed', txHash, reason: 'insufficient_funds' },
    })
  })

  test('that is seen and not final yet is waited for', async () => {
    service.ports.memoryChain.state.outcomes.set('underway', { kind: 'pending' })
    expect(statusOf(granted(await confirm(await buy(), 'underway')))).toBe('PROCESSING')
  })

  test('again once it was counted asks the chain for nothing', async () => {
    const intent = await buy()
    const txHash = service.pay(intent)
    granted(await confirm(intent, txHash))
    const asked = vi.spyOn(service.ports.chain, 'outcome')
    expect(statusOf(granted(await confirm(intent, txHash)))).toBe('CONFIRMED')
    expect(asked.mock.calls).toEqual([])
  })

  test('has it looked up at once, and waited for no longer than it may take', async () => {
    const intent = await buy()
    const asked = vi.spyOn(service.ports.store, 'changeDrop')
    granted(await confirm(intent, 'notyetthere'))
    const [query] = asked.mock.calls
    const dropState = await service.ports.store.dropState(drop.id, { intentIds: [intent.id] })
    const now = service.ports.clock.now()
    expect(query?.[2](dropState)).toMatchObject({
      jobs: [
        { kind: 'look_up_candidates', dueAt: now },
        {
          kind: 'settle_intents',
          subject: drop.id,
          ownerId: drop.creatorId,
          dueAt: now + CANDIDATE_WAIT_MS,
        },
      ],
    })
  })

  test('that the chain does not show changes nothing about one that is paid', async () => {
    const intent = await buy()
    const paid = granted(await confirm(intent, service.pay(intent)))
    advance(1_000)
    const asked = vi.spyOn(service.ports.store, 'changeDrop')
    expect(await confirm(intent, 'notyetthere')).toEqual({ ok: true, value: paid })
    const [query] = asked.mock.calls
    const dropState = await service.ports.store.dropState(drop.id, { intentIds: [intent.id] })
    expect(query?.[2](dropState)).toEqual({ result: paid })
  })

  test('that was used up for another is refused as such also by an intent that could not take it', async () => {
    const [first, second] = [await buy(), await buy(1, STRANGER)]
    granted(await confirm(first, service.pay(first)))
    const txHash = service.pay(second)
    granted(await confirm(second, txHash))
    expect(await confirm(first, txHash)).toEqual({ ok: false, error: { kind: 'tx_already_used', txHash } })
    expect(warnings()).toEqual([])
  })
})

describe('of a transaction with several payments', () => {
  test('that to the treasury counts, in the coin that was asked for', async () => {
    const intent = await buy()
    const payments = [
      { to: STRANGER, amount: amountOf(1n) },
      { coinType: OTHER_COIN },
      {},
      { amount: amountOf(2n) },
    ]
    const { state } = granted(await confirm(intent, transactionWith('several', payments, intent)))
    expect(state).toMatchObject({ kind: 'PAID', receipt: { coinType: intent.coinType, amount: PRICE } })
  })

  test('that in the coin which was counted already is added to it', async () => {
    const intent = await buy()
    granted(await confirm(intent, service.pay(intent, { coinType: OTHER_COIN, amount: 5n })))
    granted(await service.dropkit.approvePaymentIntent(service.owner, intent.id))
    const payments = [{}, { coinType: OTHER_COIN, amount: amountOf(7n) }]
    const { state } = granted(await confirm(intent, transactionWith('several', payments, intent)))
    expect(state).toMatchObject({ kind: 'PAID', receipt: { coinType: OTHER_COIN, amount: 12n } })
  })

  test('the first to the treasury waits for the owner when none is in the coin that was asked for', async () => {
    const intent = await buy()
    const payments = [{ to: STRANGER }, { coinType: OTHER_COIN, amount: amountOf(7n) }]
    const { state } = granted(await confirm(intent, transactionWith('several', payments, intent)))
    expect(state).toMatchObject({ kind: 'IN_REVIEW', reason: 'WRONG_COIN', receipt: { amount: 7n } })
  })

  test('none counts that goes elsewhere', async () => {
    const intent = await buy()
    const txHash = transactionWith('elsewhere', [{ to: STRANGER }], intent)
    expect(await confirm(intent, txHash)).toMatchObject({
      error: { kind: 'bad_user_input', field: 'txHash' },
    })
    expect(await statusNow(intent)).toBe('PENDING')
  })
})

describe('a payment to a former treasury', () => {
  const TREASURY = testWallet(77)

  test('does not count, and is refused with the reason', async () => {
    const intent = await buy()
    const txHash = service.pay(intent)
    Object.assign(service.ports.chain, { treasuryAddress: TREASURY })
    expect(await confirm(intent, txHash)).toMatchObject({
      error: { kind: 'bad_user_input', field: 'txHash', reason: 'FORMER_TREASURY' },
    })
    expect(await statusNow(intent)).toBe('PENDING')
  })

  test('is not the reason if the transaction pays neither', async () => {
    const intent = await buy()
    const txHash = transactionWith('elsewhere', [{ to: STRANGER }], intent)
    Object.assign(service.ports.chain, { treasuryAddress: TREASURY })
    expect(await confirm(intent, txHash)).toMatchObject({
      error: { reason: 'OTHER_TRANSACTION', message: `This transaction contains no payment to ${TREASURY}` },
    })
  })
})

describe('the search for a payment without a submitted hash', () => {
  test('changes nothing while the chain is away', async () => {
    const intent = await buy()
    service.pay(intent)
    outage('down')
    expect(await confirm(intent)).toEqual({ ok: true, value: intent })
  })

  test('ends once the intent is paid', async () => {
    const intent = await buy()
    const paid = granted(await confirm(intent, service.pay(intent)))
    service.pay(intent)
    expect(await confirm(intent)).toEqual({ ok: true, value: paid })
  })

  test('skips earlier payments of the wallet', async () => {
    const { memoryChain, chain } = service.ports
    memoryChain.wallet.faucet(SELF, COIN, amountOf(PRICE))
    memoryChain.wallet.transfer(SELF, chain.treasuryAddress, COIN, amountOf(PRICE))
    advance(10)
    const intent = await buy()
    expect(statusOf(granted(await confirm(intent)))).toBe('PENDING')
  })

  test('skips payments of the wallet for other intents', async () => {
    const [intent, other] = [await buy(1), await buy(2)]
    service.pay(other)
    expect(statusOf(granted(await confirm(intent)))).toBe('PENDING')
    expect(statusOf(granted(await confirm(other)))).toBe('CONFIRMED')
  })

  test('skips counted payments, up to the one that completes the sum', async () => {
    const intent = await buy()
    service.pay(intent, { amount: PRICE / 2n })
    advance(10)
    granted(await confirm(intent, service.pay(intent, { amount: PRICE / 2n })))
    expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
    expect(statusOf(granted(await confirm(intent)))).toBe('CONFIRMED')
  })

  test('goes on past one that the intent cannot take', async () => {
    const intent = await buy()
    granted(await confirm(intent, service.pay(intent, { amount: PRICE / 2n })))
    advance(10)
    service.pay(intent, { amount: PRICE / 2n })
    advance(10)
    service.pay(intent, { coinType: OTHER_COIN, memo: intent.externalId })
    expect(statusOf(granted(await confirm(intent)))).toBe('CONFIRMED')
  })
})

describe('a payment of another wallet', () => {
  test('that gives way to the buyer’s own is an unmatched payment', async () => {
    const intent = await buy()
    const txHash = service.pay(intent, { from: STRANGER })
    granted(await confirm(intent, txHash))
    granted(await confirm(intent, service.pay(intent, { amount: PRICE / 2n })))
    granted(await confirm(intent, service.pay(intent, { amount: PRICE / 2n })))
    const unmatched = [...service.ports.memory.state.unmatchedPayments.all()]
    expect(unmatched).toMatchObject([{ txHash, from: STRANGER, state: { kind: 'OPEN' } }])
  })
})
