import { type Address, amountOf, type PaymentIntent, transferKey } from '@dropkit/core'
import { DAY_MS, itemAmount, MINUTE_MS, unreachable } from '@dropkit/core/internal'
import { assertEqual, assertTrue, fail, present } from '../assert.ts'
import { TEST_CURRENCIES } from '../doubles/test-ports.ts'
import { MEMORY_TREASURY } from '../memory-chain/memory-ledger.ts'
import { claimsOf, type LedgerCommand, walletAt } from './ledger-command.ts'
import { type LedgerModel, type ModelOrder, type ModelSale, settleIn } from './ledger-model.ts'
import { type LedgerSystem, runUntilQuiet, runUntilSettled, TICK_MS } from './ledger-system.ts'
import { moneyViolations, takenFrom, treasuryViolations } from './money-rules.ts'

/** The properties of the priced drop. */
export interface AskedSale {
  readonly award: ModelSale['award']
  readonly type: 'TOKEN' | 'NFT'
  readonly supply: number
}

/** One step on the priced drop. Indexes of orders and payments are taken modulo their number. */
export type AskedSaleStep =
  /** Orders, pays in full and confirms at once. */
  | { readonly kind: 'purchase' | 'order'; readonly buyer: number; readonly quantity: number }
  | {
      readonly kind: 'pay'
      readonly order: number
      readonly manner: 'right' | 'under' | 'over' | 'late' | 'wrong_coin' | 'wrong_sender'
      readonly hasMemo: boolean
      readonly confirms: 'by_hash' | 'without_hash' | 'not'
    }
  /** Pays two orders in one transaction, the second in the same or another coin, with or without memos. */
  | {
      readonly kind: 'pay_two'
      readonly order: number
      readonly other: number
      readonly isOtherCoin: boolean
      readonly hasMemo: boolean
    }
  | { readonly kind: 'confirm'; readonly order: number; readonly payment: number | null }
  | { readonly kind: 'cancel' | 'approve'; readonly order: number }
  | { readonly kind: 'refund'; readonly order: number; readonly percent: number | null }
  /** Refunds an order, sells what is then free to a buyer, and pays the order again. */
  | { readonly kind: 'resell'; readonly order: number; readonly buyer: number }
  /** Names a stranger's payment for two new orders, and approves it for the second. */
  | { readonly kind: 'share'; readonly buyer: number }
  | { readonly kind: 'claim'; readonly buyer: number }
  | { readonly kind: 'take'; readonly place: number }
  /** Sells an item, claims it and cancels the drop at once, while the chain does not answer for accepted transactions. */
  | { readonly kind: 'sell_and_cancel'; readonly buyer: number }
  /** Sells an item and claims it, and gives items another value while the drop has no price. */
  | { readonly kind: 'sell_and_revalue'; readonly buyer: number }
  | { readonly kind: 'withdraw' | 'rotate_key' | 'end' | 'cancel_drop' | 'delete' }

/** Seven of the smallest unit of the first currency, so that percentages of it need rounding. */
const PRICE = 0.000_000_007
const [OWN_COIN, OTHER_COIN] = TEST_CURRENCIES.map(({ coinType }) => coinType)
const STRANGER = walletAt(9)
const POOL = 60
const ITEM = 5

/** Creates the priced drop and waits until its vault is open. */
export async function openSale(asked: AskedSale, model: LedgerModel, system: LedgerSystem): Promise<void> {
  const { dropkit, caller, tokenId } = system
  const created = await dropkit.createDrop(caller, {
    existingTokenId: tokenId,
    title: 'Sale',
    type: asked.award === 'open' ? 'TOKEN' : asked.type,
    claimType: 'REGULAR',
    maxAmount: String(POOL),
    tokenAmount: { fixed: String(ITEM), random: '0', open: null }[asked.award],
    supply: asked.supply,
    price: PRICE,
  })
  if (!created.ok) return fail(`the sale was refused: ${created.error.kind}`)
  const { id } = created.value
  const { award, supply } = asked
  model.sale = { id, award, supply, orders: [], sent: [], vouchers: [], payoutIds: [], isOver: false }
  await runUntilSettled(model, system)
}

