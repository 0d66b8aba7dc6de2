import {
  type BeaconChain,
  type BeaconRound,
  type Clock,
  err,
  ok,
  type RandomnessBeacon,
  timeOfRound,
} from '@dropkit/core'
import { hexOfBytes } from '@dropkit/core/internal'
import { sha256 } from '@noble/hashes/sha2.js'
import { BLS_SCHEME, blsPublicKeyOf, signBlsRound, verifyBlsRound } from './bls-beacon.ts'
import { createRoundCache } from './drand-beacon.ts'

const PERIOD_MS = 3_000

export interface LocalBeaconOptions {
  /** 32 bytes, from `blsSecretKeyFrom`. Servers with the same key share one beacon. */
  readonly secretKey: Uint8Array
  readonly clock: Clock
}

/**
 * A beacon with its own key, signed like drand's quicknet. The owner of the key knows all rounds in advance, so it does not
 * prove fairness of the operator. Use it for development, tests and the fake chain.
 */
export function createLocalBeacon({ secretKey, clock }: LocalBeaconOptions): RandomnessBeacon {
  const publicKey = blsPublicKeyOf(secretKey)
  const chain: BeaconChain = {
    hash: hexOfBytes(sha256(new TextEncoder().encode(`dropkit local beacon ${publicKey}`))),
    scheme: BLS_SCHEME,
    publicKey,
    genesisAt: 0,
    periodMs: PERIOD_MS,
  }
  const signed = createRoundCache<BeaconRound>()
  return {
    chain,
    async round(round) {
      const dueAt = timeOfRound(chain, round)
      if (clock.now() < dueAt) return err({ kind: 'not_yet', dueAt })
      return ok(signed.get(round) ?? signed.put(round, signBlsRound(round, secretKey)))
    },
    verify: (round) => verifyBlsRound(chain, round),
  }
}
