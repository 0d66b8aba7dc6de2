import type { BeaconChain, BeaconRound } from '../domain/beacon.ts'
import type { Instant } from '../domain/instant.ts'
import type { Result } from '../domain/result.ts'

/** The service's time. It does not go backwards by itself. On the fake chain it can be moved forward. */
export interface Clock {
  /** The current time in Unix milliseconds. */
  now(): Instant
}

/** Monotonic elapsed time. A change of the service's clock does not affect it. */
export interface Stopwatch {
  /** Milliseconds since an arbitrary moment. Only the difference between two readings means anything. */
  elapsedMs(): number
}

/** Why a round is not available now. All reasons are temporary: ask again. */
export type BeaconFailure =
  /** The round is not published yet. `dueAt` is its scheduled time. */
  | { readonly kind: 'not_yet'; readonly dueAt: Instant }
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** A source returned a round that the chain's key has not signed, and no other source had the real one. */
  | { readonly kind: 'forged'; readonly reason: string }

/**
 * Public randomness that no party can know or choose in advance. It is one chain for its lifetime. If a round is not
 * available, the caller waits; it never uses another source.
 */
export interface RandomnessBeacon {
  readonly chain: BeaconChain
  /**
   * A published round, verified against the chain's public key. The same round always has the same signature. Never
   * throws, and answers within 15 seconds.
   */
  round(round: number): Promise<Result<BeaconRound, BeaconFailure>>
  /** Whether the chain's key signed this round. Decided offline. */
  verify(round: BeaconRound): boolean
}

/** Unpredictable bytes, fit for keys and secrets. */
export interface RandomSource {
  bytes(length: number): Uint8Array
}

/** Generates the unique parts of ids. */
export interface Ids {
  /**
   * 32 lower-case hex digits that were never returned before. They begin with `now`, so later ids sort after earlier ones
   * (RFC 9562, UUID version 7, without dashes), and contain at least 62 random bits.
   */
  next(now: Instant): string
}
