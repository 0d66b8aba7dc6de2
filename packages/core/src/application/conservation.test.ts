import {
  createTestService,
  granted,
  hasChangedItem,
  moneyViolations,
  startsOfRefunds,
  TEST_CURRENCIES,
  type TestService,
  takenFrom,
  testWallet,
  treasuryViolations,
} from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claim, isReserved } from '../domain/claim.ts'
import type { ClaimType, Drop, DropStatus } from '../domain/drop.ts'
import { statusAt } from '../domain/drop-status.ts'
import { itemsLeft, type PaymentIntent, unearnedMoney } from '../domain/payment/payment-intent.ts'
import { type Refund, transferKey } from '../domain/payment/transfer.ts'
import type { Caller } from '../domain/user.ts'
import type { SignedVoucher } from '../ports/chain.ts'
import type { CreateDropInput } from './drops/create-drop.ts'
import type { UpdateDropInput } from './drops/update-drop.ts'

const [SUI = '', USDC = ''] = TEST_CURRENCIES.map(({ coinType }) => coinType)
const STRANGER = 0x99
/** Gets the payouts. */
const PAYEE = 0xe
/** The wallets that may be denied the coin. */
const DENIED = [1, 2, 3, STRANGER, PAYEE]
const PRICE = 0.000_000_007
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

// Records, so that a new value of an enum does not compile until it takes part.
const STATUSES: Record<DropStatus, true> = {
  DRAFT: true,
  SCHEDULED: true,
  ACTIVE: true,
  PAUSED: true,
  SOLD_OUT: true,
  ENDED: true,
  CANCELLED: true,
}
const CLAIM_TYPES: Record<ClaimType, true> = { REGULAR: true, STREAK: true, ELITE: true }
const namesOf = <Name extends string>(record: Record<Name, true>) => Object.keys(record) as Name[]

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
      readonly hasMemo: boolean
    }
  | { readonly kind: 'confirm'; readonly nth: number; readonly hash: number | null }
  | { readonly kind: 'approve' | 'cancel'; readonly nth: number }
  | { readonly kind: 'refund'; readonly nth: number; readonly percent: number | null }
  /** Pays two intents in one transaction. */
  | { readonly kind: 'payTwo'; readonly nth: number; readonly other: number; readonly hasMemo: boolean }
  /** The operator assigns an unmatched payment, or returns it. */
  | { readonly kind: 'assign'; readonly nth: number; readonly payment: number }
  | { readonly kind: 'return'; readonly payment: number }
  /** A wallet may not receive the coin any more, or may again. */
  | { readonly kind: 'deny'; readonly wallet: number; readonly isDenied: boolean }
  /** Restarts a refund and a payout. */
  | { readonly kind: 'retry'; readonly nth: number }
  /** Refunds an intent in full, sells its items to a wallet, and pays the intent once more. */
  | { readonly kind: 'resell'; readonly nth: number; readonly wallet: number }
  | { readonly kind: 'claim'; readonly wallet: number; readonly isTaken: boolean }
  | { readonly kind: 'take'; readonly nth: number }
  | { readonly kind: 'withdraw' | 'end' | 'delete' }
  /** The owner changes the price, what an item is worth, who may claim, or how often. */
  | { readonly kind: 'update'; readonly changes: UpdateDropInput }
  | { readonly kind: 'move'; readonly status: DropStatus }
  | { readonly kind: 'deadline'; readonly minutes: number }
  | { readonly kind: 'gate' }
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
      percent: fc.constantFrom(100, 100, 100, 50, 30, 150, 250),
      isForeign: fc.constantFrom(false, false, false, true),
      isOtherCoin: fc.constantFrom(false, false, false, true),
      hasMemo: fc.boolean(),
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resell'), nth, wallet }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('payTwo'), nth, other: nth, hasMemo: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('assign'), nth, payment: nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('return'), payment: nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deny'),
      wallet: fc.constantFrom(...DENIED),
      isDenied: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('retry'), nth }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('claim'), wallet, isTaken: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('take'), nth }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('withdraw') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('end', 'delete') }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('update'),
      changes: fc.constantFrom<UpdateDropInput[]>(
        { price: null },
        { price: PRICE },
        { price: 2 * PRICE },
        { tokenAmount: '5' },
        { tokenAmount: '60' },
        { maxAmount: '290' },
        { supply: 10 },
        { maxPerWallet: 1 },
        { maxPerWallet: 2 },
        { maxPerWallet: null },
        ...namesOf(CLAIM_TYPES).map((claimType) => ({ claimType })),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move'), status: fc.constantFrom(...namesOf(STATUSES)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deadline'), minutes: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gate') }) },
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
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      ms: fc.constantFrom(500, 3_000, 130_000, 10 * MINUTE, 901_000, 40 * MINUTE),
    }),
  },
) as fc.Arbitrary<Command>

