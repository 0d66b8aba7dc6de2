import { unreachable } from '../../domain/invariant.ts'
import type {
  Chain,
  ForgottenTransaction,
  TransactionEffects,
  TransactionOutcome,
} from '../../ports/index.ts'

/** The largest tolerated difference between the chain's clock and ours. */
const CLOCK_MARGIN_MS = 600_000

/** The reason if nothing shows what a transaction did. The operator can act on it. */
export const FORGOTTEN =
  "the chain's node no longer has transactions of that time: connect a node with full history to decide this one"

export type StoredOutcome =
  | { readonly kind: 'succeeded'; readonly effects: TransactionEffects }
  | Extract<TransactionOutcome, { readonly kind: 'failed' }>
  /** It can never take effect. Only then may a new transaction be made for the same purpose. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Sends a transaction that was stored before (again: the same bytes take effect once), and finds out what it did. */
export async function sendStored(
  chain: Pick<Chain, 'submit' | 'outcome' | 'recall'>,
  transaction: ForgottenTransaction,
): Promise<StoredOutcome> {
  const sent = await chain.submit(transaction)
  const outcome = await chain.outcome(transaction.digest, { isOurs: true })
  if (!outcome.ok) return { kind: 'unknown', reason: outcome.error.reason }
  switch (outcome.value.kind) {
    case 'pending':
      return { kind: 'unknown', reason: 'not final yet' }
    case 'absent': {
      const isImpossible = sent.ok && sent.value === 'impossible'
      const { chainTime, knownSince = Number.NEGATIVE_INFINITY } = outcome.value
      const isOver = isImpossible || chainTime >= transaction.expiresAt
      if (!isOver) return { kind: 'unknown', reason: sent.ok ? 'not seen yet' : sent.error.reason }
      // A node without records of that time cannot prove that the transaction had no effect. A new one might pay twice.
      return knownSince > transaction.createdAt - CLOCK_MARGIN_MS
        ? recall(chain, transaction)
        : { kind: 'lost' }
    }
    case 'failed':
    case 'succeeded':
      return outcome.value
    default:
      return unreachable(outcome.value)
  }
}

/** Decides a pruned transaction by what the chain's state still shows. */
async function recall(
  chain: Pick<Chain, 'recall'>,
  transaction: ForgottenTransaction,
): Promise<StoredOutcome> {
  const recalled = await chain.recall?.(transaction)
  if (recalled?.ok === false) return { kind: 'unknown', reason: recalled.error.reason }
  const found = recalled?.value ?? { kind: 'unknown' }
  return found.kind === 'unknown' ? { kind: 'unknown', reason: FORGOTTEN } : found
}
