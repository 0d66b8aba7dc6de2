import type { Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { ChainUnavailable, NotPossible } from '../../ports/index.ts'

/** Turns a refusal of the chain's rules into a conflict with the current state. */
export function orConflict<T>(answer: Result<T, ChainUnavailable | NotPossible>): Result<T, Refusal> {
  if (answer.ok) return answer
  const { error } = answer
  return err(
    error.kind === 'not_possible'
      ? { kind: 'conflict', reason: 'CHAIN_REFUSED', message: error.reason }
      : error,
  )
}
