/** The input of the load process, as JSON on its standard input. */
export interface LoadPlan {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The number of connections. Each has at most one request in flight. */
  readonly connections: number
  /** The load ends after this many seconds or requests, whichever comes first. At least one of them must be set. */
  readonly seconds?: number
  readonly requests?: number
  /**
   * Open loop: this many requests are due per second, regardless of responses, and the latency of a request counts from
   * when it was due. If unset, each connection sends its next request after a response.
   */
  readonly ratePerSecond?: number
  readonly bodies: LoadBodies
  /** Requests without a response this long after the last request was sent have failed; 10,000 by default. */
  readonly drainMs?: number
}

export type LoadBodies =
  | {
      readonly kind: 'claims'
      /** A body that contains `DROP_MARK` and `WALLET_MARK` as placeholders for the drop and the wallet. */
      readonly template: string
      /** The drops, used in turn. */
      readonly dropIds: readonly string[]
      /** Distinguishes the wallets of this run from those of other runs: up to 8 hex digits. */
      readonly walletPrefix: string
      /** Whether a response must contain the wallet that was sent. */
      readonly namesWallet: boolean
    }
  /** The bodies, used in turn and repeatedly. */
  | { readonly kind: 'fixed'; readonly bodies: readonly string[] }

export const DROP_MARK = '{{drop}}'
export const WALLET_MARK = '{{wallet}}'

/** The result, printed as one line of JSON. */
export interface LoadResult {
  /** The time from the first request to the last response. */
  readonly seconds: number
  readonly sent: number
  readonly answered: number
  /** Responses with data and without errors. They contain the wallet if `namesWallet` is set. */
  readonly accepted: number
  /** Counts by error code, or by HTTP status if there is no code. */
  readonly refused: Readonly<Record<string, number>>
  /** Requests without a complete response: broken connections and late responses. */
  readonly failed: number
  /** The reasons of the first few failures. */
  readonly failures: readonly string[]
  /** Accepted responses per second. */
  readonly ratePerSecond: number
  /** The latency of accepted responses. */
  readonly latencyMs: Latency
  /** The average body size of all responses, in bytes. */
  readonly bytesPerAnswer: number
  /** The fraction of time that the load process was busy. If it is near 1, the load process was the bottleneck. */
  readonly clientBusyShare: number
}

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}
