import { type Finding, namesIntent } from '../../domain/payment/match-payment.ts'
import { transferKey } from '../../domain/payment/transfer.ts'
import {
  type ChainAnswer,
  chainFailure,
  isStoreUnavailable,
  type JobFailure,
  type JobOutcome,
  type PaymentOnChain,
  type PaymentPage,
  type Ports,
} from '../../ports/index.ts'
import { isOwnAccount } from '../parse-input.ts'
import type { JobRun, RunBudget } from '../run-budget.ts'
import type { Settings } from '../settings.ts'
import { applyPayment, keepUnmatched } from './apply-payment.ts'

export type WatchPorts = Pick<Ports, 'store' | 'jobs' | 'chain' | 'clock' | 'ids' | 'log'>

/** The cursor moves after each page. */
const PAYMENTS_PER_PAGE = 25
const POLL_INTERVAL_MS = 400
const RETRY_DELAY_MS = 1_000
/** If this many tries in a row fail, the operator has to handle the payment. */
const MOST_TRIES = 5

/**
 * Reads payments to the treasury from the cursor on, and counts each transfer for its intent. Transfers that match no
 * intent, or fail repeatedly for another reason, are stored as unmatched payments, so that one payment never stops the
 * others. A run that ends early keeps the cursor of its finished pages. `memo` is the cursor, and how often the page after it
 * has failed. An outage of the chain or the store is not a failure of the page.
 */
export async function watchPayments(
  ports: WatchPorts,
  settings: Settings,
  { memo, budget }: JobRun,
): Promise<JobOutcome> {
  const { clock, log } = ports
  const before = readPosition(memo)
  let { cursor, failures } = before
  const retry = (failed: JobFailure): JobOutcome => ({
    kind: 'again',
    dueAt: clock.now() + RETRY_DELAY_MS,
    memo: writePosition({ cursor, failures }),
    failed,
  })
  while (!budget.isSpent()) {
    const limit = Math.min(PAYMENTS_PER_PAGE, budget.itemsLeft)
    const answer = await readPage(ports, cursor, limit)
    if (!answer.ok) return retry(chainFailure(answer.error.reason))
    const { payments, unread = [] } = answer.value
    let handled = 0
    try {
      const isLastTry = failures + 1 >= MOST_TRIES
      handled = await applyPage(ports, settings, payments, { isLastTry, budget })
    } catch (cause) {
      if (!isStoreUnavailable(cause)) failures++
      // The earlier pages are done.
      else if (cursor === before.cursor) throw cause
      log.error('a page of payments could not be settled', { cursor }, cause)
      return retry({ class: 'error', reason: 'a page of payments could not be settled' })
    }
    failures = 0
    if (handled < payments.length) {
      // The time is over in the middle of the page. Only the chain knows the cursor there.
      const read = await readPage(ports, cursor, handled)
      if (!read.ok) return retry(chainFailure(read.error.reason))
      cursor = read.value.cursor ?? cursor
      break
    }
    cursor = answer.value.cursor ?? cursor
    if (payments.length < limit && unread.length === 0)
      return { kind: 'again', dueAt: clock.now() + POLL_INTERVAL_MS, memo: cursor }
  }
  return { kind: 'again', dueAt: clock.now(), memo: cursor }
}

/** A page of payments. Each transaction that was not read with it gets a job of its own before the cursor passes it. */
async function readPage(
  { chain, jobs, clock, log }: WatchPorts,
  cursor: string | null,
  limit: number,
): Promise<ChainAnswer<PaymentPage>> {
  const page = await chain.paymentsAfter(cursor, limit)
  const unread = page.ok ? (page.value.unread ?? []) : []
  if (unread.length > 0) {
    log.error('transactions with payments could not be read and are looked up one by one', { txHash: unread })
    const dueAt = clock.now()
    await jobs.request(
      unread.map((subject) => ({ kind: 'look_up_transaction', subject, ownerId: null, dueAt }) as const),
    )
  }
  return page
}

interface Position {
  readonly cursor: string | null
  /** How many tries of the page after the cursor have failed in a row. */
  readonly failures: number
}

const FAILED_PAGE = /^failed:([0-9]+):(.*)$/s

/** A position without failures is the cursor alone. */
function readPosition(memo: string | null): Position {
  const [, failures, cursor] = FAILED_PAGE.exec(memo ?? '') ?? []
  return failures === undefined
    ? { cursor: memo, failures: 0 }
    : { cursor: cursor || null, failures: Number(failures) }
}

/** The same position, without the failures of the page after it. */
export const positionWithoutFailures = (memo: string | null): string | null => readPosition(memo).cursor

const writePosition = ({ cursor, failures }: Position): string | null =>
  failures === 0 ? cursor : `failed:${failures}:${cursor ?? ''}`

/** Handles payments in their order until the budget is spent. Returns how many. */
async function applyPage(
  ports: WatchPorts,
  settings: Settings,
  payments: readonly PaymentOnChain[],
  { isLastTry, budget }: { readonly isLastTry: boolean; readonly budget: RunBudget },
): Promise<number> {
  if (payments.length === 0) return 0
  let handled = 0
  const uses = await ports.store.usesOf(payments)
  const findings: Omit<Finding, 'id'>[] = []
  const failures: { readonly transfer: PaymentOnChain; readonly error: unknown }[] = []
  for (const payment of payments) {
    if (handled > 0 && budget.isSpent()) break
    handled++
    budget.spend()
    if (isOwnAccount(ports.chain, payment.from) || uses.has(transferKey(payment))) continue
    try {
      const settled = await applyPayment(ports, settings, payment)
      if (settled.kind === 'unmatched') findings.push(settled.finding)
    } catch (error) {
      // The store does not answer, so this payment is not the cause.
      if (isStoreUnavailable(error)) throw error
      const { txHash, index } = payment
      ports.log.error('a payment could not be settled', { txHash, index, isLastTry }, error)
      failures.push({ transfer: payment, error })
    }
  }
  await keepUnmatched(ports, findings)
  const [failure] = failures
  if (failure && !isLastTry) throw failure.error
  await keepUnmatched(
    ports,
    failures.map(({ transfer }) => ({ transfer, reason: 'NOT_TAKEN', possibleUser: 'several' })),
  )
  const byLevel = Map.groupBy(findings, (finding) => (isOfAnotherService(finding) ? 'debug' : 'warn'))
  for (const [level, [first, ...others]] of byLevel) {
    if (!first) continue
    const { txHash, from } = first.transfer
    ports.log[level]('payments belong to no intent', { count: 1 + others.length, txHash, from })
  }
  return handled
}

/** The memo is the id of an intent in another store: several services may share a treasury. */
const isOfAnotherService = ({ transfer, reason }: Pick<Finding, 'transfer' | 'reason'>): boolean =>
  reason === 'NO_INTENT' && namesIntent(transfer.memo)
