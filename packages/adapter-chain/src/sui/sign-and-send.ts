import type { Address, ChainAnswer } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import type { Signer } from '@mysten/sui/cryptography'
import { TransactionDataBuilder } from '@mysten/sui/transactions'
import type { SuiNode } from './node-facts.ts'
import { isNotFound } from './refusals-of-node.ts'
import { isRefusal, refusalReason } from './refused-transactions.ts'
import { addressOf } from './sui-types.ts'

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
