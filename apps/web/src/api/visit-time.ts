/** So long before its end a visitor's token is renewed. */
const MARGIN_MS = 5 * 60_000
/** Where that could not be done it is tried again after so long. */
const PAUSE_MS = 60_000

/** In how many milliseconds a visitor's token that lives until then is to be renewed; a clock may still be moved. */
export const renewalDelayMs = (expiresAtMs: number, nowMs: number): number =>
  Math.max(PAUSE_MS, expiresAtMs - MARGIN_MS - nowMs)

/** Whether it is to be renewed before the next question. */
export const isRenewalDue = (expiresAtMs: number, latestNowMs: number): boolean =>
  latestNowMs >= expiresAtMs - MARGIN_MS
