import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY, wantsPage } from '../web/not-found-page.ts'
import { sendRefusal } from './http-refusal.ts'
import { plainRefusal, refusalOfFault } from './refusal-of-fault.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Answers for what no route answers, and for what went wrong in one: in JSON, and to a browser with a page. */
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

/** For a path that cannot be decoded. Fastify finds that out before any hook runs, and would answer in its own words. */
export const answerBadAddress = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendRefusal(
    request,
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id),
    plainRefusal(400, 'The path is not valid'),
  )

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url