/** A step on the priced drop. `checkSale` then checks its money. */
export const saleCommand = (step: AskedSaleStep): LedgerCommand => ({
  check: ({ sale }) => sale !== null,
  async run(model, system) {
    const { sale } = model
    if (sale === null) return
    await takeStep(sale, system, step)
    if (step.kind === 'sell_and_cancel') {
      system.planFates(['taken_unanswered', 'taken_unanswered', 'taken_unanswered'])
      await runUntilSettled(model, system)
      system.planFates([])
      settleIn(model, system.chainNow())
    }
    await checkSale(sale, system)
  },
  toString: () => `sale: ${JSON.stringify(step)}`,
})

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

async function takeStep(sale: ModelSale, system: LedgerSystem, step: AskedSaleStep): Promise<void> {
  const { dropkit, caller, chain } = system
  const order = 'order' in step ? pick(sale.orders, step.order) : undefined
  switch (step.kind) {
    case 'order':
      await orderItems(sale, system, step)
      return
    case 'purchase': {
      const made = await orderItems(sale, system, step)
      if (made) await payFor(sale, system, made, { manner: 'right', hasMemo: false, confirms: 'by_hash' })
      return
    }
    case 'pay':
      if (order) await payFor(sale, system, order, step)
      return
    case 'pay_two': {
      const other = pick(sale.orders, step.other)
      if (order && other && order !== other) payTwo(sale, system, [order, other], step)
      return
    }
    case 'confirm': {
      const txHash = step.payment === null ? null : (pick(sale.sent, step.payment)?.txHash ?? null)
      if (order) await dropkit.confirmPaymentIntent(caller, { id: order.id, txHash })
      return
    }
    case 'cancel':
      if (order) await dropkit.cancelPaymentIntent(caller, order.id)
      return
    case 'approve':
      if (order) await dropkit.approvePaymentIntent(caller, order.id)
      return
    case 'refund': {
      if (!order) return
      const share = step.percent === null ? null : (order.due * BigInt(step.percent)) / 100n
      const amountAtomic = share === null ? null : String(share > 0n ? share : 1n)
      await dropkit.processRefund(caller, { paymentIntentId: order.id, amountAtomic })
      return
    }
    case 'resell': {
      if (!order) return
      await dropkit.processRefund(caller, { paymentIntentId: order.id })
      for (const quantity of [8, 4, 2, 1])
        await takeStep(sale, system, { kind: 'purchase', buyer: step.buyer, quantity })
      await payFor(sale, system, order, { manner: 'right', hasMemo: true, confirms: 'by_hash' })
      return
    }
    case 'share': {
      const one = await orderItems(sale, system, { buyer: step.buyer, quantity: 1 })
      const other = await orderItems(sale, system, { buyer: step.buyer, quantity: 1 })
      if (!one || !other) return
      const { coinType, due: amount } = one
      const txHash = send(sale, system, one, { from: STRANGER, coinType, amount, hasMemo: false })
      for (const { id } of [one, other]) await dropkit.confirmPaymentIntent(caller, { id, txHash })
      await dropkit.approvePaymentIntent(caller, other.id)
      return
    }
    case 'claim': {
      const userAddress = walletAt(step.buyer)
      if (sale.award === 'random') {
        await dropkit.claimRandomDrop(caller, { dropId: sale.id, userAddress })
        return
      }
      const granted = await dropkit.claimDrop(caller, { dropId: sale.id, userAddress })
      if (granted.ok && granted.value.voucher) sale.vouchers.push(granted.value.voucher)
      return
    }
    case 'take': {
      const voucher = pick(sale.vouchers, step.place)
      if (voucher) chain.wallet.claim(voucher)
      return
    }
    case 'sell_and_cancel': {
      const { buyer } = step
      await takeStep(sale, system, { kind: 'purchase', buyer, quantity: 1 })
      await takeStep(sale, system, { kind: 'claim', buyer })
      await cancelSale(sale, system)
      return
    }
    case 'sell_and_revalue': {
      const { buyer } = step
      const orders = sale.orders.length
      await takeStep(sale, system, { kind: 'purchase', buyer, quantity: 1 })
      if (sale.orders.length === orders) return
      await takeStep(sale, system, { kind: 'claim', buyer })
      const changes = [{ price: null }, { tokenAmount: String(ITEM + 2) }, { maxAmount: String(POOL + 2) }]
      for (const change of [...changes, { price: PRICE }]) await dropkit.updateDrop(caller, sale.id, change)
      return
    }
    case 'withdraw': {
      const paid = await dropkit.withdrawProceeds(caller, { dropId: sale.id, toAddress: walletAt(8) })
      if (paid.ok) sale.payoutIds.push(paid.value.id)
      return
    }
    case 'rotate_key':
      await dropkit.rotateDropKey(caller, sale.id, { reason: 'a test' })
      return
    case 'end':
      await dropkit.updateDrop(caller, sale.id, { status: 'ENDED' })
      return
    case 'cancel_drop':
      await cancelSale(sale, system)
      return
    case 'delete': {
      const deleted = await dropkit.deleteDrop(caller, sale.id)
      if (deleted.ok) sale.isOver = true
      return
    }
    default:
      return unreachable(step)
  }
}

