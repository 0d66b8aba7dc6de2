import type { SqlStorage } from '@dropkit/adapter-storage'
import type { ClosableWebhookSender, HttpFacts } from '@dropkit/adapter-webhook'
import {
  createDropkit,
  type Dropkit,
  type HumanChecks,
  type Instrumentation,
  type Ports,
  type Settings,
} from '@dropkit/core'
import { Container, type ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import type { ChainSide } from './chain/chain-side.ts'
import { type Config, isSqliteUrl } from './config/read-config.ts'
import { type Gating, gatingOf, type ServerExtensions } from './extensions.ts'
import type { ClosableFiles } from './files/content-store.ts'
import type { Buckets } from './limits/buckets.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import { createRequestBudgets, type ReadLimits, type RequestBudgets } from './limits/request-budget.ts'
import { createLogger, createPinoLog } from './log/pino-log.ts'
import { createRedaction, secretsInSettings } from './log/redaction.ts'
import { createInstrumentation, createWorkMetrics, type Tracing } from './metrics/instrumentation.ts'
import { countUseCases, timedStore } from './metrics/measured-calls.ts'
import { countedLimits, createMetrics, type Metrics } from './metrics/metrics.ts'
import {
  findMasterKey,
  openBeacon,
  openBuckets,
  openChainSide,
  openFacts,
  openFiles,
  openHumanChecks,
  openOpenId,
  openPrices,
  openStorage,
  openTracing,
  openWebhookSender,
  ownChainSide,
} from './open-adapters.ts'
import { createUuidIds, nodeHashes, nodeRandom } from './ports/node-crypto.ts'
import { createSealedSecrets, type KeyRing } from './ports/secrets.ts'
import { VERSION } from './start-up.ts'
import { machineClocks, openServiceClock, type ServiceClock } from './time/service-clock.ts'
import type { WorkerGroup } from './workers/worker-group.ts'

const service = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`dropkit ${name}`)

/** The services of the container, by their identifiers. */
export const SERVICES = {
  config: service<Config>('config'),
  group: service<WorkerGroup | null>('worker group'),
  logger: service<Logger>('logger'),
  log: service<Ports['log']>('log'),
  storage: service<SqlStorage>('storage'),
  registry: service<Registry>('metrics registry'),
  ids: service<Ports['ids']>('ids'),
  store: service<Ports['store']>('store, timed'),
  tracing: service<Tracing | null>('tracing'),
  instrumentation: service<Instrumentation>('instrumentation'),
  masterKey: service<Uint8Array>('master key'),
  secrets: service<KeyRing>('secrets'),
  signer: service<Ports['signer']>('signer'),
  keys: service<Keys>('keys of vouchers and claim links'),
  prices: service<Ports['prices']>('prices'),
  files: service<ClosableFiles>('files'),
  webhooks: service<ClosableWebhookSender>('webhooks'),
  openId: service<Ports['openId']>('openid provider'),
  buckets: service<Buckets>('buckets'),
  limits: service<RateLimits>('limits'),
  clock: service<ServiceClock>('clock'),
  chainSide: service<ChainSide>('chain side'),
  beacon: service<NonNullable<Ports['beacon']>>('randomness beacon'),
  outside: service<Outside>('outside'),
  humanChecks: service<HumanChecks>('checks that claimers are people'),
  facts: service<HttpFacts | null>('facts of an HTTP endpoint'),
  gating: service<Gating>('kinds of gating rules'),
  budgets: service<RequestBudgets>('budgets of requests'),
  ports: service<Ports>('ports'),
  bareDropkit: service<Dropkit>('dropkit, not counted'),
  metrics: service<Metrics>('metrics'),
  dropkit: service<Dropkit>('dropkit'),
} as const

type Keys = Pick<Ports, 'signer' | 'linkKeys'>

/** The ports to systems other than the store. */
type Outside = Pick<
  Ports,
  'chain' | 'clock' | 'gasSponsor' | 'beacon' | 'prices' | 'files' | 'webhooks' | 'wallets' | 'openId'
>

