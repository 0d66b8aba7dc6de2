import type { Dropkit } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyInstance } from 'fastify'
import type { Gate } from './gate.ts'
import { badRequest, httpRefusalOf, sendRefusal } from './http-refusal.ts'

const BODY_LIMIT_BYTES = 4 * 1024

/** Gives a new token to a page that stays open longer than its token is valid. */
export function registerVisitRoutes(
  app: FastifyInstance,
  dropkit: Pick<Dropkit, 'startVisit'>,
  gate: Gate,
): void {
  app.post('/auth/visit', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const { body = {} } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return sendRefusal(request, reply, badRequest('The body must be a JSON object', 'body'))
    const { paymentIntentId = null }: { paymentIntentId?: unknown } = body
    if (paymentIntentId !== null && typeof paymentIntentId !== 'string') {
      const refusal = badRequest('paymentIntentId must be a text', 'paymentIntentId')
      return sendRefusal(request, reply, refusal)
    }
    const visit = await dropkit.startVisit({ paymentIntentId })
    if (!visit.ok) return sendRefusal(request, reply, httpRefusalOf(visit.error))
    const { token, expiresAt } = visit.value
    return reply.header('cache-control', 'no-store').send({ token, expiresAt: toIso(expiresAt) })
  })
}
