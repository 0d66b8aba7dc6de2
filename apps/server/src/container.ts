import { join } from 'node:path'
import type { FakeChain, OffsetClock } from '@dropkit/adapter-chain'
import type { SqlStorage } from '@dropkit/adapter-storage'
import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import { createDropkit, type Dropkit, type Ports } from '@dropkit/core'
import { Container, type ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import type { Config } from './config/read-config.ts'
import { type ClosableFiles, createFiles } from './files/content-store.ts'
import { createDiskContent } from './files/disk-content.ts'
import type { Buckets } from './limits/buckets.ts'
import { createMemoryBuckets } from './limits/memory-buckets.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import { countClaims, createMetrics, type Metrics } from './metrics.ts'
import { createConfiguredPrices } from './ports/configured-prices.ts'
import { loadMasterKey } from './ports/master-key.ts'
import { nodeHashes, nodeRandom } from './ports/node-crypto.ts'
import { createLogger, createPinoLog } from './ports/pino-log.ts'
import { createSealedSecrets } from './ports/sealed-secrets.ts'
import { createUuidIds } from './ports/uuid-ids.ts'
import { StartUpFault } from './start-up-fault.ts'

const service = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`dropkit ${name}`)

/** What the container holds, by what to ask for it. */
export const SERVICES = {
  config: service<Config>('config'),
  logger: service<Logger>('logger'),
  log: service<Ports['log']>('log'),
  storage: service<SqlStorage>('storage'),
  clock: service<OffsetClock>('clock'),
  ids: service<Ports['ids']>('ids'),
  masterKey: service<Uint8Array>('master key'),
  secrets: service<Ports['secrets']>('secrets'),
  signer: service<Ports['signer']>('signer'),
  prices: service<Ports['prices']>('prices'),
  files: service<ClosableFiles>('files'),
  webhooks: service<ClosableWebhookSender>('webhooks'),
  identity: service<Identity>('identity'),
  buckets: service<Buckets>('buckets'),
  limits: service<RateLimits>('limits'),
  chain: service<FakeChain>('chain'),
  outside: service<Outside>('outside'),
  ports: service<Ports>('ports'),
  bareDropkit: service<Dropkit>('dropkit, not counted'),
  metrics: service<Metrics>('metrics'),
  dropkit: service<Dropkit>('dropkit'),
} as const

/** What the service meets outside of itself and its store. */
type Outside = Pick<Ports, 'chain' | 'prices' | 'files' | 'webhooks' | 'wallets' | 'openId'>
type Identity = Pick<Ports, 'wallets' | 'openId'>

const machineNow = () => Date.now()

/**
 * The one place where everything is put together. Nothing is made before it is asked for, and everything once: a
 * command that needs the store alone loads no chain. Adapters are imported only when they are needed.
 */
export function createContainer(config: Config): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  const { bind } = binder(container)
  const s = SERVICES

  container.bind(s.config).toConstantValue(config)
  bind(s.logger, [s.config], ({ logLevel }: Config) => createLogger(logLevel))
  bind(s.log, [s.logger], createPinoLog)

  bind(s.storage, [s.config, s.log], openStorage)
  bind(s.clock, [s.storage], openClock)
  bind(s.ids, [], () => createUuidIds(nodeRandom))
  bind(s.masterKey, [s.config, s.log], findMasterKey)
  bind(s.secrets, [s.masterKey], (current: Uint8Array) => createSealedSecrets({ current }))
  bind(s.signer, [s.secrets], async (secrets: Ports['secrets']) => {
    const { createVoucherSigner } = await import('@dropkit/adapter-chain')
    return createVoucherSigner({ secrets })
  })
  bind(s.prices, [s.config], openPrices)
  bind(s.files, [s.config], openFiles)
  bind(s.webhooks, [s.config], openWebhookSender)
  bind(s.identity, [s.config, s.log], openIdentity)
  bind(s.buckets, [s.config, s.log], openBuckets)
  bind(
    s.limits,
    [s.config, s.buckets],
    ({ requestsPerMinute, authFailuresPerMinute }: Config, buckets: Buckets) =>
      createRateLimits({ buckets, requestsPerMinute, authFailuresPerMinute }),
  )
  bind(s.chain, [s.config, s.storage, s.clock, s.log], openFakeChain)

  bind(
    s.outside,
    [s.chain, s.prices, s.files, s.webhooks, s.identity],
    (
      chain: FakeChain,
      prices: Ports['prices'],
      files: Ports['files'],
      webhooks: Ports['webhooks'],
      identity: Identity,
    ): Outside => ({ chain, prices, files, webhooks, ...identity }),
  )
  bind(
    s.ports,
    [s.storage, s.outside, s.clock, s.ids, s.secrets, s.signer, s.log],
    (
      { store, jobs, deliveries, receipts }: SqlStorage,
      outside: Outside,
      clock: OffsetClock,
      ids: Ports['ids'],
      secrets: Ports['secrets'],
      signer: Ports['signer'],
      log: Ports['log'],
    ): Ports => ({
      store,
      jobs,
      deliveries,
      receipts,
      ...outside,
      clock,
      ids,
      secrets,
      signer,
      log,
      random: nodeRandom,
      hashes: nodeHashes,
    }),
  )
  bind(s.bareDropkit, [s.config, s.ports], ({ webhookRetrySeconds }: Config, ports: Ports) =>
    createDropkit(ports, { webhookRetrySeconds }),
  )
  bind(s.metrics, [s.ports, s.bareDropkit], ({ jobs, clock }: Ports, { waitingClaims }: Dropkit) =>
    createMetrics({ jobs, clock, waitingClaims }),
  )
  bind(s.dropkit, [s.bareDropkit, s.metrics], (dropkit: Dropkit, { countClaim }: Metrics) =>
    countClaims(dropkit, countClaim),
  )
  return container
}

