import { DatabaseError } from 'pg'
import { MOVED_AWAY_STATE } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

/** Two transactions were in each other's way; the same transaction can simply be run again. */
const REPEATABLE = new Set(['40001', '40P01'])

/** Postgres is not there or is leaving, has no room, or took too long. */
const UNAVAILABLE = /^(08|53|57P|58|57014|55P03|25P0[34]|25006|XX)/

/** A value was sealed under a retired master key; a server that reads its keys again seals under the current one. */
const RETIRED_KEY = 'DK001'

export const isRepeatable = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code !== undefined && REPEATABLE.has(cause.code)

/** Whether Postgres stopped a statement because its time was over. */
export const isOutOfTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '57014'

/** Whether a statement waited too long for a lock. */
export const isOutOfLockTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '55P03'

/** Whether the connection on which this happened may be used again. */
export const leavesConnectionUsable = (cause: unknown): boolean =>
  cause instanceof DatabaseError && !/^(08|57P|XX)/.test(cause.code ?? '')

/** The error that a caller gets for what Postgres answered, or for its not answering. */
export function translate(cause: unknown): unknown {
  if (cause instanceof StoreUnavailable || cause instanceof UniqueViolation) return cause
  // A fault of ours, not of the connection's.
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) return cause
  const message = `Postgres: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`
  // What is no answer of the server is a connection that was not made, was lost, or stayed silent.
  if (!(cause instanceof DatabaseError)) return new StoreUnavailable(message, { retryable: true, cause })
  const field = cause.code === '23505' ? fieldOfIndex(cause.constraint) : undefined
  if (field) return new UniqueViolation(field, cause)
  if (cause.code === RETIRED_KEY || cause.code === MOVED_AWAY_STATE)
    return new StoreUnavailable(message, { retryable: true, cause })
  if (REPEATABLE.has(cause.code ?? '') || UNAVAILABLE.test(cause.code ?? '')) {
    return new StoreUnavailable(message, { retryable: true, cause })
  }
  // A wrong password or a database that is not there is for a person to look at.
  if (/^(28|3D)/.test(cause.code ?? '')) return new StoreUnavailable(message, { retryable: false, cause })
  return cause
}
