import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { within } from './log/log-context.ts'
import type { Metrics } from './metrics/metrics.ts'
import { answerBadAddress, registerErrorAnswers } from './routes/error-answers.ts'
import { SECURITY_HEADERS } from './routes/security-headers.ts'
import { registerUnreadBodies } from './routes/unread-bodies.ts'

const BODY_LIMIT_BYTES = 14 * 1024 * 1024
/** For all of a request to arrive; the largest at a megabit a second. */
const REQUEST_LIMIT_MS = 120_000
const PREFLIGHT_LIFETIME_SECONDS = 600
/** Methods that metrics tell apart; Node knows dozens, and anybody may send them. */
const NAMED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const ALLOWED_METHODS = 'GET, HEAD, POST, OPTIONS'
/** What a page of another origin may send. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'traceparent',
  'tracestate',
]
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
  readonly metrics: Pick<Metrics, 'registry' | 'observeRequest'>
  /** What `/metrics` answers; the registry's own metrics unless told. */
  readonly readMetrics?: () => Promise<string>
  /** Pages of which origins may call us; `*` alone for all, undefined for none. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Whether a page of this origin may call us because of the publishable key in the address (`?key=pk_…`). */
  readonly isOriginOfKey?: (key: string, origin: string) => Promise<boolean>
  /** Proxies that say truly where a request comes from. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Whether the server ends soon: each answer then ends its connection, so that clients open one elsewhere. */
  readonly isDraining?: () => boolean
  /** Hears of each route that answers GET or POST, as `GET /healthz`. */
  readonly onRoute?: (route: string) => void
  /** Whether it serves the web pages: browsers then get a page for an address at which there is nothing. */
  readonly hasWeb?: boolean
}

/** The web server with what all routes share; the routes themselves are registered on it. */
export async function createApp({
  logger,
  metrics,
  readMetrics = () => metrics.registry.metrics(),
  corsOrigins,
  isOriginOfKey,
  trustedProxies,
  isDraining = () => false,
  onRoute = () => {},
  hasWeb = false,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    // A line for each request would be most of the work of answering it; /metrics counts them.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    // Whatever we log of a request names its id: a logger of its own for each would cost more than it says.
    childLoggerFactory: (logger) => logger,
    // A value of the wrong type is a fault of the request, never silently another value.
    ajv: { customOptions: { coerceTypes: false } },
    // What is on its way when the end comes is answered like the rest, as the last on its connection.
    return503OnClosing: false,
    // Whoever sends a letter a minute holds a connection no longer than that.
    requestTimeout: REQUEST_LIMIT_MS,
    frameworkErrors: (_fault, request, reply) => void answerBadAddress(request, reply),
  })

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one === 'GET' || one === 'POST') onRoute(`${one} ${url}`)
  })
  const allowedByKey = isOriginOfKey && allowOriginsOfKeys(app, isOriginOfKey)
  if (corsOrigins) {
    await app.register(cors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ALLOWED_HEADERS,
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_LIFETIME_SECONDS,
      // An OPTIONS request that is no preflight is no fault.
      strictPreflight: false,
    })
  }

  registerUnreadBodies(app)

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // Hooks that wait for nothing call back: a promise each, on every request, is work for no gain.
  app.addHook('onSend', (request, reply, _payload, done) => {
    allowedByKey?.(request, reply)
    if (isClosing || isDraining()) reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    // What a named origin asks has been answered by now. Any other gets no permission, and needs no credential for that.
    if (request.method === 'OPTIONS') void reply.code(204).header('allow', ALLOWED_METHODS).send()
    else within(request, done)
  })
  // A body is read in the course of its connection; what follows is the request's again.
  app.addHook('preValidation', (request, _reply, done) => within(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: NAMED_METHODS.has(request.method) ? request.method : 'other',
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return readMetrics()
  })

  registerErrorAnswers(app, { hasWeb })
  return app
}

/**
 * Lets pages call us that have a publishable key: it stands in the address, because a preflight carries no credential. Gives
 * what writes the permission into an answer.
 */
function allowOriginsOfKeys(app: FastifyInstance, isOriginOfKey: NonNullable<AppOptions['isOriginOfKey']>) {
  const allowed = new WeakMap<FastifyRequest, string>()
  const permit = (request: FastifyRequest, reply: FastifyReply) => {
    const origin = allowed.get(request)
    if (origin === undefined) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', EXPOSED_HEADERS.join(', '))
      .header('vary', 'Origin')
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const { key } = request.query as { readonly key?: unknown }
    if (origin === undefined || typeof key !== 'string' || !key.startsWith('pk_')) return done()
    isOriginOfKey(key, origin).then((isAllowed) => {
      if (!isAllowed) return done()
      allowed.set(request, origin)
      if (request.method !== 'OPTIONS') return done()
      reply
        .headers(SECURITY_HEADERS)
        .header('access-control-allow-methods', 'GET, HEAD, POST')
        .header('access-control-allow-headers', ALLOWED_HEADERS.join(', '))
        .header('access-control-max-age', PREFLIGHT_LIFETIME_SECONDS)
        .code(204)
        .send()
    }, done)
  })
  return permit
}
