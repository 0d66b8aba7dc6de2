import type { Address, KeyValueStore, PaymentOnChain } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { TREASURY_ADDRESS } from './fake-accounts.ts'
import type { LedgerPage } from './ledger-page.ts'
import {
  decodeRecord,
  PAYMENT_COUNT_KEY,
  PAYMENT_PREFIX,
  paymentKey,
  paymentNumberOf,
  sentPaymentKey,
  sentPaymentPrefix,
  type TransactionRecord,
  transactionKey,
  WAITING_PAYMENT_PREFIX,
  waitingPaymentKey,
} from './ledger-records.ts'

/** The number of payments that are written to the log in one transaction of the store. */
const PAYMENTS_PER_PAGE = 100
const MOST_AT_ONCE = 2_000
const PAYMENT_CURSOR = /^[1-9][0-9]{0,14}$/

type Effects = Extract<TransactionRecord, { kind: 'succeeded' }>['effects']
type Entry = { readonly digest: string; readonly number: number; readonly sender: Address }

export interface PaymentLog {
  after(
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly payments: readonly PaymentOnChain[]; readonly cursor: string | null }>
  /** Newest first. */
  of(sender: Address, limit: number): Promise<readonly PaymentOnChain[]>
}

/** The keys that a transaction has to lock for `notePayment` if it may pay the treasury. */
export const keysOfPayment = (digest: string): readonly string[] => [
  PAYMENT_COUNT_KEY,
  waitingPaymentKey(digest),
]

/** Numbers a transaction that paid the treasury. Does nothing for any other transaction. */
export function notePayment(page: LedgerPage, digest: string, effects: Effects): void {
  const received = paymentIn(effects)
  if (received === undefined) return
  const number = Number(page.read(PAYMENT_COUNT_KEY) ?? 0) + 1
  page.write(PAYMENT_COUNT_KEY, String(number))
  page.write(waitingPaymentKey(digest), `${number} ${received.from}`)
}

/**
 * A transaction on this chain contains at most one payment to the treasury. A transfer from the treasury to itself is not a
 * payment.
 */
const paymentIn = ({ payments }: Effects) =>
  payments.find(({ from, to }) => to === TREASURY_ADDRESS && from !== TREASURY_ADDRESS)

/**
 * Gives all payments to the treasury one order, for readers that resume, and lists the payments of each sender. Like a
 * claim, a payment only writes a waiting entry, with its number (all payments change one balance, so they wait for each
 * other anyway). The next reader moves the waiting entries into the log under their numbers. A reader stops at the first
 * missing number, so it misses nothing, and each payment costs the same however many there were.
 */
export function createPaymentLog(keyValues: KeyValueStore): PaymentLog {
  async function placeWaiting(): Promise<void> {
    for (;;) {
      const waiting = await keyValues.list(WAITING_PAYMENT_PREFIX, { limit: MOST_AT_ONCE })
      const entries = waiting.map(entryOf)
      for (let first = 0; first < entries.length; first += PAYMENTS_PER_PAGE)
        await place(entries.slice(first, first + PAYMENTS_PER_PAGE))
      if (waiting.length < MOST_AT_ONCE) return
    }
  }

  /** Idempotent: repeated or concurrent calls write the same values. */
  async function place(entries: readonly Entry[]): Promise<void> {
    const writes = new Map<string, string | null>()
    for (const { digest, number, sender } of entries) {
      writes.set(waitingPaymentKey(digest), null)
      writes.set(paymentKey(number), digest)
      writes.set(sentPaymentKey(sender, number), digest)
    }
    await keyValues.transact([...writes.keys()], () => ({ writes, result: null }))
  }

  async function read(digests: readonly string[]): Promise<readonly PaymentOnChain[]> {
    const transactions = await keyValues.get(digests.map(transactionKey))
    return digests.map((digest) => paymentOf(digest, transactions.get(transactionKey(digest))))
  }

  return {
    async after(cursor, limit) {
      await placeWaiting()
      const last = readPaymentCursor(cursor)
      const listed = await keyValues.list(PAYMENT_PREFIX, { after: paymentKey(last), limit })
      const inOrder = listed.filter(({ key }, index) => paymentNumberOf(key) === last + 1 + index)
      const payments = await read(inOrder.map(({ value }) => value))
      return { payments, cursor: payments.length === 0 ? cursor : String(last + payments.length) }
    },

    async of(sender, limit) {
      await placeWaiting()
      const listed = await keyValues.list(sentPaymentPrefix(sender), { limit })
      return read(listed.map(({ value }) => value))
    },
  }
}

/** The number of the last payment that was read. */
function readPaymentCursor(text: string | null): number {
  if (text === null) return 0
  invariant(PAYMENT_CURSOR.test(text), `${text} is a cursor of the payment log`)
  return Number(text)
}

function entryOf({ key, value }: { readonly key: string; readonly value: string }): Entry {
  const [number, sender] = value.split(' ')
  return {
    digest: key.slice(WAITING_PAYMENT_PREFIX.length),
    number: Number(number),
    sender: sender as Address,
  }
}

function paymentOf(txHash: string, text: string | undefined): PaymentOnChain {
  invariant(text !== undefined, 'what stands in the payment log is a transaction')
  const record = decodeRecord<TransactionRecord>(text)
  invariant(record.kind === 'succeeded', 'what stands in the payment log took effect')
  const payment = paymentIn(record.effects)
  invariant(payment !== undefined, 'what stands in the payment log brought the treasury something')
  return { txHash, index: 0, ...payment, at: record.effects.at }
}
