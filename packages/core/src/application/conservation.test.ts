import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReserved } from '../domain/claim.ts'
import { type Drop, freeAmount, itemAmount } from '../domain/drop.ts'
import {
  assertSound,
  isOwnCoin,
  itemsLeft,
  owedMoney,
  type PaymentIntent,
  receiptOf,
} from '../domain/payment/payment-intent.ts'
import { kept } from '../domain/payment/takings.ts'
import type { Caller } from '../domain/user.ts'
import type { SignedVoucher } from '../ports/chain.ts'
import { createTestService, TEST_CURRENCIES, type TestService, testWallet } from '../testing/index.ts'

const [SUI = '', USDC = ''] = TEST_CURRENCIES.map(({ coinType }) => coinType)
const STRANGER = 0x99

type Command =
  /** Buys, pays in full and confirms at once. */
  | { readonly kind: 'purchase'; readonly wallet: number; readonly quantity: number }
  | { readonly kind: 'buy'; readonly wallet: number; readonly quantity: number }
  | {
      readonly kind: 'pay'
      readonly nth: number
      readonly percent: number
      readonly isForeign: boolean
      readonly isOtherCoin: boolean
    }
  | { readonly kind: 'confirm'; readonly nth: number; readonly hash: number | null }
  | { readonly kind: 'approve' | 'cancel'; readonly nth: number }
  | { readonly kind: 'refund'; readonly nth: number; readonly percent: number | null }
  | { readonly kind: 'claim'; readonly wallet: number }
  | { readonly kind: 'take'; readonly nth: number }
  | { readonly kind: 'withdraw' | 'end' | 'delete' }
  | { readonly kind: 'outage'; readonly isDown: boolean }
  | { readonly kind: 'lose'; readonly fate: 'lost' | 'taken_unanswered' }
  | { readonly kind: 'pass'; readonly ms: number }

const nth = fc.nat({ max: 20 })
const wallet = fc.integer({ min: 1, max: 3 })

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({ kind: fc.constant('buy'), wallet, quantity: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      nth,
      percent: fc.constantFrom(100, 100, 100, 50, 30, 250),
      isForeign: fc.constantFrom(false, false, false, true),
      isOtherCoin: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('purchase'), wallet, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('confirm'), nth, hash: fc.option(nth) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('approve', 'cancel'), nth }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      nth,
      percent: fc.option(fc.constantFrom(1, 50, 100)),
    }),
  },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('claim'), wallet }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('take'), nth }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('withdraw') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('end', 'delete') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('outage'), isDown: fc.constantFrom(true, false, false) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('lose'), fate: fc.constantFrom('lost', 'taken_unanswered') }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(500, 3_000, 130_000, 901_000) }),
  },
) as fc.Arbitrary<Command>

interface World {
  readonly service: TestService
  readonly buyer: Caller
  readonly drop: Drop
  readonly intents: PaymentIntent[]
  readonly hashes: string[]
  readonly vouchers: SignedVoucher[]
  readonly fates: ('lost' | 'taken_unanswered')[]
}

