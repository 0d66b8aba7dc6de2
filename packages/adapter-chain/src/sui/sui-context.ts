import type { Address, Instant, KeyValueStore, Log } from '@dropkit/core'
import type { Signer } from '@mysten/sui/cryptography'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import { addressOf } from './sui-node.ts'

/** The dependencies of all parts of the adapter. */
export interface SuiContext {
  readonly client: SuiGrpcClient
  readonly calls: GuardedCalls
  /** The published package `dropkit`, whose functions are called and whose types and events are read. */
  readonly packageId: Address
  /** The `Registrar` of NFT collections. If null, it is looked up in the transaction that published the package. */
  readonly nftRegistrarId: Address | null
  /** The package of the rules by which kiosks collect royalties; null if the network has none. */
  readonly kioskRules: Address | null
  /** Opens, fills and closes vaults, delivers claims, and pays the gas. */
  readonly operator: Signer
  /** Receives payments and pays refunds and payouts. May be the operator. */
  readonly treasury: Signer
  readonly operatorAddress: Address
  readonly treasuryAddress: Address
  /** The accounts that were the operator before. What a closed vault would pay to them goes to the present operator. */
  readonly formerOperators: () => Promise<readonly Address[]>
  /** Where servers with the same keys tell each other which coins they gather. */
  readonly keyValues: Pick<KeyValueStore, 'get' | 'transact'> | undefined
  /** The machine's clock. It measures durations and cache times; it never replaces the chain's own time. */
  readonly machineNow: () => Instant
  readonly pace: PollPace
  readonly gasPrice: GasPrice
  readonly log: Log | undefined
}

export interface SuiChainOptions {
  readonly client: SuiGrpcClient
  /** Every request to the node goes through these calls. */
  readonly calls: GuardedCalls
  /** The published package `dropkit`. */
  readonly packageId: Address
  readonly operator: Signer
  readonly nftRegistrarId?: Address | null | undefined
  readonly kioskRules?: Address | null | undefined
  /** Default: the operator. */
  readonly treasury?: Signer | undefined
  /** See `SuiContext`. Default: none. */
  readonly formerOperators?: (() => Promise<readonly Address[]>) | undefined
  /** The same for all servers with these keys. Without it, only one server may run. */
  readonly keyValues?: SuiContext['keyValues']
  readonly machineNow: () => Instant
  /** The longest time between two reads of the ledger while nothing happens. Default 0: every poll reads it. */
  readonly idlePollMs?: number | undefined
  /** The highest gas price, as a percentage of the epoch's reference price; default 500. */
  readonly gasPriceCeilingPercent?: number | undefined
  /** Called with each chosen price, in MIST per unit. */
  readonly onGasPrice?: ((mist: bigint) => void) | undefined
  readonly log?: Log | undefined
}

export function suiContextOf(options: SuiChainOptions): SuiContext {
  const { operator, treasury = operator } = options
  return {
    ...options,
    log: options.log,
    keyValues: options.keyValues,
    nftRegistrarId: options.nftRegistrarId ?? null,
    kioskRules: options.kioskRules ?? null,
    formerOperators: options.formerOperators ?? (async () => []),
    gasPrice: createGasPrice(options.gasPriceCeilingPercent ?? 500, options.onGasPrice),
    pace: createPollPace(options.machineNow, options.idlePollMs ?? 0),
    treasury,
    operatorAddress: addressOf(operator.toSuiAddress()),
    treasuryAddress: addressOf(treasury.toSuiAddress()),
  }
}

/** The context for requests that users cause as often as they like: its calls pause apart from the service's own. */
export const contextForUsers = (context: SuiContext): SuiContext => ({
  ...context,
  calls: { ...context.calls, ask: context.calls.askForUser, askOnce: context.calls.askOnceForUser },
})

/** Chooses the gas price of the service's transactions: higher while the network is congested. */
interface GasPrice {
  /** The price for the next transaction, in MIST per unit. `suggested` is what the node suggests for it. */
  next(reference: bigint, suggested: bigint | undefined): bigint
  /** A transaction of the service was cancelled because of congestion: the next ones offer more. */
  noteCongestion(): void
  /** A transaction of the service was executed: the offer falls again. */
  noteSuccess(): void
}

