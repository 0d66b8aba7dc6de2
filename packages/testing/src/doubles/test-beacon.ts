import {
  type BeaconChain,
  type BeaconFailure,
  type BeaconRound,
  type Clock,
  err,
  ok,
  type RandomnessBeacon,
  timeOfRound,
} from '@dropkit/core'
import { hexOfBytes, utf8 } from '@dropkit/core/internal'
import { pureHashes } from './test-cryptography.ts'

/** A beacon that a test can make fail. Its signatures are hashes that can be forged, so it is for tests only. */
export interface TestBeacon extends RandomnessBeacon {
  /** Every request fails with this until it is null. */
  failure: BeaconFailure | null
  /** How much later than scheduled rounds are published, in milliseconds. */
  lateMs: number
  /** The requested rounds, in order. */
  readonly asked: readonly number[]
}

const CHAIN: BeaconChain = {
  hash: 'be'.repeat(32),
  scheme: 'test-sha256',
  publicKey: 'ee'.repeat(32),
  genesisAt: 1_700_000_000_000,
  periodMs: 3_000,
}

/** Creates a beacon that publishes every round of its chain on time by this clock. */
export function createTestBeacon(clock: Clock): TestBeacon {
  const asked: number[] = []
  return {
    chain: CHAIN,
    failure: null,
    lateMs: 0,
    asked,
    async round(round) {
      asked.push(round)
      if (this.failure) return err(this.failure)
      const dueAt = timeOfRound(CHAIN, round) + this.lateMs
      return clock.now() < dueAt ? err({ kind: 'not_yet', dueAt }) : ok(testRound(round))
    },
    verify: ({ round, signature, randomness }) => {
      const expected = testRound(round)
      return signature === expected.signature && randomness === expected.randomness
    },
  }
}

function testRound(round: number): BeaconRound {
  const signature = pureHashes.sha256(utf8(`test beacon, round ${round}`))
  return { round, signature: hexOfBytes(signature), randomness: hexOfBytes(pureHashes.sha256(signature)) }
}
