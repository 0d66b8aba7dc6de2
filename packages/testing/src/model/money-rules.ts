import type { Claim, Drop, PaymentIntent, Payout, Receipt, Refund, StoredEvent } from '@dropkit/core'
import type { MemoryChainState } from '../memory-chain/memory-ledger.ts'

/** The raw records of one drop and its chain. The rules below call no function of the domain. */
export interface MoneyRecords {
  readonly drop: Drop
  readonly claims: readonly Claim[]
  readonly intents: readonly PaymentIntent[]
  readonly refunds: readonly Refund[]
  readonly payouts: readonly Payout[]
  /** The ids of the refunds, each time they were started (`startsOfRefunds`). Without it, each was started once, in order. */
  readonly starts?: readonly string[]
  /**
   * The amount that the treasury received for the intent on the chain, in the coin of its receipt, or of the intent without
   * one. Missing if it is not known.
   */
  readonly cameFor?: (intent: PaymentIntent, receipt: Receipt | null) => bigint
  /** The sequences of the claims that the chain has paid from the drop's vault. */
  readonly takenOnChain: ReadonlySet<number>
}

const RESERVED: readonly string[] = ['PENDING', 'SUBMITTED', 'CONFIRMED']

const sum = <T>(list: readonly T[], of: (item: T) => bigint): bigint =>
  list.reduce((total, item) => total + of(item), 0n)

const isUnfailed = (transfer: Refund | Payout): boolean => transfer.state.kind !== 'FAILED'
const amountOfRow = ({ amount }: { readonly amount: bigint }): bigint => amount
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

function receiptIn({ state }: PaymentIntent): Receipt | null {
  return state.kind === 'PAID' || state.kind === 'IN_REVIEW' ? state.receipt : null
}

/** The ids of refunds in the order in which they were started. One that failed may be started again. */
export const startsOfRefunds = (events: readonly Pick<StoredEvent, 'type' | 'data'>[]): readonly string[] =>
  events.flatMap(({ type, data }) => (type === 'refund.created' ? [String(data['refundId'])] : []))

/**
 * The amount promised to a buyer up to the last refund of the clean-up. Only the clean-up gives refunds a reason. The owner
 * may voluntarily refund more after that, also by retries.
 */
function givenBackByCleanUp(
  refunds: readonly Refund[],
  starts: readonly string[] = refunds.map(({ id }) => id),
): bigint {
  const startOf = ({ id }: Refund) => starts.lastIndexOf(id)
  const unfailed = refunds.filter(isUnfailed).toSorted((one, other) => startOf(one) - startOf(other))
  const last = unfailed.findLastIndex(
    (refund) => refund.reason !== null && starts.indexOf(refund.id) === startOf(refund),
  )
  return sum(unfailed.slice(0, last + 1), amountOfRow)
}

/** The totals of one payment intent, from the records. */
function purchaseOf(intent: PaymentIntent, records: MoneyRecords) {
  const receipt = receiptIn(intent)
  const claims = records.claims.filter(({ intentId }) => intentId === intent.id)
  const refunds = records.refunds.filter(({ intentId }) => intentId === intent.id)
  const payouts = records.payouts.filter(({ intentId }) => intentId === intent.id)
  const reserved = claims.filter(({ state }) => RESERVED.includes(state.kind))
  const came = receipt?.isCounted ? receipt.amount : 0n
  const refunding = sum(refunds.filter(isUnfailed), amountOfRow)
  const earned = sum(
    claims.filter(({ state }) => state.kind === 'CONFIRMED'),
    ({ cost }) => cost,
  )
  const unearned = came - refunding - earned
  return {
    receipt,
    came,
    refunding,
    refunded: sum(
      refunds.filter(({ state }) => state.kind === 'SUCCEEDED'),
      amountOfRow,
    ),
    givenBack: givenBackByCleanUp(refunds, records.starts),
    paidOut: sum(payouts.filter(isUnfailed), amountOfRow),
    earned,
    spent: reserved.reduce((items, claim) => items + claim.items, 0),
    taken: claims.filter(({ sequence }) => records.takenOnChain.has(sequence)).map(({ items }) => items),
    /** What the drop still owes the buyer. */
    owed: unearned > 0n ? unearned : 0n,
    isOwnCoin: receipt?.isCounted === true && receipt.coinType === intent.coinType,
  }
}

