import { type ChainAnswer, err, ok } from '@dropkit/core'
import { GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { eventsOf, type PackageEvent } from './package-events.ts'
import { readEvents } from './read-events.ts'
import type { SuiContext } from './sui-context.ts'
import { given, isTooLarge, orNull } from './sui-node.ts'
import { CLAIM_FIELDS, EVENT_FIELDS, isFinal } from './transaction-effects.ts'

const TRANSACTIONS_PER_PAGE = 50
/** One scan reads at most this many pages. The next scan continues from there. */
const MAX_PAGES = 20

const SKIPPED = 'a transaction cannot be read and is skipped: run the audit'

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
  /** The fields that `itemsOf` reads, besides the events. */
  readonly fields: readonly string[]
  /** Returns the wanted items of a transaction that succeeded and is final, in which the package emitted the events. */
  readonly itemsOf: (
    transaction: GrpcTypes.ExecutedTransaction,
    events: readonly PackageEvent[],
  ) => readonly Item[]
  /** Whether the scan goes on after a transaction that cannot be read. Otherwise, it fails there. */
  readonly maySkip: boolean
}

export interface ScannedItems<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
  /** The last checkpoint that the node has searched, if it shows no further transactions. Null if that is not known. */
  readonly completeTo: bigint | null
}

type ScanContext = Pick<SuiContext, 'client' | 'calls' | 'packageId' | 'log'>

/**
 * Scans the transactions that match, and returns the items in them. If a transaction has more items than fit into the
 * limit, the cursor names the position before that transaction and the number of its items that were already returned.
 */
export async function scanLedger<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
): Promise<ChainAnswer<ScannedItems<Item>>> {
  const items: Item[] = []
  let place = placeOf(scan.cursor)
  for (let pages = 0; pages < MAX_PAGES && items.length < scan.limit; pages++) {
    const wanted = Math.min(scan.limit - items.length, TRANSACTIONS_PER_PAGE)
    const page = await nextPage(context, scan, { at: place.at, limit: wanted })
    // Items that were found before the failure are returned. The cursor is after the last of them.
    if (!page.ok) return items.length > 0 ? ok({ items, cursor: cursorOf(place), completeTo: null }) : page
    for (const { found, position } of page.value.places) {
      const rest = found.slice(place.taken)
      const room = scan.limit - items.length
      items.push(...rest.slice(0, room))
      if (rest.length > room) {
        const cursor = cursorOf({ at: place.at, taken: place.taken + room })
        return ok({ items, cursor, completeTo: null })
      }
      place = { at: position, taken: 0 }
    }
    if (place.taken === 0) place = { at: page.value.frontier ?? place.at, taken: 0 }
    if (!page.value.mayGoOn) return ok({ items, cursor: cursorOf(place), completeTo: page.value.tip })
  }
  return ok({ items, cursor: cursorOf(place), completeTo: null })
}

interface Page<Item> {
  /** The items of each transaction, and the cursor after it. */
  readonly places: readonly { readonly found: readonly Item[]; readonly position: string }[]
  /** How far the node has searched. */
  readonly frontier: string | undefined
  readonly mayGoOn: boolean
  /** The last checkpoint that the node has searched, if this page is the last. */
  readonly tip: bigint | null
}

interface Range {
  /** The page begins after this cursor. */
  readonly at: string | null
  readonly limit: number
}

/**
 * Anyone can write transactions whose page is too large to be read. Then only the first of them is read: without its
 * events, which are read one page after another.
 */
