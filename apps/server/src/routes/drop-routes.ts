import { Readable } from 'node:stream'
import type { Authenticated, Dropkit, RotatedKey, UserId } from '@dropkit/core'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from './gate.ts'
import {
  badRequest,
  type ErrorBody,
  type HttpRefusal,
  httpRefusalOf,
  refusalOfError,
  sendRefusal,
  setRefusalHeaders,
} from './http-refusal.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** The exports that a user may read at the same time. Each keeps rows that its client has not read yet: about 4 MB. */
const MAX_EXPORTS_PER_USER = 8

interface WithDrop {
  Params: { readonly id: string }
}

interface WithColumns {
  Querystring: { readonly recipients?: unknown }
}

/** The HTTP routes for a drop's owner that are not part of GraphQL. */
export function registerDropRoutes(
  app: FastifyInstance,
  dropkit: Pick<Dropkit, 'rotateDropKey' | 'exportClaims'>,
  gate: Gate,
  /** Whether the response to a key rotation contains the new private key. */
  { showsRotatedKey }: { readonly showsRotatedKey: boolean },
): void {
  const admitted = new WeakMap<FastifyRequest, Authenticated>()
  const runningExports = new Map<UserId, number>()

  app.post<WithDrop>(
    '/drops/:id/rotate-key',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      // Authenticates before the body is read, so that an unauthenticated caller gets no information about the body's
      // validity.
      async onRequest(request, reply) {
        const who = await gate.admit(request, reply)
        if (!who.ok) return sendNotRotated(reply, who.error)
        admitted.set(request, who.value)
      },
      errorHandler: (error: FastifyError, request, reply) =>
        sendNotRotated(reply, refusalOfError(error, request)),
    },
    async (request, reply) => {
      const who = admitted.get(request)
      if (!who) throw new Error('invariant broken: this route runs only after authentication')
      const input = readRotation(request.body)
      if ('refusal' in input) return sendNotRotated(reply, input.refusal)
      const rotated = await dropkit.rotateDropKey(who.caller, request.params.id, input)
      if (!rotated.ok) return sendNotRotated(reply, httpRefusalOf(rotated.error))
      const shown = showsRotatedKey ? rotated.value : { ...rotated.value, newPrivateKey: null }
      const body: RotationBody = { success: true, ...shown, error: null }
      return reply.header('cache-control', 'no-store').send(body)
    },
  )

  app.get<WithDrop & WithColumns>('/drops/:id/claims.csv', async (request, reply) => {
    const who = await gate.admit(request, reply)
    if (!who.ok) return sendRefusal(request, reply, who.error)
    const { id } = request.params
    const userId = who.value.caller.user.id
    const running = runningExports.get(userId) ?? 0
    if (running >= MAX_EXPORTS_PER_USER) return sendRefusal(request, reply, tooManyExports(running + 1))
    runningExports.set(userId, running + 1)
    reply.raw.once('close', () => {
      const left = (runningExports.get(userId) ?? 1) - 1
      if (left > 0) runningExports.set(userId, left)
      else runningExports.delete(userId)
    })
    const recipients = request.query.recipients === 'true'
    const claims = await dropkit.exportClaims(who.value.caller, id, { recipients })
    if (!claims.ok) return sendRefusal(request, reply, httpRefusalOf(claims.error))
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${id}-claims.csv"`)
      .type('text/csv; charset=utf-8; header=present')
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    // The export is read as fast as the client takes it, and stops if the client disconnects.
    return reply.send(Readable.from(claims.value, { objectMode: false }))
  })
}

const tooManyExports = (asked: number): HttpRefusal => ({
  status: 429,
  error: `At most ${MAX_EXPORTS_PER_USER} exports run at the same time for one user; wait until one has ended`,
  code: 'RATE_LIMITED',
  retryable: true,
  details: { limit: 'exportsAtOnce', value: MAX_EXPORTS_PER_USER, asked },
  retryAfterMs: 1_000,
})

/** All responses of the rotation route have the same fields. */
type RotationBody =
  | ({ readonly success: true; readonly error: null; readonly newPrivateKey: string | null } & Omit<
      RotatedKey,
      'newPrivateKey'
    >)
  | ({ readonly success: false; readonly error: string } & Partial<Pick<ErrorBody, 'code' | 'details'>> & {
        readonly [Field in keyof RotatedKey]: null
      })

function sendNotRotated(reply: FastifyReply, refusal: HttpRefusal): FastifyReply {
  const body: RotationBody = {
    success: false,
    newPublicKey: null,
    newPrivateKey: null,
    transactionDigest: null,
    error: refusal.error,
    ...(refusal.status === 429 ? { code: refusal.code, details: refusal.details ?? {} } : {}),
  }
  return setRefusalHeaders(reply, refusal).send(body)
}

function readRotation(
  body: unknown,
): { readonly reason: string; readonly newPrivateKey: string | null } | { readonly refusal: HttpRefusal } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { refusal: badRequest('The body must be a JSON object', 'body') }
  const { reason, newPrivateKey = null }: { reason?: unknown; newPrivateKey?: unknown } = body
  if (typeof reason !== 'string') return { refusal: badRequest('reason must be a text', 'reason') }
  if (newPrivateKey !== null && typeof newPrivateKey !== 'string')
    return { refusal: badRequest('newPrivateKey must be a text', 'newPrivateKey') }
  return { reason, newPrivateKey }
}
