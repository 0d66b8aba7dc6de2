import {
  type Address,
  type Chain,
  type ChainAnswer,
  err,
  type Instant,
  ok,
  type PaymentOnChain,
} from '@dropkit/core'
import { type AnyOf, type LedgerScan, type ScannedItems, scanLedger } from './ledger-scan.ts'
import { timeOfCheckpoint } from './node-facts.ts'
import { claimedTypesOf, paidTypeOf } from './package-events.ts'
import type { SuiContext } from './sui-context.ts'
import { given, isNotFound, isPruned, orNull } from './sui-node.ts'
import { CLAIM_FIELDS, claimsIn, PAYMENT_FIELDS, paymentsTo } from './transaction-effects.ts'

/**
 * Reads claims of all vaults and payments to the treasury, in the order of the chain. `forUsers` is the context for the reads
 * that users cause.
 */
export function createLedgerReader(
  context: SuiContext,
  forUsers: SuiContext,
): Pick<Chain, 'claimsAfter' | 'paymentsAfter' | 'paymentsFrom'> {
  const { packageId, treasuryAddress, pace } = context
  const claimedTypes = claimedTypesOf(packageId)
  const claims: AnyOf = claimedTypes.map((eventType) => [
    { oneofKind: 'eventType', eventType: { eventType } },
  ])
  const payments = {
    fields: PAYMENT_FIELDS,
    eventTypes: [paidTypeOf(packageId)],
    itemsOf: (...found: Parameters<typeof claimsIn>) => paymentsTo(treasuryAddress, ...found),
    otherEvents: {
      types: claimedTypes,
      // An amount without a reference may be what a vault paid for a voucher.
      mayChange: (items: readonly PaymentOnChain[]) => items.some(({ memo }) => memo === null),
    },
    maySkip: true,
  }
  const scan = createPrunedScan(context)
  const scanForUsers = createPrunedScan(forUsers)

  type Wanted<Item> = Omit<LedgerScan<Item>, 'startCheckpoint' | 'order'>

  /** Continues from a cursor. */
  async function scanOn<Item>(wanted: Wanted<Item>) {
    const found = await scan<Item>({ ...wanted, order: 'oldest_first' })
    if (found.ok && found.value.items.length > 0) pace.noteActivity()
    return found
  }

  /** The same, at most as often as the pace allows. Otherwise, returns no items and the same cursor. */
  async function pollOn<Item>(wanted: Wanted<Item>): ReturnType<typeof scanOn<Item>> {
    if (!pace.isDue(wanted.name))
      return ok({ items: [], cursor: wanted.cursor, completeTo: null, unread: [] })
    const found = await scanOn(wanted)
    if (!found.ok) pace.noteFailure(wanted.name)
    return found
  }

  const timeOf = (checkpoint: bigint): Promise<ChainAnswer<Instant | null>> =>
    context.calls.ask('checkpoint', (abort) => timeOfCheckpoint(context, checkpoint, abort))

  return {
    async claimsAfter(cursor, limit, { isPolling = false } = {}) {
      const found = await (isPolling ? pollOn : scanOn)({
        name: 'claims',
        filter: claims,
        cursor,
        limit,
        fields: CLAIM_FIELDS,
        eventTypes: claimedTypes,
        itemsOf: claimsIn,
        maySkip: false,
      })
      if (!found.ok) return found
      const { items, cursor: next, completeTo } = found.value
      const completeUntil = isPolling || completeTo === null ? ok(null) : await timeOf(completeTo)
      if (!completeUntil.ok) return completeUntil
      return ok({ claims: items, cursor: next, completeUntil: completeUntil.value })
    },

    async paymentsAfter(cursor, limit) {
      const found = await pollOn({
        name: 'payments',
        filter: [[touching(treasuryAddress)]],
        cursor,
        limit,
        ...payments,
      })
      if (!found.ok) return found
      const { items, cursor: next, unread } = found.value
      return ok({ payments: items, cursor: next, unread })
    },

    async paymentsFrom(sender, limit) {
      const found = await scanForUsers({
        name: 'payments of a wallet',
        filter: [[{ oneofKind: 'sender', sender: { address: sender } }, touching(treasuryAddress)]],
        order: 'newest_first',
        cursor: null,
        limit,
        ...payments,
      })
      return found.ok ? ok(found.value.items) : found
    },
  }
}

const touching = (address: Address): AnyOf[number][number] => ({
  oneofKind: 'affectedAddress',
  affectedAddress: { address },
})

const PRUNED = 'the node has pruned what follows, or is behind; connect one with full history'

/**
 * Scans from the checkpoint in which the package was published, since nothing before it concerns this service. If the node
 * has pruned that checkpoint, a first scan starts at the oldest checkpoint that the node still has. A later scan waits for a
 * node that has what follows its cursor.
 */
function createPrunedScan(context: SuiContext) {
  const { client, calls, packageId } = context
  /** Undefined if not read yet. `checkpoint` is null if the node no longer knows when the package was published. */
  let first: { readonly checkpoint: bigint | null } | undefined

  const readFirst = async (abort: AbortSignal): Promise<bigint | null> => {
    const object = await orNull(
      client.ledgerService.getObject(
        { objectId: packageId, readMask: { paths: ['previous_transaction'] } },
        { abort },
      ).response,
      isNotFound,
    )
    const digest = object?.object?.previousTransaction
    if (digest === undefined) return null
    const found = await orNull(
      client.ledgerService.getTransaction({ digest, readMask: { paths: ['checkpoint'] } }, { abort })
        .response,
      isNotFound,
    )
    return found?.transaction?.checkpoint ?? null
  }

  async function firstCheckpoint(): Promise<ChainAnswer<bigint | undefined>> {
    if (first === undefined) {
      const answer = await calls.ask('first checkpoint', readFirst)
      if (!answer.ok) return answer
      first = { checkpoint: answer.value }
    }
    return ok(first.checkpoint ?? undefined)
  }

  const oldestCheckpoint = (): Promise<ChainAnswer<bigint>> =>
    calls.ask('oldest checkpoint', async (abort) => {
      const { response } = await client.ledgerService.getServiceInfo({}, { abort })
      return given(response.lowestAvailableCheckpoint, 'the oldest checkpoint')
    })

  return async <Item>(
    wanted: Omit<LedgerScan<Item>, 'startCheckpoint'>,
  ): Promise<ChainAnswer<ScannedItems<Item>>> => {
    // A cursor already says where to start.
    const start = wanted.cursor === null ? await firstCheckpoint() : ok(undefined)
    if (!start.ok) return start
    try {
      return await scanLedger(context, { ...wanted, startCheckpoint: start.value })
    } catch (error) {
      if (!isPruned(error)) throw error
      // Payments or claims may follow, so the cursor stays where it is.
      if (wanted.cursor !== null)
        return err({ kind: 'chain_unavailable', reason: `${wanted.name}: ${PRUNED}` })
    }
    const oldest = await oldestCheckpoint()
    if (!oldest.ok) return oldest
    first = { checkpoint: oldest.value }
    const found = await scanLedger(context, { ...wanted, startCheckpoint: oldest.value })
    return found.ok ? ok({ ...found.value, completeTo: null }) : found
  }
}
