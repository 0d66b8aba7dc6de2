import { ApiRefusal } from './errors.ts'

/** A visitor's token is renewed this long before it expires. */
const MARGIN_MS = 5 * 60_000
/** The shortest delay before a renewal, for example after a failed one. */
const PAUSE_MS = 60_000

/** In how many milliseconds a visitor's token must be renewed. The machine's clock may change in the meantime. */
export const renewalDelayMs = (expiresAtMs: number, nowMs: number): number =>
  Math.max(PAUSE_MS, expiresAtMs - MARGIN_MS - nowMs)

/** Whether the token must be renewed before the next request. */
export const isRenewalDue = (expiresAtMs: number, latestNowMs: number): boolean =>
  latestNowMs >= expiresAtMs - MARGIN_MS

const MAX_RETRY_MS = 30_000
/** The close codes for an invalid message, a wrong credential and an unknown protocol. */
const FINAL_CODES: readonly unknown[] = [4400, 4403, 4406]

/** Exponential and random, because all pages lose their connections when the server restarts. */
export const retryDelayMs = (retries: number): number =>
  Math.min(MAX_RETRY_MS, 1_000 * 2 ** retries) * (0.5 + Math.random() / 2)

/**
 * The delay before a subscription that has ended is started again. Null if the server would refuse it again.
 * @param reason The errors of the operation, or the close event of the socket.
 */
export function resubscribeDelayMs(reason: unknown, retries: number): number | null {
  if (!Array.isArray(reason)) {
    const { code } = reason as { readonly code?: unknown }
    return FINAL_CODES.includes(code) ? null : retryDelayMs(retries)
  }
  const { retryable, retryAfterMs } = new ApiRefusal('', reason[0]?.extensions)
  if (!retryable) return null
  return retryAfterMs === undefined ? retryDelayMs(retries) : retryAfterMs * (1 + Math.random() / 4)
}
