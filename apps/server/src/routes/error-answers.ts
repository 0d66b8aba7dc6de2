import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY, wantsPage } from '../web/not-found-page.ts'
import { sendRefusal } from './http-refusal.ts'
import { plainRefusal, refusalOfFault } from './refusal-of-fault.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Answers requests without a route and errors in routes: with JSON, or with a page if a browser asks for one. */
export function registerErrorAnswers(app: FastifyInstance, { hasWeb }: { readonly hasWeb: boolean }): void {
  app.setNotFoundHandler((request, reply) => {
    if (hasWeb && wantsPage(request.method, request.headers.accept))
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', NOT_FOUND_POLICY)
        .send(NOT_FOUND_PAGE)
    const error = `There is nothing at ${request.method} ${pathOf(request)}`
    return sendRefusal(request, reply, plainRefusal(404, error))
  })

  app.setErrorHandler<FastifyError>((fault, request, reply) =>
    sendRefusal(request, reply, refusalOfFault(fault, request)),
  )
}

/** Answers a path that cannot be decoded. Fastify detects it before any hook runs, and would send its own format. */
export const answerBadAddress = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(
    request,
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id),
    plainRefusal(400, 'The path is not valid'),
  )

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url
