/** What the load process is told, as JSON on its standard input. */
export interface LoadPlan {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** On each of them one request is in flight. */
  readonly connections: number
  /** Ends after so many seconds or so many requests, whichever comes first; one of them is given. */
  readonly seconds?: number
  readonly requests?: number
  /**
   * Open loop: so many requests fall due each second, whatever has been answered, and the latency of each counts from
   * when it was due. Without it each connection sends its next request when it has its answer.
   */
  readonly ratePerSecond?: number
  readonly bodies: LoadBodies
  /** What is unanswered so long after the last request was sent has failed; 10,000 by default. */
  readonly drainMs?: number
}

export type LoadBodies =
  | {
      readonly kind: 'claims'
      /** A body in which `DROP_MARK` and `WALLET_MARK` stand for the drop and for the wallet. */
      readonly template: string
      /** Taken in turn. */
      readonly dropIds: readonly string[]
      /** Tells this run's wallets from those of all others: up to 8 hex digits. */
      readonly walletPrefix: string
      /** Whether an answer must name the wallet that was sent. */
      readonly namesWallet: boolean
    }
  /** The same bodies in turn, over and over. */
  | { readonly kind: 'fixed'; readonly bodies: readonly string[] }

export const DROP_MARK = '{{drop}}'
export const WALLET_MARK = '{{wallet}}'

/** What it prints at its end, as one line of JSON. */
export interface LoadResult {
  /** From the first request to the last answer. */
  readonly seconds: number
  readonly sent: number
  readonly answered: number
  /** Answers with data and without errors, that name the wallet where they must. */
  readonly accepted: number
  /** By error code, or by HTTP status where there is none. */
  readonly refused: Readonly<Record<string, number>>
  /** Requests without a whole answer: broken connections, and what came too late. */
  readonly failed: number
  /** The first few reasons why. */
  readonly failures: readonly string[]
  /** Accepted answers a second. */
  readonly ratePerSecond: number
  /** Of accepted answers. */
  readonly latencyMs: Latency
  /** Of all answers: bytes of the body, on average. */
  readonly bytesPerAnswer: number
  /** The share of time in which the load process itself was busy; near 1 it was the bottleneck. */
  readonly clientBusyShare: number
}

export interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}
