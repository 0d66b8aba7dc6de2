import { GrpcTypes } from '@mysten/sui/grpc'

/** Changes the messages of an answer before they are sent. */
export type ChangeAnswer = (messages: unknown[]) => unknown[]

/** The gRPC status codes that a node uses. */
export const GRPC_STATUS = {
  ok: 0,
  invalidArgument: 3,
  notFound: 5,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const

/** Thrown by a handler to end the call with this status and without a message. */
export class GrpcFailure extends Error {
  readonly status: number

  constructor(status: keyof typeof GRPC_STATUS, message: string) {
    super(message)
    this.status = GRPC_STATUS[status]
  }
}

const { Ordering, QueryEndReason } = GrpcTypes

/** An item with its position in the chain's order. */
export interface Placed<Item> {
  readonly at: bigint
  readonly checkpoint: bigint
  readonly item: Item
}

interface PageQuery {
  readonly startCheckpoint?: bigint | undefined
  readonly endCheckpoint?: bigint | undefined
  readonly options?: GrpcTypes.QueryOptions | undefined
}

export interface PageLimits {
  /** The maximum number of items per page. */
  readonly maxItems: number
  /** The maximum number of items that are scanned for one page, including those that do not match. */
  readonly maxScanned: number
  /** The oldest checkpoint that was not pruned. A query that starts before it is refused. */
  readonly oldestCheckpoint: bigint
  /** The last checkpoint that the node has indexed. */
  readonly tip: bigint
}

interface Frame<Item> {
  readonly item?: Item
  readonly watermark?: GrpcTypes.Watermark
  readonly end?: GrpcTypes.QueryEnd
}

const DEFAULT_ITEMS = 50

const cursorOf = (at: bigint) => Buffer.from(String(at))
const placeOf = (cursor: Uint8Array | undefined) =>
  cursor === undefined ? undefined : BigInt(Buffer.from(cursor).toString())

/**
 * The frames that a server streams for a page: each item with the cursor after it, and finally the reason why the page
 * ends. A watermark names the last checkpoint of which the page shows everything, which is never that of its item.
 */
export function pageOf<Item>(
  all: readonly Placed<Item>[],
  matches: (item: Item) => boolean,
  { startCheckpoint, endCheckpoint, options = {} }: PageQuery,
  { maxItems, maxScanned, oldestCheckpoint, tip }: PageLimits,
): Frame<Item>[] {
  const after = placeOf(options.after)
  const before = placeOf(options.before)
  const limit = Math.min(options.limit || DEFAULT_ITEMS, maxItems)
  const isDescending = options.ordering === Ordering.DESCENDING
  const isPruned = ({ at, checkpoint }: Placed<Item>) =>
    checkpoint < oldestCheckpoint && (after === undefined ? startCheckpoint !== undefined : at > after)
  const asksForPruned =
    (startCheckpoint !== undefined && startCheckpoint < oldestCheckpoint) ||
    (after !== undefined && all.some(isPruned))
  if (asksForPruned)
    throw new GrpcFailure('outOfRange', `Requested range is below the oldest checkpoint ${oldestCheckpoint}`)
  const inBounds = all.filter(
    ({ at, checkpoint }) =>
      checkpoint >= oldestCheckpoint &&
      (after === undefined || at > after) &&
      (before === undefined || at < before) &&
      (startCheckpoint === undefined || checkpoint >= startCheckpoint) &&
      (endCheckpoint === undefined || checkpoint < endCheckpoint),
  )
  const ordered = isDescending ? inBounds.toReversed() : inBounds
  const frames: Frame<Item>[] = []
  const entry = ordered[0]?.checkpoint
  let scanned = 0
  for (const { at, checkpoint, item } of ordered) {
    if (frames.length === limit) return [...frames, { end: { reason: QueryEndReason.ITEM_LIMIT } }]
    const watermark = {
      cursor: cursorOf(at),
      ...(checkpoint !== entry && { checkpoint: isDescending ? checkpoint + 1n : checkpoint - 1n }),
    }
    if (scanned === maxScanned) return [...frames, { end: { reason: QueryEndReason.SCAN_LIMIT } }]
    scanned++
    if (matches(item)) frames.push({ item, watermark })
    else if (scanned === maxScanned || scanned === ordered.length) frames.push({ watermark })
  }
  if (frames.filter(({ item }) => item !== undefined).length >= limit)
    return [...frames, { end: { reason: QueryEndReason.ITEM_LIMIT } }]
  if ((isDescending ? after : before) !== undefined)
    return [...frames, { end: { reason: QueryEndReason.CURSOR_BOUND } }]
  const isBounded = endCheckpoint !== undefined && endCheckpoint <= tip + 1n
  const last = ordered.at(-1)?.at ?? after
  const watermark = {
    ...(last !== undefined && { cursor: cursorOf(last) }),
    ...(!isDescending && { checkpoint: isBounded ? endCheckpoint - 1n : tip }),
  }
  const reason = isBounded ? QueryEndReason.CHECKPOINT_BOUND : QueryEndReason.LEDGER_TIP
  return [...frames, { watermark, end: { reason } }]
}
