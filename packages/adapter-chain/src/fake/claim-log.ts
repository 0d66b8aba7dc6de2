import type { ClaimedOnChain, KeyValueStore } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import {
  decodeRecord,
  LOG_HEAD_KEY,
  LOG_PREFIX,
  logKey,
  positionOf,
  type TransactionRecord,
  transactionKey,
  WAITING_PREFIX,
  waitingKey,
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

export interface ClaimLog {
  after(
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly claims: readonly ClaimedOnChain[]; readonly cursor: string | null }>
}

/**
 * Gives all claims one order, for readers that resume. A transaction with claims only writes a waiting entry; the next
 * reader of the log assigns positions to the waiting entries. So claims never wait for each other on a counter, and each
 * costs the same however long the log is. Positions are assigned under one lock, so an entry that becomes visible later
 * always has a later position, and a reader misses nothing.
 */
export function createClaimLog(keyValues: KeyValueStore): ClaimLog {
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
      return { claims, cursor: next === start ? given : `${next.position}.${next.index}` }
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
