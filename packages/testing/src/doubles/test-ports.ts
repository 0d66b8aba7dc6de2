import type { Instant, OpenIdVerifier, Ports } from '@dropkit/core'
import { createMemoryStore, type MemoryStorage, type MemoryStoreOptions } from '../memory/memory-store.ts'
import { createMemoryChain, type MemoryChain, type MemoryChainOptions } from '../memory-chain/memory-chain.ts'
import { createFixedPriceFeed } from './fixed-price-feed.ts'
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts'
import { pureHashes } from './pure-hashes.ts'
import { createRecordingLog, type RecordingLog } from './recording-log.ts'
import { createRecordingSender, type RecordingSender } from './recording-sender.ts'
import { createSeededRandom } from './seeded-random.ts'
import { createSequentialIds } from './sequential-ids.ts'
import { createTestBeacon, type TestBeacon } from './test-beacon.ts'
import { createTestClock, TEST_START, type TestClock } from './test-clock.ts'
import { createTestHumanChecks } from './test-human-check.ts'
import { testLinkKeys } from './test-link-keys.ts'
import { createTestSigner, verifyTestSignature } from './test-signer.ts'
import { testWallets } from './test-wallets.ts'
import { transparentSecrets } from './transparent-secrets.ts'

/** All ports, with handles by which a test changes the state behind them. */
export interface TestPorts extends Ports {
  readonly beacon: TestBeacon
  readonly clock: TestClock
  readonly log: RecordingLog
  readonly webhooks: RecordingSender
  readonly files: MemoryFiles
  readonly memory: MemoryStorage
  readonly memoryChain: MemoryChain
}

/** Differences from the default test ports. */
export interface TestPortsOptions {
  readonly seed?: number
  readonly start?: Instant
  readonly storage?: MemoryStoreOptions
  readonly chain?: Omit<MemoryChainOptions, 'clock' | 'verify'>
  /** Default: none. */
  readonly openId?: OpenIdVerifier
  /** How far the chain's clock is behind the service's, in milliseconds. */
  readonly chainLagMs?: number
}

/**
 * Creates everything that the use cases need, in memory and deterministic: the same seed gives the same ids, seeds and
 * keys.
 */
export function createTestPorts(options: TestPortsOptions = {}): TestPorts {
  const { seed = 0, start = TEST_START, chainLagMs = 0 } = options
  const clock = createTestClock(start)
  const random = createSeededRandom(seed)
  const memory = createMemoryStore(options.storage)
  const memoryChain = createMemoryChain({
    ...options.chain,
    clock: { now: () => clock.now() - chainLagMs },
    verify: verifyTestSignature,
  })
  return {
    store: memory.store,
    jobs: memory.jobs,
    chain: memoryChain.chain,
    beacon: createTestBeacon(clock),
    clock,
    ids: createSequentialIds(seed),
    random,
    hashes: pureHashes,
    secrets: transparentSecrets,
    signer: createTestSigner(random),
    prices: createFixedPriceFeed(),
    deliveries: memory.deliveries,
    idempotency: memory.idempotency,
    retention: memory.retention,
    dropCounts: memory.dropCounts,
    webhooks: createRecordingSender(),
    files: createMemoryFiles(),
    humanChecks: createTestHumanChecks(clock),
    linkKeys: testLinkKeys,
    wallets: testWallets,
    openId: options.openId ?? null,
    log: createRecordingLog(),
    memory,
    memoryChain,
  }
}
