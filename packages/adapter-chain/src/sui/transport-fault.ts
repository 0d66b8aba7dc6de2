/** A call that got no answer from the node, or an answer that says nothing about the request. */
export interface TransportFault {
  readonly reason: string
  /** Whether the same call may succeed a moment later. */
  readonly mayPass: boolean
  /** Set if the node is up and asks for fewer requests. */
  readonly throttled?: {
    /** How long the node asks us to wait; null if it does not say. */
    readonly retryAfterMs: number | null
  }
}

/** gRPC codes that say nothing about the request and are probably temporary. */
const PASSING = new Set([
  'ABORTED',
  'CANCELLED',
  'DATA_LOSS',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'UNAVAILABLE',
  'UNKNOWN',
])
/** gRPC codes with which the node, or a proxy before it, refuses to serve us. The operator has to fix the cause. */
const LASTING = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'UNIMPLEMENTED'])
const INTERRUPTED = new Set(['AbortError', 'TimeoutError'])
/** The maximum depth at which client errors wrap transport errors. */
const DEEPEST_CAUSE = 4

/** The fault that prevented an answer. Null if the error is an answer (for example, not found) or a bug. */
export function transportFaultOf(thrown: unknown): TransportFault | null {
  let error = thrown
  for (let depth = 0; depth <= DEEPEST_CAUSE && error instanceof Error; depth++) {
    // Checked by shape, because another installed copy of the transport has its own class.
    const code = 'code' in error ? String(error.code) : ''
    if (error.name === 'RpcError' && code === 'RESOURCE_EXHAUSTED')
      return {
        reason: `${code}: ${error.message}`,
        mayPass: true,
        throttled: { retryAfterMs: retryAfterMsOf(error) },
      }
    if (error.name === 'RpcError' && PASSING.has(code))
      return { reason: `${code}: ${error.message}`, mayPass: true }
    if (error.name === 'RpcError' && LASTING.has(code))
      return { reason: `${code}: ${error.message}`, mayPass: false }
    if (INTERRUPTED.has(error.name)) return { reason: error.message, mayPass: true }
    error = error.cause
  }
  return null
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3), from HTTP headers or gRPC metadata. Its date form is ignored. */
function retryAfterMsOf(error: Error): number | null {
  const meta = 'meta' in error ? (error.meta as Record<string, unknown> | null) : null
  const given = meta?.['retry-after']
  return typeof given === 'string' && /^\d{1,6}$/.test(given) ? Number(given) * 1_000 : null
}
