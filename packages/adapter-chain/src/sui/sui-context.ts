import type { Address, Instant, Log } from '@dropkit/core'
import type { Signer } from '@mysten/sui/cryptography'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import { createGasPrice, type GasPrice } from './gas-price.ts'
import { createPollPace, type PollPace } from './poll-pace.ts'
import { addressOf } from './sui-types.ts'

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
    nftRegistrarId: options.nftRegistrarId ?? null,
    kioskRules: options.kioskRules ?? null,
    gasPrice: createGasPrice(options.gasPriceCeilingPercent ?? 500, options.onGasPrice),
    pace: createPollPace(options.machineNow, options.idlePollMs ?? 0),
    treasury,
    operatorAddress: addressOf(operator.toSuiAddress()),
    treasuryAddress: addressOf(treasury.toSuiAddress()),
  }
}
