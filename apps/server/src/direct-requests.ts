import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  API_PATH,
  type Exchange,
  isDirect,
  type RejectDirectly,
  type ServeDirectly,
} from '@dropkit/adapter-graphql'
import { within } from './log/pino-log.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Set when the API serves requests. */
export interface DirectApi {
  serve?: ServeDirectly
  /** Called when a request begins. The returned function is called when it has been answered or passed on. */
  operationBegins?: (route: string) => () => void
}

interface DirectOptions {
  readonly api: DirectApi
  /** Whether requests may be served here now. */
  isOpen(request: IncomingMessage): boolean
  addressOf(request: IncomingMessage): string
  readonly reject: RejectDirectly
  readonly observeRequest: Metrics['observeRequest']
  /** Headers of each answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the connection of this request closes after its answer. */
  closesAfter(request: IncomingMessage): boolean
  /** Called with an error that nothing else has caught. The connection is then closed. */
  onError(error: unknown): void
}

/**
 * Serves small requests to the API before Fastify, with the same answers. Everything that the hooks of Fastify do for such a
 * request is done here.
 */
export function serveBefore(serve: RequestListener, options: DirectOptions): RequestListener {
  const { api, isOpen, reject, onError } = options
  const headers = Object.entries({ ...options.headers, 'cache-control': 'no-store' }).flat()
  return (request, response) => {
    if (!api.serve || !isDirect(request) || !isOpen(request)) return void serve(request, response)
    const { serve: serveDirectly } = api
    try {
      const exchange = new DirectExchange(request, response, options)
      if (reject(exchange.id, request, response)) return exchange.count(503)
      exchange.begin(headers)
      const passOn = () => {
        exchange.end()
        // Fastify would wait for events of a closed connection that are over.
        if (!request.socket.destroyed) serve(request, response)
      }
      within(exchange, () => serveDirectly(exchange, passOn))
    } catch (error) {
      onError(error)
      request.socket.destroy()
    }
  }
}

class DirectExchange implements Exchange {
  readonly id = randomUUID()
  readonly ip: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly #options: DirectOptions
  readonly #startedAt = performance.now()
  #headers: string[] = []
  #operationEnds: (() => void) | undefined

  constructor(request: IncomingMessage, response: ServerResponse, options: DirectOptions) {
    this.request = request
    this.response = response
    this.ip = options.addressOf(request)
    this.#options = options
  }

  begin(headers: readonly string[]): void {
    this.#headers = [...headers, 'x-request-id', this.id]
    this.#operationEnds = this.#options.api.operationBegins?.(API_PATH)
  }

  header(name: string, value: string): void {
    this.#headers.push(name, value)
  }

  send(status: number, text: string): void {
    this.header('content-length', String(Buffer.byteLength(text)))
    if (this.#options.closesAfter(this.request)) this.header('connection', 'close')
    this.response.writeHead(status, this.#headers).end(text)
    this.end()
    this.count(status)
  }

  /** Counts the answer in the metrics. */
  count(status: number): void {
    const seconds = (performance.now() - this.#startedAt) / 1_000
    this.#options.observeRequest({ method: 'POST', route: API_PATH, status, seconds })
  }

  /** Call this also if the request is passed on without an answer. */
  end(): void {
    this.#operationEnds?.()
  }
}
