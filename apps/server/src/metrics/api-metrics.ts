import type { ApiWatch } from '@dropkit/adapter-graphql'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics of the GraphQL API: its errors and its WebSocket connections. */
export function createApiMetrics(registry: Registry): ApiWatch {
  const registers = [registry]
  const errors = new Counter({
    name: 'dropkit_graphql_errors_total',
    help: 'Errors that were sent, by code',
    labelNames: ['code'] as const,
    registers,
  })
  const sockets = new Gauge({
    name: 'dropkit_websocket_connections',
    help: 'WebSockets that are open',
    registers,
  })
  const streams = new Gauge({
    name: 'dropkit_websocket_subscriptions',
    help: 'Subscriptions that run on them',
    registers,
  })
  const closes = new Counter({
    name: 'dropkit_websocket_closes_total',
    help: 'WebSockets that were closed, by code',
    labelNames: ['code'] as const,
    registers,
  })
  return {
    errorSent: (code) => errors.inc({ code }),
    socketOpened: () => sockets.inc(),
    socketClosed(code) {
      sockets.dec()
      // A client may close with any of thousands of codes.
      closes.inc({ code: code < 3_000 || (code >= 4_400 && code < 4_500) ? code : 'other' })
    },
    streamStarted: () => streams.inc(),
    streamEnded: () => streams.dec(),
  }
}
