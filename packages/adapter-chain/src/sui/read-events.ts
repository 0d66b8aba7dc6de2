import { type ChainAnswer, ok } from '@dropkit/core'
import { GrpcTypes, RpcError } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import type { SuiContext } from './sui-context.ts'
import { given, isTooLarge } from './sui-node.ts'

/** The maximum numbers of items to ask for, in decreasing order: the next one after an answer that was too much. */
export interface PageLimits {
  readonly current: number
  /** Whether there was a next one. */
  reduce(): boolean
  /** Whether even an answer to the last one was too much. */
  readonly isExhausted: boolean
}

export function pageLimits(first: number, ...others: readonly number[]): PageLimits {
  const limits = [first, ...others]
  let isExhausted = false
  return {
    get current() {
      return limits[0] ?? first
    },
    reduce() {
      if (limits.length > 1) return limits.shift() !== undefined
      isExhausted = true
      return false
    },
    get isExhausted() {
      return isExhausted
    },
  }
}

/**
 * Asks for a page. If the answer is too large, or does not arrive in time, the page is asked for again with the next limit.
 * Anyone can write transactions that are larger than what is read at once. Null if the answer is too large even then.
 */
export const askForPage = <T>(
  { ask }: Pick<GuardedCalls, 'ask'>,
  name: string,
  limits: PageLimits,
  read: (limit: number, abort: AbortSignal) => Promise<T>,
): Promise<ChainAnswer<T | null>> =>
  ask(name, async (abort) => {
    abort.addEventListener('abort', () => void limits.reduce())
    for (;;) {
      try {
        return await read(limits.current, abort)
      } catch (error) {
        if (!isTooLarge(error)) throw error
        if (!limits.reduce()) return null
      }
    }
  })

/** More than the events of two of the largest deliveries. */
const EVENTS_PER_PAGE = 600
/** For events that are larger than those of the service. An event has at most 256 kB. */
const FEW_EVENTS_PER_PAGE = 10

/** Events that are larger than those of the service are read a few at a time, or not at all if they are read `atOnce`. */
export const eventLimits = (atOnce?: 'atOnce'): PageLimits =>
  atOnce ? pageLimits(EVENTS_PER_PAGE) : pageLimits(EVENTS_PER_PAGE, FEW_EVENTS_PER_PAGE)

interface EventsQuery {
  /** Final transactions, in the order of the chain. */
  readonly transactions: readonly GrpcTypes.ExecutedTransaction[]
  /** Only events of these types are read. A package or a module stands for all of its types. */
  readonly eventTypes: readonly string[]
  /** The reading ends with the transaction with which so many events are read. Default: all transactions. */
  readonly enough?: number
  /** Default: `eventLimits`. */
  readonly limits?: PageLimits
}

export interface ReadEvents {
  /** The events by the digest of their transaction. The first transactions have an entry each, and the others have none. */
  readonly byDigest: ReadonlyMap<string, readonly GrpcTypes.Event[]>
  /** The node has not indexed the transactions without an entry. */
  readonly isBehind: boolean
}

export const TOO_LARGE = 'a transaction is too large to be read'

type EventsContext = Pick<SuiContext, 'client' | 'calls'>

/** Whether a transaction emitted any events. Requires `effects.events_digest`. */
export const hasEvents = ({ effects }: GrpcTypes.ExecutedTransaction): boolean =>
  effects?.eventsDigest !== undefined

/**
 * Reads events of some types in some transactions. The events of other types are never asked for: anyone can write a
 * transaction with 65 MB of them. One request reads the events of all transactions, unless there are too many between them.
 * Null if the events are too large.
 */
export async function readEvents(
  context: EventsContext,
  { transactions, eventTypes, enough = Number.POSITIVE_INFINITY, limits = eventLimits() }: EventsQuery,
): Promise<ChainAnswer<ReadEvents | null>> {
  const gathered = new Map(transactions.map((transaction) => [digestOf(transaction), new Events()]))
  const byDigest = new Map<string, readonly GrpcTypes.Event[]>()
  let count = 0
  let pending = transactions
  let isAlone = false
  let after: Uint8Array | undefined
  for (;;) {
    const [first] = pending
    if (first === undefined || (byDigest.size > 0 && count >= enough))
      return ok({ byDigest, isBehind: false })
    const start = checkpointOf(first)
    const end = isAlone ? start : checkpointOf(pending.at(-1) ?? first)
    const page = await nextPage(context, { eventTypes, start, end, after, limits })
    if (!page.ok) return byDigest.size > 0 ? ok({ byDigest, isBehind: true }) : page
    if (page.value === null) return ok(null)
    for (const event of page.value.events) gathered.get(event.transactionDigest ?? '')?.add(event)
    const { completeTo } = page.value
    const complete = pending.filter((transaction) => checkpointOf(transaction) <= completeTo)
    for (const transaction of complete) {
      const digest = digestOf(transaction)
      const events = gathered.get(digest)?.inOrder() ?? []
      byDigest.set(digest, events)
      count += events.length
    }
    // Between the transactions may be any number of events of others. If a page was not enough for one, it is read alone.
    isAlone = complete.length === 0
    pending = pending.slice(complete.length)
    after = page.value.cursor
    if (page.value.isBehind) return ok({ byDigest, isBehind: true })
  }
}