async function openWorld(terms: { supply: number | null; tokenAmount: string | null }): Promise<World> {
  const fates: World['fates'] = []
  const service = await createTestService({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
  const buyer = await service.callerOf('buyer')
  const drop = await service.createDrop({ price: 0.000_000_007, maxAmount: '300', ...terms })
  return { service, buyer, drop, intents: [], hashes: [], vouchers: [], fates }
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function obey(world: World, command: Command): Promise<void> {
  const { service, buyer, drop, intents, hashes, vouchers, fates } = world
  const { dropkit, owner } = service
  const intent = 'nth' in command ? pick(intents, command.nth) : undefined
  switch (command.kind) {
    case 'buy': {
      const walletAddress = testWallet(command.wallet)
      const { quantity } = command
      const order = { dropId: drop.id, walletAddress, paymentMethod: 'SUI', quantity }
      const bought = await dropkit.createPaymentIntent(buyer, order)
      if (bought.ok) intents.push(bought.value)
      return
    }
    case 'purchase': {
      const before = intents.length
      await obey(world, { ...command, kind: 'buy' })
      const [made] = intents.slice(before)
      if (!made) return
      const txHash = service.pay(made)
      hashes.push(txHash)
      await dropkit.confirmPaymentIntent(buyer, { id: made.id, txHash })
      return
    }
    case 'pay': {
      if (!intent) return
      const due = intent.unitPrice * BigInt(intent.quantity)
      const amount = (due * BigInt(command.percent)) / 100n
      const from = testWallet(command.isForeign ? STRANGER : Number(intent.wallet))
      const coinType = command.isOtherCoin ? USDC : SUI
      hashes.push(service.pay(intent, { amount: amount > 0n ? amount : 1n, from, coinType }))
      return
    }
    case 'confirm': {
      const txHash = command.hash === null ? null : pick(hashes, command.hash)
      if (intent) await dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })
      return
    }
    case 'approve':
      if (intent) await dropkit.approvePaymentIntent(owner, intent.id)
      return
    case 'cancel':
      if (intent) await dropkit.cancelPaymentIntent(buyer, intent.id)
      return
    case 'refund': {
      if (!intent) return
      const received = receiptOf(await service.rereadIntent(intent))?.amount ?? 1n
      const share = command.percent === null ? null : (received * BigInt(command.percent)) / 100n
      const amountAtomic = share === null ? null : String(share > 0n ? share : 1n)
      await dropkit.processRefund(owner, { paymentIntentId: intent.id, amountAtomic })
      return
    }
    case 'claim': {
      const amount = drop.award.kind === 'open' && drop.supply === null ? '1' : null
      const userAddress = testWallet(command.wallet)
      const granted = await dropkit.claimDrop(buyer, { dropId: drop.id, userAddress, amount })
      if (granted.ok) vouchers.push(granted.value.voucher)
      return
    }
    case 'take': {
      const voucher = pick(vouchers, command.nth)
      if (voucher) service.ports.memoryChain.wallet.claim(voucher)
      return
    }
    case 'withdraw':
      await dropkit.withdrawProceeds(owner, { dropId: drop.id, toAddress: testWallet(0xe) })
      return
    case 'end':
      await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' })
      return
    case 'delete':
      await dropkit.deleteDrop(owner, drop.id)
      return
    case 'outage':
      service.ports.memoryChain.setOutage(command.isDown ? 'down' : null)
      return
    case 'lose':
      fates.push(command.fate)
      return
    case 'pass':
      await service.pass(command.ms, 3)
  }
}

const sum = <T>(list: readonly T[], of: (item: T) => bigint): bigint =>
  list.reduce((total, item) => total + of(item), 0n)

/** What a transaction brought the treasury of a coin. */
function broughtIn({ ports }: TestService, txHash: string, coinType: string | undefined): bigint {
  const outcome = ports.memoryChain.state.outcomes.get(txHash)
  const payments = outcome?.kind === 'succeeded' ? outcome.effects.payments : []
  const { treasuryAddress } = ports.chain
  return sum(
    payments.filter((payment) => payment.to === treasuryAddress && payment.coinType === coinType),
    ({ amount }) => amount,
  )
}

/** All that it buys may be set aside while its payment is awaited, and once paid what its money still buys. */
function mostHeld(intent: PaymentIntent): number {
  const { kind } = intent.state
  if (kind === 'PENDING' || kind === 'PROCESSING') return intent.quantity
  return kind === 'PAID' ? itemsLeft(intent) : 0
}

/** All that the books say twice must be the same, and the same as what the chain has seen. */
async function checkBooks({ service, drop: { id } }: World): Promise<void> {
  const { state } = service.ports.memory
  const drop = await service.reread({ id })
  const { takings, tally } = drop
  const intents = [...state.paymentIntents.all()].map(assertSound)
  const claims = [...state.claims.all()]
  const counted = intents.flatMap((intent) => receiptOf(intent) ?? []).filter(({ isCounted }) => isCounted)
  const refunds = [...state.refunds.all()].filter((refund) => refund.state.kind !== 'FAILED')
  const payouts = [...state.payouts.all()].filter((payout) => payout.state.kind !== 'FAILED')
  const own = <R extends { readonly coinType: string }>(list: readonly R[]) =>
    list.filter(({ coinType }) => coinType === SUI)

  expect(takings.received).toBe(takings.refunding + takings.paidOut + kept(takings))
  expect(takings.received).toBe(sum(own(counted), ({ amount }) => amount))
  expect(takings.refunding).toBe(sum(own(refunds), ({ amount }) => amount))
  expect(takings.paidOut).toBe(sum(own(payouts), ({ amount }) => amount))
  const confirmed = claims.filter((claim) => claim.state.kind === 'CONFIRMED')
  expect(takings.owed).toBe(sum(intents, owedMoney))
  expect(takings.earned).toBe(sum(intents.filter(isOwnCoin), ({ earned }) => earned))

  expect(new Set(counted.map(({ txHash }) => txHash)).size).toBe(counted.length)
  for (const { txHash } of counted) expect(state.usedPayments.has(txHash)).toBe(true)
  for (const intent of intents) {
    const paid = [...state.usedPayments].filter(([, user]) => user === intent.id)
    const receipt = receiptOf(intent)
    const came = sum(paid, ([txHash]) => broughtIn(service, txHash, receipt?.coinType))
    expect(came).toBe(receipt?.isCounted ? receipt.amount : 0n)
    const mine = claims.filter((claim) => claim.intentId === intent.id && isReserved(claim.state))
    expect(intent.spent).toBe(Number(sum(mine, ({ items }) => BigInt(items))))
    const earning = confirmed.filter(({ intentId }) => intentId === intent.id)
    expect(intent.earned).toBe(sum(earning, ({ cost }) => cost))
    const ofIt = refunds.filter(({ intentId }) => intentId === intent.id)
    expect(intent.refunding).toBe(sum(ofIt, ({ amount }) => amount))
    const out = payouts.filter(({ intentId }) => intentId === intent.id)
    expect(intent.paidOut).toBe(sum(out, ({ amount }) => amount))
    for (const { coinType } of out) expect([coinType, coinType === SUI]).toEqual([receipt?.coinType, false])
    const sent = ofIt.filter((refund) => refund.state.kind === 'SUCCEEDED')
    expect(intent.refunded).toBe(sum(sent, ({ amount }) => amount))
    expect(intent.held).toBeLessThanOrEqual(mostHeld(intent))
  }

  expect(tally.heldItems).toBe(Number(sum(intents, ({ held }) => BigInt(held))))
  expect(tally.heldAmount).toBe(itemAmount(drop) * BigInt(tally.heldItems))
  const reserved = claims.filter((claim) => isReserved(claim.state))
  expect(tally.reservedAmount).toBe(sum(reserved, ({ amount }) => amount))
  expect(freeAmount(drop.pool, tally) >= 0n).toBe(true)
  if (drop.supply !== null) expect(tally.reservedCount + tally.heldItems).toBeLessThanOrEqual(drop.supply)

  // The treasury has paid out no more than what the books say, and each transfer at most once.
  const out = new Map<string, bigint>()
  for (const outcome of service.ports.memoryChain.state.outcomes.values()) {
    if (outcome.kind !== 'succeeded') continue
    for (const { from, coinType, amount } of outcome.effects.payments) {
      if (from === service.ports.chain.treasuryAddress) out.set(coinType, (out.get(coinType) ?? 0n) + amount)
    }
  }
  for (const coin of [SUI, USDC]) {
    const promised = sum(
      [...refunds, ...payouts].filter(({ coinType }) => coinType === coin),
      (t) => t.amount,
    )
    expect((out.get(coin) ?? 0n) <= promised).toBe(true)
  }
}

/** Long after the drop has been cancelled nothing is open, held or on its way any more. */
async function checkEnd(world: World): Promise<void> {
  const { service, drop } = world
  service.ports.memoryChain.setOutage(null)
  world.fates.length = 0
  await obey(world, { kind: 'end' })
  await service.pass(3_600_000, 40)
  await service.pass(600_000, 60)
  await checkBooks(world)
  const { state } = service.ports.memory
  for (const transfer of [...state.refunds.all(), ...state.payouts.all()]) {
    expect(transfer.state.kind).not.toBe('PENDING')
  }
  for (const intent of state.paymentIntents.all()) {
    expect(['PENDING', 'PROCESSING']).not.toContain(intent.state.kind)
  }
  expect((await service.ports.store.openChainTransactions(drop.id)).length).toBe(0)
}

describe('money', () => {
  test('is neither made nor lost, whatever is done in whatever order', async () => {
    const kinds = fc.constantFrom(
      { supply: null, tokenAmount: '10' },
      { supply: 9, tokenAmount: '10' },
      { supply: 12, tokenAmount: null },
      { supply: null, tokenAmount: null },
    )
    await fc.assert(
      fc.asyncProperty(
        kinds,
        fc.array(anyCommand, { minLength: 20, maxLength: 60, size: 'max' }),
        async (terms, commands) => {
          const world = await openWorld(terms)
          for (const command of commands) {
            await obey(world, command)
            await checkBooks(world)
          }
          await checkEnd(world)
        },
      ),
    )
  }, 120_000)
})