async function cancelSale(sale: ModelSale, { dropkit, caller }: LedgerSystem): Promise<void> {
  const moved = await dropkit.updateDrop(caller, sale.id, { status: 'CANCELLED' })
  if (moved.ok) sale.isOver = true
}

async function orderItems(
  sale: ModelSale,
  { dropkit, caller }: LedgerSystem,
  { buyer, quantity }: { readonly buyer: number; readonly quantity: number },
): Promise<ModelOrder | undefined> {
  const walletAddress = walletAt(buyer)
  const input = { dropId: sale.id, walletAddress, paymentMethod: 'any', quantity }
  const ordered = await dropkit.createPaymentIntent(caller, input)
  if (!ordered.ok) return undefined
  const { id, externalId, coinType, recipient, expiresAt } = ordered.value
  assertEqual(coinType, OWN_COIN, 'the coin that is asked for')
  const due = 7n * BigInt(quantity)
  const order = { id, externalId, wallet: walletAddress, due, coinType, recipient, expiresAt }
  sale.orders.push(order)
  return order
}

type Paying = Pick<Extract<AskedSaleStep, { kind: 'pay' }>, 'manner' | 'hasMemo' | 'confirms'>

/** The expected result of an order's only payment, if the hash is submitted at once. */
const EXPECTED = {
  right: { kind: 'PAID', reason: null },
  over: { kind: 'PAID', reason: 'OVERPAID' },
  under: { kind: 'IN_REVIEW', reason: 'UNDERPAID' },
  wrong_coin: { kind: 'IN_REVIEW', reason: 'WRONG_COIN' },
} as const

