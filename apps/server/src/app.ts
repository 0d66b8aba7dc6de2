import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import {
  API_PATH,
  createTurns,
  limitBodies,
  partyOf,
  readJsonOnly,
  rejectOverload,
} from '@dropkit/adapter-graphql'
import cors from '@fastify/cors'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type DirectApi, serveBefore } from './direct-requests.ts'
import { within } from './log/pino-log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createPipelining } from './pipelining.ts'
import { answerBadAddress, answerUnreadable, registerErrorAnswers } from './routes/http-refusal.ts'
import { SECURITY_HEADERS } from './routes/security-headers.ts'
import { sharedAnswer } from './routes/shared-answer.ts'

/** For paths without a limit of their own, which need no body. */
const BODY_LIMIT_BYTES = 64 * 1024
/** The time in which a whole request must arrive. The largest body, of 14 MiB, takes this long at 1 Mbit/s. */
const REQUEST_LIMIT_MS = 120_000
/** A connection on which nothing was sent or received for this long is closed, for example if a client does not read its answer. */
const IDLE_LIMIT_MS = 60_000
/**
 * How many requests outside the API begin in one turn of the event loop: a few milliseconds of work. Hundreds of pages may ask
 * for a file in the same moment. The API has limits of its own.
 */
const REQUESTS_A_TURN = 20
/** The routes by which operators watch the server. They wait for no other request. */
const WITHOUT_TURN: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])
const PREFLIGHT_LIFETIME_SECONDS = 600
/** The methods that have their own metric label. Clients can send any of dozens of methods that Node accepts. */
const NAMED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const ALLOWED_METHODS = 'GET, HEAD, POST, OPTIONS'
/** The request headers that a page of another origin may send. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'traceparent',
  'tracestate',
]
/** The response headers that a page of another origin may read, besides the headers that are always readable. */
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
  /** Returns the body of `/metrics`. Default: the metrics of the registry. */
  readonly readMetrics?: () => Promise<string>
  /** How long the body of `/metrics` is reused, in milliseconds, because anyone may ask for it. Default: 1,000. */
  readonly metricsAgeMs?: number
  /** The origins whose pages may call the API: `['*']` for all, undefined for none. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Whether the publishable key in the URL (`?key=pk_…`) allows pages of this origin. */
  readonly isOriginOfKey?: (
    key: string,
    origin: string,
    request: Pick<FastifyRequest, 'ip' | 'method' | 'headers'>,
  ) => Promise<boolean>
  /** The number of claims that wait for a batch. */
  readonly waitingClaims: () => number
  /** The proxies whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /**
   * Whether the server is draining. Each response then closes its connection, so that clients connect to another server.
   */
  readonly isDraining?: () => boolean
  /** Called for each route that answers GET or POST, for example with `GET /healthz`. */
  readonly onRoute?: (route: string) => void
  /** Whether the server serves the web pages. Browsers then get an HTML page for an unknown path. */
  readonly hasWeb?: boolean
  /** Serves small requests to the API before Fastify. By default, Fastify serves all requests. */
  readonly direct?: DirectApi | undefined
}