/** The maximum number of items that the buyer may still hold: what the remaining money buys, but not more than ordered. */
function mostHeld(intent: PaymentIntent, refunding: bigint, spent: number): number {
  const { state, quantity } = intent
  if (state.kind === 'PENDING' || state.kind === 'PROCESSING') return quantity
  if (state.kind !== 'PAID') return 0
  const bought = ((state.receipt.amount - refunding) * BigInt(quantity)) / state.price
  return Math.max(0, Number(least(bought, BigInt(quantity))) - spent)
}

/** The amount of the pool that one held item takes. */
function poolOfItem({ award, pool, supply }: Drop): bigint {
  if (award.kind === 'fixed') return award.amount
  return award.kind === 'open' && supply !== null ? pool / BigInt(supply) : 1n
}

/**
 * Whether the amount of an item was changed after an expired claim of the intent, while the money of all buyers was refunded. The
 * item may not fit into the drop any more if the buyer pays again.
 */
export const hasChangedItem = ({ id }: PaymentIntent, drop: Drop, claims: readonly Claim[]): boolean =>
  drop.award.kind !== 'random' &&
  claims.some(
    ({ intentId, state, amount, items }) =>
      intentId === id && !RESERVED.includes(state.kind) && amount !== BigInt(items) * poolOfItem(drop),
  )

/**
 * Returns the rules that a drop's money violates, as sentences. The rules are sums over raw records: the
 * received amount equals what was refunded, paid out and kept, and no buyer gets both the items and the money.
 */
export function moneyViolations(records: MoneyRecords): readonly string[] {
  const violations: string[] = []
  function same(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) violations.push(`${what}: is ${actual}, the rows say ${expected}`)
  }
  function must(what: string, holds: boolean): void {
    if (!holds) violations.push(what)
  }

  const { drop, intents, claims } = records
  const purchases = intents.map((intent) => ({ intent, ...purchaseOf(intent, records) }))
  for (const { intent, receipt, came, ...rows } of purchases) {
    const { id } = intent
    if (records.cameFor) same(`${id}: what the chain shows for it`, records.cameFor(intent, receipt), came)
    same(`${id}: earned`, intent.earned, rows.earned)
    same(`${id}: refunding`, intent.refunding, rows.refunding)
    same(`${id}: refunded`, intent.refunded, rows.refunded)
    same(`${id}: paid out`, intent.paidOut, rows.paidOut)
    same(`${id}: spent`, intent.spent, rows.spent)
    must(`${id}: more goes out than came in`, rows.refunding + rows.paidOut <= (receipt?.amount ?? 0n))
    must(`${id}: what is paid out was not earned`, rows.paidOut <= rows.earned)
    must(`${id}: earned more than came in`, rows.earned <= (receipt?.amount ?? 0n))
    must(
      `${id}: holds ${intent.held} items, more than its money buys`,
      intent.held <= mostHeld(intent, rows.refunding, rows.spent),
    )
    const hasFailedRefund = records.refunds.some(
      (refund) => refund.intentId === id && refund.state.kind === 'FAILED',
    )
    must(
      `${id}: is paid and gets nothing`,
      intent.state.kind !== 'PAID' ||
        intent.held + rows.spent > 0 ||
        hasFailedRefund ||
        hasChangedItem(intent, drop, claims) ||
        mostHeld(intent, rows.refunding, rows.spent) === 0,
    )
    if (rows.givenBack > 0n && intent.state.kind === 'PAID') {
      // Each claim costs its share of the price, rounded down. The rest stays the buyer's.
      const { price } = intent.state
      const cost = sum(rows.taken, (items) => (price * BigInt(items)) / BigInt(intent.quantity))
      must(
        `${id}: the buyer has claims of ${rows.taken} items on the chain and is given back ${rows.givenBack} of ${came}`,
        rows.givenBack + cost <= came,
      )
    }
    for (const payout of records.payouts.filter(({ intentId }) => intentId === id)) {
      must(`${payout.id}: is in the coin of the payment`, payout.coinType === receipt?.coinType)
    }
  }

  const own = purchases.filter(({ isOwnCoin }) => isOwnCoin)
  const ownPayouts = records.payouts.filter((payout) => payout.intentId === null && isUnfailed(payout))
  const { payments: totals } = drop
  const received = sum(own, ({ came }) => came)
  const refunding = sum(own, (one) => one.refunding)
  const paidOut = sum(ownPayouts, amountOfRow)
  const owed = sum(own, (one) => one.owed)
  const earned = sum(own, (one) => one.earned)
  same('the drop: received', totals.received, received)
  same('the drop: refunding', totals.refunded, refunding)
  same('the drop: paid out', totals.paidOut, paidOut)
  same('the drop: owed', totals.owed, owed)
  same('the drop: earned', totals.earned, earned)
  must('the drop: what is left does not cover what buyers are owed', received - refunding - paidOut >= owed)
  must('the drop: what the owner has and may take was not earned', received - refunding - owed <= earned)

  const reserved = claims.filter(({ state }) => RESERVED.includes(state.kind))
  const heldItems = intents.reduce((items, { held }) => items + held, 0)
  const reservedAmount = sum(reserved, amountOfRow)
  const heldAmount = BigInt(heldItems) * poolOfItem(drop)
  same('the drop: held items', drop.tally.heldItems, heldItems)
  same('the drop: held amount', drop.tally.heldAmount, heldAmount)
  same('the drop: reserved amount', drop.tally.reservedAmount, reservedAmount)
  same('the drop: reserved claims', drop.tally.reservedCount, reserved.length)
  must('the drop: gives out more than its pool', reservedAmount + heldAmount <= drop.pool)
  must(
    'the drop: gives out more items than its supply',
    drop.supply === null || reserved.length + heldItems <= drop.supply,
  )
  return violations
}

