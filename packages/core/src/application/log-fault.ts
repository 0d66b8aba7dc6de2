import { isStoreUnavailable, type Log } from '../ports/index.ts'

/**
 * Logs what somebody threw. A store that is away for a while is nothing to be mended here, and everybody who asks
 * meets it: a warning with the reason, while anything else is an error with all that is known of it.
 */
export function logFault(
  log: Log,
  message: string,
  fields: NonNullable<Parameters<Log['warn']>[1]>,
  fault: unknown,
): void {
  if (isStoreUnavailable(fault) && fault.retryable) log.warn(message, { ...fields, reason: fault.message })
  else log.error(message, fields, fault)
}
