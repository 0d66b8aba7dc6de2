import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dropkit, WebhookSender } from '@dropkit/core'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyRequest } from 'fastify'
import type { SpanTerms, Tracing } from '../metrics/instrumentation.ts'
import { refusalKindIn } from '../metrics/measured-calls.ts'

/** The current span of the async context. OpenTelemetry's global context is not used. */
const contexts = new AsyncLocalStorage<Context>()

const presentContext = (): Context => contexts.getStore() ?? ROOT_CONTEXT
const withContext = <T>(context: Context, run: () => T): T => contexts.run(context, run)
const presentSpanContext = (): SpanContext | undefined => trace.getSpanContext(presentContext())

const TRACEPARENT =
  /^[0-9a-f]{2}-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-|$)/
const ALL_ZEROS = /^0+$/

/** The caller's span from a W3C `traceparent` header. An empty context if the header is missing or invalid. */
export function contextOf(traceparent: string | undefined): Context {
  const { traceId, spanId, flags } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined || ALL_ZEROS.test(traceId) || ALL_ZEROS.test(spanId))
    return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The `traceparent` header for a span of this server. */
const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

export interface TracingOptions {
  /** The URL of an OTLP receiver, without `/v1/traces`. */
  readonly endpoint: string
  /**
   * The fraction of traces that are sampled, from 0 to 1. A trace that the caller does not sample is not sampled here
   * either.
   */
  readonly sampled: number
  readonly version: string
  /** How long spans wait to be sent in one batch, in milliseconds; 2,000 by default. */
  readonly delayMs?: number
  /** Called each time spans could not be exported. */
  readonly onFailedExport?: () => void
}

/** The value of `ExportResultCode.SUCCESS`. */
const HANDED_OVER = 0

/** A receiver that does not answer must not delay the shutdown any longer. */
const LAST_SPANS_MS = 2_000

/**
 * Creates spans and sends them in batches by OTLP over HTTP. If the receiver is unreachable, spans are lost and nothing
 * else happens.
 */
export function openTelemetry(options: TracingOptions): Tracing {
  const { endpoint, sampled, version, delayMs = 2_000, onFailedExport = () => {} } = options
  const ratio = new TraceIdRatioBasedSampler(sampled)
  const otlp = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        if (result.code !== HANDED_OVER) onFailedExport()
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'dropkit', 'service.version': version }),
    // A sampling decision of the caller does not make the server sample more than configured.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delayMs })],
  })
  const tracer = provider.getTracer('dropkit', version)
  const around = spanMaker(tracer)
  const called =
    (kind: string, spanKind = SpanKind.INTERNAL) =>
    (name: string, run: (...given: never[]) => unknown) =>
    (...given: never[]): unknown =>
      around({ name: `${kind} ${name}`, attributes: {} }, () => run(...given), spanKind)

  return {
    here: presentSpanContext,
    around: (span, work) => around(span, work) as ReturnType<typeof work>,
    watchRequests(app) {
      const spans = new WeakMap<FastifyRequest, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        const parent = contextOf(request.headers['traceparent'] as string | undefined)
        const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
        const attributes = { 'http.request.method': request.method, 'dropkit.request.id': request.id }
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
        spans.set(request, span)
        withContext(trace.setSpan(parent, span), done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    watchUseCases: (dropkit) => {
      const watch = called('use case')
      const cases = <Cases extends object>(some: Cases) => wrapped(some, watch, BESIDE)
      return {
        ...cases(dropkit),
        withLease: (lease) => cases(dropkit.withLease(lease)),
      } as Dropkit
    },
    watchStore: (store) => wrapped(store, called('store', SpanKind.CLIENT), new Set(['onEvents'])),
    watchChain: (chain) => wrapped(chain, called('chain', SpanKind.CLIENT), new Set(['voucherBytes'])),
    watchSender: (sender) => ({
      ...sender,
      send: (message) =>
        around(
          { name: 'send webhook', attributes: { 'dropkit.event.id': message.id } },
          () => sender.send(withTraceparent(message)),
          SpanKind.PRODUCER,
        ) as ReturnType<WebhookSender['send']>,
    }),
    close: () =>
      Promise.race([provider.shutdown(), sleep(LAST_SPANS_MS, undefined, { ref: false })]).catch(() => {}),
  }
}

/** Use cases that no client calls, or that do no work worth a span. */
const BESIDE: ReadonlySet<string> = new Set([
  'withLease',
  'publishedSeed',
  'waitingClaims',
  'eventFollowers',
  'followEvents',
  'runDueJobs',
  'startDueJobs',
  'deliverWebhooks',
  'drainWebhooks',
  'flushLastUsed',
  'flushCounts',
  'countView',
])

function withTraceparent<Message extends Parameters<WebhookSender['send']>[0]>(message: Message): Message {
  const span = presentSpanContext()
  return span === undefined ? message : { ...message, headers: { traceparent: traceparentOf(span) } }
}

/**
 * Runs work as a span. If the work returns no promise, the span ends immediately. A refusal is a normal answer; an
 * exception is an error.
 */
const spanMaker =
  (tracer: Tracer) =>
  (
    { name, attributes, links = [], isOwnTrace = false }: SpanTerms,
    work: () => unknown,
    kind = SpanKind.INTERNAL,
  ): unknown => {
    const parent = isOwnTrace ? ROOT_CONTEXT : presentContext()
    const contexts = links.map((context) => ({
      context: context as NonNullable<ReturnType<typeof presentSpanContext>>,
    }))
    const span = tracer.startSpan(name, { kind, attributes, links: contexts }, parent)
    const failed = (error: unknown) => {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' })
      span.end()
    }
    try {
      const result = withContext(trace.setSpan(parent, span), work)
      if (!(result instanceof Promise)) {
        span.end()
        return result
      }
      return result.then(
        (value: unknown) => {
          const refusal = refusalKindIn(value)
          if (refusal !== undefined) span.setAttribute('dropkit.refusal', refusal)
          span.end()
          return value
        },
        (error: unknown) => {
          failed(error)
          throw error
        },
      )
    } catch (error) {
      failed(error)
      throw error
    }
  }

type Run = (...given: never[]) => unknown

function wrapped<Some extends object>(
  some: Some,
  wrap: (name: string, run: Run) => Run,
  beside: ReadonlySet<string>,
): Some {
  const entries = Object.entries(some).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' && !beside.has(name) ? wrap(name, value as Run) : value,
  ])
  return { ...some, ...Object.fromEntries(entries) }
}
