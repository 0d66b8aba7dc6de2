import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from './error-body.ts'

const CODES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'OVERLOADED',
}

/** Answers in JSON for what no route answers, and for what went wrong in one. */
export function registerErrorAnswers(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, 404, `There is nothing at ${request.method} ${pathOf(request)}`),
  )

  app.setErrorHandler<FastifyError>((fault, request, reply) => {
    const status = fault.statusCode ?? 500
    if (status >= 400 && status < 500) return send(request, reply, status, fault.message)
    if (status === 503) return send(request, reply.header('retry-after', '1'), status, fault.message)
    request.log.error({ err: fault, requestId: request.id }, 'a request failed')
    return send(request, reply, 500, 'Internal error')
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url

function send(request: FastifyRequest, reply: FastifyReply, status: number, message: string): FastifyReply {
  const code = status >= 500 ? (CODES[status] ?? 'INTERNAL') : (CODES[status] ?? 'BAD_USER_INPUT')
  const retryable = status === 429 || status === 503
  const body: ErrorBody = { error: message, code, retryable, requestId: request.id }
  return reply.code(status).send(body)
}
