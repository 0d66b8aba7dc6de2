import type { GuardedCalls } from '@dropkit/adapter-chain/sui'
import { type ChainAnswer, err } from '@dropkit/core'
import type { NodeVerdict } from './judge-node.ts'

export interface CheckedCalls {
  /** The same calls, but none is made before the node was found to be the right one. */
  readonly calls: GuardedCalls
  /** Checks the node now, unless it was already found to be right. */
  readonly check: () => Promise<ChainAnswer<NodeVerdict>>
}

/**
 * Checks the node before the first call. A server may start while the node is unreachable, and answers of a node on the
 * wrong network would be worse than none: on it, every voucher looks unused and every transaction absent.
 */
export function checkFirst(
  calls: GuardedCalls,
  judge: () => Promise<ChainAnswer<NodeVerdict>>,
): CheckedCalls {
  let last: { readonly verdict: NodeVerdict } | undefined
  let judging: Promise<ChainAnswer<NodeVerdict>> | undefined

  function check(): Promise<ChainAnswer<NodeVerdict>> {
    if (last?.verdict === null) return Promise.resolve({ ok: true, value: null })
    judging ??= judge()
      .then((answer) => {
        if (answer.ok) last = { verdict: answer.value }
        return answer
      })
      .finally(() => {
        judging = undefined
      })
    return judging
  }

  /** A wrong node counts as wrong until the next `check` by the caller. */
  const settled = async (): Promise<ChainAnswer<NodeVerdict>> =>
    last === undefined ? check() : { ok: true, value: last.verdict }

  const once =
    (way: 'ask' | 'askOnce') =>
    async <T>(name: string, call: (signal: AbortSignal) => Promise<T>): Promise<ChainAnswer<T>> => {
      const verdict = await settled()
      if (!verdict.ok) return verdict
      if (verdict.value !== null) return err({ kind: 'chain_unavailable', reason: verdict.value })
      return calls[way](name, call)
    }

  return { calls: { ask: once('ask'), askOnce: once('askOnce'), breaker: calls.breaker }, check }
}
