import { DatabaseError } from 'pg'
import { MOVED_AWAY_STATE } from '../move/store-move.ts'
import { fieldOfIndex, StoreUnavailable, UniqueViolation } from '../store-unavailable.ts'

/** Serialization failure and deadlock. The same transaction can be run again. */
const REPEATABLE = new Set(['40001', '40P01'])

/** Postgres is unreachable or shutting down, is out of space, or took too long. */
const UNAVAILABLE = /^(08|53|57P|58|57014|55P03|25P0[34]|25006|XX)/

/** A value was sealed under a retired master key. A server that reads its keys again seals under the current key. */
const RETIRED_KEY = 'DK001'

export const isRepeatable = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code !== undefined && REPEATABLE.has(cause.code)

/** Whether Postgres stopped a statement because of its timeout. */
export const isOutOfTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '57014'

/** Whether a statement waited too long for a lock. */
export const isOutOfLockTime = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.code === '55P03'

/** Whether the connection can still be used after this error. */
export const leavesConnectionUsable = (cause: unknown): boolean =>
  cause instanceof DatabaseError && !/^(08|57P|XX)/.test(cause.code ?? '')

/** Translates an error of Postgres or of its connection to the error for the caller. */
export function translate(cause: unknown): unknown {
  if (cause instanceof StoreUnavailable || cause instanceof UniqueViolation) return cause
  // A bug, not an error of the connection.
  if (cause instanceof TypeError || cause instanceof RangeError || cause instanceof SyntaxError) return cause
  const message = `Postgres: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`
  // An error that is not from the server: the connection failed, was lost, or timed out.
  if (!(cause instanceof DatabaseError)) return new StoreUnavailable(message, { retryable: true, cause })
  const field = cause.code === '23505' ? fieldOfIndex(cause.constraint) : undefined
  if (field) return new UniqueViolation(field, cause)
  if (cause.code === RETIRED_KEY || cause.code === MOVED_AWAY_STATE)
    return new StoreUnavailable(message, { retryable: true, cause })
  if (REPEATABLE.has(cause.code ?? '') || UNAVAILABLE.test(cause.code ?? '')) {
    return new StoreUnavailable(message, { retryable: true, cause })
  }
  // An operator has to fix a wrong password or a missing database.
  if (/^(28|3D)/.test(cause.code ?? '')) return new StoreUnavailable(message, { retryable: false, cause })
  return cause
}
