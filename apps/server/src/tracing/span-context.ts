import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from '@opentelemetry/api'

/** The current span of the async context. OpenTelemetry's global context is not used. */
const contexts = new AsyncLocalStorage<Context>()

export const presentContext = (): Context => contexts.getStore() ?? ROOT_CONTEXT
export const withContext = <T>(context: Context, run: () => T): T => contexts.run(context, run)
export const presentSpanContext = (): SpanContext | undefined => trace.getSpanContext(presentContext())

const TRACEPARENT =
  /^[0-9a-f]{2}-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-|$)/
const NOBODY = /^0+$/

/** The caller's span from a W3C `traceparent` header. An empty context if the header is missing or invalid. */
export function contextOf(traceparent: string | undefined): Context {
  const { traceId, spanId, flags } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {}
  if (traceId === undefined || spanId === undefined || NOBODY.test(traceId) || NOBODY.test(spanId))
    return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The `traceparent` header for a span of this server. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
