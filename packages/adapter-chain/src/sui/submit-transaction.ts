import {
  type Address,
  type ChainAnswer,
  type Instant,
  ok,
  type SignedTransaction,
  type Submission,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { SuiClientTypes } from '@mysten/sui/client'
import type { Signer } from '@mysten/sui/cryptography'
import { type GrpcTypes, RpcError } from '@mysten/sui/grpc'
import { Transaction, TransactionDataBuilder } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import type { SuiNode } from './node-facts.ts'
import { isRefusal, refusalReason } from './read-outcome.ts'
import { checkpointHeightOf, type SuiContext } from './sui-context.ts'
import { addressOf, given, isNotFound, orNull } from './sui-node.ts'

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
export async function isUsedUp(
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
  const { inputs, gasData } = Transaction.from(bytes).getData()
  const owned = inputs.flatMap(({ Object: object }) => object?.ImmOrOwnedObject ?? object?.Receiving ?? [])
  return [...owned, ...(gasData.payment ?? [])].map(({ objectId, version }) => ({
    objectId,
    version: String(version),
  }))
}

const INCLUDE = { effects: true, objectTypes: true } as const

type Result = SuiClientTypes.TransactionResult<typeof INCLUDE>

export type Sent =
  | { readonly kind: 'succeeded'; readonly digest: string; readonly created: readonly CreatedObject[] }
  /** It was executed but changed nothing except the gas balance. */
  | { readonly kind: 'failed'; readonly digest: string; readonly reason: string }
  /** The node rejects it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It was sent, and its outcome is unknown. */
  | { readonly kind: 'unknown'; readonly digest: string; readonly reason: string }

interface CreatedObject {
  readonly id: Address
  /** Null for a package. */
  readonly type: string | null
}

/**
 * Signs a complete transaction, sends it, and returns its outcome. It is for commands on the command line, which show the
 * answer to the user. Transactions of the service itself are stored before they are sent.
 */
export async function signAndSend(
  { client, calls }: SuiNode,
  signer: Signer,
  bytes: Uint8Array,
): Promise<Sent> {
  const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
  const { signature } = await signer.signTransaction(bytes)
  const sent = await answerOrRefusal(() =>
    calls.askOnce('execute', (signal) =>
      client.core.executeTransaction({
        transaction: bytes,
        signatures: [signature],
        include: INCLUDE,
        signal,
      }),
    ),
  )
  if ('refused' in sent) return { kind: 'refused', reason: sent.refused }
  if (sent.ok) return outcomeOf(sent.value)
  // The transaction may have been executed even though the answer was lost.
  const { reason } = sent.error
  const found = await calls.ask('transaction', (signal) =>
    client.core.getTransaction({ digest, include: INCLUDE, signal }).catch((error) => {
      if (isNotFound(error) || (error instanceof Error && 'reason' in error && error.reason === 'notFound'))
        return null
      throw error
    }),
  )
  return found.ok && found.value ? outcomeOf(found.value) : { kind: 'unknown', digest, reason }
}

async function answerOrRefusal<T>(
  ask: () => Promise<ChainAnswer<T>>,
): Promise<ChainAnswer<T> | { readonly refused: string }> {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error)) return { refused: refusalReason(error) }
    throw error
  }
}

function outcomeOf(result: Result): Sent {
  if (result.$kind === 'FailedTransaction') {
    const { digest, status } = result.FailedTransaction
    return { kind: 'failed', digest, reason: status.error?.message ?? 'it failed' }
  }
  const { digest, effects, objectTypes } = result.Transaction
  const created = effects.changedObjects
    .filter(({ idOperation }) => idOperation === 'Created')
    .map(({ objectId, outputState }) => ({
      id: addressOf(objectId),
      type: outputState === 'PackageWrite' ? null : (objectTypes[objectId] ?? ''),
    }))
  return { kind: 'succeeded', digest, created }
}

/** A transaction in the form in which it is sent. */
interface SendableTransaction {
  readonly transaction: Uint8Array
  readonly signatures: string[]
}

/** Signs a transaction. `bytes` holds the transaction and then the signatures, each in base64, separated by dots. */
export async function signTransaction(
  transaction: Uint8Array,
  signers: readonly Signer[],
  expiresAt: Instant,
): Promise<SignedTransaction> {
  const signed = await Promise.all(signers.map((signer) => signer.signTransaction(transaction)))
  const signatures = signed.map(({ signature }) => signature)
  return {
    bytes: [toBase64(transaction), ...signatures].join('.'),
    digest: TransactionDataBuilder.getDigestFromBytes(transaction),
    expiresAt,
  }
}

export function sendableOf({ bytes, digest }: SignedTransaction): SendableTransaction {
  const [transaction = '', ...signatures] = bytes.split('.')
  const decoded = fromBase64(transaction)
  invariant(TransactionDataBuilder.getDigestFromBytes(decoded) === digest, `the bytes are those of ${digest}`)
  return { transaction: decoded, signatures }
}