async function nextPage<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
  range: Range,
): Promise<ChainAnswer<Page<Item>>> {
  /** Null if the answer is too large. */
  const read = <T>(query: Omit<PageQuery<T>, keyof Query>): Promise<ChainAnswer<Page<T> | null>> =>
    context.calls.ask(scan.name, (abort) =>
      orNull(readPage(context, { ...scan, ...query }, abort), isTooLarge),
    )
  const itemsIn = (transaction: GrpcTypes.ExecutedTransaction, events: () => readonly PackageEvent[]) =>
    readItems(context, scan, transaction, events)

  const page = await read({
    ...range,
    fields: [...scan.fields, ...EVENT_FIELDS],
    read: (transaction) => itemsIn(transaction, () => eventsOf(transaction, context.packageId)),
  })
  if (!page.ok) return page
  if (page.value !== null) return ok(page.value)

  const single = await read({
    at: range.at,
    limit: 1,
    fields: scan.fields,
    read(transaction) {
      // If a field is missing, the page is read again here.
      itemsIn(transaction, () => [])
      return [transaction]
    },
  })
  if (!single.ok) return single
  if (single.value === null) return skipFirst()
  const [place] = single.value.places
  const [transaction] = place?.found ?? []
  if (place === undefined || transaction === undefined)
    return ok({
      ...single.value,
      places: single.value.places.map(({ position }) => ({ found: [], position })),
    })
  const events = await readEvents(context, transaction)
  if (!events.ok) return events
  const found = itemsIn(transaction, () => events.value)
  return ok({ ...single.value, places: [{ ...place, found }] })

  /** The transaction is too large even without its events. */
  async function skipFirst(): Promise<ChainAnswer<Page<Item>>> {
    const skipped = await read<Item>({
      at: range.at,
      limit: 1,
      fields: CLAIM_FIELDS,
      read({ digest }) {
        if (scan.maySkip) context.log?.error(SKIPPED, { scan: scan.name, digest })
        return []
      },
    })
    if (!skipped.ok) return skipped
    if (skipped.value !== null && scan.maySkip) return ok(skipped.value)
    return err({ kind: 'chain_unavailable', reason: `${scan.name}: a transaction is too large to be read` })
  }
}

type Query = Pick<LedgerScan<never>, 'filter' | 'order' | 'startCheckpoint'>

interface PageQuery<T> extends Query, Range {
  readonly fields: readonly string[]
  /** Called for each transaction that succeeded. */
  readonly read: (transaction: GrpcTypes.ExecutedTransaction) => readonly T[]
}

async function readPage<T>(
  { client }: Pick<SuiContext, 'client'>,
  { filter, order, startCheckpoint, at, limit, fields, read }: PageQuery<T>,
  abort: AbortSignal,
): Promise<Page<T>> {
  const isOldestFirst = order === 'oldest_first'
  const bound = at === null ? {} : { [isOldestFirst ? 'after' : 'before']: fromBase64(at) }
  const call = client.ledgerService.listTransactions(
    {
      readMask: { paths: [...fields] },
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
  const places: Page<T>['places'][number][] = []
  const seen = new Set<string>()
  let frontier: string | undefined
  let covered: bigint | undefined
  let reason: GrpcTypes.QueryEndReason | undefined
  for await (const { transaction, watermark, end } of call.responses) {
    // All transactions after one that is not final wait for it, so that none is skipped.
    if (transaction !== undefined && !isFinal(transaction)) {
      return { places, frontier, mayGoOn: false, tip: null }
    }
    if (watermark?.cursor !== undefined) frontier = toBase64(watermark.cursor)
    covered = watermark?.checkpoint ?? covered
    reason = end?.reason ?? reason
    if (transaction === undefined) continue
    const digest = given(transaction.digest, 'the digest of a transaction')
    if (seen.has(digest)) continue
    seen.add(digest)
    const found = transaction.effects?.status?.success === true ? read(transaction) : []
    places.push({ found, position: given(frontier, 'a place in the ledger') })
  }
  const { ITEM_LIMIT, SCAN_LIMIT, LEDGER_TIP } = GrpcTypes.QueryEndReason
  const mayGoOn = reason === ITEM_LIMIT || reason === SCAN_LIMIT
  return { places, frontier, mayGoOn, tip: reason === LEDGER_TIP ? (covered ?? null) : null }
}

/**
 * Anyone may write transactions that match. One that cannot be read must not stop a scan that may skip it. It stops any
 * other scan, because a claim could be hidden in it.
 */
function readItems<Item>(
  { log }: Pick<SuiContext, 'log'>,
  { name, itemsOf, maySkip }: LedgerScan<Item>,
  transaction: GrpcTypes.ExecutedTransaction,
  events: () => readonly PackageEvent[],
): readonly Item[] {
  try {
    return itemsOf(transaction, events())
  } catch (error) {
    // The node's answer is incomplete, so the page is read again.
    if (error instanceof RpcError) throw error
    const { digest } = transaction
    if (!maySkip) throw new RpcError(`the transaction ${digest} cannot be read`, 'DATA_LOSS')
    log?.error(SKIPPED, { scan: name, digest }, error)
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
