import { type ChainAnswer, err, ok } from '@dropkit/core'
import { GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { type PackageEvent, packageEventsIn } from './package-events.ts'
import {
  askForPage,
  digestOf,
  eventLimits,
  hasEvents,
  type PageLimits,
  pageLimits,
  type ReadEvents,
  readEvents,
  TOO_LARGE,
} from './read-events.ts'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-node.ts'
import { CLAIM_FIELDS, isFinal } from './transaction-effects.ts'

const TRANSACTIONS_PER_PAGE = 50
/** One scan reads at most this many pages. The next scan continues from there. */
const MAX_PAGES = 20

const UNREADABLE = 'a transaction cannot be read'
const NOT_INDEXED = 'the node does not show all events of a transaction yet'

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
  /** The fields that `itemsOf` reads, besides the events. They include `CLAIM_FIELDS`. */
  readonly fields: readonly string[]
  /** The types of the events that `itemsOf` gets. */
  readonly eventTypes: readonly string[]
  /** Returns the wanted items of a transaction that succeeded and is final, in which the package emitted the events. */
  readonly itemsOf: (
    transaction: GrpcTypes.ExecutedTransaction,
    events: readonly PackageEvent[],
  ) => readonly Item[]
  /** The types of events that `itemsOf` gets too if these items of a transaction may change with them. */
  readonly otherEvents?: {
    readonly types: readonly string[]
    readonly mayChange: (items: readonly Item[]) => boolean
  }
  /** Whether the scan goes on after a transaction that cannot be read, which is then in `unread`. Otherwise, it fails there. */
  readonly maySkip: boolean
}

export interface ScannedItems<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
  /** The last checkpoint that the node has searched, if it shows no further transactions. Null if that is not known. */
  readonly completeTo: bigint | null
  /** The digests of transactions before the cursor that were passed over because they cannot be read with others. */
  readonly unread: readonly string[]
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
  const unread: string[] = []
  let place = placeOf(scan.cursor)
  /** The number of the next transactions that are read one by one, because their page is too large. */
  let oneByOne = 0
  for (let pages = 0; pages < MAX_PAGES && items.length < scan.limit; pages++) {
    const enough = scan.limit - items.length
    const limit = oneByOne > 0 ? 1 : Math.min(enough, TRANSACTIONS_PER_PAGE)
    const page = await nextPage(context, scan, { at: place.at, limit, enough: enough + place.taken })
    // Items that were found before the failure are returned. The cursor is after the last of them.
    if (!page.ok) return items.length > 0 ? ok(upTo(place)) : page
    oneByOne = (page.value.isReduced ? limit : oneByOne) - page.value.places.length
    for (const { found, position, unread: digest } of page.value.places) {
      const rest = found.slice(place.taken)
      const room = scan.limit - items.length
      items.push(...rest.slice(0, room))
      if (rest.length > room) {
        return ok(upTo({ at: place.at, taken: place.taken + room }))
      }
      place = { at: position, taken: 0 }
      if (digest !== undefined) unread.push(digest)
    }
    if (place.taken === 0) place = { at: page.value.frontier ?? place.at, taken: 0 }
    // Each may take all the time of a call.
    if (unread.length > 0) return ok(upTo(place))
    if (!page.value.mayGoOn) return ok({ ...upTo(place), completeTo: page.value.tip })
  }
  return ok(upTo(place))

  function upTo(end: Place): ScannedItems<Item> {
    return { items, cursor: cursorOf(end), completeTo: null, unread }
  }
}

