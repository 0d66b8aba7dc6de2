import type { Refusal } from '../domain/refusal.ts'
import { err, type Result } from '../domain/result.ts'
import { type ChainUnavailable, isStoreUnavailable, type Log, type NotPossible } from '../ports/index.ts'

/**
 * Logs an error. A store that cannot be reached is a warning with the reason, because every request meets it and it
 * passes; anything else is logged in full.
 */
export function logError(
  log: Log,
  message: string,
  fields: NonNullable<Parameters<Log['warn']>[1]>,
  error: unknown,
): void {
  if (isStoreUnavailable(error) && error.retryable) log.warn(message, { ...fields, reason: error.message })
  else log.error(message, fields, error)
}

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
