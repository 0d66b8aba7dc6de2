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
