import type { Authenticated, Dropkit, Refusal, Result } from '@dropkit/core'
import { err } from '@dropkit/core'
import type { Services } from '../context.ts'

const BEARER = /^bearer +/i
const PLAIN = /^[ -~]*$/
const CONTROL_CHARACTERS = /\p{Cc}/u
const LATIN_1 = /^[^\u{100}-\u{10ffff}]*$/u

/**
 * Returns the secret in `Authorization: Bearer …`. An operator may choose any secret, so inner spaces are part of it.
 * Undefined if there is none.
 */
export function bearerSecretOf(authorization: string | undefined): string | undefined {
  const given = authorization?.trim() ?? ''
  const scheme = BEARER.exec(given)?.[0]
  if (scheme === undefined) return undefined
  const secret = given.slice(scheme.length)
  return PLAIN.test(secret) ? secret : beyondAscii(secret)
}

function beyondAscii(text: string): string | undefined {
  const secret = asUtf8(text)
  return CONTROL_CHARACTERS.test(secret) ? undefined : secret
}

/** Node decodes header bytes as Latin-1, but most clients send non-ASCII text as UTF-8. */
function asUtf8(text: string): string {
  if (!LATIN_1.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return Buffer.from(decoded).equals(bytes) ? decoded : text
}

/** The services that look up a credential. */
export interface Credentials extends Pick<Services, 'takesVisitors'> {
  readonly dropkit: Pick<Dropkit, 'authenticate' | 'readVisit'>
}

/** Returns the caller of a secret: an anonymous visitor, if these are allowed, or a user. */
export async function authenticateSecret(
  { dropkit, takesVisitors }: Credentials,
  secret: string,
): Promise<Result<Authenticated, Refusal>> {
  const visitor = takesVisitors ? dropkit.readVisit(secret) : undefined
  return visitor?.ok ? visitor : dropkit.authenticate(secret)
}

/** Returns the caller of a request's `Authorization: Bearer …`. */
export async function authenticateRequest(
  credentials: Credentials,
  authorization: string | undefined,
): Promise<Result<Authenticated, Refusal>> {
  const secret = bearerSecretOf(authorization)
  return secret === undefined ? err({ kind: 'unauthenticated' }) : authenticateSecret(credentials, secret)
}

export type AuthenticateRequest = (
  authorization: string | undefined,
) => ReturnType<typeof authenticateRequest>

/**
 * The same for many requests: credentials that arrive in one turn of the event loop are looked up at its end, each once. A
 * request never joins a look-up that has begun, so a revocation is effective for every later request.
 */
export function createRequestAuthenticator(credentials: Credentials): AuthenticateRequest {
  type Found = ReturnType<AuthenticateRequest>
  let arrived = new Map<string | undefined, Found>()
  let endOfTurn: Promise<void> | undefined

  const untilEndOfTurn = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        arrived = new Map()
        endOfTurn = undefined
        resolve()
      })
    })

  return (authorization) => {
    const asked = arrived.get(authorization)
    if (asked) return asked
    endOfTurn ??= untilEndOfTurn()
    const found = endOfTurn.then(() => authenticateRequest(credentials, authorization))
    arrived.set(authorization, found)
    return found
  }
}