/** The sequences of the claims that the chain has paid from this drop's vaults, open or closed. */
export function takenFrom({ vault }: Drop, chain: MemoryChainState): ReadonlySet<number> {
  if (vault.kind === 'none') return new Set()
  const taken = chain.claims.filter(({ dropObjectId }) => dropObjectId === vault.objectId)
  return new Set(taken.map(({ nonce }) => nonce))
}

/**
 * Returns errors of the treasury: on the chain it must have paid each transfer that has not failed at most once, to the
 * right wallet, and nothing else. Each SUCCEEDED transfer must have been paid.
 */
export function treasuryViolations(
  transfers: readonly Pick<Refund | Payout, 'to' | 'coinType' | 'amount' | 'state'>[],
  chain: MemoryChainState,
  treasury: string,
): readonly string[] {
  const violations: string[] = []
  const keyOf = (to: string, coinType: string, amount: bigint): string => `${amount} of ${coinType} to ${to}`
  const left = new Map<string, number>()
  const succeeded = new Map<string, number>()
  const count = (into: Map<string, number>, key: string, by: number) =>
    into.set(key, (into.get(key) ?? 0) + by)
  for (const { to, coinType, amount, state } of transfers) {
    const key = keyOf(to, coinType, amount)
    if (state.kind !== 'FAILED') count(left, key, 1)
    if (state.kind === 'SUCCEEDED') count(succeeded, key, 1)
  }
  for (const outcome of chain.outcomes.values()) {
    if (outcome.kind !== 'succeeded') continue
    for (const payment of outcome.effects.payments) {
      if (payment.from !== treasury) continue
      const key = keyOf(payment.to, payment.coinType, payment.amount)
      if (!left.get(key)) violations.push(`the treasury paid ${key}, which no transfer promises`)
      count(left, key, -1)
      count(succeeded, key, -1)
    }
  }
  for (const [key, missing] of succeeded) {
    if (missing > 0)
      violations.push(`${missing} transfers of ${key} are said to have succeeded and were not paid`)
  }
  return violations
}
