import type { Instant } from '../instant.ts'
import type { Attempts, TransferState } from './refund.ts'

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 300_000

/** How long a transfer waits after this many attempts: half a second, then twice as long each time, up to 5 minutes. */
export const transferRetryDelayMs = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_RETRY_MS)

/** A transfer that was just asked for is due at once. */
export const firstAttemptAt = (now: Instant): Attempts => ({
  attempts: 0,
  nextAttemptAt: now,
  lastError: null,
})

/** The attempt did not succeed for a reason that may pass: the transfer stays PENDING and is tried again later. */
export function tryLater<T extends Attempts>(transfer: T, reason: string, now: Instant): T {
  const attempts = transfer.attempts + 1
  return { ...transfer, attempts, nextAttemptAt: now + transferRetryDelayMs(attempts), lastError: reason }
}

export type EndedState = Exclude<TransferState, { kind: 'PENDING' }>

/** The transfer has its final state. */
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
