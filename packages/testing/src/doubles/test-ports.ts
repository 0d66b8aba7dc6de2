import {
  type BeaconChain,
  type BeaconFailure,
  type BeaconRound,
  type Clock,
  type Currency,
  err,
  type HumanCheck,
  type HumanChecks,
  type HumanSubject,
  type Ids,
  type Instant,
  type LinkKeys,
  type Log,
  type OpenIdVerifier,
  ok,
  type Ports,
  type PriceFeed,
  type RandomnessBeacon,
  type RandomSource,
  timeOfRound,
} from '@dropkit/core'
import { hexOfBytes, toBase64Url, utf8 } from '@dropkit/core/internal'
import { createMemoryStore, type MemoryStorage, type MemoryStoreOptions } from '../memory/memory-store.ts'
import { createMemoryChain, type MemoryChain, type MemoryChainOptions } from '../memory-chain/memory-chain.ts'
import {
  createMemoryFiles,
  createRecordingSender,
  type MemoryFiles,
  type RecordingSender,
} from './memory-files.ts'
import {
  createTestSigner,
  hmacSha256,
  pureHashes,
  sha256,
  testWallets,
  transparentSecrets,
  verifyTestSignature,
} from './test-cryptography.ts'

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

/** A clock that advances only when a test advances it. */
export interface TestClock extends Clock {
  set(now: Instant): void
  advance(byMs: number): void
}

/** 2026-01-02T03:04:05.678Z. */
export const TEST_START: Instant = 1_767_323_045_678

/** Creates a clock that advances only when a test advances it. */
export function createTestClock(start: Instant = TEST_START): TestClock {
  let now = start
  return {
    now: () => now,
    set(next) {
      now = next
    },
    advance(byMs) {
      now += byMs
    },
  }
}

/** Pseudo-random bytes that are the same for the same seed. For tests only. */
export function createSeededRandom(seed: number | string = 0): RandomSource {
  const key = utf8(`seed ${seed}`)
  let count = 0
  let ready: number[] = []
  return {
    bytes(length) {
      while (ready.length < length) ready.push(...hmacSha256(key, String(count++)))
      const bytes = Uint8Array.from(ready.slice(0, length))
      ready = ready.slice(length)
      return bytes
    },
  }
}

/**
 * Creates ids from a counter, in the form that the port requires (UUID version 7). They are the same in every run and
 * sorted by time. Different seeds give different ids.
 */
export function createSequentialIds(seed = 0): Ids {
  let count = 0
  return {
    next(now) {
      count++
      const time = now.toString(16).padStart(12, '0')
      const middle = (seed % 0x1000).toString(16).padStart(3, '0')
      return `${time}7${middle}8${count.toString(16).padStart(15, '0')}`
    },
  }
}

/** A logged line. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Parameters<Log['info']>[1]
  readonly cause?: unknown
}

/** A log that stores its lines. */
export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[]
}

/** Creates a log that stores its lines for tests. */
export function createRecordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const at =
    (level: LogLine['level']) =>
    (message: string, fields?: LogLine['fields'], cause?: unknown): void => {
      lines.push(cause === undefined ? { level, message, fields } : { level, message, fields, cause })
    }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

const nothing = (): void => undefined

/** A log that discards everything. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The currencies that tests pay with. */
export const TEST_CURRENCIES: readonly Currency[] = [
  { code: 'SUI', coinType: `0x${'2'.padStart(64, '0')}::sui::SUI`, decimals: 9 },
  { code: 'USDC', coinType: `0x${'c'.padStart(64, '0')}::usdc::USDC`, decimals: 6 },
]

/** A price feed whose rates never change. */
export const createFixedPriceFeed = (
  rates: { readonly [code: string]: number } = { SUI: 3.5, USDC: 1 },
  currencies: readonly Currency[] = TEST_CURRENCIES,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (code) => rates[code] ?? 0,
})

/** A proof that `createTestHumanChecks` accepts for this wallet and drop. */
export const testProof = ({ dropId, wallet }: HumanSubject, issuedAt: number): string =>
  `${dropId} ${wallet} ${issuedAt}`

const createTestHumanCheck = ({ now }: Clock): HumanCheck => ({
  challenge: () => ({
    check: 'PROOF_OF_WORK',
    text: String(now()),
    difficulty: 1,
    cost: 2,
    expiresAt: now() + 60_000,
  }),
  async verify(subject, proof) {
    const issuedAt = Number(proof.split(' ').at(-1))
    if (proof === testProof(subject, issuedAt)) return ok(issuedAt)
    return err({ kind: 'human_check_failed', reason: 'wrong' })
  },
})

/** Creates human checks whose proofs are plain texts that name their subject. */
export const createTestHumanChecks = (clock: Clock): HumanChecks => ({
  PROOF_OF_WORK: createTestHumanCheck(clock),
})

const publicKeyOf = (privateKey: Uint8Array): string => toBase64Url(sha256(privateKey))

const markOf = (publicKey: string, message: string): string =>
  hexOfBytes(sha256(utf8(`${publicKey}\n${message}`)))

/** The signature of a message with this private key of a link, for `testLinkKeys`. */
export const testLinkSignature = (privateKey: Uint8Array, message: string): string =>
  markOf(publicKeyOf(privateKey), message)

/** Keys with the format of Ed25519 only: the public key is enough to sign. */
export const testLinkKeys: LinkKeys = {
  publicKeysOf: async (privateKeys) => Array.from(privateKeys, publicKeyOf),
  verify: async (publicKey, message, signature) => signature === markOf(publicKey, message),
}

/** A beacon that a test can make fail. Its signatures are hashes that can be forged, so it is for tests only. */
export interface TestBeacon extends RandomnessBeacon {
  /** Every request fails with this until it is null. */
  failure: BeaconFailure | null
  /** How much later than scheduled rounds are published, in milliseconds. */
  lateMs: number
  /** The requested rounds, in order. */
  readonly asked: readonly number[]
}

const BEACON_CHAIN: BeaconChain = {
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
    chain: BEACON_CHAIN,
    failure: null,
    lateMs: 0,
    asked,
    async round(round) {
      asked.push(round)
      if (this.failure) return err(this.failure)
      const dueAt = timeOfRound(BEACON_CHAIN, round) + this.lateMs
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
