import { type ChainAnswer, ok } from '@dropkit/core'
import { GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-node.ts'
import { isFinal, TRANSACTION_FIELDS } from './transaction-effects.ts'

const TRANSACTIONS_PER_PAGE = 50
/** One scan reads at most this many pages. The next scan continues from there. */
const MAX_PAGES = 20

/** A disjunction of conjunctions of conditions on a transaction. */
export type AnyOf = readonly (readonly GrpcTypes.TransactionLiteral['predicate'][])[]

export interface LedgerScan<Item> {
  /** The name of the calls for observers. */
  readonly name: string
  readonly filter: AnyOf
  readonly order: 'oldest_first' | 'newest_first'
  /** Where an earlier scan stopped, or null. */
  readonly cursor: string | null
  /** Transactions before this checkpoint are not read. */
  readonly startCheckpoint?: bigint | undefined
  readonly limit: number
  /** Returns the wanted items of a transaction that succeeded and is final. If it throws, the transaction is skipped. */
  readonly itemsOf: (transaction: GrpcTypes.ExecutedTransaction) => readonly Item[]
}

export interface ScannedItems<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
  /** Whether the node has nothing further. */
  readonly isComplete: boolean
}

/**
 * Scans the transactions that match, and returns the items in them. If a transaction has more items than fit into the
 * limit, the cursor names the position before that transaction and the number of its items that were already returned.
 */
export async function scanLedger<Item>(
  context: Pick<SuiContext, 'client' | 'calls' | 'log'>,
  scan: LedgerScan<Item>,
): Promise<ChainAnswer<ScannedItems<Item>>> {
  const items: Item[] = []
  let place = placeOf(scan.cursor)
  for (let pages = 0; pages < MAX_PAGES && items.length < scan.limit; pages++) {
    const wanted = Math.min(scan.limit - items.length, TRANSACTIONS_PER_PAGE)
    const page = await context.calls.ask(scan.name, (signal) =>
      readPage(context, scan, { at: place.at, limit: wanted }, signal),
    )
    // Items that were found before the failure are returned. The cursor is after the last of them.
    if (!page.ok) return items.length > 0 ? ok({ items, cursor: cursorOf(place), isComplete: false }) : page
    for (const { found, position } of page.value.places) {
      const rest = found.slice(place.taken)
      const room = scan.limit - items.length
      items.push(...rest.slice(0, room))
      if (rest.length > room) {
        const cursor = cursorOf({ at: place.at, taken: place.taken + room })
        return ok({ items, cursor, isComplete: false })
      }
      place = { at: position, taken: 0 }
    }
    if (place.taken === 0) place = { at: page.value.frontier ?? place.at, taken: 0 }
    if (!page.value.mayGoOn) return ok({ items, cursor: cursorOf(place), isComplete: page.value.isAtTip })
  }
  return ok({ items, cursor: cursorOf(place), isComplete: false })
}

interface Page<Item> {
  /** The items of each transaction, and the cursor after it. */
  readonly places: readonly { readonly found: readonly Item[]; readonly position: string }[]
  /** How far the node has searched. */
  readonly frontier: string | undefined
  readonly mayGoOn: boolean
  readonly isAtTip: boolean
}

async function readPage<Item>(
  { client, log }: Pick<SuiContext, 'client' | 'log'>,
  scan: LedgerScan<Item>,
  { at, limit }: { readonly at: string | null; readonly limit: number },
  abort: AbortSignal,
): Promise<Page<Item>> {
  const { filter, order, startCheckpoint } = scan
  const isOldestFirst = order === 'oldest_first'
  const bound = at === null ? {} : { [isOldestFirst ? 'after' : 'before']: fromBase64(at) }
  const call = client.ledgerService.listTransactions(
    {
      readMask: { paths: TRANSACTION_FIELDS },
      ...(startCheckpoint === undefined ? {} : { startCheckpoint }),
      filter: {
        terms: filter.map((all) => ({
          literals: all.map((predicate) => ({ negated: false, predicate })),
        })),
      },
      options: {
        limit,
        ordering: isOldestFirst ? GrpcTypes.Ordering.ASCENDING : GrpcTypes.Ordering.DESCENDING,
        ...bound,
      },
    },
    { abort },
  )
  const places: Page<Item>['places'][number][] = []
  const seen = new Set<string>()
  let frontier: string | undefined
  let reason: GrpcTypes.QueryEndReason | undefined
  for await (const { transaction, watermark, end } of call.responses) {
    // All transactions after one that is not final wait for it, so that none is skipped.
    if (transaction !== undefined && !isFinal(transaction)) {
      return { places, frontier, mayGoOn: false, isAtTip: false }
    }
    if (watermark?.cursor !== undefined) frontier = toBase64(watermark.cursor)
    reason = end?.reason ?? reason
    if (transaction === undefined) continue
    const digest = given(transaction.digest, 'the digest of a transaction')
    if (seen.has(digest)) continue
    seen.add(digest)
    const found = transaction.effects?.status?.success === true ? itemsIn(transaction, scan, log) : []
    places.push({ found, position: given(frontier, 'a place in the ledger') })
  }
  const { ITEM_LIMIT, SCAN_LIMIT, LEDGER_TIP } = GrpcTypes.QueryEndReason
  const mayGoOn = reason === ITEM_LIMIT || reason === SCAN_LIMIT
  return { places, frontier, mayGoOn, isAtTip: reason === LEDGER_TIP }
}

/** Anyone may write transactions that match, so one that cannot be read must not stop the scan. */
function itemsIn<Item>(
  transaction: GrpcTypes.ExecutedTransaction,
  { name, itemsOf }: LedgerScan<Item>,
  log: SuiContext['log'],
): readonly Item[] {
  try {
    return itemsOf(transaction)
  } catch (error) {
    // The node's answer is incomplete, so the page is read again.
    if (error instanceof RpcError) throw error
    const { digest } = transaction
    log?.error('a transaction cannot be read and is skipped: run the audit', { scan: name, digest }, error)
    return []
  }
}

/** A position after the transaction `at` and after the first `taken` items of the next transaction. */
interface Place {
  readonly at: string | null
  readonly taken: number
}

function placeOf(cursor: string | null): Place {
  if (cursor === null) return { at: null, taken: 0 }
  const [at, taken] = cursor.split('~')
  return { at: at || null, taken: Number(taken ?? 0) }
}

function cursorOf({ at, taken }: Place): string | null {
  if (taken > 0) return `${at ?? ''}~${taken}`
  return at
}