export const digestOf = ({ digest }: GrpcTypes.ExecutedTransaction): string =>
  given(digest, 'the digest of a transaction')

const checkpointOf = ({ checkpoint }: GrpcTypes.ExecutedTransaction): bigint =>
  given(checkpoint, 'the checkpoint of a transaction')

/** The events of a transaction, by their index. A node may send one twice. */
class Events {
  readonly #events = new Map<number, GrpcTypes.Event>()

  add(event: GrpcTypes.Event): void {
    this.#events.set(event.eventIndex ?? 0, event)
  }

  inOrder(): readonly GrpcTypes.Event[] {
    return [...this.#events].sort(([one], [other]) => one - other).map(([, event]) => event)
  }
}

interface Page {
  readonly events: readonly GrpcTypes.Event[]
  /** The position after the page. */
  readonly cursor: Uint8Array | undefined
  /** All events up to this checkpoint are in this page or before it. */
  readonly completeTo: bigint
  readonly isBehind: boolean
}

interface PageQuery {
  readonly eventTypes: readonly string[]
  /** The first checkpoint. */
  readonly start: bigint
  /** The last checkpoint. */
  readonly end: bigint
  readonly after: Uint8Array | undefined
  readonly limits: PageLimits
}

/** Null if the page is too large to be read. */
async function nextPage(context: EventsContext, query: PageQuery): Promise<ChainAnswer<Page | null>> {
  /** A page that the node ended before the first of the transactions. */
  let behind: Page | undefined
  const page = await askForPage(context.calls, 'events', query.limits, async (limit, abort) => {
    const read = await readPage(context, query, limit, abort)
    if (!read.isBehind || read.completeTo >= query.start) return read
    // A node may show a transaction before its index has the events, so the page is read again.
    behind = read
    throw new RpcError('the node does not show all events of a transaction yet', 'INTERNAL')
  })
  return !page.ok && behind !== undefined ? ok(behind) : page
}

async function readPage(
  { client }: Pick<SuiContext, 'client'>,
  { eventTypes, start, end, after }: PageQuery,
  limit: number,
  abort: AbortSignal,
): Promise<Page> {
  const { ITEM_LIMIT, SCAN_LIMIT, CHECKPOINT_BOUND } = GrpcTypes.QueryEndReason
  const call = client.ledgerService.listEvents(
    {
      readMask: { paths: ['event_type', 'contents', 'transaction_digest', 'event_index'] },
      startCheckpoint: start,
      endCheckpoint: end + 1n,
      filter: {
        terms: eventTypes.map((eventType) => ({
          literals: [{ negated: false, predicate: { oneofKind: 'eventType', eventType: { eventType } } }],
        })),
      },
      options: {
        limit,
        ordering: GrpcTypes.Ordering.ASCENDING,
        ...(after === undefined ? {} : { after }),
      },
    },
    { abort },
  )
  const events: GrpcTypes.Event[] = []
  let reason: GrpcTypes.QueryEndReason | undefined
  let cursor: Uint8Array | undefined
  let covered = -1n
  for await (const { event, watermark, end: ended } of call.responses) {
    cursor = watermark?.cursor ?? cursor
    covered = watermark?.checkpoint ?? covered
    reason = ended?.reason ?? reason
    if (event === undefined) continue
    given(event.eventType, 'the type of an event')
    given(event.contents?.value, 'the contents of an event')
    given(event.transactionDigest, 'the transaction of an event')
    given(event.eventIndex, 'the index of an event')
    events.push(event)
  }
  const mayGoOn = reason === ITEM_LIMIT || reason === SCAN_LIMIT
  const completeTo = reason === CHECKPOINT_BOUND ? end : covered
  return {
    events,
    cursor: mayGoOn ? given(cursor, 'a place in the ledger') : cursor,
    completeTo,
    isBehind: !mayGoOn && completeTo < end,
  }
}
