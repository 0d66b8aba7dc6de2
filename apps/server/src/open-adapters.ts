// Opens each adapter according to the configuration. Adapters that are not needed are not loaded.
import { dirname, join } from 'node:path'
import type { SqlStorage } from '@dropkit/adapter-storage'
import type { ClosableWebhookSender, HttpFacts } from '@dropkit/adapter-webhook'
import type {
  Clock,
  Currency,
  HumanChecks,
  KeyValueStore,
  Log,
  Ports,
  PriceFeed,
  RandomnessBeacon,
  Secrets,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes, invariant } from '@dropkit/core/internal'
import type { Registry } from 'prom-client'
import { createLagMetric, watchLag } from './chain/chain-metrics.ts'
import type { ChainSide } from './chain/chain-side.ts'
import { type Config, storeName } from './config/read-config.ts'
import { type ClosableFiles, createDiskContent, createFiles, makeFolder } from './files/content-store.ts'
import { createProofOfWork } from './human-check/proof-of-work.ts'
import { createTurnstile } from './human-check/turnstile.ts'
import { type Buckets, createMemoryBuckets } from './limits/buckets.ts'
import type { RequestBudgets } from './limits/request-budget.ts'
import { MASTER_KEY_ID } from './master-key-of-store.ts'
import type { Tracing } from './metrics/instrumentation.ts'
import { countedChain, timedSender } from './metrics/measured-calls.ts'
import { createTraceMetrics } from './metrics/metrics.ts'
import { nodeRandom } from './ports/node-crypto.ts'
import { makeMasterKey, masterKeyPath, readMasterKey } from './ports/secrets.ts'
import { StartUpError, VERSION } from './start-up.ts'
import type { WorkerGroup } from './workers/worker-group.ts'

export async function openStorage(
  config: Config,
  log: Ports['log'],
  { current: budget, owner }: Pick<RequestBudgets, 'current' | 'owner'>,
): Promise<SqlStorage> {
  const { databaseUrl: url, databaseConnections: maxConnections, workers } = config
  const { openSqlStorage, sqlitePathOf } = await import('@dropkit/adapter-storage')
  const path = sqlitePathOf(url)
  if (path !== undefined) makeFolder(dirname(path))
  // On SQLite, nothing announces the events that other workers write.
  const polling = path !== undefined && workers > 1 ? { pollEveryMs: 50 } : {}
  try {
    return await openSqlStorage({ url, log, maxConnections, budget, owner, ...polling })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartUpError(`The database ${storeName(url)} cannot be opened: ${reason}`, error)
  }
}

export async function openChainSide(
  { sui, sponsoring, fakeChainAuto }: Config,
  { keyValues }: SqlStorage,
  clock: Clock,
  log: Ports['log'],
  registry: Registry,
  tracing: Tracing | null,
): Promise<ChainSide> {
  const side =
    sui === null
      ? await (await import('./chain/fake-side.ts')).openFakeSide({
          keyValues,
          clock,
          auto: fakeChainAuto,
          sponsoring,
          log,
        })
      : (await import('./chain/sui-side.ts')).openSuiSide({
          sui,
          sponsoring,
          keyValues,
          clock,
          log,
          registry,
        })
  const { now } = side.clock
  const traced = tracing === null ? side.chain : tracing.watchChain(side.chain)
  const chain = watchLag(countedChain(traced, registry), now, createLagMetric(registry, now))
  return { ...side, chain }
}

export async function openBeacon(
  { beacon, beaconUrls }: Config,
  { keyValues }: SqlStorage,
  { clock }: ChainSide,
): Promise<RandomnessBeacon> {
  const { blsSecretKeyFrom, createDrandBeacon, createLocalBeacon } = await import('@dropkit/adapter-beacon')
  if (beacon === 'drand') return createDrandBeacon({ clock, ...(beaconUrls && { endpoints: beaconUrls }) })
  return createLocalBeacon({ secretKey: await localBeaconKey(keyValues, blsSecretKeyFrom), clock })
}

/** A chain that an embedding program provides. The server knows only its port. */
export function ownChainSide(
  chain: Ports['chain'],
  wallets: Ports['wallets'] | undefined,
  clock: Clock,
): ChainSide {
  if (wallets === undefined)
    throw new StartUpError('adapters.chain needs adapters.wallets: who verifies signatures of its wallets?')
  return {
    chain,
    wallets,
    clock,
    network: null,
    fakeWallet: null,
    gasSponsor: null,
    sponsor: null,
    breaker: null,
    assertUsable: async () => {},
    upkeep: [],
  }
}

/** Currencies and rates, with coin types in the canonical form of the chain. */
export async function openPrices({ currencies, usdRates }: Config): Promise<Ports['prices']> {
  const { normalizeType } = await import('@dropkit/adapter-chain')
  const known = currencies.map(({ code, decimals, coinType }) => {
    const normalized = normalizeType(coinType)
    if (normalized === undefined) throw new StartUpError(`CURRENCIES names no coin type with ${coinType}`)
    return { code, decimals, coinType: normalized }
  })
  return createConfiguredPrices(known, usdRates)
}

export async function openFiles(config: Config): Promise<ClosableFiles> {
  if (config.s3Bucket === undefined) {
    const folder = join(config.dataDir, 'files')
    makeFolder(folder)
    return createFiles(createDiskContent(folder))
  }
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = config
  const { createS3Content } = await import('./files/s3-content.ts')
  const content = await createS3Content({
    bucket: config.s3Bucket,
    region: config.s3Region,
    prefix: config.s3Prefix,
    pathStyle: config.s3PathStyle,
    endpoint: config.s3Endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  })
  return createFiles(content)
}

