import { type ChainAnswer, ok, type SignedTransaction, type Submission } from '@dropkit/core'
import { type GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { Transaction } from '@mysten/sui/transactions'
import { checkpointHeightOf } from './chain-time.ts'
import { isNotFound, orNull } from './refusals-of-node.ts'
import { isRefusal, refusalReason } from './refused-transactions.ts'
import { sendableOf } from './signed-bytes.ts'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-types.ts'

/** Sends a signed transaction. If it was executed before, the node returns the earlier result. */
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
 * Returns `impossible` if an object that the transaction names has moved to another version without it. Any other refusal
 * may be temporary: a balance may be filled up, or another node may have a newer state.
 */
async function isUsedUp(
  { client, calls }: SuiContext,
  transaction: Uint8Array,
  digest: string,
): Promise<ChainAnswer<Submission>> {
  const owned = ownedInputsOf(transaction)
  if (owned.length === 0) return ok('sent')
  const inputs = await calls.ask('owned_inputs', async (abort) => {
    const requests = owned.map(({ objectId }) => ({ objectId }))
    const readMask = { paths: ['object_id', 'version'] }
    const { response, headers } = await client.ledgerService.batchGetObjects(
      { requests, readMask },
      { abort },
    )
    const haveMoved = owned.some(({ version }, index) => hasMoved(response.objects[index], version))
    return { haveMoved, height: checkpointHeightOf(headers) }
  })
  if (!inputs.ok) return inputs
  if (!inputs.value.haveMoved) return ok('sent')
  // Read after the objects: if this transaction has moved them, a node with the same state knows it by now.
  const known = await calls.ask('transaction', async (abort) => {
    const call = client.ledgerService.getTransaction({ digest, readMask: { paths: ['digest'] } }, { abort })
    const answer = await orNull(call.response, isNotFound)
    return { isThere: answer !== null, height: checkpointHeightOf(await call.headers) }
  })
  if (!known.ok) return known
  const { isThere, height } = known.value
  // Another node of a load balancer may be behind the one that returned the objects.
  const isBehind = height !== null && inputs.value.height !== null && height < inputs.value.height
  return ok(isThere || isBehind ? 'sent' : 'impossible')
}

const NOT_FOUND = 5

/** Whether an object has a newer version, or does not exist any more. */
function hasMoved(found: GrpcTypes.GetObjectResult | undefined, version: string): boolean {
  const result = found?.result
  if (result?.oneofKind === 'object') return given(result.object.version, 'its version') > BigInt(version)
  if (result?.oneofKind === 'error' && result.error.code === NOT_FOUND) return true
  throw new RpcError('the node does not show an object', 'DATA_LOSS')
}

/** The objects of which the transaction consumes one version. */
function ownedInputsOf(
  bytes: Uint8Array,
): readonly { readonly objectId: string; readonly version: string }[] {
  const { inputs } = Transaction.from(bytes).getData()
  return inputs.flatMap(({ Object: object }) => {
    const owned = object?.ImmOrOwnedObject ?? object?.Receiving
    return owned === undefined ? [] : [{ ...owned, version: String(owned.version) }]
  })
}
