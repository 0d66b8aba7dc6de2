import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorExtensions } from '../errors/error-code.ts'
import { responseMediaType } from './media-type.ts'

/**
 * Answers that the server is overloaded and the request had no effect. Writes the response directly, to use as little time
 * as possible.
 */
export function answerBusy({ id, headers }: FastifyRequest, reply: FastifyReply, retryAfterMs: number): void {
  const extensions: ErrorExtensions = { code: 'OVERLOADED', retryable: true, retryAfterMs, requestId: id }
  const message = 'More is asked than can be answered; try again shortly'
  const text = JSON.stringify({ data: null, errors: [{ message, locations: [], path: [], extensions }] })
  reply.hijack()
  reply.raw
    .writeHead(503, {
      // The headers of every answer, such as CORS headers, so that a page of another origin can read this one too.
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': `${responseMediaType(headers.accept)}; charset=utf-8`,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
      'x-request-id': id,
    })
    .end(text)
}
