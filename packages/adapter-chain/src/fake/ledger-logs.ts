import type {
  Address,
  ClaimedOnChain,
  ClaimPage,
  Instant,
  KeyValueStore,
  PaymentOnChain,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { LedgerPage } from './ledger-page.ts'
import {
  decodeRecord,
  LOG_HEAD_KEY,
  LOG_PREFIX,
  logKey,
  PAYMENT_COUNT_KEY,
  PAYMENT_PREFIX,
  paymentKey,
  paymentNumberOf,
  positionOf,
  sentPaymentKey,
  sentPaymentPrefix,
  TREASURY_ADDRESS,
  type TransactionRecord,
  transactionKey,
  WAITING_PAYMENT_PREFIX,
  WAITING_PREFIX,
  waitingKey,
  waitingPaymentKey,
} from './ledger-records.ts'

/** The number of positions that are assigned in one transaction of the store. */
const CLAIMS_PER_PAGE = 200
/**
 * The number of waiting transactions that are sorted by time together. If more are waiting, each batch is sorted
 * separately.
 */
const MOST_SORTED = 2_000
const CLAIM_CURSOR = /^([1-9][0-9]{0,14})\.([0-9]{1,9})$/

/** The next claim to read: a position in the log, and the index of the claim in that transaction. */
interface Cursor {
  readonly position: number
  readonly index: number
}

interface ClaimLog {
  after(cursor: string | null, limit: number): Promise<ClaimPage>
}

/**
 * Gives all claims one order, for readers that resume. A transaction with claims only writes a waiting entry; the next
 * reader of the log assigns positions to the waiting entries. So claims never wait for each other on a counter, and each
 * costs the same however long the log is. Positions are assigned under one lock, so an entry that becomes visible later
 * always has a later position, and a reader misses nothing.
 */
export function createClaimLog(keyValues: KeyValueStore, now: () => Instant): ClaimLog {
  async function givePositions(): Promise<void> {
    for (;;) {
      const waiting = await keyValues.list(WAITING_PREFIX, { limit: MOST_SORTED })
      const inOrder = [...waiting]
        .sort((one, other) => (one.value < other.value ? -1 : 1))
        .map(({ key }) => key.slice(WAITING_PREFIX.length))
      let isDone = waiting.length < MOST_SORTED
      for (let first = 0; first < inOrder.length; first += CLAIMS_PER_PAGE) {
        const wasAppended = await append(inOrder.slice(first, first + CLAIMS_PER_PAGE))
        isDone &&= wasAppended
      }
      if (isDone) return
    }
  }

  /** Returns false, and writes nothing, if another reader was faster. */
  async function append(digests: readonly string[]): Promise<boolean> {
    const head = Number((await keyValues.get([LOG_HEAD_KEY])).get(LOG_HEAD_KEY) ?? 0)
    const positions = digests.map((_, index) => logKey(head + 1 + index))
    return keyValues.transact([LOG_HEAD_KEY, ...digests.map(waitingKey), ...positions], (values) => {
      const writes = new Map<string, string | null>()
      if (Number(values.get(LOG_HEAD_KEY) ?? 0) !== head) return { writes, result: false }
      let last = head
      for (const digest of digests) {
        if (!values.has(waitingKey(digest))) continue
        last++
        writes.set(logKey(last), digest)
        writes.set(waitingKey(digest), null)
      }
      writes.set(LOG_HEAD_KEY, String(last))
      return { writes, result: true }
    })
  }

  return {
    async after(given, limit) {
      const readAt = now()
      await givePositions()
      const start = readClaimCursor(given)
      const entries = await keyValues.list(LOG_PREFIX, { after: logKey(start.position - 1), limit })
      const transactions = await keyValues.get(entries.map(({ value }) => transactionKey(value)))

      const claims: ClaimedOnChain[] = []
      let next = start
      for (const { key, value: digest } of entries) {
        const position = positionOf(key)
        const claimed = claimsOf(transactions.get(transactionKey(digest)))
        const first = position === start.position ? start.index : 0
        const taken = claimed.slice(first, first + limit - claims.length)
        claims.push(...taken)
        next =
          first + taken.length < claimed.length
            ? { position, index: first + taken.length }
            : { position: position + 1, index: 0 }
        if (claims.length >= limit) break
      }
      const cursor = next === start ? given : `${next.position}.${next.index}`
      return { claims, cursor, completeUntil: claims.length < limit ? readAt : null }
    },
  }
}

function readClaimCursor(text: string | null): Cursor {
  if (text === null) return { position: 1, index: 0 }
  const match = CLAIM_CURSOR.exec(text)
  invariant(match !== null, `${text} is a cursor of the claim log`)
  return { position: Number(match[1]), index: Number(match[2]) }
}

function claimsOf(text: string | undefined): readonly ClaimedOnChain[] {
  invariant(text !== undefined, 'what stands in the claim log is a transaction')
  const record = decodeRecord<TransactionRecord>(text)
  invariant(record.kind === 'succeeded', 'what stands in the claim log took effect')
  return record.effects.claimed
}

/** The number of payments that are written to the log in one transaction of the store. */
const PAYMENTS_PER_PAGE = 100
const MOST_AT_ONCE = 2_000
const PAYMENT_CURSOR = /^[1-9][0-9]{0,14}$/

type Effects = Extract<TransactionRecord, { kind: 'succeeded' }>['effects']
type Entry = { readonly digest: string; readonly number: number; readonly sender: Address }

interface PaymentLog {
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
