import { type Authenticated, type Dropkit, err, ok, type Result } from '@dropkit/core'
import { FORBIDDEN, publishableOf } from '@dropkit/core/internal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits, TokensTaken } from '../limits/rate-limits.ts'
import { type HttpRefusal, httpRefusalOf, rateHttpRefusal } from './http-refusal.ts'

const BEARER = /^bearer +/i
const BEYOND_LATIN_1 = /[\u{100}-\u{10ffff}]/u

/** The secret in `Authorization: Bearer …`. It may contain blanks, because an operator may have chosen it freely. */
function bearerSecretOf(authorization: string): string | undefined {
  const given = authorization.trim()
  const scheme = BEARER.exec(given)?.[0]
  return scheme === undefined ? undefined : asUtf8(given.slice(scheme.length))
}

/** Node decodes header bytes as Latin-1, but most clients send text beyond ASCII as UTF-8. */
function asUtf8(text: string): string {
  if (BEYOND_LATIN_1.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return Buffer.from(decoded).equals(bytes) ? decoded : text
}

type Admission<Who> = Promise<Result<Who, HttpRefusal>>

/** Authenticates requests and applies the rate limits. */
export interface Gate {
  /** Requires a valid credential and applies the rate limit. */
  admit(request: FastifyRequest, reply: FastifyReply): Admission<Authenticated>
  /** Also accepts a publishable key. For routes that a claim needs. */
  admitClaimer(request: FastifyRequest, reply: FastifyReply): Admission<Authenticated>
  /**
   * Also accepts a request without a credential. A credential that is sent must be valid. A publishable key and an anonymous
   * visitor's token count as no user (null).
   */
  admitAnybody(request: FastifyRequest, reply: FastifyReply): Admission<Authenticated | null>
  /**
   * Counts a request for content that is the same for everyone by its address, whatever credential it has. Caches keep the
   * answers, so only a refusal gets the headers of the rate limit.
   */
  admitAddress(request: FastifyRequest, reply: FastifyReply): Admission<null>
  /** Counts an invalid proof of identity. Returns the given refusal, or the rate limit's refusal after too many. */
  refuseBadCredential(request: FastifyRequest, refusal: HttpRefusal): Promise<HttpRefusal>
}

export function createGate(dropkit: Pick<Dropkit, 'authenticate' | 'readVisit'>, limits: RateLimits): Gate {
  async function authenticate(request: FastifyRequest, header: string): Admission<Authenticated> {
    const secret = bearerSecretOf(header)
    // A missing credential is not an attempt to guess one, so it is not counted.
    if (secret === undefined) return err(httpRefusalOf(unauthenticated.error))
    const authenticated = await dropkit.authenticate(secret)
    if (authenticated.ok) return authenticated
    return err(await refuseBadCredential(request, httpRefusalOf(authenticated.error)))
  }

  async function refuseBadCredential(request: FastifyRequest, refusal: HttpRefusal): Promise<HttpRefusal> {
    const tooOften = await limits.countBadCredential(request.ip)
    return tooOften ? rateHttpRefusal(tooOften) : refusal
  }

  async function admitClaimer(request: FastifyRequest, reply: FastifyReply): Admission<Authenticated> {
    const authenticated = await authenticate(request, request.headers.authorization ?? '')
    if (!authenticated.ok) return authenticated
    const key = publishableOf(authenticated.value.caller)
    if (key && !key.origins.includes(request.headers.origin ?? '')) return err(httpRefusalOf(FORBIDDEN))
    return within(reply, await limits.takeTokens(authenticated.value, 1, request.ip), authenticated.value)
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Admission<Authenticated> {
    const admitted = await admitClaimer(request, reply)
    return admitted.ok && publishableOf(admitted.value.caller) ? err(httpRefusalOf(FORBIDDEN)) : admitted
  }

  return {
    admit,
    admitClaimer,
    refuseBadCredential,
    async admitAnybody(request, reply) {
      const { authorization } = request.headers
      if (authorization !== undefined && !dropkit.readVisit(bearerSecretOf(authorization) ?? '').ok) {
        const admitted = await admitClaimer(request, reply)
        return admitted.ok && publishableOf(admitted.value.caller) ? ok(null) : admitted
      }
      return within(reply, await limits.takeTokensOf(request.ip), null)
    },
    async admitAddress(request, reply) {
      const taken = await limits.takeTokensOf(request.ip)
      return taken.refusal === null ? ok(null) : within(reply, taken, null)
    },
  }
}

const unauthenticated = err({ kind: 'unauthenticated' } as const)

function within<Who>(
  reply: FastifyReply,
  { refusal, headers }: TokensTaken,
  who: Who,
): Result<Who, HttpRefusal> {
  reply.headers(headers)
  return refusal === null ? ok(who) : err(rateHttpRefusal(refusal))
}
