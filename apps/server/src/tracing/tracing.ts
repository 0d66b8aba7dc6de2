import type { ClosableWebhookSender } from '@dropkit/adapter-webhook'
import type { Dropkit, Ports, WorkOrigin } from '@dropkit/core'
import type { FastifyInstance } from 'fastify'

export interface SpanTerms {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  /** What else it is done for. */
  readonly links?: readonly WorkOrigin[]
  /** Whether it begins a trace, in whatever course it is: what is done for many is below none of them. */
  readonly isOwnTrace?: boolean
}

/** Spans of what the server does. There is one only when it is switched on; nothing else knows how they are made. */
export interface Tracing {
  /** The span in whose course the caller is. */
  here(): WorkOrigin | undefined
  /** Runs `work` as a span of its own, under the one in whose course this is. */
  around<T>(span: SpanTerms, work: () => Promise<T>): Promise<T>
  /** A span for each request, under the caller's where `traceparent` names one. */
  watchRequests(app: FastifyInstance): void
  /** A span for each use case that is asked for. */
  watchUseCases(dropkit: Dropkit): Dropkit
  watchStore(store: Ports['store']): Ports['store']
  watchChain<Some extends Ports['chain']>(chain: Some): Some
  /** Hands `traceparent` on to receivers. */
  watchSender(sender: ClosableWebhookSender): ClosableWebhookSender
  /** Sends what is left, for as long as that may take. */
  close(): Promise<void>
}
