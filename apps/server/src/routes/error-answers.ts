import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from './http-refusal.ts'
import { plainRefusal, refusalOfFault } from './refusal-of-fault.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Answers in JSON for what no route answers, and for what went wrong in one. */
export function registerErrorAnswers(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const error = `There is nothing at ${request.method} ${pathOf(request)}`
    return sendRefusal(request, reply, plainRefusal(404, error))
  })

  app.setErrorHandler<FastifyError>((fault, request, reply) =>
    sendRefusal(request, reply, refusalOfFault(fault, request)),
  )
}

/** For a path that cannot be decoded. Fastify finds that out before any hook runs, and would answer in its own words. */
export const answerBadAddress = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(
    request,
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id),
    plainRefusal(400, 'The path is not valid'),
  )

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url
