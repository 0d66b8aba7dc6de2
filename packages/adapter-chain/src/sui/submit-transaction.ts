import { type ChainAnswer, ok, type SignedTransaction, type Submission } from '@dropkit/core'
import { ObjectError } from '@mysten/sui/client'
import { Transaction } from '@mysten/sui/transactions'
import { isNotFound, orNull } from './refusals-of-node.ts'
import { isRefusal, refusalReason } from './refused-transactions.ts'
import { sendableOf } from './signed-bytes.ts'
import type { SuiContext } from './sui-context.ts'

/** Sends what was signed. Sent again after it ran, it is answered as it was then. */
export async function submitTransaction(
  context: SuiContext,
  signed: SignedTransaction,
): Promise<ChainAnswer<Submission>> {
  const { client, calls, log } = context
  const sendable = sendableOf(signed)
  const { digest } = signed
  const refused = await calls.askOnce('execute', async (signal) => {
    try {
      await client.core.executeTransaction({ ...sendable, signal })
      return null
    } catch (error) {
      if (isRefusal(error)) return refusalReason(error)
      throw error
    }
  })
  if (!refused.ok) return refused
  if (refused.value === null) return ok('sent')
  log?.warn('the chain does not take a transaction of the service', { digest, reason: refused.value })
  return isUsedUp(context, sendable.transaction, digest)
}

/**
 * A refusal may pass (balances are filled up, another node has seen more) unless an object that the transaction names
 * has gone on to another version without it.
 */
async function isUsedUp(
  { client, calls }: SuiContext,
  transaction: Uint8Array,
  digest: string,
): Promise<ChainAnswer<Submission>> {
  const owned = ownedInputsOf(transaction)
  if (owned.length === 0) return ok('sent')
  const moved = await calls.ask('owned_inputs', async (signal) => {
    const objectIds = owned.map(({ objectId }) => objectId)
    const { objects } = await client.core.getObjects({ objectIds, signal })
    return objects.some((object, index) => {
      if (!(object instanceof Error)) return BigInt(object.version) > BigInt(owned[index]?.version ?? 0)
      if (object instanceof ObjectError && object.reason !== 'unknown') return true
      throw object
    })
  })
  if (!moved.ok) return moved
  if (!moved.value) return ok('sent')
  // Asked after the objects: had it been this transaction that moved them, the node would know it by now.
  const known = await calls.ask('transaction', (signal) =>
    orNull(client.core.getTransaction({ digest, signal }), isNotFoundTransaction),
  )
  if (!known.ok) return known
  return ok(known.value === null ? 'impossible' : 'sent')
}

const isNotFoundTransaction = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof Error && 'reason' in error && error.reason === 'notFound')

/** The objects of which the transaction uses up one version. */
function ownedInputsOf(
  bytes: Uint8Array,
): readonly { readonly objectId: string; readonly version: string }[] {
  const { inputs } = Transaction.from(bytes).getData()
  return inputs.flatMap(({ Object: object }) => {
    const owned = object?.ImmOrOwnedObject ?? object?.Receiving
    return owned === undefined ? [] : [{ ...owned, version: String(owned.version) }]
  })
}
