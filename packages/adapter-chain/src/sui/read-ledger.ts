import { type Address, type Chain, ok } from '@dropkit/core'
import { type AnyOf, scanLedger } from './ledger-scan.ts'
import { claimedTypesOf } from './package-events.ts'
import { isNotFound, orNull } from './refusals-of-node.ts'
import type { SuiContext } from './sui-context.ts'
import { claimsIn, paymentsTo } from './transaction-effects.ts'

/** What happened on the chain, in its order: claims of every vault, payments to the treasury. */
export function createLedgerReader(
  context: SuiContext,
): Pick<Chain, 'claimsAfter' | 'paymentsAfter' | 'paymentsFrom'> {
  const { packageId, treasuryAddress } = context
  const claims: AnyOf = claimedTypesOf(packageId).map((eventType) => [
    { oneofKind: 'eventType', eventType: { eventType } },
  ])
  const firstCheckpoint = createFirstCheckpoint(context)

  /** Only who begins needs to know where; a cursor says it itself. */
  const startFor = async (cursor: string | null) => (cursor === null ? firstCheckpoint() : ok(undefined))

  return {
    async claimsAfter(cursor, limit) {
      const start = await startFor(cursor)
      if (!start.ok) return start
      const found = await scanLedger(context, {
        name: 'claims',
        filter: claims,
        order: 'oldest_first',
        cursor,
        startCheckpoint: start.value,
        limit,
        itemsOf: (transaction) => claimsIn(transaction, packageId),
      })
      return found.ok ? ok({ claims: found.value.items, cursor: found.value.cursor }) : found
    },

    async paymentsAfter(cursor, limit) {
      const start = await startFor(cursor)
      if (!start.ok) return start
      const found = await scanLedger(context, {
        name: 'payments',
        filter: [[touching(treasuryAddress)]],
        order: 'oldest_first',
        cursor,
        startCheckpoint: start.value,
        limit,
        itemsOf: (transaction) => paymentsTo(treasuryAddress, transaction, packageId),
      })
      return found.ok ? ok({ payments: found.value.items, cursor: found.value.cursor }) : found
    },

    async paymentsFrom(sender, limit) {
      const start = await firstCheckpoint()
      if (!start.ok) return start
      const found = await scanLedger(context, {
        name: 'payments of a wallet',
        filter: [[{ oneofKind: 'sender', sender: { address: sender } }, touching(treasuryAddress)]],
        order: 'newest_first',
        cursor: null,
        startCheckpoint: start.value,
        limit,
        itemsOf: (transaction) => paymentsTo(treasuryAddress, transaction, packageId),
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
 * The checkpoint in which the package came to be: nothing before it concerns this service. Undefined where the node
 * does not know it any more; then all that it knows is looked at.
 */
function createFirstCheckpoint({ client, calls, packageId }: SuiContext) {
  const read = async (abort: AbortSignal): Promise<bigint | undefined> => {
    const object = await orNull(
      client.ledgerService.getObject(
        { objectId: packageId, readMask: { paths: ['previous_transaction'] } },
        { abort },
      ).response,
      isNotFound,
    )
    const digest = object?.object?.previousTransaction
    if (digest === undefined) return undefined
    const found = await orNull(
      client.ledgerService.getTransaction({ digest, readMask: { paths: ['checkpoint'] } }, { abort })
        .response,
      isNotFound,
    )
    return found?.transaction?.checkpoint
  }
  let known: { readonly checkpoint: bigint | undefined } | undefined
  return async () => {
    if (known !== undefined) return ok(known.checkpoint)
    const answer = await calls.ask('first checkpoint', read)
    if (answer.ok) known = { checkpoint: answer.value }
    return answer
  }
}