/** Creates the HTTP server with everything that all routes share. The caller registers the routes on it. */
export async function createApp({
  logger,
  metrics,
  readMetrics = () => metrics.registry.metrics(),
  metricsAgeMs = 1_000,
  corsOrigins,
  isOriginOfKey,
  waitingClaims,
  trustedProxies,
  isDraining = () => false,
  onRoute = () => {},
  hasWeb = false,
  direct,
}: AppOptions): Promise<FastifyInstance> {
  const pipelining = createPipelining()
  const app = Fastify({
    loggerInstance: logger,
    // A log line per request would cost more than most requests themselves. /metrics counts requests.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    // Every log line about a request already contains its id. A child logger per request would cost time for nothing.
    childLoggerFactory: (logger) => logger,
    // A value of the wrong type is an error of the request. It is never converted silently.
    ajv: { customOptions: { coerceTypes: false } },
    // Requests that are in progress when the server closes are answered normally, as the last one on their connection.
    return503OnClosing: false,
    // A client that sends its request very slowly loses its connection after this time.
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: IDLE_LIMIT_MS,
    // A request to change the protocol is otherwise served like any other, after those before it.
    http: { shouldUpgradeCallback: (request) => !pipelining.isBusy(request) },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, request, reply) => void answerBadAddress(request, reply, { hasWeb }),
  })

  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one === 'GET' || one === 'POST') onRoute(`${one} ${url}`)
  })
  if (isOriginOfKey) allowOriginsOfKeys(app, isOriginOfKey)
  if (corsOrigins) {
    await app.register(cors, {
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      methods: ['GET', 'HEAD', 'POST'],
      allowedHeaders: ALLOWED_HEADERS,
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_LIFETIME_SECONDS,
      // An OPTIONS request that is not a preflight is not an error.
      strictPreflight: false,
    })
  }

  const turns = createTurns(REQUESTS_A_TURN)
  const reject = rejectOverload(app, waitingClaims, SECURITY_HEADERS)
  discardUnreadBodies(app)
  readJsonOnly(app)
  // The API counts by itself, because it knows the caller before it reads the body.
  limitBodies(app, ({ routeOptions, ip }) => (routeOptions.url === API_PATH ? null : partyOf(null, ip)))

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // With `serverFactory`, Fastify would apply neither its timeouts nor the options of `http`.
  const [fastify] = app.server.listeners('request') as RequestListener[]
  if (fastify) {
    const serve = direct
      ? serveBefore(fastify, {
          api: direct,
          isOpen: (request) =>
            !isClosing &&
            !isDraining() &&
            !request.socket.destroyed &&
            pipelining.isAlone(request) &&
            !corsOrigins?.includes(request.headers.origin ?? ''),
          addressOf: addressReader(trustedProxies),
          reject(id, request, response) {
            if (!reject(id, request, response)) return false
            if (!request.complete) dropRest(request.socket, () => request.complete)
            return true
          },
          onError: (error) => logger.error({ err: error }, 'a request failed before Fastify'),
          observeRequest: metrics.observeRequest,
          headers: { ...SECURITY_HEADERS, ...corsHeaders(corsOrigins) },
          closesAfter: (request) => (isClosing || isDraining()) && pipelining.answersLast(request),
        })
      : fastify
    app.server.off('request', fastify).on('request', pipelining.limit(serve))
  }
  // Hooks that await nothing use callbacks, because a promise per hook and request would cost time for nothing.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // Fastify has set the header if it closes, or if it could not parse the body.
    if (isClosing || isDraining() || reply.hasHeader('connection')) {
      if (pipelining.answersLast(raw)) reply.header('connection', 'close')
      else reply.removeHeader('connection')
    }
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    // A preflight of an allowed origin was answered before this hook. Any other OPTIONS request gets no CORS permission,
    // and needs no credential.
    if (request.method === 'OPTIONS') void reply.code(204).header('allow', ALLOWED_METHODS).send()
    // Fastify continues in this context after the body has arrived.
    else if (request.routeOptions.url === API_PATH || WITHOUT_TURN.has(request.routeOptions.url))
      within(request, done)
    else
      void turns.next().then(() => {
        if (!request.raw.destroyed) within(request, done)
      })
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: NAMED_METHODS.has(request.method) ? request.method : 'other',
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
  const sharedMetrics = sharedAnswer(readMetrics, metricsAgeMs)
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return sharedMetrics()
  })

  registerErrorAnswers(app, { hasWeb })
  return app
}

/** The headers that @fastify/cors adds to an answer for no other origin. */
const corsHeaders = (corsOrigins: AppOptions['corsOrigins']): Readonly<Record<string, string>> =>
  corsOrigins
    ? {
        ...(corsOrigins.includes('*') ? { 'access-control-allow-origin': '*' } : { vary: 'Origin' }),
        'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
      }
    : {}

/** Returns the address of a request's client, as Fastify does. */
function addressReader(trustedProxies: AppOptions['trustedProxies']): (request: IncomingMessage) => string {
  if (!trustedProxies) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...trustedProxies])
  // Undefined, despite its type, for a connection that was reset.
  return (request) => proxyAddr(request, isTrusted) ?? ''
}

/**
 * Allows the pages whose origin a publishable key allows. The key is in the URL, because a preflight carries no credential.
 * Writes the CORS headers before any other hook can answer.
 */
function allowOriginsOfKeys(
  app: FastifyInstance,
  isOriginOfKey: NonNullable<AppOptions['isOriginOfKey']>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const { key } = request.query as { readonly key?: unknown }
    if (origin === undefined || typeof key !== 'string' || !key.startsWith('pk_')) return done()
    isOriginOfKey(key, origin, request).then((isAllowed) => {
      if (!isAllowed) return done()
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', EXPOSED_HEADERS.join(', '))
        .header('vary', 'Origin')
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
}

/** How many more bytes of a body are accepted after the response, and for how long. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 30_000
const LOOK_EVERY_MS = 50

/**
 * Delivers responses that are sent before the body was read completely, for example because the body is too large or the
 * caller is not authenticated. Closing a connection while the client still sends resets it, and the response is lost. The
 * connection therefore stays open and the rest of the body is discarded, up to a limit.
 */
function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // With this header, the connection would be closed after the response.
    if (!raw.complete) reply.removeHeader('connection')
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    // A request of Fastify's `inject` has no `complete` property and no socket.
    if (raw.complete === false && !raw.socket.destroyed) dropRest(raw.socket, () => raw.complete)
    done()
  })
}

/** Node discards the rest of the body of an answered request. This closes the socket if there is too much of it. */
function dropRest(socket: Socket, isWhole: () => boolean): void {
  const until = performance.now() + MOST_MS
  const lastByte = socket.bytesRead + MOST_BYTES
  const watch = setInterval(() => {
    if (isWhole() || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > lastByte || performance.now() > until) socket.destroy()
  }, LOOK_EVERY_MS)
  watch.unref()
}
