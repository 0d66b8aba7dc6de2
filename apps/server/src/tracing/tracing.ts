import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type { Dropkit, Ports, WorkOrigin } from '@dropkit/core'
import type { FastifyInstance } from 'fastify'

export interface SpanTerms {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  /** Other operations that the span also works for. */
  readonly links?: readonly WorkOrigin[]
  /** Whether the span begins a new trace, whatever the current span is. Used for work that serves many requests. */
  readonly isOwnTrace?: boolean
}

/** Creates spans. Exists only if tracing is on. No other code depends on the tracing library. */
export interface Tracing {
  /** The current span. */
  here(): WorkOrigin | undefined
  /** Runs `work` as a child span of the current span. */
  around<T>(span: SpanTerms, work: () => Promise<T>): Promise<T>
  /** Adds a span per request. Its parent is the caller's span if the request has a `traceparent` header. */
  watchRequests(app: FastifyInstance): void
  /** Adds a span per use case. */
  watchUseCases(dropkit: Dropkit): Dropkit
  watchStore(store: Ports['store']): Ports['store']
  watchChain<Some extends Ports['chain']>(chain: Some): Some
  /** Sends `traceparent` to webhook receivers. */
  watchSender(sender: ClosableWebhookSender): ClosableWebhookSender
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>
}
