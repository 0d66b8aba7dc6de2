import type { Instant } from './instant.ts'
import { invariant } from './invariant.ts'
import { isObject } from './json.ts'

/**
 * A public chain of randomness. It publishes rounds on a fixed schedule. A round is unpredictable until it is published.
 */
export interface BeaconChain {
  /** Identifies the chain: 32 bytes in hex. */
  readonly hash: string
  /** The signature scheme of the rounds, by drand's name. */
  readonly scheme: string
  /** The key that signs every round, in hex. */
  readonly publicKey: string
  /** The time at which round 1 is published. */
  readonly genesisAt: Instant
  readonly periodMs: number
}

/** A published round. */
export interface BeaconRound {
  readonly round: number
  /** The chain's signature of the round number, in hex. It proves the randomness. */
  readonly signature: string
  /** SHA-256 of the signature: 32 bytes in hex. */
  readonly randomness: string
}

/** The time at which a round is published. */
export const timeOfRound = (chain: BeaconChain, round: number): Instant =>
  chain.genesisAt + (round - 1) * chain.periodMs

/** The first round that is published at or after an instant. */
export function roundAtOrAfter(chain: BeaconChain, instant: Instant): number {
  invariant(chain.periodMs > 0, 'a beacon publishes rounds periodically')
  return Math.max(1, Math.ceil((instant - chain.genesisAt) / chain.periodMs) + 1)
}

/** Parses a beacon in the form that the API shows. Null if there is none; undefined if the value is invalid. */
export function readBeacon(value: unknown): BeaconChain | null | undefined {
  if (value == null) return null
  if (!isObject(value)) return undefined
  const { chainHash: hash, scheme, publicKey, genesisAt: time, periodMs } = value
  const genesisAt = typeof time === 'string' ? Date.parse(time) : Number.NaN
  if (typeof hash !== 'string' || typeof scheme !== 'string' || typeof publicKey !== 'string')
    return undefined
  if (Number.isNaN(genesisAt) || typeof periodMs !== 'number' || !(periodMs > 0)) return undefined
  return { hash, scheme, publicKey, genesisAt, periodMs }
}