async function payFor(
  sale: ModelSale,
  system: LedgerSystem,
  order: ModelOrder,
  paying: Paying,
): Promise<void> {
  const { dropkit, caller, chain, clock, store } = system
  const { manner, hasMemo, confirms } = paying
  if (manner === 'late') clock.advance(ticksUntil(order.expiresAt - clock.now()))
  const terms = {
    from: manner === 'wrong_sender' ? STRANGER : order.wallet,
    coinType: manner === 'wrong_coin' ? (OTHER_COIN ?? '') : order.coinType,
    amount: manner === 'under' ? order.due - 1n : manner === 'over' ? order.due + 3n : order.due,
  }
  const isFirst = !sale.sent.some(({ from }) => from === order.wallet)
  const isOnly = sale.orders.every((each) => each === order || each.wallet !== order.wallet)
  const before = await intentOf(system, order)
  const isOpen = before.state.kind === 'PENDING' && clock.now() < order.expiresAt
  const txHash = send(sale, system, order, { ...terms, hasMemo })
  if (confirms === 'not') return
  const named = confirms === 'by_hash' ? txHash : null
  const confirmed = await dropkit.confirmPaymentIntent(caller, { id: order.id, txHash: named })
  const isForeseen = manner !== 'late' && manner !== 'wrong_sender' && named !== null
  if (!isForeseen || !isOpen || !isFirst || !isOnly || sale.isOver) return
  assertTrue(confirmed.ok, `a ${manner} payment of an open order was refused`)
  const { state } = present((await store.paymentIntents([order.id])).get(order.id), order.id)
  const reason = 'reason' in state ? state.reason : undefined
  assertEqual({ kind: state.kind, reason }, EXPECTED[manner], `an order that was paid ${manner}`)
  const got = 'receipt' in state ? state.receipt.amount : null
  assertEqual(got, chain.state.payments.at(-1)?.amount ?? null, 'what is received is what was sent')
}

const ticksUntil = (ms: number): number => Math.max(1, Math.ceil(ms / TICK_MS) + 4) * TICK_MS

function send(
  sale: ModelSale,
  { chain }: LedgerSystem,
  { recipient, externalId }: ModelOrder,
  terms: { from: Address; coinType: string; amount: bigint; hasMemo: boolean },
): string {
  const { from, coinType, hasMemo } = terms
  const amount = amountOf(terms.amount)
  chain.wallet.faucet(from, coinType, amount)
  const { txHash } = chain.wallet.transfer(from, recipient, coinType, amount, hasMemo ? externalId : null)
  sale.sent.push({ txHash, index: 0, from, coinType, amount })
  return txHash
}

/** The wallet of the first order pays both. */
function payTwo(
  sale: ModelSale,
  { chain }: LedgerSystem,
  orders: readonly [ModelOrder, ModelOrder],
  { isOtherCoin, hasMemo }: { readonly isOtherCoin: boolean; readonly hasMemo: boolean },
): void {
  const [{ wallet: from }] = orders
  const transfers = orders.map(({ due, recipient, externalId, coinType }, place) => ({
    to: recipient,
    coinType: place === 1 && isOtherCoin ? (OTHER_COIN ?? '') : coinType,
    amount: amountOf(due),
    memo: hasMemo ? externalId : null,
  }))
  for (const { coinType, amount } of transfers) chain.wallet.faucet(from, coinType, amount)
  const { txHash } = chain.wallet.transferAll(from, transfers)
  transfers.forEach(({ coinType, amount }, index) => {
    sale.sent.push({ txHash, index, from, coinType, amount })
  })
}

async function intentOf({ store }: LedgerSystem, { id }: Pick<ModelOrder, 'id'>): Promise<PaymentIntent> {
  return present((await store.paymentIntents([id])).get(id), id)
}

async function recordsOf(sale: ModelSale, system: LedgerSystem) {
  const { store, chain } = system
  const drop = present(await store.dropForSettlement(sale.id), sale.id)
  const ids = sale.orders.map(({ id }) => id)
  const intents = [...(await store.paymentIntents(ids)).values()]
  const refunds = [...(await store.refundsOfIntents(ids)).values()].flat()
  const dropState = present(await store.dropState(sale.id, { payoutIds: sale.payoutIds }), sale.id)
  return {
    drop,
    intents,
    refunds,
    payouts: [...dropState.payouts.values()],
    claims: await claimsOf(system, sale.id),
    takenOnChain: takenFrom(drop, chain.state),
  }
}

