// Reads what a store holds of a drop's money, directly from its tables, and checks what must always be true of it.
import { expect } from 'vitest'
import { type Query, readSnapshot } from './ledger-rows.ts'

type IntentRow = {
  readonly id: string
  readonly wallet: string
  readonly state: string
  readonly quantity: number
  readonly unitPrice: bigint
  readonly held: number
  readonly spent: number
  /** Received payments that count, in the drop's currency. */
  readonly received: bigint
  /** The price of the drop's confirmed claims. */
  readonly earned: bigint
  readonly refunding: bigint
  readonly refunded: bigint
}

type TransferRow = { readonly intentId: string; readonly amount: bigint; readonly state: string }

export type MoneyRows = {
  readonly received: bigint
  readonly refunding: bigint
  readonly paidOut: bigint
  readonly earned: bigint
  readonly owed: bigint
  readonly heldItems: number
  readonly reservedCount: number
  readonly intents: readonly IntentRow[]
  readonly refunds: readonly TransferRow[]
  readonly payouts: readonly TransferRow[]
  readonly usedHashes: readonly string[]
  readonly claims: readonly {
    readonly intentId: string
    readonly status: string
    readonly items: number
    readonly cost: bigint
  }[]
}

const money = (value: unknown): bigint => BigInt(String(value ?? 0))
export const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n)

const readMoneyRows = async (query: Query, dropId: string): Promise<MoneyRows> => {
  const rows = (table: string) => query(`select * from ${table} where drop_id = $1`, dropId)
  const [drop] = await query('select * from drops where id = $1', dropId)
  if (!drop) throw new Error(`there is no drop ${dropId}`)
  const transfers = async (table: string) =>
    (await rows(table)).map((row) => ({
      intentId: String(row['intent_id']),
      amount: money(row['amount']),
      state: String(row['state']),
    }))
  const used = await query(
    'select tx_hash from used_payments where intent_id in (select id from payment_intents where drop_id = $1)',
    dropId,
  )
  return {
    received: money(drop['takings_received']),
    refunding: money(drop['takings_refunding']),
    paidOut: money(drop['takings_paid_out']),
    earned: money(drop['takings_earned']),
    owed: money(drop['takings_owed']),
    heldItems: Number(drop['held_items']),
    reservedCount: Number(drop['reserved_count']),
    intents: (await rows('payment_intents')).map((row) => ({
      id: String(row['id']),
      wallet: String(row['wallet']),
      state: String(row['state']),
      quantity: Number(row['quantity']),
      unitPrice: money(row['unit_price']),
      held: Number(row['held']),
      spent: Number(row['spent']),
      // SQLite has no booleans.
      received:
        row['is_counted'] && row['paid_coin_type'] === row['coin_type'] ? money(row['paid_amount']) : 0n,
      earned: money(row['earned']),
      refunding: money(row['refunding']),
      refunded: money(row['refunded']),
    })),
    refunds: await transfers('refunds'),
    payouts: await transfers('payouts'),
    usedHashes: used.map((row) => String(row['tx_hash'])),
    claims: (await rows('claims')).map((row) => ({
      intentId: String(row['intent_id']),
      status: String(row['status']),
      items: Number(row['items']),
      cost: money(row['cost']),
    })),
  }
}

const RESERVED = ['PENDING', 'SUBMITTED', 'CONFIRMED']
const notFailed = (transfers: readonly TransferRow[]) => transfers.filter(({ state }) => state !== 'FAILED')
const amounts = (list: readonly { readonly amount: bigint }[]) => sumOf(list.map(({ amount }) => amount))

/**
 * Reads a drop's money in one snapshot and checks that everything stored twice agrees: received = refunded + paid out +
 * remaining, and every counter is the sum of its rows.
 */
export const readConsistentMoney = async (databaseUrl: string, dropId: string): Promise<MoneyRows> => {
  const moneyRows = await readSnapshot(databaseUrl, (query) => readMoneyRows(query, dropId))
  const { received, refunding, paidOut, earned, owed, intents, refunds, payouts, claims } = moneyRows
  const reserved = claims.filter(({ status }) => RESERVED.includes(status))
  const itemsOf = (list: typeof claims) => list.reduce((items, claim) => items + claim.items, 0)
  expect(received).toBe(sumOf(intents.map((intent) => intent.received)))
  expect(refunding).toBe(amounts(notFailed(refunds)))
  expect(paidOut).toBe(amounts(notFailed(payouts)))
  expect(refunding + paidOut + owed).toBeLessThanOrEqual(received)
  expect(received).toBeLessThanOrEqual(refunding + earned + owed)
  const unearned = intents.map((intent) => intent.received - intent.refunding - intent.earned)
  expect(owed).toBe(sumOf(unearned.filter((rest) => rest > 0n)))
  expect(moneyRows.heldItems).toBe(intents.reduce((items, { held }) => items + held, 0))
  expect(moneyRows.reservedCount).toBe(reserved.length)
  for (const intent of intents) {
    const own = refunds.filter(({ intentId }) => intentId === intent.id)
    expect(intent.refunding).toBe(amounts(notFailed(own)))
    const confirmed = claims.filter(
      ({ intentId, status }) => intentId === intent.id && status === 'CONFIRMED',
    )
    expect(intent.earned).toBe(sumOf(confirmed.map(({ cost }) => cost)))
    expect(intent.refunded).toBe(amounts(own.filter(({ state }) => state === 'SUCCEEDED')))
    expect(intent.refunding).toBeLessThanOrEqual(intent.received)
    expect(intent.spent).toBe(itemsOf(reserved.filter(({ intentId }) => intentId === intent.id)))
    expect(intent.held + intent.spent).toBeLessThanOrEqual(intent.quantity)
  }
  return moneyRows
}
