import type { Clock, Log, OpenIdVerifier } from '@dropkit/core'

export interface OpenIdOptions {
  readonly issuer: string
  readonly audience: string
  readonly jwksUrl: string
  /** The service's time. Moving the fake chain's clock does not affect it. */
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** The minimum time between two fetches because of an unknown key id, in milliseconds; 30,000 by default. */
  readonly cooldownMs?: number
}

/** The tolerated difference between the provider's clock and ours. */
const CLOCK_SKEW_SECONDS = 5
const KEYS_LIFETIME_MS = 10 * 60_000
const KEYS_TIMEOUT_MS = 5_000
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** Subjects that the service itself assigns. A token with one of these subjects would be treated as another user. */
const OUR_OWN = /^(?:local|wallet):/
const LONGEST_SUBJECT = 255
/** Postgres stores no NUL, and stores change half of a surrogate pair. No provider needs these or other control characters. */
const UNSTORABLE = /[\p{Cc}\p{Surrogate}]/u

/** Without the provider's keys, the server cannot check a token. The client may try again. */
class KeysUnavailable extends Error {
  readonly statusCode = 503

  constructor() {
    super('The keys of the OpenID provider cannot be read; try again shortly')
  }
}

/** Verifies tokens with the keys that their provider publishes. The keys are fetched when needed and cached for a while. */
export async function createOpenIdVerifier(options: OpenIdOptions): Promise<OpenIdVerifier> {
  const { issuer, audience, jwksUrl, clock, log, cooldownMs = 30_000 } = options
  const { createRemoteJWKSet, decodeJwt, errors, jwtVerify } = await import('jose')
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cooldownDuration: cooldownMs,
    cacheMaxAge: KEYS_LIFETIME_MS,
  })

  /** Whether the token is invalid. Otherwise the keys could not be read, which the operator must fix. */
  function isOfToken(error: unknown): boolean {
    const isTokenError = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    const isGeneric = error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'
    return isTokenError && !isGeneric
  }

  return {
    async verify(token) {
      try {
        // No key is needed to refuse a token that has expired.
        const { exp } = decodeJwt(token)
        if (exp !== undefined && exp <= Math.floor(clock.now() / 1_000) - CLOCK_SKEW_SECONDS) return null
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: SIGNATURES,
          currentDate: new Date(clock.now()),
          clockTolerance: CLOCK_SKEW_SECONDS,
          requiredClaims: ['sub', 'exp'],
        })
        const { sub: subject, email, email_verified: isVerified } = payload
        if (typeof subject !== 'string' || subject === '' || subject.length > LONGEST_SUBJECT) return null
        if (OUR_OWN.test(subject) || UNSTORABLE.test(subject)) return null
        const isUsable = typeof email === 'string' && isVerified !== false && !UNSTORABLE.test(email)
        return { subject, email: isUsable ? email : null }
      } catch (error) {
        if (isOfToken(error)) return null
        log.warn('the keys of the OpenID provider cannot be read', { reason: String(error) })
        throw new KeysUnavailable()
      }
    },
  }
}
