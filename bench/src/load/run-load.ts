import { fileURLToPath } from 'node:url'
import type { RunningContestant } from '../contestants/contestant.ts'
import { startChild } from '../processes/child-process.ts'

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

interface Latency {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

const loadProcess = fileURLToPath(new URL('./generate-load.ts', import.meta.url))

/** Runs the load in its own process. */
export const runLoad = async (plan: LoadPlan): Promise<LoadResult> => {
  const child = startChild(loadProcess, { input: JSON.stringify(plan) })
  const { code, signal } = await child.ended
  if (code !== 0) throw new Error(`The load ended with ${signal ?? code}.\n${child.errorOutput()}`)
  return JSON.parse(child.output()) as LoadResult
}

let runs = 0

/** Claims on the contestant's drops in turn, with wallets that no other run of this bench uses. */
export const newClaims = (contestant: RunningContestant): LoadBodies => ({
  kind: 'claims',
  template: contestant.claimBody(DROP_MARK, WALLET_MARK),
  dropIds: contestant.drops,
  walletPrefix: (++runs).toString(16),
  namesWallet: contestant.namesWallet,
})

/** Stores every latency exactly. A run has at most a few million, so no histogram is needed. */
export class Latencies {
  #values = new Float64Array(65_536)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = ms
  }

  summary(): Latency {
    const sorted = this.#values.slice(0, this.#count).sort()
    /** The smallest latency that this fraction of requests does not exceed. 0 if there are none. */
    const quantile = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0
    return {
      p50: quantile(0.5),
      p90: quantile(0.9),
      p99: quantile(0.99),
      p999: quantile(0.999),
      max: quantile(1),
    }
  }
}