export async function openWebhookSender(
  { webhookAllowPrivate }: Config,
  clock: Clock,
  registry: Registry,
  tracing: Tracing | null,
): Promise<ClosableWebhookSender> {
  const { createWebhookSender } = await import('@dropkit/adapter-webhook')
  const sender = timedSender(
    createWebhookSender({ machineNow: clock.now, allowPrivate: webhookAllowPrivate }),
    registry,
  )
  return tracing === null ? sender : tracing.watchSender(sender)
}

/** Null without `FACTS_URL`. */
export async function openFacts(config: Config): Promise<HttpFacts | null> {
  const { factsUrl: url, factsToken: token, factsPrivateHosts: privateHosts = [] } = config
  if (url === undefined) return null
  const { createHttpFacts } = await import('@dropkit/adapter-webhook')
  const facts = createHttpFacts({ url, token, privateHosts, monotonicNow: () => performance.now() })
  if (facts.objection === undefined) return facts
  throw new StartUpError(
    `FACTS_URL cannot be used: ${facts.objection}. If the host is yours and private, name it in FACTS_PRIVATE_HOSTS`,
  )
}

/** The library is loaded only if tracing is on, because it is large. */
export async function openTracing(
  { traceEndpoint, tracesSampled }: Config,
  registry: Registry,
): Promise<Tracing | null> {
  if (traceEndpoint === undefined) return null
  const { openTelemetry } = await import('./tracing/open-telemetry.ts')
  const { failedExports } = createTraceMetrics(registry)
  return openTelemetry({
    endpoint: traceEndpoint,
    sampled: tracesSampled,
    version: VERSION,
    onFailedExport: () => failedExports.inc(),
  })
}

export async function openOpenId(config: Config, clock: Clock, log: Ports['log']): Promise<Ports['openId']> {
  const { openIdIssuer: issuer, openIdAudience: audience, openIdJwksUrl: jwksUrl } = config
  if (!issuer || !audience || !jwksUrl) return null
  const { createOpenIdVerifier } = await import('./ports/openid-verifier.ts')
  return createOpenIdVerifier({ issuer, audience, jwksUrl, clock, log })
}

export async function openBuckets(
  { redisUrl: url }: Config,
  log: Ports['log'],
  group: WorkerGroup | null,
): Promise<Buckets> {
  const own = group?.buckets ?? createMemoryBuckets({ monotonicNow: () => performance.now() })
  if (url === undefined) return own
  const { createRedisBuckets } = await import('./limits/redis-buckets.ts')
  return createRedisBuckets({ url, fallback: own, log })
}

/**
 * The master key of the settings, or of DATA_DIR. It is created there only for a store that has no master key yet: any other
 * key would be wrong, and look like the right one.
 */
export async function findMasterKey(
  { masterKey, dataDir }: Config,
  { keyValues }: Pick<SqlStorage, 'keyValues'>,
  log: Ports['log'],
): Promise<Uint8Array> {
  if (masterKey) return masterKey
  // Read before the file: a server that starts at the same moment creates the file first.
  const id = (await keyValues.get([MASTER_KEY_ID])).get(MASTER_KEY_ID)
  const stored = id === undefined ? makeMasterKey(dataDir) : readMasterKey(dataDir)
  if (!stored.ok) throw new StartUpError(stored.error)
  if (stored.value === null)
    throw new StartUpError(
      `This store needs the master key with id ${id}: put it into MASTER_KEY or ${masterKeyPath(dataDir)}`,
    )
  if (stored.value.isExposed) log.warn('other users of this machine can read the master key in DATA_DIR')
  return stored.value.key
}

/** Currencies and rates from the settings. They only change at the next start. */
export const createConfiguredPrices = (
  currencies: readonly Currency[],
  usdRates: ReadonlyMap<string, number>,
): PriceFeed => ({
  currencies: () => currencies,
  usdRate: (currencyCode) => usdRates.get(currencyCode) ?? 0,
})

const KEY = 'local-beacon:secret-key'
const RANDOM_BYTES = 48

/**
 * The key of the local beacon, created on first use and the same for all servers of a store. It is not encrypted, because
 * the operator of a local beacon can predict it anyway.
 */
async function localBeaconKey(
  keyValues: Pick<KeyValueStore, 'transact'>,
  keyFrom: (random: Uint8Array) => Uint8Array,
): Promise<Uint8Array> {
  const made = hexOfBytes(keyFrom(nodeRandom.bytes(RANDOM_BYTES)))
  const hex = await keyValues.transact([KEY], (values) => {
    const stored = values.get(KEY)
    return { writes: stored === undefined ? new Map([[KEY, made]]) : new Map(), result: stored ?? made }
  })
  const key = bytesOfHex(hex)
  invariant(key?.length === 32, 'the key of the local beacon has 32 bytes')
  return key
}

type HumanCheckConfig = Pick<Config, 'turnstileSiteKey' | 'turnstileSecretKey' | 'turnstileVerifyUrl'>

interface Around {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
}

/** The proof of work, and Turnstile if its keys are configured. */
export function openHumanChecks(config: HumanCheckConfig, around: Around): HumanChecks {
  const { turnstileSiteKey: siteKey, turnstileSecretKey: secretKey, turnstileVerifyUrl: verifyUrl } = config
  return {
    PROOF_OF_WORK: createProofOfWork(around),
    ...(siteKey && secretKey
      ? { TURNSTILE: createTurnstile({ siteKey, secretKey, verifyUrl, ...around }) }
      : {}),
  }
}
