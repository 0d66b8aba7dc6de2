import { Counter, type Registry } from 'prom-client'

/** The metrics of a server with tracing. */
export const createTraceMetrics = (registry: Registry) => ({
  failedExports: new Counter({
    name: 'dropkit_trace_exports_failed_total',
    help: 'Times that spans could not be handed to the receiver of traces; those are lost',
    registers: [registry],
  }),
})