interface World {
  readonly service: TestService
  readonly buyer: Caller
  readonly operator: Caller
  readonly drop: Drop
  readonly intents: PaymentIntent[]
  readonly hashes: string[]
  readonly vouchers: SignedVoucher[]
  readonly fates: ('lost' | 'taken_unanswered')[]
  /** What an item was worth when the money came, by intent. */
  readonly worth: Map<string, string>
}

type Terms = Pick<CreateDropInput, 'supply' | 'tokenAmount' | 'maxPerWallet'>

async function openWorld(terms: Terms): Promise<World> {
  const fates: World['fates'] = []
  const service = await createTestService({ chain: { onSubmit: () => fates.shift() ?? 'taken' } })
  const buyer = await service.callerOf('buyer')
  const operator = await service.callerOf('admin')
  const drop = await service.createDrop({ price: PRICE, maxAmount: '300', ...terms })
  return { service, buyer, operator, drop, intents: [], hashes: [], vouchers: [], fates, worth: new Map() }
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function obey(world: World, command: Command): Promise<void> {
  const { service, buyer, operator, drop, intents, hashes, vouchers, fates } = world
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
      const memo = command.hasMemo ? intent.externalId : null
      hashes.push(service.pay(intent, { amount: amount > 0n ? amount : 1n, from, coinType, memo }))
      return
    }
    case 'payTwo': {
      const other = pick(intents, command.other)
      if (!intent || !other) return
      const payments = [intent, other].map((each) => ({
        intent: each,
        terms: { from: intent.wallet, memo: command.hasMemo ? each.externalId : null },
      }))
      hashes.push(service.payTogether(payments))
      return
    }
    case 'assign': {
      const payment = pick(unmatchedIn(service), command.payment)
      const input = payment && intent && { id: payment.id, paymentIntentId: intent.id }
      if (input) await dropkit.assignUnmatchedPayment(operator, input)
      return
    }
    case 'return': {
      const payment = pick(unmatchedIn(service), command.payment)
      if (payment) await dropkit.returnUnmatchedPayment(operator, payment.id)
      return
    }
    case 'deny':
      service.ports.memoryChain.wallet.deny(testWallet(command.wallet), SUI, command.isDenied)
      return
    case 'retry':
      await retryTransfers(world, command.nth)
      return
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
      const { state } = await service.rereadIntent(intent)
      const received = 'receipt' in state ? state.receipt.amount : 1n
      const share = command.percent === null ? null : (received * BigInt(command.percent)) / 100n
      const amountAtomic = share === null ? null : String(share > 0n ? share : 1n)
      await dropkit.processRefund(owner, { paymentIntentId: intent.id, amountAtomic })
      return
    }
    case 'resell': {
      if (!intent) return
      await dropkit.processRefund(owner, { paymentIntentId: intent.id })
      await service.pass(3_000)
      for (const quantity of [3, 1]) {
        await obey(world, { kind: 'purchase', wallet: command.wallet, quantity })
      }
      const txHash = service.pay(intent)
      hashes.push(txHash)
      await dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })
      return
    }
    case 'claim': {
      const userAddress = testWallet(command.wallet)
      if (drop.award.kind === 'random') {
        await dropkit.claimRandomDrop(buyer, { dropId: drop.id, userAddress })
        return
      }
      const amount = drop.award.kind === 'open' && drop.supply === null ? '1' : null
      const claimed = await dropkit.claimDrop(buyer, { dropId: drop.id, userAddress, amount })
      if (!claimed.ok) return
      vouchers.push(claimed.value.voucher)
      if (command.isTaken) service.ports.memoryChain.wallet.claim(claimed.value.voucher)
      return
    }
    case 'take': {
      const voucher = pick(vouchers, command.nth)
      if (voucher) service.ports.memoryChain.wallet.claim(voucher)
      return
    }
    case 'withdraw':
      await dropkit.withdrawProceeds(owner, { dropId: drop.id, toAddress: testWallet(PAYEE) })
      return
    case 'end':
      await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' })
      return
    case 'delete':
      await dropkit.deleteDrop(owner, drop.id)
      return
    case 'update':
      await dropkit.updateDrop(owner, drop.id, command.changes)
      return
    case 'move': {
      const { status } = command
      const claimDeadline = service.ports.clock.now() + 60 * MINUTE
      await dropkit.updateDrop(owner, drop.id, status === 'ACTIVE' ? { status, claimDeadline } : { status })
      return
    }
    case 'deadline': {
      const claimDeadline = service.ports.clock.now() + command.minutes * MINUTE
      await dropkit.updateDrop(owner, drop.id, { claimDeadline })
      return
    }
    case 'gate': {
      const rules = [{ key: 'wallet_allowlist', operator: 'in', value: testWallet(STRANGER) }]
      await dropkit.updateGatingConfig(owner, drop.id, { isActive: true, rules })
      return
    }
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

