import { type Address, type Chain, type ChainAnswer, err, ok } from '@dropkit/core'
import { type AnyOf, type LedgerScan, type ScannedItems, scanLedger } from './ledger-scan.ts'
import { claimedTypesOf } from './package-events.ts'
import type { SuiContext } from './sui-context.ts'
import { given, isNotFound, isPruned, orNull } from './sui-node.ts'
import { CLAIM_FIELDS, claimsIn, PAYMENT_FIELDS, paymentsTo } from './transaction-effects.ts'

/** Reads claims of all vaults and payments to the treasury, in the order of the chain. */
export function createLedgerReader(
  context: SuiContext,
): Pick<Chain, 'claimsAfter' | 'paymentsAfter' | 'paymentsFrom'> {
  const { packageId, treasuryAddress, pace } = context
  const claims: AnyOf = claimedTypesOf(packageId).map((eventType) => [
    { oneofKind: 'eventType', eventType: { eventType } },
  ])
  const payments = {
    fields: PAYMENT_FIELDS,
    itemsOf: (...found: Parameters<typeof claimsIn>) => paymentsTo(treasuryAddress, ...found),
    maySkip: true,
  }
  const scan = createPrunedScan(context)

  type Wanted<Item> = Omit<LedgerScan<Item>, 'startCheckpoint' | 'order'>

  /** Continues from a cursor. */
  async function scanOn<Item>(wanted: Wanted<Item>) {
    const found = await scan<Item>({ ...wanted, order: 'oldest_first' })
    if (found.ok && found.value.items.length > 0) pace.noteActivity()
    return found
  }

  /** The same, at most as often as the pace allows. Otherwise, returns no items and the same cursor. */
  async function pollOn<Item>(wanted: Wanted<Item>): ReturnType<typeof scanOn<Item>> {
    if (!pace.isDue(wanted.name)) return ok({ items: [], cursor: wanted.cursor, isComplete: false })
    const found = await scanOn(wanted)
    if (!found.ok) pace.noteFailure(wanted.name)
    return found
  }

  return {
    async claimsAfter(cursor, limit, { isPolling = false } = {}) {
      const found = await (isPolling ? pollOn : scanOn)({
        name: 'claims',
        filter: claims,
        cursor,
        limit,
        fields: CLAIM_FIELDS,
        itemsOf: claimsIn,
        maySkip: false,
      })
      if (!found.ok) return found
      const { items, ...rest } = found.value
      return ok({ claims: items, ...rest })
    },

    async paymentsAfter(cursor, limit) {
      const found = await pollOn({
        name: 'payments',
        filter: [[touching(treasuryAddress)]],
        cursor,
        limit,
        ...payments,
      })
      return found.ok ? ok({ payments: found.value.items, cursor: found.value.cursor }) : found
    },

    async paymentsFrom(sender, limit) {
      const found = await scan({
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

/**
 * Scans from the checkpoint in which the package was published, since nothing before it concerns this service. If the node
 * has pruned the place where a scan would start, the scan starts at the oldest checkpoint that the node still has.
 */
function createPrunedScan(context: SuiContext) {
  const { client, calls, packageId, log } = context
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
    }
    const oldest = await oldestCheckpoint()
    if (!oldest.ok) return oldest
    const published = await firstCheckpoint()
    if (!published.ok) return published
    // This node has pruned nothing, so it is behind the cursor, which another node of a load balancer returned.
    if (wanted.cursor !== null && published.value !== undefined && oldest.value <= published.value)
      return err({ kind: 'chain_unavailable', reason: `${wanted.name}: the node is behind the cursor` })
    if (wanted.cursor === null) first = { checkpoint: oldest.value }
    else
      log?.error('the node has pruned a part of the ledger that was not read: run the audit', {
        scan: wanted.name,
        cursor: wanted.cursor,
        oldestCheckpoint: String(oldest.value),
      })
    const rest = await scanLedger(context, { ...wanted, cursor: null, startCheckpoint: oldest.value })
    return rest.ok ? ok({ ...rest.value, isComplete: false }) : rest
  }
}
