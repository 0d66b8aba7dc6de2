import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A request and its answer, as the operations of the API need them: `FastifyExchange`, or an object of the server for
 * requests that `ServeDirectly` serves.
 */
export interface Exchange {
  readonly id: string
  /** The address of the client. */
  readonly ip: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sets a header of the answer. */
  header(name: string, value: string): void
  /** Sends the answer. Call it once. */
  send(status: number, text: string): void
}

export class FastifyExchange implements Exchange {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  get id() {
    return this.#request.id
  }

  get ip() {
    return this.#request.ip
  }

  get request() {
    return this.#request.raw
  }

  get response() {
    return this.#reply.raw
  }

  header(name: string, value: string): void {
    this.#reply.header(name, value)
  }

  send(status: number, text: string): void {
    this.#reply.code(status).send(text)
  }
}
