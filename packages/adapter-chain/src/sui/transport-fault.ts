/** A call that got no answer from the node, or none that says anything about what was asked. */
export interface TransportFault {
  readonly reason: string
  /** Whether the same call may well be answered a moment later. */
  readonly mayPass: boolean
}

/** gRPC codes that say nothing about what was asked, and may be over in a moment. */
const PASSING = new Set([
  'ABORTED',
  'CANCELLED',
  'DATA_LOSS',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'RESOURCE_EXHAUSTED',
  'UNAVAILABLE',
  'UNKNOWN',
])
/** The node, or what stands before it, does not serve us; somebody has to do something about it. */
const LASTING = new Set(['PERMISSION_DENIED', 'UNAUTHENTICATED', 'UNIMPLEMENTED'])
const INTERRUPTED = new Set(['AbortError', 'TimeoutError'])
/** Errors of the client wrap those of the transport, never deeper than this. */
const DEEPEST_CAUSE = 4

/** What kept the call from being answered; null for an answer (not found, say) or a bug. */
export function transportFaultOf(thrown: unknown): TransportFault | null {
  let error = thrown
  for (let depth = 0; depth <= DEEPEST_CAUSE && error instanceof Error; depth++) {
    // Read by shape: another installed copy of the transport has a class of its own.
    const code = 'code' in error ? String(error.code) : ''
    if (error.name === 'RpcError' && PASSING.has(code))
      return { reason: `${code}: ${error.message}`, mayPass: true }
    if (error.name === 'RpcError' && LASTING.has(code))
      return { reason: `${code}: ${error.message}`, mayPass: false }
    if (INTERRUPTED.has(error.name)) return { reason: error.message, mayPass: true }
    error = error.cause
  }
  return null
}
