import { type ChainAnswer, ok } from '@dropkit/core'
import { GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { type PackageEvent, readPackageEvent } from './package-events.ts'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-node.ts'

/** An event has at most 256 kB, so that the largest page is an answer that is read. */
const EVENTS_PER_PAGE = 25

/**
 * Reads the events of the package `dropkit` in a final transaction that is too large to be read with the events of all
 * packages.
 */
export async function readEvents(
  context: Pick<SuiContext, 'client' | 'calls' | 'packageId'>,
  transaction: GrpcTypes.ExecutedTransaction,
): Promise<ChainAnswer<readonly PackageEvent[]>> {
  const events: PackageEvent[] = []
  let after: Uint8Array | undefined
  for (;;) {
    const page = await context.calls.ask('events', (abort) => readPage(context, transaction, after, abort))
    if (!page.ok) return page
    events.push(...page.value.events)
    after = page.value.after
    if (after === undefined) return ok(events)
  }
}

interface Page {
  readonly events: readonly PackageEvent[]
  /** The position of the next page. Undefined after the last. */
  readonly after: Uint8Array | undefined
}

async function readPage(
  { client, packageId }: Pick<SuiContext, 'client' | 'packageId'>,
  transaction: GrpcTypes.ExecutedTransaction,
  from: Uint8Array | undefined,
  abort: AbortSignal,
): Promise<Page> {
  const checkpoint = given(transaction.checkpoint, 'the checkpoint of a transaction')
  const { ITEM_LIMIT, SCAN_LIMIT, CHECKPOINT_BOUND, LEDGER_TIP } = GrpcTypes.QueryEndReason
  const call = client.ledgerService.listEvents(
    {
      readMask: { paths: ['event_type', 'contents', 'transaction_digest', 'event_index'] },
      startCheckpoint: checkpoint,
      endCheckpoint: checkpoint + 1n,
      filter: {
        terms: [
          {
            literals: [
              { negated: false, predicate: { oneofKind: 'eventType', eventType: { eventType: packageId } } },
            ],
          },
        ],
      },
      options: {
        limit: EVENTS_PER_PAGE,
        ordering: GrpcTypes.Ordering.ASCENDING,
        ...(from === undefined ? {} : { after: from }),
      },
    },
    { abort },
  )
  const events = new Map<number, PackageEvent>()
  let reason: GrpcTypes.QueryEndReason | undefined
  let cursor: Uint8Array | undefined
  let covered = -1n
  for await (const { event, watermark, end } of call.responses) {
    cursor = watermark?.cursor ?? cursor
    covered = watermark?.checkpoint ?? covered
    reason = end?.reason ?? reason
    if (event === undefined || event.transactionDigest !== transaction.digest) continue
    const read = readPackageEvent(event, packageId)
    if (read !== null) events.set(given(event.eventIndex, 'the index of an event'), read)
  }
  const mayGoOn = reason === ITEM_LIMIT || reason === SCAN_LIMIT
  const after = mayGoOn ? given(cursor, 'a place in the ledger') : undefined
  // A node may show a transaction before its index has the events.
  const isComplete = reason === CHECKPOINT_BOUND || (reason === LEDGER_TIP && covered >= checkpoint)
  if (mayGoOn || isComplete) return { events: [...events.values()], after }
  throw new RpcError('the node does not show all events of a transaction yet', 'INTERNAL')
}
