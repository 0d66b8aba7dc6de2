import { networkOf } from '@dropkit/adapter-graphql'
import type { Dropkit, SignedIn } from '@dropkit/core'
import { toIso } from '@dropkit/core/internal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gate } from './gate.ts'
import { badRequest, type HttpRefusal, httpRefusalOf, sendRefusal } from './http-refusal.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** Signing in with a wallet: the wallet gets a message, and exchanges its signature for a session. */
export function registerAuthRoutes(
  app: FastifyInstance,
  dropkit: Pick<Dropkit, 'startSignIn' | 'finishSignIn' | 'endSession'>,
  gate: Gate,
  /** The public URL of the service. Default: the address on which the server listens. */
  publicUrl: string | undefined,
): void {
  const options = { bodyLimit: BODY_LIMIT_BYTES }

  app.post('/auth/challenge', options, async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const fields = readTexts(request, ['address'])
    if (!fields.ok) return sendRefusal(request, reply, fields.refusal)
    // Does not use the request's Host header: a phishing site could relay a message with its own name.
    const { host } = new URL(publicUrl ?? app.listeningOrigin)
    const requester = networkOf(request.ip)
    const message = await dropkit.startSignIn({ address: fields.texts.address, host, requester })
    if (!message.ok) return sendRefusal(request, reply, httpRefusalOf(message.error))
    return reply.header('cache-control', 'no-store').send({ message: message.value })
  })

  app.post('/auth/verify', options, async (request, reply) => {
    const admitted = await gate.admitAnybody(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const fields = readTexts(request, ['address', 'signature'])
    if (!fields.ok) return sendRefusal(request, reply, fields.refusal)
    const message = readMessage(request.body)
    if (!message.ok) return sendRefusal(request, reply, message.refusal)
    const input = { ...fields.texts, ...message.texts, requester: networkOf(request.ip) }
    const signedIn = await dropkit.finishSignIn(input, admitted.value?.caller ?? null)
    if (signedIn.ok) return reply.header('cache-control', 'no-store').send(sessionBody(signedIn.value))
    if (signedIn.error.kind !== 'unauthenticated')
      return sendRefusal(request, reply, httpRefusalOf(signedIn.error))
    return sendRefusal(request, reply, await gate.refuseBadCredential(request, BAD_SIGNATURE))
  })

  app.post('/auth/end', options, async (request, reply) => {
    const admitted = await gate.admit(request, reply)
    if (!admitted.ok) return sendRefusal(request, reply, admitted.error)
    const ended = await dropkit.endSession(admitted.value.caller)
    if (!ended.ok) return sendRefusal(request, reply, httpRefusalOf(ended.error))
    return reply.header('cache-control', 'no-store').code(204).send()
  })
}

const BAD_SIGNATURE: HttpRefusal = {
  status: 401,
  error: "This is not the wallet's signature over a message it was given, or that was used or is too old",
  code: 'UNAUTHENTICATED',
  retryable: false,
}

type Read<Name extends string> =
  | { readonly ok: true; readonly texts: Readonly<Record<Name, string>> }
  | { readonly ok: false; readonly refusal: HttpRefusal }

/** Fields of a JSON body that must be strings. */
function readTexts<Name extends string>({ body }: FastifyRequest, names: readonly Name[]): Read<Name> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, refusal: badRequest('The body must be a JSON object', 'body') }
  const given: Readonly<Record<string, unknown>> = { ...body }
  const missing = names.find((name) => typeof given[name] !== 'string')
  if (missing !== undefined) return { ok: false, refusal: badRequest(`${missing} must be a text`, missing) }
  return {
    ok: true,
    texts: Object.fromEntries(names.map((name) => [name, given[name]])) as Record<Name, string>,
  }
}

/** The signed message, if the client sends it. */
function readMessage(body: unknown): Read<never> | { ok: true; texts: { message?: string } } {
  const { message } = body as { readonly message?: unknown }
  if (message === undefined || message === null) return { ok: true, texts: {} }
  if (typeof message === 'string') return { ok: true, texts: { message } }
  return { ok: false, refusal: badRequest('message must be a text', 'message') }
}

/** The user as the user itself may see it. */
function sessionBody({ token, expiresAt, user }: SignedIn) {
  const { id, username, displayName, email, bio, avatar, identityProviderId, walletAddress } = user
  const shown = { id, username, displayName, email, bio, avatar, identityProviderId, walletAddress }
  return {
    token,
    expiresAt: toIso(expiresAt),
    user: { ...shown, createdAt: toIso(user.createdAt), updatedAt: toIso(user.updatedAt) },
  }
}

const VISIT_LIMIT_BYTES = 4 * 1024

/** Gives a new token to a page that stays open longer than its token is valid. */
export function registerVisitRoutes(
  app: FastifyInstance,
  dropkit: Pick<Dropkit, 'startVisit'>,
  gate: Gate,
): void {
  app.post('/auth/visit', { bodyLimit: VISIT_LIMIT_BYTES }, async (request, reply) => {
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