/**
 * Wires all services. Each service is created once, when it is first requested. A command that only needs the store
 * therefore does not load the chain.
 */
export function createContainer(
  config: Config,
  extensions: ServerExtensions = {},
  group: WorkerGroup | null = null,
  readLimits?: ReadLimits,
): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  const { bind } = binder(container)
  const s = SERVICES
  const { adapters = {} } = extensions

  container.bind(s.config).toConstantValue(config)
  container.bind(s.group).toConstantValue(group)
  bind(s.logger, [s.config], (config: Config) =>
    createLogger({
      level: config.logLevel,
      redaction: createRedaction([...secretsInSettings({ ...config }), ...config.secretsOfLibraries]),
    }),
  )
  bind(s.log, [s.logger], createPinoLog)

  bind(s.budgets, [], () => createRequestBudgets(readLimits))
  bind(s.storage, [s.config, s.log, s.budgets], openStorage)
  bind(s.registry, [], () => new Registry())
  bind(s.tracing, [s.config, s.registry], openTracing)
  bind(
    s.store,
    [s.storage, s.registry, s.tracing],
    ({ store }: SqlStorage, registry: Registry, tracing: Tracing | null) => {
      const timed = timedStore(store, registry)
      return tracing === null ? timed : tracing.watchStore(timed)
    },
  )
  bind(s.instrumentation, [s.registry, s.tracing], (registry: Registry, tracing: Tracing | null) =>
    createInstrumentation(createWorkMetrics(registry), tracing),
  )
  bind(s.ids, [], () => createUuidIds(nodeRandom))
  bind(s.masterKey, [s.config, s.storage, s.log], findMasterKey)
  bind(s.secrets, [s.config, s.masterKey], ({ masterKeyPrevious }: Config, current: Uint8Array) =>
    createSealedSecrets({ current, earlier: masterKeyPrevious ? [masterKeyPrevious] : [] }),
  )
  bind(s.signer, [s.secrets], async (secrets: KeyRing) => {
    const { createVoucherSigner } = await import('@dropkit/adapter-chain')
    return createVoucherSigner({ secrets })
  })
  bind(s.keys, [s.signer], async (signer: Ports['signer']): Promise<Keys> => {
    const { nodeLinkKeys: linkKeys } = await import('@dropkit/adapter-chain')
    return { signer, linkKeys }
  })
  bind(s.prices, [s.config], openPrices)
  bind(s.files, [s.config], openFiles)
  bind(s.webhooks, [s.config, s.clock, s.registry, s.tracing], openWebhookSender)
  bind(s.openId, [s.config, s.clock, s.log], openOpenId)
  bind(s.buckets, [s.config, s.log, s.group], openBuckets)
  bind(
    s.limits,
    [s.config, s.buckets, s.registry],
    ({ requestsPerMinute, authFailuresPerMinute }: Config, buckets: Buckets, registry: Registry) =>
      countedLimits(createRateLimits({ buckets, requestsPerMinute, authFailuresPerMinute }), registry),
  )
  bind(s.clock, [s.storage, s.log], ({ databaseNow }: SqlStorage, log: Ports['log']) =>
    openServiceClock({ ...machineClocks, databaseNow }, log),
  )
  const { chain: ownChain } = adapters
  if (ownChain === undefined)
    bind(s.chainSide, [s.config, s.storage, s.clock, s.log, s.registry, s.tracing], openChainSide)
  else bind(s.chainSide, [s.clock], (clock: ServiceClock) => ownChainSide(ownChain, adapters.wallets, clock))

  bind(s.beacon, [s.config, s.storage, s.chainSide], openBeacon)
  bind(
    s.outside,
    [s.chainSide, s.beacon, s.prices, s.files, s.webhooks, s.openId],
    (
      { chain, clock, wallets, gasSponsor }: ChainSide,
      beacon: Ports['beacon'],
      prices: Ports['prices'],
      files: Ports['files'],
      webhooks: Ports['webhooks'],
      openId: Ports['openId'],
    ): Outside => ({
      chain,
      clock,
      gasSponsor: gasSponsor ?? undefined,
      beacon,
      prices,
      files,
      webhooks,
      wallets,
      openId,
    }),
  )
  bind(
    s.humanChecks,
    [s.config, s.chainSide, s.secrets, s.log],
    (config: Config, { clock }: ChainSide, secrets: KeyRing, log: Ports['log']) =>
      openHumanChecks(config, { clock, secrets, log }),
  )
  bind(s.facts, [s.config], openFacts)
  bind(s.gating, [s.facts], async (facts: HttpFacts | null) => {
    if (facts === null) return gatingOf({ kinds: [], facts: {} }, extensions)
    const { httpFactKind } = await import('@dropkit/adapter-webhook')
    return gatingOf({ kinds: [httpFactKind], facts: { 'own:http': facts } }, extensions)
  })
  bind(
    s.ports,
    [
      s.storage,
      s.store,
      s.outside,
      s.ids,
      s.secrets,
      s.keys,
      s.log,
      s.instrumentation,
      s.gating,
      s.group,
      s.humanChecks,
    ],
    (
      { jobs, deliveries, idempotency, retention, keyValues, dropCounts }: SqlStorage,
      store: Ports['store'],
      outside: Outside,
      ids: Ports['ids'],
      secrets: KeyRing,
      { signer, linkKeys }: Keys,
      log: Ports['log'],
      instrumentation: Instrumentation,
      gating: Gating,
      group: WorkerGroup | null,
      humanChecks: HumanChecks,
    ): Ports => ({
      store,
      jobs,
      deliveries,
      idempotency,
      retention,
      keyValues,
      dropCounts,
      ...outside,
      ids,
      secrets,
      signer,
      linkKeys,
      humanChecks,
      ...adapters,
      ...gating,
      log,
      instrumentation,
      random: nodeRandom,
      hashes: nodeHashes,
      stopwatch: { elapsedMs: () => performance.now() },
      endOfTurn: () => new Promise((resolve) => setImmediate(resolve)),
      claimRouter: group?.claimRouter,
    }),
  )
  bind(s.bareDropkit, [s.config, s.ports], (config: Config, ports: Ports) =>
    createDropkit(ports, coreSettingsOf(config)),
  )
  bind(s.metrics, [s.config, s.registry], ({ chain, databaseUrl }: Config, registry: Registry) =>
    createMetrics(registry, {
      version: VERSION,
      chain,
      database: isSqliteUrl(databaseUrl) ? 'sqlite' : 'postgres',
    }),
  )
  bind(
    s.dropkit,
    [s.bareDropkit, s.metrics, s.tracing],
    (dropkit: Dropkit, metrics: Metrics, tracing: Tracing | null) =>
      countUseCases(tracing === null ? dropkit : tracing.watchUseCases(dropkit), metrics),
  )
  return container
}

const coreSettingsOf = (config: Config): Partial<Settings> => ({
  webhookRetrySeconds: config.webhookRetrySeconds,
  eventRetentionDays: config.eventRetentionDays,
  gasPerUserDay: config.gasPerUserDay,
  gasPerDay: config.gasPerDay,
  dropsPerUserDay: config.dropsPerUserDay,
  tokensPerUserDay: config.tokensPerUserDay,
  transfersPerUserDay: config.transfersPerUserDay,
  storedBytesPerUser: config.storedBytesPerUser,
  storedBytesPerUserDay: config.storedBytesPerUserDay,
  intentsPerUserHour: config.intentsPerUserHour,
  intentsPerDropHour: config.intentsPerDropHour,
  newUsersPerAddressHour: config.newUsersPerAddressHour,
  claimsPerDrop: config.claimsPerDrop,
  openVaultsPerUser: config.openVaultsPerUser,
  openIntentsPerUser: config.openIntentsPerUser,
  unpaidItemsPerBuyer: config.unpaidItemsPerBuyer,
  unpaidPercentPerBuyer: config.unpaidPercentPerBuyer,
})

/** A typed wrapper around inversify's bindings: each factory must match the services that it gets. */
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
