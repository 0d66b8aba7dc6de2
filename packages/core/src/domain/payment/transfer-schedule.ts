import type { Instant } from '../instant.ts'
import type { Attempts, TransferState } from './refund.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 300_000

/** The wait after this many attempts: half a second, doubled each time, up to 5 minutes. */
export const transferRetryDelayMs = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS)

/** A new transfer is due immediately. */
export const firstAttemptAt = (now: Instant): Attempts => ({
  attempts: 0,
  nextAttemptAt: now,
  lastError: null,
})

/** Schedules the next attempt after a temporary failure. The transfer stays PENDING. */
export function tryLater<T extends Attempts>(transfer: T, reason: string, now: Instant): T {
  const attempts = transfer.attempts + 1
  return { ...transfer, attempts, nextAttemptAt: now + transferRetryDelayMs(attempts), lastError: reason }
}

export type EndedState = Exclude<TransferState, { kind: 'PENDING' }>

/** Ends the retry schedule of a transfer that has its final state. */
export const ended = <T extends Attempts>(
  transfer: T,
  state: EndedState,
): T & { readonly state: EndedState } => ({
  ...transfer,
  state,
  attempts: transfer.attempts + 1,
  nextAttemptAt: null,
  lastError: state.kind === 'FAILED' ? state.reason : null,
})
