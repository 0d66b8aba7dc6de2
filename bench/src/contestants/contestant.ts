/** A server that the bench starts, loads and stops. It runs on the same Node as the bench. */
export interface Contestant<Running extends RunningContestant = RunningContestant> {
  readonly name: string
  start(options: StartOptions): Promise<Running>
}

export interface StartOptions {
  /** The database for its records. `none` if it stores nothing. */
  readonly database: 'sqlite' | 'postgres' | 'none'
  /** With `postgres`: the URL of a new, empty database. */
  readonly postgresUrl?: string
  /** A new, empty folder. */
  readonly dataDir: string
  /** The number of drops to create. Each is ACTIVE, has a pool that no load empties, and allows one claim per wallet. */
  readonly drops: number
  /** The number of claims on the first drop before the start; 0 by default. */
  readonly existingClaims?: number
  /** The number of processes that serve requests; 1 by default. */
  readonly workers?: number
  /** More flags for Node. */
  readonly flags?: readonly string[]
}

export interface RunningContestant {
  readonly name: string
  /** http://127.0.0.1:port/graphql */
  readonly url: string
  readonly pid: number
  readonly drops: readonly string[]
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the response to a claim contains the wallet, so that the load process can verify it. */
  readonly namesWallet: boolean
  claimBody(dropId: string, wallet: string): string
  readBody(dropId: string): string
  /** Counts the claims directly in the store. Undefined if the contestant stores nothing. */
  countClaims(): Promise<ClaimCount | undefined>
  stop(): Promise<void>
}

export interface ClaimCount {
  readonly claims: number
  /** The number of different pairs of drop and wallet. If it is less than the number of claims, a wallet got two. */
  readonly wallets: number
}