const allowAll = ({ ports }: TestService): void => {
  for (const n of DENIED) ports.memoryChain.wallet.deny(testWallet(n), SUI, false)
}

const unmatchedIn = ({ ports }: TestService) => [...ports.memory.state.unmatchedPayments.all()]

/** Restarts one refund and one payout; all that have FAILED by default. */
async function retryTransfers({ service: { dropkit, owner, ports } }: World, nth?: number): Promise<void> {
  const of = <T>(list: readonly T[]) =>
    nth === undefined ? list : [pick(list, nth)].flatMap((one) => one ?? [])
  for (const { id } of of([...ports.memory.state.refunds.all()])) await dropkit.retryRefund(owner, id)
  for (const { id } of of([...ports.memory.state.payouts.all()])) await dropkit.retryPayout(owner, id)
}

const sum = <T>(list: readonly T[], of: (item: T) => bigint): bigint =>
  list.reduce((total, item) => total + of(item), 0n)

/** A random item is a share of the pool. */
function worthOfItem({ award, pool, supply }: Drop): string {
  if (award.kind === 'fixed') return String(award.amount)
  if (award.kind === 'random') return `one of ${supply} shares of ${pool}`
  return String(supply === null ? 1 : pool / BigInt(supply))
}

/**
 * What a paid item is worth never changes, and its buyer's limit leaves room to claim it. A drop that has become free gives
 * the money of its held items back, so they need no room. A STREAK has no limit: its wallets claim daily.
 */
function checkPaidItems(
  drop: Drop,
  claims: readonly Claim[],
  intents: readonly PaymentIntent[],
  worth: World['worth'],
): void {
  const held = new Map<string, number>()
  for (const { id, wallet, state, ...intent } of intents) {
    const hasMoney = 'receipt' in state && state.receipt.amount > intent.refunded
    if (!hasMoney) worth.delete(id)
    else if (!worth.has(id)) worth.set(id, worthOfItem(drop))
    else expect(worthOfItem(drop), `an item of ${id}`).toBe(worth.get(id))
    held.set(wallet, (held.get(wallet) ?? 0) + intent.held)
  }
  for (const [wallet, items] of held) {
    const claimed = claims.filter(({ claimer, state }) => claimer === wallet && isReserved(state)).length
    if (items > 0 && drop.price !== null && drop.claimType !== 'STREAK')
      expect(claimed + items, wallet).toBeLessThanOrEqual(drop.maxPerWallet ?? Number.POSITIVE_INFINITY)
  }
}