/** inversify's own way of writing, with types that hold each factory to the services that it is given. */
const binder = (container: Container) => ({
  bind<T, const Given extends readonly unknown[]>(
    identifier: ServiceIdentifier<T>,
    given: { readonly [Index in keyof Given]: ServiceIdentifier<Given[Index]> },
    make: (...given: Given) => T | Promise<T>,
  ): void {
    container
      .bind<T>(identifier)
      .toResolvedValue((...values: unknown[]) => make(...(values as unknown as Given)), [...given])
  },
})

async function openStorage({ databaseUrl }: Config, log: Ports['log']): Promise<SqlStorage> {
  const { openSqlStorage } = await import('@dropkit/adapter-storage')
  try {
    return await openSqlStorage({ url: databaseUrl, log })
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(`The database of DATABASE_URL cannot be opened: ${reason}`, fault)
  }
}

async function openClock({ keyValues }: SqlStorage): Promise<OffsetClock> {
  const { createOffsetClock } = await import('@dropkit/adapter-chain')
  const clock = createOffsetClock({ keyValues, machineNow })
  await clock.refresh()
  return clock
}

async function openFakeChain(
  { fakeChainAuto: auto }: Config,
  { keyValues }: SqlStorage,
  clock: OffsetClock,
  log: Ports['log'],
): Promise<FakeChain> {
  const { createFakeChain } = await import('@dropkit/adapter-chain')
  return createFakeChain({ keyValues, clock, machineNow, auto, log })
}

/** Coin types in the one form in which the chain says them. */
async function openPrices({ currencies, usdRates }: Config): Promise<Ports['prices']> {
  const { normalizeType } = await import('@dropkit/adapter-chain')
  const known = currencies.map(({ code, decimals, coinType }) => {
    const normalized = normalizeType(coinType)
    if (normalized === undefined) throw new StartUpFault(`CURRENCIES names no coin type with ${coinType}`)
    return { code, decimals, coinType: normalized }
  })
  return createConfiguredPrices(known, usdRates)
}

async function openFiles(config: Config): Promise<ClosableFiles> {
  if (config.s3Bucket === undefined) return createFiles(createDiskContent(join(config.dataDir, 'files')))
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

async function openWebhookSender({ webhookAllowPrivate }: Config): Promise<ClosableWebhookSender> {
  const { createWebhookSender } = await import('@dropkit/adapter-webhook')
  return createWebhookSender({ allowPrivate: webhookAllowPrivate })
}

async function openIdentity(config: Config, log: Ports['log']): Promise<Identity> {
  const { walletVerifier: wallets } = await import('@dropkit/adapter-chain')
  const { openIdIssuer: issuer, openIdAudience: audience, openIdJwksUrl: jwksUrl } = config
  if (!issuer || !audience || !jwksUrl) return { wallets, openId: null }
  const { createOpenIdVerifier } = await import('./ports/openid-verifier.ts')
  return { wallets, openId: await createOpenIdVerifier({ issuer, audience, jwksUrl, log }) }
}

async function openBuckets({ redisUrl: url }: Config, log: Ports['log']): Promise<Buckets> {
  const own = createMemoryBuckets({ monotonicNow: () => performance.now() })
  if (url === undefined) return own
  const { createRedisBuckets } = await import('./limits/redis-buckets.ts')
  return createRedisBuckets({ url, fallback: own, log })
}

function findMasterKey({ masterKey, dataDir }: Config, log: Ports['log']): Uint8Array {
  if (masterKey) return masterKey
  const stored = loadMasterKey(dataDir)
  if (!stored.ok) throw new StartUpFault(stored.error)
  if (stored.value.isExposed) log.warn('other users of this machine can read the master key in DATA_DIR')
  return stored.value.key
}
