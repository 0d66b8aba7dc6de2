import { Counter, type Registry } from 'prom-client'

/** For a server that sends traces. */
export const createTraceMetrics = (registry: Registry) => ({
  failedExports: new Counter({
    name: 'dropkit_trace_exports_failed_total',
    help: 'Times that spans could not be handed to the receiver of traces; those are lost',
    registers: [registry],
  }),
})
