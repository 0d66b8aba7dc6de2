import { type Instant, parseIso } from './instant.ts'
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
  const genesisAt = parseIso(time)
  if (typeof hash !== 'string' || typeof scheme !== 'string' || typeof publicKey !== 'string')
    return undefined
  if (Number.isNaN(genesisAt) || typeof periodMs !== 'number' || !(periodMs > 0)) return undefined
  return { hash, scheme, publicKey, genesisAt, periodMs }
}

/** drand's quicknet chain, run by the League of Entropy. These values never change. */
export const QUICKNET: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  scheme: 'bls-unchained-g1-rfc9380',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisAt: 1_692_803_367_000,
  periodMs: 3_000,
}

/**
 * How a verifier judges the chain that a record names. `public`: it is quicknet. `unknown`: only the record names it, so the
 * operator may hold its key. `wrong`: it has quicknet's hash or key, but differs from quicknet.
 */
export function judgeChain({ hash, scheme, publicKey, genesisAt, periodMs }: BeaconChain) {
  const [isHash, isKey] = [
    hash.toLowerCase() === QUICKNET.hash,
    publicKey.toLowerCase() === QUICKNET.publicKey,
  ]
  if (!isHash && !isKey) return 'unknown'
  const isSame =
    scheme === QUICKNET.scheme && genesisAt === QUICKNET.genesisAt && periodMs === QUICKNET.periodMs
  return isHash && isKey && isSame ? 'public' : 'wrong'
}

/** Describes a chain that is judged `wrong`. */
export const WRONG_BEACON =
  "the beacon has the hash or the key of drand's quicknet, but its other values are not those of quicknet"
