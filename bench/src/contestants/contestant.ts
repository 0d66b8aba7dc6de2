/** A server that the bench starts, loads and ends. Each runs on the Node that runs the bench. */
export interface Contestant<Running extends RunningContestant = RunningContestant> {
  readonly name: string
  start(options: StartOptions): Promise<Running>
}

export interface StartOptions {
  /** What it keeps its records in; `none` for one that keeps nothing. */
  readonly database: 'sqlite' | 'postgres' | 'none'
  /** With `postgres`: a new, empty database of its own. */
  readonly postgresUrl?: string
  /** A new, empty folder of its own. */
  readonly dataDir: string
  /** How many drops it is to have, each ACTIVE, with a pool that no load empties, one claim a wallet. */
  readonly drops: number
  /** So many claims stand on the first drop before it is started; none by default. */
  readonly existingClaims?: number
  /** Processes that serve together; one by default. */
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
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether what it answers to a claim names the wallet, so that the load can see that it is the right answer. */
  readonly namesWallet: boolean
  claimBody(dropId: string, wallet: string): string
  readBody(dropId: string): string
  /** What stands in its store, asked past the server; undefined for one that keeps nothing. */
  countClaims(): Promise<ClaimCount | undefined>
  stop(): Promise<void>
}

export interface ClaimCount {
  readonly claims: number
  /** Different pairs of a drop and a wallet: as many as claims, or somebody got two. */
  readonly wallets: number
}