interface Page<Item> {
  /** The items of each transaction, and the cursor after it. `unread` is the digest of one that was passed over. */
  readonly places: readonly {
    readonly found: readonly Item[]
    readonly position: string
    readonly unread?: string
  }[]
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

interface NextPage<Item> extends Page<Item> {
  /** Whether only one transaction was read, because all together are too large or take too long. */
  readonly isReduced: boolean
}

/**
 * Reads transactions without their events, and then the events of the wanted types, because anyone can write transactions
 * with large events. `enough`: the number of items with which the page may end.
 */
async function nextPage<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
  { at, limit, enough }: Range & { readonly enough: number },
): Promise<ChainAnswer<NextPage<Item>>> {
  const limits = limit > 1 ? pageLimits(limit, 1) : pageLimits(1)
  const listed = await askForPage(context.calls, scan.name, limits, (most, abort) => {
    const read = (transaction: GrpcTypes.ExecutedTransaction) => {
      // If a field is missing, the page is read again here.
      itemsOrNone(context, scan, transaction, [])
      return [transaction]
    }
    return readPage(context, { ...scan, at, limit: most, read }, abort)
  })
  const isReduced = limits.current < limit
  const passOver = async (failed: Extract<ChainAnswer<never>, { ok: false }>) => {
    const passed = scan.maySkip ? await passFirst(context, scan, at) : failed
    return passed.ok ? ok({ ...passed.value, isReduced }) : failed
  }
  if (!listed.ok) return limits.isExhausted ? passOver(listed) : listed
  if (listed.value === null)
    return passOver(err({ kind: 'chain_unavailable', reason: `${scan.name}: ${TOO_LARGE}` }))
  const limitsOfEvents = eventLimits()
  const page = await withEvents(context, scan, listed.value, { enough, limits: limitsOfEvents })
  if (page.ok) return ok({ ...page.value, isReduced })
  if (!scan.maySkip || !limitsOfEvents.isExhausted) return page
  const before = beforeEvents(listed.value)
  if (before.places.length === 0) return passOver(page)
  const quiet = await withEvents(context, scan, before, { enough, limits: limitsOfEvents })
  return quiet.ok ? ok({ ...quiet.value, isReduced }) : quiet
}

/** The page up to the first transaction with events. */
function beforeEvents(listed: Page<GrpcTypes.ExecutedTransaction>): Page<GrpcTypes.ExecutedTransaction> {
  const emitting = listed.places.findIndex(({ found }) => found.some(hasEvents))
  const places = listed.places.slice(0, Math.max(0, emitting))
  return { places, frontier: places.at(-1)?.position, mayGoOn: true, tip: null }
}

/**
 * Passes over a transaction that is too large or takes too long. Fails if the node does not answer a small request either,
 * because then the transaction is not the cause.
 */
async function passFirst<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
  at: string | null,
): Promise<ChainAnswer<Page<Item>>> {
  const passed = await context.calls.askOnce(scan.name, (abort) => {
    const read = (transaction: GrpcTypes.ExecutedTransaction) => [digestOf(transaction)]
    return readPage(context, { ...scan, at, limit: 1, fields: CLAIM_FIELDS, read }, abort)
  })
  if (!passed.ok) return passed
  const places = passed.value.places.map(({ found: [digest], position }) => placeWithout(digest, position))
  return ok({ ...passed.value, places })
}

const placeWithout = (digest: string | undefined, position: string): Page<never>['places'][number] => ({
  found: [],
  position,
  ...(digest === undefined ? {} : { unread: digest }),
})

/**
 * The page with the items of its transactions. It ends before a transaction whose events are not known, or once it has
 * enough items.
 */
async function withEvents<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
  listed: Page<GrpcTypes.ExecutedTransaction>,
  { enough, limits }: EventsWanted,
): Promise<ChainAnswer<Page<Item>>> {
  const emitting = listed.places.flatMap(({ found }) => found.filter(hasEvents))
  const read = await readEventsFor(context, scan, emitting, { enough, limits })
  if (!read.ok) return read
  const { byDigest, isBehind } = read.value
  const places: Page<Item>['places'][number][] = []
  let count = 0
  for (const { found, position } of listed.places) {
    const [transaction] = found
    const events = transaction && hasEvents(transaction) ? byDigest.get(digestOf(transaction)) : []
    if (events === undefined || count >= enough) break
    const items = transaction ? readItems(context, scan, transaction, events) : ok([])
    if (!items.ok && places.length === 0) return items
    if (!items.ok) break
    places.push(
      items.value === null ? placeWithout(transaction?.digest, position) : { found: items.value, position },
    )
    count += items.value?.length ?? 0
  }
  if (places.length === listed.places.length) return ok({ ...listed, places })
  if (places.length === 0) return err({ kind: 'chain_unavailable', reason: `${scan.name}: ${NOT_INDEXED}` })
  return ok({ places, frontier: places.at(-1)?.position, mayGoOn: !isBehind, tip: null })
}

