import type { Authenticated, Caller } from '@dropkit/core'

/** Which limit, what it is, and what was asked of it. */
export interface RateRefusal {
  readonly message: string
  readonly limit: string
  readonly value: number
  readonly asked: number
  readonly retryAfterMs: number
}

/** How often somebody may ask. Whoever serves the API gives these; without them nobody is counted. */
export interface RequestLimits {
  /**
   * Takes tokens of a credential, one for each root field; of a visitor's network address instead, for anybody has as
   * many tokens as he likes. `headers` go into the answer whichever it is.
   */
  takeTokens(
    authenticated: Authenticated,
    count: number,
    address: string,
  ): Promise<{ readonly refusal: RateRefusal | null; readonly headers: Readonly<Record<string, string>> }>
  /**
   * Counts a credential that was found to be bad (never one that is missing), by the address from which it came. A
   * refusal takes the place of what would be answered.
   */
  countBadCredential(address: string): Promise<RateRefusal | null>
  /**
   * Counts what makes us ask an address of the caller's choice at once, up to `WEBHOOK_SENDS_PER_MINUTE`: one request to
   * us must not be many to somebody else.
   */
  countWebhookSend(caller: Caller): Promise<RateRefusal | null>
}
