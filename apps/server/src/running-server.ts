import type { Log } from '@dropkit/core'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { startBackground } from './background.ts'
import type { Config } from './config/read-config.ts'
import { watchConnections } from './connections.ts'
import { createContainer, SERVICES } from './container.ts'
import { startDeliveries } from './deliveries.ts'
import { type FirstStart, makeAdminWhenEmpty } from './first-start.ts'
import { assertSameMasterKey } from './master-key-check.ts'
import { repeat } from './repeat.ts'
import { registerAuthRoutes } from './routes/auth-routes.ts'
import { registerDropRoutes } from './routes/drop-routes.ts'
import { registerFakeChainRoutes } from './routes/fake-chain-routes.ts'
import { registerFileRoutes } from './routes/file-routes.ts'
import { createGate } from './routes/gate.ts'
import { registerHealthRoutes } from './routes/health-routes.ts'
import { registerPaymentRoutes } from './routes/payment-routes.ts'
import { StartUpFault } from './start-up-fault.ts'

/** How far another server may have moved the fake chain's clock without this one knowing. */
const CLOCK_REFRESH_MS = 250
/** How long what nobody asks for any more may take up room. */
const RECEIPT_SWEEP_MS = 10 * 60_000

export interface RunningServer {
  /** Where it listens. */
  readonly url: string
  readonly log: Log
  /** Takes no more requests, finishes what runs, writes what is left and lets go of everything. */
  end(): Promise<void>
  /** Breaks the connections that are still open, so that `end` need not wait for slow clients. */
  breakConnections(): void
}

/** Puts the server together and starts it. `onFirstStart` is told of a new admin before anything can go wrong. */
export async function startServer(
  config: Config,
  onFirstStart: (first: FirstStart) => void,
): Promise<RunningServer> {
  const container = createContainer(config)
  // Loaded side by side with the database's start.
  const graphql = import('@dropkit/adapter-graphql')
  graphql.catch(() => {})
  const storage = await container.getAsync(SERVICES.storage)
  const [ports, dropkit, chain, clock, metrics, limits, buckets, files, sender] = await Promise.all([
    container.getAsync(SERVICES.ports),
    container.getAsync(SERVICES.dropkit),
    container.getAsync(SERVICES.chain),
    container.getAsync(SERVICES.clock),
    container.getAsync(SERVICES.metrics),
    container.getAsync(SERVICES.limits),
    container.getAsync(SERVICES.buckets),
    container.getAsync(SERVICES.files),
    container.getAsync(SERVICES.webhooks),
  ])
  const { log, store, prices, receipts } = ports
  const gate = createGate(dropkit, limits)
  await assertSameMasterKey(storage.keyValues, await container.getAsync(SERVICES.masterKey))

  const { corsOrigins, trustedProxies } = config
  const logger = await container.getAsync(SERVICES.logger)
  const app = await createApp({ logger, metrics, corsOrigins, trustedProxies })
  const connections = watchConnections(app.server)
  registerHealthRoutes(app, { store, chain, log })
  registerFakeChainRoutes(app, chain)
  registerAuthRoutes(app, dropkit, gate)
  registerDropRoutes(app, dropkit, gate)
  registerFileRoutes(app, store, files)
  registerPaymentRoutes(app, { store, chain, prices, clock, gate })
  const { registerGraphql } = await graphql
  let listensOn = ''
  await registerGraphql(app, {
    ...ports,
    dropkit,
    rateLimits: limits,
    // Known once it listens, which is before anybody asks.
    get publicUrl() {
      return config.publicUrl ?? listensOn
    },
  })

  onFirstStart(await makeAdminWhenEmpty(store, dropkit, log, config.bootstrapApiKey))
  await dropkit.requestStandingJobs()
  const url = await listen(app, config)
  listensOn = url
  const refreshing = repeat('reading how far the clock was moved', CLOCK_REFRESH_MS, clock.refresh, log)
  const forget = () => receipts.sweep(clock.now())
  const forgetting = repeat('forgetting requests of more than a day ago', RECEIPT_SWEEP_MS, forget, log)
  const background = startBackground({ dropkit, log })
  const deliveries = startDeliveries({ dropkit, sender, log })

  return {
    url,
    log,
    async end() {
      // Requests may wait for background work, so that ends after them.
      const closed = app.close()
      connections.endUnused()
      await Promise.all([closed, deliveries.stop()])
      await Promise.all([background.stop(), refreshing.stop(), forgetting.stop(), buckets.close()])
      files.close()
      await storage.close()
    },
    breakConnections: connections.breakAll,
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    const url = await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` })
    // "All addresses" is none that a browser could open.
    return url.replace('//[::]:', '//[::1]:')
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    throw new StartUpFault(`The server cannot listen on HOST ${host}, PORT ${port}: ${reason}`, fault)
  }
}