/** Each cancelled transaction raises the offer by a half of the reference price. */
const RAISE_PERCENT = 50n

/**
 * `ceilingPercent`: the highest price, as a percentage of the epoch's reference price. Validators order the transactions
 * on a shared object by their price, so a higher price gets a transaction through while an object is congested.
 */
export function createGasPrice(ceilingPercent: number, onPrice: (mist: bigint) => void = () => {}): GasPrice {
  let raises = 0n

  return {
    next(reference, suggested) {
      const ceiling = (reference * BigInt(ceilingPercent)) / 100n
      const raised = (reference * (100n + raises * RAISE_PERCENT)) / 100n
      const wanted = suggested !== undefined && suggested > raised ? suggested : raised
      const capped = wanted < ceiling ? wanted : ceiling
      const price = capped > reference ? capped : reference
      onPrice(price)
      return price
    },
    noteCongestion() {
      // Beyond the ceiling a further raise changes nothing, and would take longer to fall.
      if (100n + raises * RAISE_PERCENT < BigInt(ceilingPercent)) raises++
    },
    noteSuccess() {
      if (raises > 0n) raises--
    },
  }
}

/** For this long after the last activity, every poll reads the ledger. */
const BUSY_MS = 10_000
const SHORTEST_INTERVAL_MS = 500
/** The interval grows with the quiet time: after 40 s without activity it is 5 s. */
const QUIET_TO_INTERVAL = 8

/** Decides how often the ledger is read, so that an idle server costs the node few requests. */
interface PollPace {
  /** The service has used the chain, or the ledger has shown something: changes are likely. */
  noteActivity(): void
  /** Whether this reader should read the ledger now. If so, its interval starts again. */
  isDue(reader: string): boolean
  /** The read of this reader failed: its next poll reads again. */
  noteFailure(reader: string): void
}

/** `longestIntervalMs`: the longest time between two reads by one reader. 0 reads at every poll. */
export function createPollPace(now: () => Instant, longestIntervalMs: number): PollPace {
  let activeAt = now()
  const readAt = new Map<string, Instant>()

  function intervalMs(): number {
    const quietMs = now() - activeAt
    if (quietMs < BUSY_MS) return 0
    return Math.min(Math.max(quietMs / QUIET_TO_INTERVAL, SHORTEST_INTERVAL_MS), longestIntervalMs)
  }

  return {
    noteActivity() {
      activeAt = now()
    },
    isDue(reader) {
      const last = readAt.get(reader)
      const isDue = last === undefined || now() < last || now() - last >= intervalMs()
      if (isDue) readAt.set(reader, now())
      return isDue
    },
    noteFailure: (reader) => void readAt.delete(reader),
  }
}

/**
 * A node executes transactions in parallel, so its Clock may be later than the last transaction that it has executed. Only
 * the time of its last complete checkpoint is reliable: everything older has been executed. The node sends that time with
 * each answer. If a proxy drops the header, this much is subtracted from the time that is known otherwise.
 */
const SETTLING_MS = 60_000

export type AnswerHeaders = Readonly<Record<string, unknown>>

/**
 * A time up to which the state in an answer is complete: no transaction before it is still missing. The node writes the
 * headers after it has read the state, so the duration of the request is subtracted.
 */
export function settledTime(headers: AnswerHeaders, otherwise: Instant, durationMs: number): Instant {
  const settled = numberIn(headers, 'x-sui-timestamp-ms') ?? otherwise - SETTLING_MS
  return Math.min(settled, otherwise) - Math.max(0, durationMs)
}

/** The epoch of the node at the time of its answer. Null if the header is missing. */
export function epochOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-epoch')
  return number === null ? null : BigInt(number)
}

/** The oldest checkpoint whose transactions the node still has. Null if the header is missing. */
export function lowestCheckpointOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-lowest-available-checkpoint')
  return number === null ? null : BigInt(number)
}

/** The last checkpoint of the node at the time of its answer. Null if the header is missing. */
export const checkpointHeightOf = (headers: AnswerHeaders): number | null =>
  numberIn(headers, 'x-sui-checkpoint-height')

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const value = headers[name]
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
