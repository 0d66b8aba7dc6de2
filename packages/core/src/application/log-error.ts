import { isStoreUnavailable, type Log } from '../ports/index.ts'

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