/** Holds the records against sums that are worked out here, and against what the chain has seen. */
async function checkMoney({ service, worth, drop: { id } }: World): Promise<void> {
  const { memory, memoryChain, chain } = service.ports
  const { state } = memory
  const drop = await service.reread({ id })
  const refunds = [...state.refunds.all()]
  const payouts = [...state.payouts.all()]
  const claims = [...state.claims.all()]
  const intents = [...state.paymentIntents.all()]
  checkPaidItems(drop, claims, intents, worth)
  const violations = moneyViolations({
    drop,
    claims,
    intents,
    refunds,
    payouts,
    starts: startsOfRefunds(state.events),
    cameFor: ({ id }) =>
      sum(
        memoryChain.state.payments.filter((payment) => state.usedPayments.get(transferKey(payment)) === id),
        ({ amount }) => amount,
      ),
    takenOnChain: takenFrom(drop, memoryChain.state),
  })
  expect(violations).toEqual([])
  const transfers = [...refunds, ...payouts, ...returnsIn(service)]
  expect(treasuryViolations(transfers, memoryChain.state, chain.treasuryAddress)).toEqual([])
}

type Outgoing = Pick<Refund, 'to' | 'coinType' | 'amount' | 'state'>

/** Unmatched payments that are or were returned, as transfers. */
const returnsIn = (service: TestService): readonly Outgoing[] =>
  unmatchedIn(service).flatMap(({ from: to, coinType, amount, state }): readonly Outgoing[] => {
    if (state.kind === 'RETURNED') return [{ to, coinType, amount, state: { ...state, kind: 'SUCCEEDED' } }]
    return state.kind === 'RETURNING' ? [{ to, coinType, amount, state: { kind: 'PENDING' } }] : []
  })

/** Each transfer to the treasury counts for an intent, is under review, or is an unmatched payment. */
function checkPaymentsAreKept({ ports }: TestService): void {
  const { state } = ports.memory
  const reviewed = [...state.paymentIntents.all()].flatMap(({ state: it }) =>
    'receipt' in it ? transferKey(it.receipt) : [],
  )
  const kept = new Set([...state.usedPayments.keys(), ...reviewed])
  expect(ports.memoryChain.state.payments.map(transferKey).filter((key) => !kept.has(key))).toEqual([])
}

const paidIntents = ({ ports }: TestService) =>
  [...ports.memory.state.paymentIntents.all()].filter(({ state }) => state.kind === 'PAID')

