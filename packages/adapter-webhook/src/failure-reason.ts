import { errors } from 'undici'

/** The time limit for one whole delivery. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Settles like the promise, or rejects with `signal.reason` at the deadline, whichever comes first. */
  meet<T>(promise: Promise<T>): Promise<T>
  /** Must be called when the delivery is over, whatever its outcome. */
  clear(): void
}

class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/** `meet` races the promise, because some operations ignore a signal (a DNS lookup, a queue for a connection). */
export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const passed = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const reason = new DeadlineError(`no answer within ${timeoutMs} ms`)
    passed.reject(reason)
    controller.abort(reason)
  }, timeoutMs)
  return {
    signal,
    meet: (promise) => Promise.race([promise, passed.promise]),
    clear: () => clearTimeout(timer),
  }
}

const NOT_HTTP = 'the answer is not HTTP'

/**
 * Failure reasons by the codes of Node, OpenSSL and undici. They contain no address, because the webhook's owner reads
 * them.
 */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name has no address',
  ENODATA: 'the name has no address',
  ESERVFAIL: 'the name could not be resolved',
  EREFUSED: 'the name could not be resolved',
  ETIMEOUT: 'the name could not be resolved in time',
  EAI_AGAIN: 'the name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer',
  EPIPE: 'the connection was closed before an answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  UND_ERR_HEADERS_TIMEOUT: 'the answer took too long',
  UND_ERR_BODY_TIMEOUT: 'the answer took too long',
  UND_ERR_SOCKET: 'the connection was closed before an answer',
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: NOT_HTTP,
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate is not signed by a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the certificate is not signed by a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the certificate is not signed by a trusted authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
}

/** Returns a short reason why there was no answer. */
export function failureReason(error: unknown): string {
  if (error instanceof DeadlineError) return error.message
  const code = codeOf(error)
  const reason = REASONS[code]
  if (reason !== undefined) return reason
  if (error instanceof errors.HTTPParserError) return NOT_HTTP
  if (/^(ERR_SSL|ERR_TLS|CERT_|EPROTO)/.test(code)) return 'TLS: no secure connection could be made'
  return 'no answer'
}

/** If several addresses failed, Node's error has the code of the first one. */
function codeOf(error: unknown): string {
  const { code }: { readonly code?: unknown } = Object(error)
  return typeof code === 'string' ? code : ''
}

/**
 * Whether requests to an address or a name are permitted. `public`: always. `private` (loopback, private networks,
 * link-local): only if private addresses are permitted. `never`: never.
 */
export type Judgement =
  | { readonly reach: 'public' }
  | { readonly reach: 'private' | 'never'; readonly reason: string }

/** The reason why it is not permitted. Undefined if it is permitted. */
export function refusalOf(judgement: Judgement, allowPrivate: boolean): string | undefined {
  if (judgement.reach === 'public') return undefined
  return judgement.reach === 'private' && allowPrivate ? undefined : judgement.reason
}