/** Compares the money of the priced drop with the sent payments and with the rules of money. */
async function checkSale(sale: ModelSale, system: LedgerSystem, isQuiet = false): Promise<void> {
  const records = await recordsOf(sale, system)
  const { intents, refunds, payouts, drop } = records
  assertEqual(moneyViolations(records), [], `what is wrong with the money of ${sale.id}`)
  const transfers = [...refunds, ...payouts]
  assertEqual(treasuryViolations(transfers, system.chain.state, MEMORY_TREASURY), [], 'the treasury')
  assertTrue(drop.supply === sale.supply, 'the supply changed by itself')
  if (sale.award === 'fixed') assertEqual(itemAmount(drop), BigInt(ITEM), 'what a sold item is worth')

  // An order in review shows no transfer that another order uses. A job removes it from the others.
  const shown = intents.flatMap(({ state }) =>
    'receipt' in state && !state.receipt.isCounted ? [state.receipt] : [],
  )
  const usedElsewhere = await system.store.usesOf(shown)
  for (const receipt of isQuiet ? shown : [])
    assertEqual(
      usedElsewhere.get(transferKey(receipt)) ?? null,
      null,
      `the use of ${receipt.txHash}, which an order shows`,
    )

  // No transfer counts for two orders: all orders together have received at most what the wallet has sent in this coin.
  const keyOf = (from: string, coinType: string): string => `${coinType} from ${from}`
  const sent = new Map<string, bigint>()
  for (const { from, coinType, amount } of sale.sent) {
    sent.set(keyOf(from, coinType), (sent.get(keyOf(from, coinType)) ?? 0n) + amount)
  }
  for (const { state } of intents) {
    if (!('receipt' in state) || !state.receipt.isCounted) continue
    const key = keyOf(state.receipt.from, state.receipt.coinType)
    const left = (sent.get(key) ?? 0n) - state.receipt.amount
    assertTrue(left >= 0n, `more of ${key} counts than was sent`)
    sent.set(key, left)
  }
}

/** Long after the drop was cancelled, nothing is open, and buyers have their unspent money back. */
export async function checkSaleEnd(sale: ModelSale, model: LedgerModel, system: LedgerSystem): Promise<void> {
  if (!sale.isOver) await cancelSale(sale, system)
  system.clock.advance(DAY_MS)
  for (let round = 0; round < 8; round++) {
    await runUntilSettled(model, system)
    system.clock.advance(5 * MINUTE_MS)
    await runUntilQuiet(system)
  }
  await checkSale(sale, system, true)
  const { intents, refunds, payouts, claims } = await recordsOf(sale, system)
  for (const transfer of [...refunds, ...payouts]) {
    assertTrue(transfer.state.kind !== 'PENDING', `${transfer.id} is still on its way`)
  }
  assertTrue(
    claims.every(({ state }) => state.kind !== 'PENDING' && state.kind !== 'SUBMITTED'),
    'a claim of the sale is still on its way',
  )
  // No payment is lost: each counts for an order, waits for review, or is stored as unmatched.
  const uses = await system.store.usesOf(sale.sent)
  const named = new Set(intents.flatMap(({ state }) => ('receipt' in state ? [state.receipt.txHash] : [])))
  for (const payment of sale.sent) {
    const isStored = uses.has(transferKey(payment)) || named.has(payment.txHash)
    assertTrue(isStored, `transfer ${payment.index} of ${payment.txHash} is lost: no order and no row has it`)
  }
  for (const { id, state, refunding } of intents) {
    assertTrue(state.kind !== 'PENDING' && state.kind !== 'PROCESSING', `${id} is still open`)
    // Payments after the cancellation wait for the owner's review.
    if (state.kind !== 'PAID' || !sale.isOver) continue
    const cost = claims
      .filter((claim) => claim.intentId === id && claim.state.kind === 'CONFIRMED')
      .reduce((sum, claim) => sum + claim.cost, 0n)
    const { amount } = state.receipt
    assertTrue(
      refunding + cost >= amount,
      `${id}: ${refunding} given back and ${cost} earned of ${amount}, so a buyer's money stays in the treasury`,
    )
  }
}
