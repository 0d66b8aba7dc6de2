import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Log } from '@dropkit/core'
import { logError, originsOfKey } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { repeat, startBackground, startDeliveries } from './background.ts'
import type { Config } from './config/read-config.ts'
import { acceptWaiting, closeServer, watchConnections } from './connections.ts'
import { createContainer, SERVICES } from './container.ts'
import type { DirectApi } from './direct-requests.ts'
import type { ServerExtensions } from './extensions.ts'
import { holdRequests } from './hold-requests.ts'
import { type ReadLimits, runRequestsFor } from './limits/request-budget.ts'
import { agreeOnMasterKey, createKeyPlace, keyHolders, SHOW_KEYS_EVERY_MS } from './master-key-of-store.ts'
import { createApiMetrics, registerClockGauges } from './metrics/metrics.ts'
import { registerQueueGauges } from './metrics/queue-gauges.ts'
import { watchStalls } from './metrics/stall-watch.ts'
import { registerAuthRoutes, registerVisitRoutes } from './routes/auth-routes.ts'
import { registerFakeChainRoutes, registerSponsorRoutes } from './routes/chain-routes.ts'
import { registerDropRoutes } from './routes/drop-routes.ts'
import { registerFileRoutes } from './routes/file-routes.ts'
import { createGate } from './routes/gate.ts'
import { registerHealthRoutes } from './routes/health-routes.ts'
import { type FirstStart, makeAdminWhenEmpty, StartUpError, VERSION } from './start-up.ts'
import { registerAssets } from './web/asset-routes.ts'
import { type PageParts, registerPages } from './web/page-routes.ts'
import { fakeWalletOfGroup, type WorkerGroup } from './workers/worker-group.ts'

/** The path in the published package, next to the compiled code. */
const PACKED = fileURLToPath(new URL('./pages', import.meta.url))
/** The path in the repository. It is the same relative to the sources and to the compiled code. */
const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * The folder of the web pages: where `npm run build` puts them for the package, otherwise where `npm run build:web` does.
 */
const BUILT_PAGES = existsSync(PACKED) ? PACKED : BUILT

/** Pause between two rounds of background work while there is none, in milliseconds. */
const IDLE_DELAY_MS = 100

export interface RunningServer {
  /** The URL on which the server listens. */
  readonly url: string
  readonly log: Log
  /** The registered routes, for example `GET /healthz`. */
  readonly routes: readonly string[]
  /** From now on `/readyz` answers 503, and each response closes its connection. Requests are still served. */
  drain(): void
  /** Accepts no more requests, finishes the work in progress, flushes what is pending and closes all resources. */
  end(): Promise<void>
  /** Breaks the connections that are still open, so that `end` does not wait for slow clients. */
  breakConnections(): void
}

interface ServerOptions extends ServerExtensions {
  /** The folder of the built web pages. */
  readonly pagesFolder?: string
  /** What one request may read from the store. */
  readonly readLimits?: ReadLimits
}

/**
 * Wires and starts the server. `onFirstStart` is called with a new admin's key before the first request is served. The options
 * add kinds of gating rules, facts and adapters. The server is one process, whatever WORKERS says, unless `group` is given, of
 * which it is a worker.
 */