interface EventsWanted {
  readonly enough: number
  readonly limits: PageLimits
}

/** The events of these transactions that `itemsOf` needs. */
async function readEventsFor<Item>(
  context: ScanContext,
  scan: LedgerScan<Item>,
  transactions: readonly GrpcTypes.ExecutedTransaction[],
  { enough, limits }: EventsWanted,
): Promise<ChainAnswer<ReadEvents>> {
  const isOldestFirst = scan.order === 'oldest_first'
  const readTypes = async (
    eventTypes: readonly string[],
    some: readonly GrpcTypes.ExecutedTransaction[],
  ): Promise<ChainAnswer<ReadEvents>> => {
    const read = await readEvents(context, {
      transactions: isOldestFirst ? some : some.toReversed(),
      eventTypes,
      limits,
      ...(isOldestFirst && { enough }),
    })
    if (!read.ok) return read
    return read.value === null
      ? err({ kind: 'chain_unavailable', reason: `${scan.name}: ${TOO_LARGE}` })
      : ok(read.value)
  }

  const read = await readTypes(scan.eventTypes, transactions)
  if (!read.ok || scan.otherEvents === undefined) return read
  const { types, mayChange } = scan.otherEvents
  const byDigest = new Map(read.value.byDigest)
  const uncertain = transactions.filter((transaction) => {
    const events = byDigest.get(digestOf(transaction))
    return events !== undefined && mayChange(itemsOrNone(context, scan, transaction, events))
  })
  const others = await readTypes(types, uncertain)
  if (!others.ok) return others
  for (const digest of uncertain.map(digestOf)) {
    const more = others.value.byDigest.get(digest)
    if (more === undefined) byDigest.delete(digest)
    else byDigest.set(digest, [...(byDigest.get(digest) ?? []), ...more])
  }
  return ok({ byDigest, isBehind: read.value.isBehind || others.value.isBehind })
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

/** None if the transaction cannot be read. If the node left out a field, this throws an error with which it is read again. */
function itemsOrNone<Item>(
  { packageId }: Pick<SuiContext, 'packageId'>,
  { itemsOf }: LedgerScan<Item>,
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly GrpcTypes.Event[],
): readonly Item[] {
  try {
    return itemsOf(transaction, packageEventsIn(events, packageId))
  } catch (error) {
    if (error instanceof RpcError) throw error
    return []
  }
}

/**
 * Anyone may write transactions that match. One that cannot be read must not stop a scan that may skip it: the items are then
 * null. It stops any other scan, because a claim could be hidden in it.
 */
function readItems<Item>(
  { log, packageId }: Pick<SuiContext, 'log' | 'packageId'>,
  { name, itemsOf, maySkip }: LedgerScan<Item>,
  transaction: GrpcTypes.ExecutedTransaction,
  events: readonly GrpcTypes.Event[],
): ChainAnswer<readonly Item[] | null> {
  try {
    return ok(itemsOf(transaction, packageEventsIn(events, packageId)))
  } catch (error) {
    const { digest } = transaction
    const reason = error instanceof RpcError ? error.message : `the transaction ${digest} cannot be read`
    if (error instanceof RpcError || !maySkip)
      return err({ kind: 'chain_unavailable', reason: `${name}: ${reason}` })
    log?.error(UNREADABLE, { scan: name, digest }, error)
    return ok(null)
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
