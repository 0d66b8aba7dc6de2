import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Metrics } from './metrics.ts'
import { registerErrorAnswers } from './routes/error-answers.ts'

const BODY_LIMIT_BYTES = 14 * 1024 * 1024
const PREFLIGHT_LIFETIME_SECONDS = 600
/** What a page of another origin may read of an answer, besides what it always may. */
const EXPOSED_HEADERS = [
  'content-disposition',
  'content-range',
  'etag',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
]

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  readonly metrics: Metrics
  /** Pages of which origins may call us; `*` alone for all, undefined for none. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Proxies that say truly where a request comes from. */
  readonly trustedProxies?: readonly string[] | undefined
}

/** The web server with what all routes share; the routes themselves are registered on it. */
export async function createApp({
  logger,
  metrics,
  corsOrigins,
  trustedProxies,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    // A line for each request would be most of the work of answering it; /metrics counts them.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    // A value of the wrong type is a fault of the request, never silently another value.
    ajv: { customOptions: { coerceTypes: false } },
    // What is on its way when the end comes is answered like the rest, as the last on its connection.
    return503OnClosing: false,
  })

  await app.register(helmet, {
    // An API shows nothing in a browser; a route that serves a page sets its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Whoever ends TLS in front of the server knows whether there is any.
    strictTransportSecurity: false,
    // These say something to old browsers, or about pages, alone.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

  if (corsOrigins) {
    await app.register(cors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'range'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_LIFETIME_SECONDS,
    })
  }

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })

  registerErrorAnswers(app)
  return app
}