export async function startServer(
  config: Config,
  onFirstStart: (first: FirstStart) => void,
  { pagesFolder = BUILT_PAGES, readLimits, ...extensions }: ServerOptions = {},
  group: WorkerGroup | null = null,
): Promise<RunningServer> {
  const container = createContainer(config, extensions, group, readLimits)
  // Loads while the database is being opened.
  const graphql = import('@dropkit/adapter-graphql')
  graphql.catch(() => {})
  const storage = await container.getAsync(SERVICES.storage)
  const [ports, dropkit, chainSide, metrics, limits, buckets, files, sender] = await Promise.all([
    container.getAsync(SERVICES.ports),
    container.getAsync(SERVICES.dropkit),
    container.getAsync(SERVICES.chainSide),
    container.getAsync(SERVICES.metrics),
    container.getAsync(SERVICES.limits),
    container.getAsync(SERVICES.buckets),
    container.getAsync(SERVICES.files),
    container.getAsync(SERVICES.webhooks),
  ])
  const { log, store, chain, clock, prices } = ports
  const facts = await container.getAsync(SERVICES.facts)
  const budgets = await container.getAsync(SERVICES.budgets)
  const serviceClock = await container.getAsync(SERVICES.clock)
  const gate = createGate(dropkit, limits)
  const keyRing = await container.getAsync(SERVICES.secrets)
  await agreeOnMasterKey(storage.keyValues, keyRing)
  const keyPlace = createKeyPlace(storage.keyValues, keyRing, serviceClock.now)
  await keyPlace.show()
  // Deletes the reports of killed servers.
  await keyHolders(storage.keyValues, serviceClock.now)
  await chainSide.assertUsable()

  const { corsOrigins, trustedProxies } = config
  const logger = await container.getAsync(SERVICES.logger)
  let isDraining = false
  const routes = new Set<string>()
  const direct: DirectApi = {}
  const app = await createApp({
    hasWeb: config.web,
    logger,
    metrics,
    ...(group && { readMetrics: group.readMetrics }),
    metricsAgeMs: config.metricsAgeMs,
    corsOrigins,
    async isOriginOfKey(key, origin, { ip, method, headers }) {
      // A key contains its origins, so a key for other origins needs no look-up.
      if (!originsOfKey(key)?.includes(origin)) return false
      // Other requests with a credential are counted by it later.
      const isCountedLater = method !== 'OPTIONS' && headers.authorization !== undefined
      if (!isCountedLater && (await limits.takeTokensOf(ip)).refusal) return false
      return (await dropkit.authenticate(key)).ok
    },
    waitingClaims: dropkit.waitingClaims,
    trustedProxies,
    isDraining: () => isDraining,
    onRoute: (route) => void routes.add(route),
    direct,
  })
  const serving = holdRequests(app)
  const { networkOf, registerGraphql } = await graphql
  // An operation of GraphQL replaces the address by its user.
  const ownerOf = ({ ip }: { readonly ip: string }) => `address/${networkOf(ip)}`
  runRequestsFor(app, budgets, ownerOf)
  const stalls = watchStalls(metrics.registry, log, config.stallWindowMs)
  app.addHook('onRequest', (request, reply, done) => {
    const ends = stalls.operationBegins(request.routeOptions.url ?? 'unknown')
    reply.raw.once('close', ends)
    done()
  })
  const tracing = await container.getAsync(SERVICES.tracing)
  tracing?.watchRequests(app)
  const connections = watchConnections(app.server)
  const holdsMasterKey = () => keyPlace.holdsNamed
  registerHealthRoutes(app, {
    store,
    chain,
    holdsMasterKey,
    breaker: chainSide.breaker,
    clock: serviceClock,
    isDraining: () => isDraining,
    log,
  })
  if (chainSide.fakeWallet)
    registerFakeChainRoutes(
      app,
      group ? fakeWalletOfGroup(chainSide.fakeWallet, group) : chainSide.fakeWallet,
    )
  registerSponsorRoutes(app, dropkit, chainSide.sponsor, gate)
  registerAuthRoutes(app, dropkit, gate, config.publicUrl)
  registerDropRoutes(app, dropkit, gate, { showsRotatedKey: config.showRotatedKey })
  registerFileRoutes(app, store, files, gate)
  registerClockGauges(metrics.registry, serviceClock)
  registerQueueGauges({ registry: metrics.registry, storage, store, clock, dropkit })
  let listensOn = ''
  // The listening URL is set before the first request arrives.
  const publicUrl = () => config.publicUrl ?? listensOn
  const { network } = chainSide
  const webParts = { dropkit, prices, clock, gate, publicUrl, chain: chain.name, network }
  const explorer = config.web
    ? registerWeb(app, { ...webParts, folder: pagesFolder, imageOrigins: config.webImageOrigins ?? [] })
    : undefined
  const serveDirectly = await registerGraphql(app, {
    ...ports,
    dropkit,
    network,
    version: VERSION,
    rateLimits: limits,
    apiWatch: {
      ...createApiMetrics(metrics.registry),
      operationBegins: (rootField) => stalls.operationBegins(rootField),
    },
    sockets: {
      socketsAtOnce: config.socketsPerCaller || Number.POSITIVE_INFINITY,
      subscriptionsAtOnce: config.subscriptionsPerCaller || Number.POSITIVE_INFINITY,
    },
    withBudget: budgets.run,
    withoutBudget: budgets.exempt,
    takesVisitors: config.web,
    explorer,
    get publicUrl() {
      return publicUrl()
    },
  })

  group?.serveClaims(dropkit.serveRoutedClaim)
  group?.serveMetrics(() => metrics.registry.getMetricsAsJSON())
  const url = await listen(app, config)
  listensOn = url
  // Only now, because a start that fails would lose the key, which is shown once.
  onFirstStart(await makeAdminWhenEmpty(store, dropkit, log, config.bootstrapApiKey))
  await dropkit.requestStandingJobs()
  serving.begin()
  // Only Fastify has the hooks of tracing.
  if (tracing === null) {
    direct.operationBegins = stalls.operationBegins
    direct.serve = (exchange, passOn) =>
      budgets.runFor(ownerOf(exchange), () => serveDirectly(exchange, passOn))
  }
  const showingKeys = {
    name: 'looking under which master key to seal',
    pauseMs: SHOW_KEYS_EVERY_MS,
    work: keyPlace.show,
  }
  const measuringTime = { name: 'comparing the clocks', pauseMs: 1_000, work: serviceClock.measure }
  const upkeep = [...chainSide.upkeep, showingKeys, measuringTime].map(({ name, pauseMs, work }) =>
    repeat(name, pauseMs, work, log),
  )
  // All workers of a group together poll as often as a single process.
  const idleDelayMs = IDLE_DELAY_MS * (group?.size ?? 1)
  const background = startBackground({ dropkit, log, idleDelayMs })
  const deliveries = startDeliveries({ dropkit, sender, log, idleDelayMs })
  await group?.ready(url)

  return {
    url,
    log,
    routes: [...routes],
    drain() {
      isDraining = true
    },
    async end() {
      // Requests may wait for background work, so background work is stopped after them.
      stalls.stop()
      isDraining = true
      if (group) await group.leave()
      else await acceptWaiting(app.server)
      const closed = Promise.all([closeServer(app.server), app.close()])
      connections.endUnused()
      await Promise.all([closed, deliveries.stop(), group?.drain()])
      await Promise.all([background.stop(), ...upkeep.map((one) => one.stop()), buckets.close()])
      await keyPlace.leave().catch((error) => logError(log, 'the end could not be told', {}, error))
      files.close()
      await facts?.close()
      await storage.close()
      await tracing?.close()
    },
    breakConnections: connections.breakAll,
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    // For localhost, Fastify would open a second server for ::1, whose requests a shutdown would not wait for.
    const address = host === 'localhost' ? '127.0.0.1' : host
    const url = await app.listen({
      host: address,
      port,
      listenTextResolver: (text) => `listening on ${text}`,
    })
    // A browser cannot open an all-addresses URL.
    return url.replace('//[::]:', '//[::1]:')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const advice = isTaken ? '. Is a server running already? Another port: PORT=4001 npm start' : ''
    throw new StartUpError(
      `The server cannot listen on HOST ${host}, PORT ${port}: ${reason}${advice}`,
      error,
    )
  }
}

/**
 * Registers everything that browsers need besides the API. Returns the function that sends the explorer; see
 * `registerPages`.
 */
function registerWeb(app: FastifyInstance, parts: PageParts): ReturnType<typeof registerPages> {
  registerVisitRoutes(app, parts.dropkit, parts.gate)
  registerAssets(app, parts.folder)
  return registerPages(app, parts)
}