/** Every item that was paid for is held for its buyer: it can be claimed, or its money goes back. */
async function checkItemsCanBeClaimed(world: World): Promise<void> {
  const {
    service,
    drop: { id },
  } = world
  const { dropkit, owner, buyer } = { ...service, ...world }
  const { memoryChain, clock } = service.ports
  memoryChain.setOutage(null)
  allowAll(service)
  world.fates.length = 0
  await service.pass(MINUTE, 4)
  await retryTransfers(world)
  await service.pass(MINUTE, 4)
  const drop = await service.reread({ id })
  const status = statusAt(drop, clock.now())
  if (status === 'ENDED' || status === 'CANCELLED' || drop.price === null) {
    // An ended drop refunds after a week.
    await service.pass(8 * DAY, 20)
    await service.pass(40 * MINUTE, 20)
    for (const intent of paidIntents(service))
      expect([intent.id, unearnedMoney(intent)]).toEqual([intent.id, 0n])
    return
  }
  if (status !== 'ACTIVE' && status !== 'SOLD_OUT')
    granted(await dropkit.updateDrop(owner, id, { status: 'ACTIVE' }))
  const refunds = [...service.ports.memory.state.refunds.all()]
  for (const paid of paidIntents(service)) {
    const intent = await service.rereadIntent(paid)
    // An intent with other items has a surplus if it was paid again for items that no longer fit.
    const hasItems = intent.held + intent.spent > 0
    const isSurplus = hasItems && intent.state.kind === 'PAID' && intent.state.reason === 'OVERPAID'
    // The items of a failed refund may not fit into the limit of their wallet any more.
    const hasFailedRefund = refunds.some(
      ({ intentId, state }) => intentId === intent.id && state.kind === 'FAILED',
    )
    const claims = [...service.ports.memory.state.claims.all()]
    if (!isSurplus && !hasFailedRefund && !hasChangedItem(intent, drop, claims))
      expect([intent.id, intent.held]).toEqual([intent.id, itemsLeft(intent)])
    for (let left = intent.held; left > 0; left--) {
      if ((await service.reread({ id })).claimType === 'STREAK') await service.pass(DAY, 4)
      // The deadline may have come meanwhile.
      const current = await service.reread({ id })
      if (statusAt(current, clock.now()) === 'ENDED') return checkItemsCanBeClaimed(world)
      if (current.award.kind === 'random') {
        granted(await dropkit.claimRandomDrop(buyer, { dropId: id, userAddress: intent.wallet }))
      } else {
        const amount = current.award.kind === 'open' && current.supply === null ? '1' : null
        const claimed = await dropkit.claimDrop(buyer, { dropId: id, userAddress: intent.wallet, amount })
        memoryChain.wallet.claim(granted(claimed).voucher)
      }
      await service.pass(6_000, 2)
    }
  }
}

/** Long after the drop has been cancelled nothing is open, held or on its way any more. */
async function checkEnd(world: World): Promise<void> {
  const { service } = world
  service.ports.memoryChain.setOutage(null)
  world.fates.length = 0
  await obey(world, { kind: 'end' })
  await service.pass(3_600_000, 40)
  await service.pass(600_000, 60)
  const { state } = service.ports.memory
  allowAll(service)
  await retryTransfers(world)
  for (const payment of unmatchedIn(service))
    if (payment.state.kind === 'RETURNING')
      await world.service.dropkit.returnUnmatchedPayment(world.operator, payment.id)
  await service.pass(600_000, 60)
  await checkMoney(world)
  checkPaymentsAreKept(service)
  for (const transfer of [...state.refunds.all(), ...state.payouts.all()]) {
    expect(transfer.state.kind).not.toBe('PENDING')
  }
  for (const payment of unmatchedIn(service)) expect(payment.state.kind).not.toBe('RETURNING')
  for (const intent of state.paymentIntents.all()) {
    expect(['PENDING', 'PROCESSING']).not.toContain(intent.state.kind)
  }
  expect([...state.chainTransactions.all()].filter((sent) => sent.state === 'sent')).toEqual([])
}

const anyTerms: fc.Arbitrary<Terms> = fc
  .tuple(
    fc.constantFrom<Omit<Terms, 'maxPerWallet'>[]>(
      { supply: null, tokenAmount: '10' },
      { supply: 4, tokenAmount: '10' },
      { supply: 9, tokenAmount: '10' },
      { supply: 12, tokenAmount: null },
      { supply: null, tokenAmount: null },
      { supply: 9, tokenAmount: '0' },
    ),
    fc.constantFrom(null, null, 1, 2, 4),
  )
  .map(([kind, maxPerWallet]) => ({ ...kind, maxPerWallet }))

test('money is conserved by any sequence of operations, and paid items can be claimed or are refunded', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTerms,
      fc.array(anyCommand, { minLength: 3, maxLength: 60, size: 'max' }),
      fc.boolean(),
      async (terms, commands, isClaimed) => {
        const world = await openWorld(terms)
        for (const command of commands) {
          await obey(world, command)
          await checkMoney(world)
        }
        if (isClaimed) await checkItemsCanBeClaimed(world)
        await checkEnd(world)
      },
    ),
  )
})
