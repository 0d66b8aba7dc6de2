import type { Authenticated, Caller } from '@dropkit/core'

/** An exceeded rate limit: its name, its value, and the requested value. */
export interface RateRefusal {
  readonly message: string
  readonly limit: string
  readonly value: number
  readonly asked: number
  readonly retryAfterMs: number
}

/** Rate limits. The server provides them; without them, requests are not limited. */
export interface RequestLimits {
  /**
   * Takes one token per root field from a credential. For an anonymous visitor, takes them from the network address
   * instead, because a visitor can get any number of credentials. `headers` are added to every answer.
   */
  takeTokens(
    authenticated: Authenticated,
    count: number,
    address: string,
  ): Promise<{ readonly refusal: RateRefusal | null; readonly headers: Readonly<Record<string, string>> }>
  /**
   * Counts an invalid credential (not a missing one) by its network address. If a refusal is returned, it is sent as the
   * answer.
   */
  countBadCredential(address: string): Promise<RateRefusal | null>
  /**
   * Counts requests that make the server immediately call a URL of the caller's choice, up to `WEBHOOK_SENDS_PER_MINUTE`,
   * so that a caller cannot use the server to flood another one.
   */
  countWebhookSend(caller: Caller): Promise<RateRefusal | null>
}
